// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace berth;
using namespace berth::app;
using namespace Qt::StringLiterals;

namespace {

void write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly | QIODevice::Truncate), qPrintable(path));
    file.write(text);
}

const QByteArray nodeAndPod = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n"
                           "status: {allocatable: {cpu: \"4\", memory: 8Gi, pods: \"10\"}}\n---\n"
                           "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: default}\n"
                           "spec: {containers: [{name: c, image: i}]}\n";

QByteArray picky(const QByteArray& answer)
{
    return "plugin = { name = \"Picky\" }\nfunction filter(state, pod, node)\n  framework.log(\"asked\")\n  " + answer + "\nend\n";
}

const QByteArray refuses = picky("return framework.unschedulable(\"not today\")");
const QByteArray accepts = picky("return nil");

}

/// Plugins in Lua in the window: opened with the cluster, run, and read again when they change on disk.
class Scripts : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        script_ = folder_->filePath(u"plugins/picky.lua"_s);
        QVERIFY(QDir(folder_->path()).mkdir(u"plugins"_s));
        write(folder_->filePath(u"cluster.yaml"_s), nodeAndPod);
        write(script_, refuses);
        session_ = std::make_unique<Session>();
    }
    void cleanup() { session_.reset(); }

    void aScriptOfTheFolderTakesPart()
    {
        open();
        QCOMPARE(snapshot().scripts, QStringList{script_});
        QVERIFY(snapshot().configuration->text.contains(u"Picky"_s));
        run();
        QVERIFY(!snapshot().attempts->empty());
        QVERIFY(snapshot().attempts->front()->message.starts_with("0/1 nodes are available: 1 not today."));
        QVERIFY(std::any_of(snapshot().problems->begin(), snapshot().problems->end(), [](const api::Problem& problem) {
            return problem.severity == api::Problem::Severity::Note && problem.message.starts_with("asked") && problem.object == "plugin Picky";
        }));
        QVERIFY(logs(models::LogEntry::Kind::Note, u"asked"_s));
    }

    void aChangeOnDiskIsTakenOver()
    {
        open();
        step();
        QVERIFY(placed().isEmpty());
        QSignalSpy reloaded(session_.get(), &Session::scriptsReloaded);
        write(script_, accepts);
        QTRY_COMPARE_WITH_TIMEOUT(reloaded.count(), 1, 20'000);
        QCOMPARE(reloaded[0][0].toStringList(), QStringList{u"Picky"_s});
        QCOMPARE(reloaded[0][1].toString(), QString());
        restart();
        run();
        QCOMPARE(placed(), u"n1"_s);
    }

    void aBrokenTextLeavesTheOldOneAtWork()
    {
        open();
        QSignalSpy reloaded(session_.get(), &Session::scriptsReloaded);
        write(script_, "plugin = { name = \"Picky\" }\nfunction filter(\n");
        session_->reloadScripts();
        QTRY_VERIFY_WITH_TIMEOUT(reloaded.count() >= 1, 20'000);
        QVERIFY(reloaded[0][0].toStringList().isEmpty());
        QVERIFY2(reloaded[0][1].toString().contains(u"picky.lua:"_s), qPrintable(reloaded[0][1].toString()));
        QVERIFY(!snapshot().problems->empty());
        QCOMPARE(QString::fromStdString(snapshot().problems->front().file), script_);
        QVERIFY(snapshot().problems->front().position.line >= 2);
        run();
        QVERIFY(placed().isEmpty());
        QVERIFY(!snapshot().attempts->empty());
    }

    void otherFunctionsStartTheSchedulerAnew()
    {
        open();
        step();
        QCOMPARE(snapshot().attempts->size(), std::size_t(1));
        QVERIFY(placed().isEmpty());
        // It scores instead of filtering: nothing refuses the pod any more, and its points are others.
        const auto reloaded = reload("plugin = { name = \"Picky\" }\nfunction score(state, pod, node)\n  return 7\nend\n");
        QCOMPARE(reloaded[0].toStringList(), QStringList{u"Picky"_s});
        QCOMPARE(reloaded[1].toString(), QString());
        QVERIFY(reloaded[2].toBool());
        QVERIFY(scores(u"Picky"_s));
        QCOMPARE(snapshot().attempts->size(), std::size_t(1)); // what happened has happened
        run();
        QCOMPARE(placed(), u"n1"_s);
        restart();
        run();
        QCOMPARE(snapshot().attempts->size(), std::size_t(1));
        QCOMPARE(placed(), u"n1"_s);
    }

    void otherEventsStartTheSchedulerAnew()
    {
        write(script_, refuses + "events = {}\n");
        open();
        run();
        const auto same = reload(refuses + "events = {}\n-- a remark\n");
        QVERIFY(!same[2].toBool());
        const auto other = reload(refuses + "events = { { resource = \"Node\", actions = { \"Add\" } } }\n");
        QCOMPARE(other[1].toString(), QString());
        QVERIFY(other[2].toBool());
    }

    void aScriptThatIsMendedTakesPart()
    {
        write(script_, "plugin = { name = \"Picky\" }\nfunction filter(\n");
        open();
        const auto reloaded = reload(refuses);
        QCOMPARE(reloaded[0].toStringList(), QStringList{u"Picky"_s});
        QVERIFY(reloaded[2].toBool());
        QVERIFY(snapshot().configuration->text.contains(u"Picky"_s));
        run();
        QVERIFY(snapshot().attempts->front()->message.starts_with("0/1 nodes are available: 1 not today."));
    }

    void aConfigurationThatDoesNotFitTheScriptAnyMoreKeepsTheOldOne()
    {
        write(folder_->filePath(u"scheduler.yaml"_s),
              "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n"
              "- plugins: {filter: {enabled: [{name: Picky}]}}\n");
        open();
        const auto reloaded = reload("plugin = { name = \"Other\" }\nfunction filter() end\n");
        QVERIFY(reloaded[0].toStringList().isEmpty());
        QVERIFY2(reloaded[1].toString().contains(u"Picky"_s), qPrintable(reloaded[1].toString()));
        run();
        QVERIFY(placed().isEmpty());
    }

    void aScriptThatCannotBeRunIsAnIssueAndTheClusterOpens()
    {
        write(script_, "plugin = { name = \"Picky\" }\n\nerror(\"no\")\n");
        open();
        QCOMPARE(snapshot().cluster->nodes.size(), std::size_t(1));
        QCOMPARE(snapshot().scripts, QStringList{script_}); // it may be mended
        QVERIFY(!snapshot().configuration->text.contains(u"Picky"_s));
        QCOMPARE(snapshot().problems->size(), std::size_t(1));
        QCOMPARE(snapshot().problems->front().position.line, 3u);
        run();
        QCOMPARE(placed(), u"n1"_s);
    }

    void theStartIsInFlowAndLog()
    {
        open();
        QVERIFY(snapshot().flow->start.has_value());
        QVERIFY(logs(models::LogEntry::Kind::Start, u"WaitForHandlersSync"_s));
        write(folder_->filePath(u"simulation.yaml"_s), "startSync: WaitForCacheSync\n");
        open();
        QCOMPARE(snapshot().flow->start->mode, trace::StartSync::CachesOnly);
        QVERIFY(logs(models::LogEntry::Kind::Start, u"WaitForCacheSync"_s));
    }

private:
    void finish(const std::function<void()>& command)
    {
        QSignalSpy finished(session_.get(), &Session::finished);
        command();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
    }
    void open() { finish([this] { session_->open({folder_->path()}); }); }
    void run() { finish([this] { session_->run(); }); }
    void step() { finish([this] { session_->step(); }); }
    /// Writes the script and reads it again; what the session says of it.
    QList<QVariant> reload(const QByteArray& text)
    {
        QSignalSpy reloaded(session_.get(), &Session::scriptsReloaded);
        write(script_, text);
        session_->reloadScripts();
        if (!QTest::qWaitFor([&] { return !reloaded.isEmpty(); }, 20'000))
            return {QStringList(), u"nothing was said"_s, false};
        return reloaded[0];
    }
    bool scores(const QString& plugin) const
    {
        for (const config::ResolvedProfile& profile : snapshot().configuration->result.profiles)
            for (const config::WeightedPlugin& entry : profile.score)
                if (entry.name == plugin.toStdString())
                    return true;
        return false;
    }
    void restart() { finish([this] { session_->restart(); }); }
    const models::Snapshot& snapshot() const { return *session_->snapshot(); }
    /// Whether the log has an entry of the kind that says this.
    bool logs(models::LogEntry::Kind kind, const QString& text) const
    {
        for (std::size_t i = 0; i < snapshot().log->size(); ++i)
            if (const models::LogEntry& entry = (*snapshot().log)[i]; entry.kind == kind && (entry.what == text || entry.details == text))
                return true;
        return false;
    }
    QString placed() const { return snapshot().cluster->pods.front().node; }

    std::unique_ptr<QTemporaryDir> folder_;
    QString script_;
    std::unique_ptr<Session> session_;
};

QTEST_GUILESS_MAIN(Scripts)
#include "tst_scripts.moc"
