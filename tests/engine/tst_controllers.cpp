// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/decode.h"
#include "cluster/controllers.h"
#include "cluster/pod_garbage_collector.h"

#include <QTest>

#include <functional>

using namespace berth;
using namespace berth::cluster;

namespace {

/// A controller made of two functions.
class Made final : public Controller {
public:
    Made(std::string name, std::function<bool()> work, std::function<void(const api::ObjectPtr&)> hear = {})
        : name_(std::move(name)), work_(std::move(work)), hear_(std::move(hear))
    {
    }
    std::string_view name() const override { return name_; }
    void onChange(const api::ObjectPtr&, const api::ObjectPtr& after) override
    {
        if (hear_ && after)
            hear_(after);
    }
    bool sync() override { return work_(); }

private:
    std::string name_;
    std::function<bool()> work_;
    std::function<void(const api::ObjectPtr&)> hear_;
};

}

/// How controllers are run: in order, until nobody has work, as themselves.
class TestControllers : public QObject {
    Q_OBJECT

    VirtualClock clock_;
    RandomStreams random_{1};
    TimeLine timeLine_{clock_};
    std::unique_ptr<MemoryServer> server_;

    World world() { return {*server_, clock_, timeLine_, random_}; }
    void apply(const std::string& yaml)
    {
        for (const auto& document : api::decodeStream(yaml, "test"))
            QVERIFY(document.object && server_->put(document.object, false).empty());
    }

private slots:
    void init() { server_ = std::make_unique<MemoryServer>(clock_, ServerBehaviour::livingCluster(), &random_); }

    void runsRoundsUntilNobodyHasWork()
    {
        QStringList calls;
        int work = 2;
        std::vector<std::unique_ptr<Controller>> made;
        made.push_back(std::make_unique<Made>("first", [&] {
            calls << QString::fromStdString(server_->actor());
            return false;
        }));
        made.push_back(std::make_unique<Made>("second", [&] {
            calls << QString::fromStdString(server_->actor());
            return work-- > 0;
        }));
        auto w = world();
        Controllers controllers(w, std::move(made));
        QVERIFY(controllers.run());
        QCOMPARE(calls, (QStringList{"first", "second", "first", "second", "first", "second"}));
        QVERIFY(!controllers.run());
        QCOMPARE(server_->actor(), std::string("user"));
    }

    void tellsOfWhatIsThereAndOfWhatComes()
    {
        QStringList heard;
        apply("{apiVersion: v1, kind: Service, metadata: {name: old}, spec: {}}");
        std::vector<std::unique_ptr<Controller>> made;
        made.push_back(std::make_unique<Made>(
            "listener", [] { return false; },
            [&](const api::ObjectPtr& object) {
                if (object->kind == api::Kind::Service)
                    heard << QString::fromStdString(object->meta.name);
            }));
        auto w = world();
        {
            Controllers controllers(w, std::move(made));
            apply("{apiVersion: v1, kind: Service, metadata: {name: new}, spec: {}}");
        }
        apply("{apiVersion: v1, kind: Service, metadata: {name: later}, spec: {}}");
        QCOMPARE(heard, (QStringList{"old", "new"}));
    }

    void stopsThoseThatFight()
    {
        std::vector<std::unique_ptr<Controller>> made;
        made.push_back(std::make_unique<Made>("calm", [] { return false; }));
        made.push_back(std::make_unique<Made>("restless", [] { return true; }));
        auto w = world();
        Controllers controllers(w, std::move(made));
        controllers.run();
        QCOMPARE(server_->events().size(), std::size_t(1));
        QCOMPARE(server_->events().front().reason, std::string("ControllersDoNotSettle"));
        QVERIFY(QString::fromStdString(server_->events().front().message).endsWith("work for restless"));
    }

    void keepsOnlySoManyPodsThatHaveEnded()
    {
        auto behaviour = ServerBehaviour::livingCluster();
        behaviour.controllers.terminatedPodThreshold = 2;
        server_ = std::make_unique<MemoryServer>(clock_, behaviour, &random_);
        auto w = world();
        std::vector<std::unique_ptr<Controller>> made;
        made.push_back(std::make_unique<PodGarbageCollector>(w));
        Controllers controllers(w, std::move(made));
        for (const char* name : {"d", "c", "b", "a"}) {
            apply("{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name)
                  + "}, spec: {containers: [{name: c, image: i}]}, status: {phase: Succeeded}}");
            clock_.advance(1'000'000'000);
        }
        QVERIFY(controllers.run());
        QCOMPARE(server_->listAll(api::Kind::Pod).size(), std::size_t(2));
        QVERIFY(server_->find(api::Kind::Pod, "default/a") && server_->find(api::Kind::Pod, "default/b"));
    }
};

QTEST_APPLESS_MAIN(TestControllers)
#include "tst_controllers.moc"
