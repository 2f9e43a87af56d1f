// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/fake_handle.h"
#include "engine/support/scripted_profile.h"

#include <QTest>

using namespace berth;
using framework::Code;
using framework::CycleState;
using framework::PreFilterResult;
using framework::Status;
using tests::ExtensionPoint;
using tests::ScriptedProfile;

namespace {

/// Knows which pods are nominated.
class NominatingHandle : public tests::FakeHandle, private framework::PodNominator {
public:
    std::vector<framework::PodInfoPtr> nominated;
    const framework::PodNominator& nominator() const override { return *this; }

private:
    std::vector<framework::PodInfoPtr> nominatedPodsForNode(const std::string&) const override { return nominated; }
};

struct World {
    NominatingHandle handle;
    ScriptedProfile profile;
    std::unique_ptr<framework::Framework> framework;
    CycleState state;
    std::shared_ptr<const api::Pod> pod;

    World()
    {
        handle.load(tests::nodeText("n1", "") + tests::nodeText("n2", "") + tests::podText("p", "", "", "priority: 5"));
        pod = handle.pod("p");
    }
    void start() { framework = profile.make(handle); }
    auto preFilter() { return framework->runPreFilterPlugins(state, *pod, handle.nodes.list()); }
    Status filter() { return framework->runFilterPluginsWithNominatedPods(state, *pod, handle.node("n1")); }
    void nominate(const std::string& name, int priority, const std::string& uid = {})
    {
        auto made = std::make_shared<api::Pod>();
        made->meta.name = name;
        made->meta.uid = uid.empty() ? "uid-" + name : uid;
        made->spec.priority = priority;
        handle.nominated.push_back(framework::PodInfo::make(made));
    }
};

auto narrowingTo(std::set<std::string> names)
{
    return [names](CycleState&, PreFilterResult& result) {
        result.nodeNames = names;
        return Status();
    };
}
auto saying(const Status& status)
{
    return [status](CycleState&, PreFilterResult&) { return status; };
}
QString text(const Status& status) { return QString::fromStdString(status.message()); }
QString names(const framework::PluginSet& set)
{
    QStringList list;
    for (auto name : set.sorted())
        list.append(QString::fromStdString(name.str()));
    return list.join(' ');
}

}

/// The runtime of a profile (cycle.md §4–§12).
class FrameworkTest : public QObject {
    Q_OBJECT

private slots:
    // §4
    void preFilterResultsAreIntersected()
    {
        World world;
        world.profile.add("A", {ExtensionPoint::PreFilter}).preFilter = narrowingTo({"n1", "n2"});
        world.profile.add("All", {ExtensionPoint::PreFilter});
        world.profile.add("B", {ExtensionPoint::PreFilter}).preFilter = narrowingTo({"n2", "n3"});
        world.start();
        const auto outcome = world.preFilter();
        QVERIFY(outcome.status.isSuccess());
        QCOMPARE(*outcome.result.nodeNames, std::set<std::string>{"n2"});
        QCOMPARE(names(outcome.narrowing), QString("A B"));
    }
    void emptyIntersectionOfSeveral()
    {
        World world;
        world.profile.add("Q", {ExtensionPoint::PreFilter}).preFilter = narrowingTo({"n1"});
        world.profile.add("P", {ExtensionPoint::PreFilter}).preFilter = narrowingTo({"n2"});
        bool reached = false;
        world.profile.add("Z", {ExtensionPoint::PreFilter}).preFilter = [&](CycleState&, PreFilterResult&) {
            reached = true;
            return Status();
        };
        world.start();
        const auto outcome = world.preFilter();
        QCOMPARE(text(outcome.status), QString("node(s) didn't satisfy plugin(s) [P Q] simultaneously"));
        QCOMPARE(outcome.status.code(), Code::UnschedulableAndUnresolvable);
        QVERIFY(outcome.status.plugin().empty());
        QCOMPARE(names(outcome.narrowing), QString("P Q"));
        QVERIFY(!reached);
    }
    void emptyResultOfOne()
    {
        World world;
        world.profile.add("P", {ExtensionPoint::PreFilter}).preFilter = narrowingTo({});
        world.start();
        QCOMPARE(text(world.preFilter().status), QString("node(s) didn't satisfy plugin P"));
    }
    void unschedulableIsRememberedAndTheLastOneWins()
    {
        World world;
        world.profile.add("A", {ExtensionPoint::PreFilter}).preFilter = saying(Status::unschedulable("a"));
        world.profile.add("B", {ExtensionPoint::PreFilter}).preFilter = saying(Status::unschedulable("b"));
        world.profile.add("C", {ExtensionPoint::PreFilter}).preFilter = narrowingTo({"n1"});
        world.start();
        const auto outcome = world.preFilter();
        QCOMPARE(text(outcome.status), QString("b"));
        QCOMPARE(outcome.status.plugin().str(), std::string("B"));
        QCOMPARE(names(outcome.narrowing), QString("C"));
    }
    void unresolvableStopsAndSkipsStay()
    {
        World world;
        int calls = 0;
        world.profile.add("S", {ExtensionPoint::PreFilter, ExtensionPoint::Filter}).preFilter = saying(Status::skip());
        world.profile.add("A", {ExtensionPoint::PreFilter}).preFilter = saying(Status::unschedulable("a"));
        world.profile.add("B", {ExtensionPoint::PreFilter}).preFilter = saying(Status::unschedulableAndUnresolvable("b"));
        world.profile.add("C", {ExtensionPoint::PreFilter}).preFilter = [&](CycleState&, PreFilterResult&) {
            ++calls;
            return Status();
        };
        world.profile.script("S").filter = [](const api::Pod&, const framework::NodeInfo&) {
            return Status::unschedulable("must not be asked");
        };
        world.start();
        const auto outcome = world.preFilter();
        QCOMPARE(text(outcome.status), QString("b"));
        QCOMPARE(calls, 0);
        QVERIFY(world.state.skipFilter.contains(api::Symbol("S")));
        QVERIFY(world.framework->runFilterPlugins(world.state, *world.pod, world.handle.node("n1")).isSuccess());
    }
    void preFilterErrorNamesThePlugin()
    {
        World world;
        world.profile.add("A", {ExtensionPoint::PreFilter}).preFilter = saying(Status::error("oops"));
        world.start();
        const auto outcome = world.preFilter();
        QCOMPARE(text(outcome.status), QString("running PreFilter plugin \"A\": oops"));
        QCOMPARE(outcome.status.code(), Code::Error);
    }

    // §5
    void firstRefusalEndsAPassAndCarriesItsPlugin()
    {
        World world;
        int asked = 0;
        world.profile.add("A", {ExtensionPoint::Filter}).filter = [](const api::Pod&, const framework::NodeInfo&) {
            return Status::unschedulable("a");
        };
        world.profile.add("B", {ExtensionPoint::Filter}).filter = [&](const api::Pod&, const framework::NodeInfo&) {
            ++asked;
            return Status();
        };
        world.start();
        const auto status = world.filter();
        QCOMPARE(status.plugin().str() + ": " + status.message(), std::string("A: a"));
        QCOMPARE(asked, 0);
        world.profile.script("A").filter = [](const api::Pod&, const framework::NodeInfo&) { return Status::error("x"); };
        QCOMPARE(text(world.filter()), QString("running \"A\" filter plugin: x"));
        world.profile.script("A").filter = [](const api::Pod&, const framework::NodeInfo&) { return Status::wait("x"); };
        QCOMPARE(world.filter().code(), Code::Error);
    }
    void nominatedPodsCountIfTheyAreNotLessImportant()
    {
        World world;
        QList<int> podsSeen;
        QStringList added;
        auto& script = world.profile.add("A", {ExtensionPoint::PreFilter, ExtensionPoint::Filter});
        script.addPod = [&](const framework::PodInfo& pod) {
            added.append(QString::fromStdString(pod.pod->meta.name));
            return Status();
        };
        script.filter = [&](const api::Pod&, const framework::NodeInfo& node) {
            podsSeen.append(static_cast<int>(node.pods().size()));
            return Status();
        };
        world.start();
        world.nominate("less", 4);
        world.nominate("equal", 5);
        world.nominate("self", 9, world.pod->meta.uid);
        world.nominate("more", 6);
        QVERIFY(world.filter().isSuccess());
        QCOMPARE(podsSeen, (QList<int>{2, 0})); // with them, then without
        QCOMPARE(added.join(' '), QString("equal more"));
        podsSeen.clear();
        world.handle.nominated.resize(1);
        QVERIFY(world.filter().isSuccess());
        QCOMPARE(podsSeen, (QList<int>{0})); // nobody to add: one pass
        script.addPod = [](const framework::PodInfo&) { return Status::error("no room in the state"); };
        world.nominate("more", 6);
        QCOMPARE(text(world.filter()), QString("running AddPod on PreFilter plugin \"A\": no room in the state"));
    }

    // §9
    void postFilterRules_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("nominated");
        QTest::newRow("success stops") << int(Code::Success) << int(Code::Error) << int(Code::Success) << "" << "A";
        QTest::newRow("unresolvable stops") << int(Code::UnschedulableAndUnresolvable) << int(Code::Success)
                                            << int(Code::UnschedulableAndUnresolvable) << "a" << "A";
        QTest::newRow("refusals are collected") << int(Code::Unschedulable) << int(Code::Pending)
                                                << int(Code::Unschedulable) << "a, b" << "B";
        QTest::newRow("refusal, then success") << int(Code::Unschedulable) << int(Code::Success) << int(Code::Success)
                                               << "" << "B";
        QTest::newRow("an error loses the result") << int(Code::Unschedulable) << int(Code::Error) << int(Code::Error)
                                                   << "b" << "-";
    }
    void postFilterRules()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        World world;
        const auto answering = [](int code, const std::string& reason, const std::string& node) {
            return [=](std::optional<framework::PostFilterResult>& result) {
                result = framework::PostFilterResult{framework::NominatingInfo{node}};
                return code == 0 ? Status()
                    : code == 1  ? Status::error(reason)
                                 : Status(static_cast<Code>(code), {reason});
            };
        };
        world.profile.add("A", {ExtensionPoint::PostFilter}).postFilter = answering(first, "a", "A");
        world.profile.add("B", {ExtensionPoint::PostFilter}).postFilter = answering(second, "b", "B");
        world.start();
        std::optional<framework::PostFilterResult> result;
        trace::PostFilterRecord record;
        const auto status = world.framework->runPostFilterPlugins(world.state, *world.pod, {}, result, &record);
        QTEST(int(status.code()), "code");
        QTEST(text(status), "message");
        QTEST(result ? QString::fromStdString(result->nominating->nominatedNodeName) : "-", "nominated");
    }

    // §7
    void scoresAreNormalizedWeightedAndSummed()
    {
        World world;
        auto& a = world.profile.add("A", {ExtensionPoint::PreScore, ExtensionPoint::Score}, 3);
        a.score = [](const framework::NodeInfo& node, std::int64_t& score) {
            score = node.name() == "n1" ? 200 : 400;
            return Status();
        };
        a.normalize = [](std::vector<framework::NodeScore>& scores) {
            for (auto& score : scores)
                score.score /= 4;
            return Status();
        };
        world.profile.add("B", {ExtensionPoint::Score}, 2).score = [](const framework::NodeInfo&, std::int64_t& score) {
            score = 7;
            return Status();
        };
        world.profile.add("Skipped", {ExtensionPoint::PreScore, ExtensionPoint::Score}, 100).preScore = [] {
            return Status::skip();
        };
        world.start();
        QVERIFY(world.framework->runPreScorePlugins(world.state, *world.pod, world.handle.nodes.list()).isSuccess());
        const auto scoring = world.framework->runScorePlugins(world.state, *world.pod, world.handle.nodes.list());
        QVERIFY(scoring.status.isSuccess());
        QCOMPARE(scoring.plugins.size(), std::size_t(2));
        QCOMPARE(scoring.nodes[0].total, std::int64_t(50 * 3 + 7 * 2));
        QCOMPARE(scoring.nodes[1].total, std::int64_t(100 * 3 + 7 * 2));
        QCOMPARE(scoring.nodes[1].plugins[0].raw, std::int64_t(400));
        QCOMPARE(scoring.nodes[1].plugins[0].normalized, std::int64_t(100));
        QCOMPARE(scoring.nodes[1].plugins[0].weighted, std::int64_t(300));
    }
    void scoreFailures_data()
    {
        QTest::addColumn<int>("score");
        QTest::addColumn<bool>("failsScore");
        QTest::addColumn<bool>("failsNormalize");
        QTest::addColumn<QString>("message");
        const QString range = "applying score defaultWeights on Score plugins: plugin \"A\" returns an invalid score %1, it "
                              "should in the range of [0, 100] after normalizing";
        QTest::newRow("101") << 101 << false << false << range.arg(101);
        QTest::newRow("-1") << -1 << false << false << range.arg(-1);
        QTest::newRow("100") << 100 << false << false << "";
        QTest::newRow("0") << 0 << false << false << "";
        QTest::newRow("score") << 1 << true << false << "running Score plugins: plugin \"A\" failed with: bad";
        QTest::newRow("normalize") << 1 << false << true
                                   << "running Normalize on Score plugins: plugin \"A\" failed with: worse";
    }
    void scoreFailures()
    {
        QFETCH(int, score);
        QFETCH(bool, failsScore);
        QFETCH(bool, failsNormalize);
        World world;
        auto& a = world.profile.add("A", {ExtensionPoint::Score});
        a.score = [=](const framework::NodeInfo&, std::int64_t& out) {
            out = score;
            return failsScore ? Status::error("bad") : Status();
        };
        a.normalize = [=](std::vector<framework::NodeScore>&) {
            return failsNormalize ? Status::error("worse") : Status();
        };
        world.start();
        QTEST(text(world.framework->runScorePlugins(world.state, *world.pod, world.handle.nodes.list()).status), "message");
    }
    void preScoreFailure()
    {
        World world;
        world.profile.add("A", {ExtensionPoint::PreScore}).preScore = [] { return Status::unschedulable("x"); };
        world.start();
        QCOMPARE(text(world.framework->runPreScorePlugins(world.state, *world.pod, {})),
                 QString("running PreScore plugin \"A\": x"));
    }

    // §11
    void permitRules()
    {
        using std::chrono::nanoseconds;
        World world;
        auto& a = world.profile.add("A", {ExtensionPoint::Permit});
        auto& b = world.profile.add("B", {ExtensionPoint::Permit});
        world.start();
        const auto permit = [&] { return world.framework->runPermitPlugins(world.state, *world.pod, "n1"); };
        QVERIFY(permit().status.isSuccess());
        a.permit = [](CycleState&, const api::Pod&) {
            return std::pair{Status::wait("waiting for friends"), nanoseconds(std::chrono::hours(1))};
        };
        auto outcome = permit();
        QVERIFY(outcome.status.isWait());
        QCOMPARE(text(outcome.status),
                 QString("waiting for friends, one or more plugins asked to wait and no plugin rejected pod"));
        QCOMPARE(outcome.waits.size(), std::size_t(1));
        QCOMPARE(outcome.waits.front().second, nanoseconds(std::chrono::minutes(15)));
        b.permit = [](CycleState&, const api::Pod&) { return std::pair{Status::unschedulable("no"), nanoseconds(0)}; };
        QCOMPARE(permit().status.plugin().str() + ": " + permit().status.message(), std::string("B: no"));
        b.permit = [](CycleState&, const api::Pod&) { return std::pair{Status::error("x"), nanoseconds(0)}; };
        QCOMPARE(text(permit().status), QString("running Permit plugin \"B\": x"));
    }

    // §12
    void preFlightRules_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("result");
        QTest::addColumn<QString>("message");
        QTest::newRow("success") << int(Code::Success) << int(Code::Success) << "";
        QTest::newRow("skip") << int(Code::Skip) << int(Code::Skip) << "";
        QTest::newRow("error") << int(Code::Error) << int(Code::Error) << "running PreBindPreFlight \"A\": x";
        QTest::newRow("other") << int(Code::Unschedulable) << int(Code::Error)
                               << "PreBindPreFlight A returned \"Unschedulable\", which is unsupported. It is supposed to "
                                  "return Success, Skip, or Error status";
    }
    void preFlightRules()
    {
        QFETCH(int, code);
        World world;
        world.profile.add("A", {ExtensionPoint::PreBind}).preBindPreFlight = [=](bool&) {
            const auto typed = static_cast<Code>(code);
            return typed == Code::Success ? Status()
                : typed == Code::Skip     ? Status::skip()
                : typed == Code::Error    ? Status::error("x")
                                          : Status::unschedulable("x");
        };
        world.start();
        const auto status = world.framework->runPreBindPreFlights(world.state, *world.pod, "n1");
        QTEST(int(status.code()), "result");
        QTEST(text(status), "message");
    }
    void bindChain()
    {
        World world;
        QStringList asked;
        for (const auto* name : {"A", "B", "C"})
            world.profile.add(name, {ExtensionPoint::Bind}).bind = [&asked, name](const api::Pod&, const std::string&) {
                asked.append(name);
                return std::string_view(name) == "A" ? Status::skip() : Status();
            };
        world.start();
        const auto bind = [&] { return world.framework->runBindPlugins(world.state, *world.pod, "n1"); };
        QVERIFY(bind().isSuccess());
        QCOMPARE(asked.join(""), QString("AB"));
        world.profile.script("B").bind = [](const api::Pod&, const std::string&) { return Status::error("down"); };
        QCOMPARE(text(bind()), QString("running Bind plugin \"B\": down"));
        world.profile.script("B").bind = [](const api::Pod&, const std::string&) { return Status::unschedulable("no"); };
        QCOMPARE(bind().plugin().str(), std::string("B"));
        world.profile.script("B").bind = world.profile.script("C").bind = [](const api::Pod&, const std::string&) {
            return Status::skip();
        };
        QVERIFY(bind().isSkip());
    }

    void unknownPluginsAreNamed()
    {
        World world;
        world.profile.inTree("Nowhere", {ExtensionPoint::Filter});
        const auto made = framework::Framework::make(world.profile.profile(), world.profile.registry(), world.handle);
        QVERIFY(!made);
        QCOMPARE(QString::fromStdString(made.error()),
                 QString("initializing profiles: creating profile for scheduler name default-scheduler: "
                         "FilterPlugin \"Nowhere\" does not exist"));
    }
};

QTEST_APPLESS_MAIN(FrameworkTest)
#include "tst_framework.moc"
