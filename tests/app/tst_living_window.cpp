// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pod_table.h"
#include "models/run_charts.h"
#include "models/run_log.h"
#include "models/time_line.h"
#include "views/queue_flow_sankey.h"
#include "views/queue_flow_view.h"
#include "views/table_view.h"
#include "window_test.h"

#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>

using namespace berth;
using namespace Qt::StringLiterals;
using models::Lane;
using models::PodEnd;

/// What the window says of pods that end and of who made them, in the real window with the real engine.
class TestLivingWindow : public test::WindowTest {
    Q_OBJECT

    const models::Snapshot& shown() const { return session_->past() ? *session_->past() : *session_->snapshot(); }
    void goTo(double seconds)
    {
        const models::Moments& moments = *session_->snapshot()->moments;
        const std::size_t rest = moments.restAt({moments.origin.nanoseconds + static_cast<std::int64_t>(seconds * 1e9)});
        session_->goTo(rest);
        QTRY_VERIFY_WITH_TIMEOUT(session_->past() && session_->past()->past == rest, 20'000);
    }
    void openText(const char* yaml)
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"cluster.yaml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(yaml);
        file.close();
        emit window_->openRequested({file.fileName()});
        waitForIdle();
        action("actionRun")->trigger();
        waitForIdle();
    }
    std::size_t bound() const
    {
        models::LaneBoard board;
        board.goTo(*shown().flow, shown().flow->moves.size());
        return board.count(Lane::Bound);
    }
    static double at(const std::vector<QPointF>& steps, double x)
    {
        double y = -1;
        for (const QPointF& point : steps)
            if (point.x() <= x)
                y = point.y();
        return y;
    }
    int rows(const QString& filter) const
    {
        models::TableModel* log = window_->logView()->model();
        log->setFilter(filter);
        return log->rowCount();
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void podsOfAJobLeaveBoundWhenTheyComplete()
    {
        openAndRun(u"job-queue"_s);
        QCOMPARE(bound(), std::size_t(0));
        QCOMPARE(shown().flow->ended[PodEnd::Completed], std::size_t(10));
        window_->showView(u"queue"_s);
        views::QueueFlowView* view = window_->queueFlowView();
        QCOMPARE(view->canvas()->board().count(Lane::Bound), std::size_t(0));
        QCOMPARE(window_->findChild<QLabel*>(u"queueEnded"_s)->text(), u"10 ended: 10 completed"_s);
        view->showSankey(true);
        QVERIFY2(view->sankey()->endText(PodEnd::Completed).contains(u"completed  10"_s), qPrintable(view->sankey()->endText(PodEnd::Completed)));
        QVERIFY(view->sankey()->ribbonPoint(Lane::Bound, Lane::Outside, PodEnd::Completed));
        const models::TimeLinePtr line = models::makeTimeLine(shown().flow, shown().cluster->origin, shown().cluster->now);
        QCOMPARE(line->rows.size(), std::size_t(10));
        for (const models::TimeRow& row : line->rows) {
            QCOMPARE(row.ends.size(), std::size_t(1));
            QCOMPARE(row.ends.front().end, PodEnd::Completed);
            QCOMPARE(row.spans.back().lane, Lane::Bound);
            const double ran = line->position(row.spans.back().end, models::TimeAxis::Virtual) - line->position(row.spans.back().begin, models::TimeAxis::Virtual);
            QVERIFY2(ran > 119 && ran < 126, qPrintable(QString::number(ran)));
        }
        // In the middle of it three are there.
        goTo(60);
        QCOMPARE(bound(), std::size_t(3));
        QCOMPARE(shown().cluster->queue.bound, std::size_t(3));
        goTo(200);
        QCOMPARE(bound(), shown().cluster->queue.bound);
        QCOMPARE(shown().flow->ended[PodEnd::Completed], std::size_t(3));
    }

    void completedPodsAreListedAndCountNowhere()
    {
        openAndRun(u"job-queue"_s);
        const models::Cluster& cluster = *shown().cluster;
        QCOMPARE(cluster.pods.size(), std::size_t(10));
        QCOMPARE(cluster.queue.ended, std::size_t(10));
        QCOMPARE(cluster.queue.bound, std::size_t(0));
        QCOMPARE(cluster.nodes.front().pods.size(), std::size_t(0));
        QCOMPARE(cluster.nodes.front().amounts[models::Cluster::Cpu].requested, std::int64_t(0));
        auto* table = window_->findChild<views::TableView*>(u"podsView"_s);
        QVERIFY(table);
        QCOMPARE(table->model()->rowCount(), 10);
        QCOMPARE(table->model()->index(0, models::PodTableModel::Status).data().toString(), u"Succeeded"_s);
        QCOMPARE(table->model()->index(0, models::PodTableModel::Queue).data().toString(), u"Ended"_s);
        const QString status = window_->findChild<QLabel*>(u"statusText"_s)->text();
        QVERIFY2(status.contains(u"0 pods · 0 pending · 10 ended"_s), qPrintable(status));
    }

    void aClusterWhosePodsAreGoneSaysSo()
    {
        openText("apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n---\n"
                 "apiVersion: batch/v1\nkind: Job\nmetadata: {name: once}\nspec:\n  completions: 2\n  parallelism: 2\n  ttlSecondsAfterFinished: 5\n"
                 "  template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}\n");
        QVERIFY(shown().cluster->pods.empty());
        QCOMPARE(window_->findChild<QLabel*>(u"podsEmpty"_s)->text(), u"This cluster has no pods any more. 2 ended: 2 completed."_s);
        QVERIFY(window_->findChild<QToolButton*>(u"podsEmptyButton"_s)->isHidden());
        window_->showView(u"events"_s);
        QCOMPARE(rows(u"kind=Change what=\"deletion asked for\" object~\"Job default/once\" details~ttl"_s), 1);
        QCOMPARE(rows(u"kind=Change what=deleted object~\"Pod default/once\" details~garbage"_s), 2);
        action("actionRestart")->trigger();
        waitForIdle();
        QVERIFY(!window_->findChild<QToolButton*>(u"podsEmptyButton"_s)->isHidden() || !shown().cluster->pods.empty());
    }

    /// Ways to end are ribbons of their own, for the keyboard, too.
    void keysReachEveryWayToEnd()
    {
        openText("apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n---\n"
                 "apiVersion: batch/v1\nkind: Job\nmetadata: {name: good}\nspec:\n"
                 "  template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}\n---\n"
                 "apiVersion: batch/v1\nkind: Job\nmetadata: {name: bad}\nspec:\n  backoffLimit: 0\n"
                 "  template: {metadata: {annotations: {berth.dev/exit-code: \"1\"}}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}\n");
        QCOMPARE(shown().flow->ended.text(), u"2 ended: 1 completed, 1 failed"_s);
        window_->showView(u"queue"_s);
        window_->queueFlowView()->showSankey(true);
        views::QueueFlowSankey* sankey = window_->queueFlowView()->sankey();
        QSignalSpy chosen(sankey, &views::QueueFlowSankey::edgeChosen);
        const std::size_t edges = models::flowEdges(*shown().flow, shown().flow->moves.size(), models::EdgesBy::LanesAndEnds).size();
        QTest::keyClick(sankey, Qt::Key_Home);
        QSet<QString> spoken;
        for (std::size_t i = 0; i < edges; ++i) {
            spoken.insert(sankey->placeText());
            QTest::keyClick(sankey, Qt::Key_Return);
            QTest::keyClick(sankey, Qt::Key_Right);
        }
        QCOMPARE(static_cast<std::size_t>(spoken.size()), edges);
        QSet<PodEnd> ends;
        for (const QList<QVariant>& edge : chosen)
            ends.insert(edge[2].value<PodEnd>());
        QVERIFY(ends.contains(PodEnd::Completed) && ends.contains(PodEnd::Failed));
    }

    /// A pod that somebody's ReplicaSet owns is there already; the Deployment that is new makes its own, and is refused at first.
    void whatIsNewBesideADumpLivesAndItsRefusedPodsAreIssues()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"mixed.yaml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n---\n"
                   "{apiVersion: v1, kind: Pod, metadata: {name: old-x, uid: u1, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: old, uid: u2, controller: true}]}, "
                   "spec: {nodeName: n1, containers: [{name: c, image: i}]}}\n---\n"
                   "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 2\n  selector: {matchLabels: {app: web}}\n"
                   "  template: {metadata: {labels: {app: web}}, spec: {priorityClassName: high, containers: [{name: c, image: i}]}}\n");
        file.close();
        emit window_->openRequested({file.fileName()});
        waitForIdle();
        action("actionRun")->trigger();
        waitForIdle();
        QCOMPARE(shown().cluster->pods.size(), std::size_t(1));
        const api::Problems& problems = *shown().problems;
        const auto refused = std::find_if(problems.begin(), problems.end(), [](const api::Problem& problem) { return problem.object == "Deployment default/web"; });
        QVERIFY(refused != problems.end());
        QVERIFY(refused->severity == api::Problem::Severity::Warning);
        QVERIFY2(refused->message.find("no PriorityClass with name high was found") != std::string::npos, refused->message.c_str());
        QCOMPARE(QString::fromStdString(refused->file), file.fileName());
        QCOMPARE(refused->position.line, 8);
    }

    void oldPodsOfARolloutLeaveWhenTheyAreGone()
    {
        openAndRun(u"rolling-update"_s);
        goTo(74.001);
        QCOMPARE(shown().cluster->pods.size(), std::size_t(4));
        QCOMPARE(bound(), std::size_t(4));
        QCOMPARE(shown().flow->ended.text(), u"4 ended: 4 deleted"_s);
        session_->backToNow();
        QTRY_VERIFY(!session_->past());
        QCOMPARE(bound(), shown().cluster->queue.bound);
        const models::TimeLinePtr line = models::makeTimeLine(shown().flow, shown().cluster->origin, shown().cluster->now);
        std::size_t old = 0;
        for (const models::TimeRow& row : line->rows)
            if (!row.ends.empty()) {
                ++old;
                QCOMPARE(row.ends.front().end, PodEnd::Deleted);
                QVERIFY(line->position(row.ends.front().move, models::TimeAxis::Virtual) < 75);
            }
        QCOMPARE(old, std::size_t(4));
    }

    void utilisationCountsPodsThatAreGone()
    {
        openAndRun(u"job-queue"_s);
        std::vector<QPointF> cpu = models::makeRunCharts(shown()).utilisation.front().points;
        QCOMPARE(at(cpu, 60), 100.0);
        QCOMPARE(at(cpu, 200), 100.0);
        QCOMPARE(cpu.back().y(), 0.0);
        openAndRun(u"rolling-update"_s);
        cpu = models::makeRunCharts(shown()).utilisation.front().points;
        QCOMPARE(at(cpu, 30), 50.0);
        goTo(74.001);
        cpu = models::makeRunCharts(shown()).utilisation.front().points;
        QCOMPARE(at(cpu, 30), 50.0);
        QCOMPARE(cpu.back(), QPointF(74.001, 50));
    }

    void theLogListsWhatControllersAndKubeletsDid()
    {
        openAndRun(u"job-queue"_s);
        window_->showView(u"events"_s);
        QCOMPARE(rows(u"kind=Event what=SuccessfulCreate object=\"Job default/render\""_s), 10);
        QCOMPARE(rows(u"kind=Event what=Completed object=\"Job default/render\""_s), 1);
        QCOMPARE(rows(u"kind=Event what=Started object~\"Pod default/render\""_s), 10);
        QCOMPARE(rows(u"kind=Event what=Scheduled"_s), 10);
        QCOMPARE(rows(u"kind=Move what~completed details~PodSucceeded"_s), 10);
        // What happens at one moment reads as it happened: a Job is complete when its last pod is.
        int ended = 0;
        for (std::size_t i = 0; i < shown().log->size(); ++i) {
            const models::LogEntry& entry = (*shown().log)[i];
            ended += entry.kind == models::LogEntry::Kind::Move && entry.what.endsWith(u"ended: completed"_s);
            if (entry.kind == models::LogEntry::Kind::Event && entry.what == u"Completed"_s)
                QCOMPARE(ended, 10);
        }
        QCOMPARE(ended, 10);
        openAndRun(u"rolling-update"_s);
        QVERIFY(rows(u"kind=Event what=ScalingReplicaSet object=\"Deployment default/web\""_s) >= 3);
        QCOMPARE(rows(u"kind=Event what=SuccessfulDelete object~ReplicaSet"_s), 4);
        QCOMPARE(rows(u"kind=Event what=Killing object~Pod"_s), 4);
        QCOMPARE(rows(u"kind=Move what~deleted"_s), 4);
        QCOMPARE(rows(u"kind=Change what=changed object=\"Deployment default/web\" details=\"by user\""_s), 2);
    }
};

QTEST_MAIN(TestLivingWindow)
#include "tst_living_window.moc"
