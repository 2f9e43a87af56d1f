// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/move_table.h"
#include "models/roles.h"
#include "models/run_log.h"
#include "views/heat_map_view.h"
#include "views/inspector_view.h"
#include "views/queue_flow_sankey.h"
#include "views/queue_flow_view.h"
#include "views/table_view.h"
#include "window_test.h"

#include <QAction>
#include <QLabel>
#include <QSettings>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace berth;
using namespace Qt::StringLiterals;

/// The queue flow, the log and the walk through an attempt, in the real window with the real engine.
class TestQueueFlowWindow : public test::WindowTest {
    Q_OBJECT

    QString label(const char* name) const { return window_->findChild<QLabel*>(QString::fromLatin1(name))->text(); }
    void open(const QString& sample)
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u'/' + sample});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 30'000);
    }
    void waitForIdle() { QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 30'000); }
    QStringList column(const QAbstractItemModel& model, int which) const
    {
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row)
            texts << model.index(row, which).data().toString();
        return texts;
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void aTokenThatIsClickedShowsItsHistory()
    {
        open(u"gates-and-priorities"_s);
        action("actionRun")->trigger();
        waitForIdle();
        window_->showView(u"queue"_s);
        views::QueueFlowCanvas* canvas = window_->queueFlowView()->canvas();
        const QString pod = u"default/release"_s;
        QTRY_VERIFY(canvas->tokenRect(pod).isValid());
        QCOMPARE(canvas->board().token(pod).lane, models::Lane::Bound);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->tokenRect(pod).center().toPoint());
        QCOMPARE(window_->hub()->current().pod, pod);
        QCOMPARE(label("movesTitle"), u"History of default/release"_s);
        const auto& model = *window_->queueFlowView()->table()->model();
        QCOMPARE(column(model, models::MoveTableModel::To).mid(0, 1), QStringList({u"Gated"_s}));
        QCOMPARE(column(model, models::MoveTableModel::To).last(), u"Bound"_s);
        QVERIFY(column(model, models::MoveTableModel::Cause).contains(u"Pop"_s));
        // What the queue holds is what the lanes show.
        const models::QueueCounts& queue = session_->snapshot()->cluster->queue;
        QCOMPARE(canvas->board().count(models::Lane::Unschedulable), queue.unschedulable);
        QCOMPARE(canvas->board().count(models::Lane::Bound), queue.bound);
        QCOMPARE(canvas->board().count(models::Lane::Backoff), queue.backoff);
    }

    void aPodThatWaitedSaysWhichHintWokeIt()
    {
        open(u"gates-and-priorities"_s);
        action("actionRun")->trigger();
        waitForIdle();
        window_->showView(u"queue"_s);
        const models::QueueFlow& flow = *session_->snapshot()->flow;
        QString woken;
        for (std::size_t i = 0; i < flow.moves.size() && woken.isEmpty(); ++i)
            if (flow.moves[i].from == models::Lane::Unschedulable && !flow.moves[i].verdicts.empty())
                woken = flow.moves[i].pod;
        QVERIFY(!woken.isEmpty());
        views::QueueFlowCanvas* canvas = window_->queueFlowView()->canvas();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->tokenRect(woken).center().toPoint());
        const QStringList hints = column(*window_->queueFlowView()->table()->model(), models::MoveTableModel::Hints);
        QVERIFY2(hints.contains(u"NodeResourcesFit: Queue"_s), qPrintable(hints.join(u'|')));
    }

    void anEdgeListsWhatMovedAlongIt()
    {
        open(u"gates-and-priorities"_s);
        action("actionRun")->trigger();
        waitForIdle();
        window_->showView(u"queue"_s);
        views::QueueFlowView* view = window_->queueFlowView();
        const QPointF point = view->canvas()->edgePoint(models::Lane::InFlight, models::Lane::Unschedulable);
        const models::FlowEdge* edge = view->canvas()->edgeAt(point);
        QVERIFY(edge);
        QCOMPARE(edge->to, models::Lane::Unschedulable);
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, point.toPoint());
        QCOMPARE(static_cast<std::size_t>(view->table()->model()->rowCount()), edge->count);
        view->showSankey(true);
        const auto ribbon = view->sankey()->ribbonPoint(models::Lane::InFlight, models::Lane::Bound);
        QVERIFY(ribbon);
        QTRY_VERIFY(view->sankey()->isVisible());
        QTest::mouseClick(view->sankey(), Qt::LeftButton, {}, view->sankey()->ribbonPoint(models::Lane::InFlight, models::Lane::Bound)->toPoint());
        QCOMPARE(label("movesTitle"), u"In flight → Bound"_s);
    }

    void theSliderGoesBackToTheBeginning()
    {
        open(u"gates-and-priorities"_s);
        action("actionRun")->trigger();
        waitForIdle();
        window_->showView(u"queue"_s);
        views::QueueFlowView* view = window_->queueFlowView();
        QVERIFY(view->canvas()->board().count(models::Lane::Bound) > 0);
        view->setMoment(0);
        for (std::size_t lane = 0; lane < models::laneCount; ++lane)
            QCOMPARE(view->canvas()->board().count(static_cast<models::Lane>(lane)), std::size_t(0));
        view->setMoment(1);
        QCOMPARE(view->canvas()->board().moves(), std::size_t(1));
    }

    void theLogHasEventsMovesAndAttemptsAndItsRowsSelect()
    {
        open(u"gates-and-priorities"_s);
        action("actionRun")->trigger();
        waitForIdle();
        window_->showView(u"events"_s);
        models::TableModel* log = window_->logView()->model();
        const models::Snapshot& now = *session_->snapshot();
        log->setFilter(u"kind=Attempt"_s);
        QCOMPARE(static_cast<std::size_t>(log->rowCount()), now.attempts->size());
        log->setFilter(u"kind=Move"_s);
        QCOMPARE(static_cast<std::size_t>(log->rowCount()), now.flow->moves.size());
        log->setFilter(u"kind=Event what=Scheduled object=\"Pod default/release\""_s);
        QCOMPARE(log->rowCount(), 1);
        QTableView* table = window_->logView()->table();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 1)).center());
        QCOMPARE(window_->hub()->current().pod, u"default/release"_s);
        QVERIFY(window_->hub()->current().attempt >= 0);
    }

    void anAttemptIsWalkedThroughPointByPoint()
    {
        open(u"mixed-60"_s);
        action("actionStepPoint")->trigger();
        waitForIdle();
        QTRY_VERIFY(session_->walk().next() == models::WalkPoint::Filter);
        const models::Walk walk = session_->walk();
        QCOMPARE(window_->hub()->current().pod, walk.pod);
        QVERIFY(label("walkText").contains(u"Filter"_s));
        // Nothing of what comes later is shown: no filter column, no attempt in the list, the pod still waits.
        QCOMPARE(window_->heatMapView()->canvas()->hasPicture(), false);
        QVERIFY(session_->snapshot()->attempts->empty());
        QVERIFY(session_->snapshot()->cluster->pod(walk.pod)->node.isEmpty());
        action("actionStep")->trigger();
        QTRY_VERIFY(session_->walk().known == 2);
        QTRY_VERIFY(window_->heatMapView()->canvas()->hasPicture());
        for (std::size_t known = 3; known < walk.points.size(); ++known) {
            action("actionStepPoint")->trigger();
            QTRY_COMPARE(session_->walk().known, known);
            QVERIFY(session_->snapshot()->attempts->empty());
        }
        action("actionStepPoint")->trigger();
        QTRY_VERIFY(!session_->walk().isActive());
        QCOMPARE(session_->snapshot()->attempts->size(), std::size_t(1));
        QVERIFY(!session_->snapshot()->cluster->pod(walk.pod)->node.isEmpty());
        QVERIFY(label("walkText").isEmpty());
    }

    void runGoesOnFromAWalkAndRestartForgetsIt()
    {
        open(u"mixed-60"_s);
        action("actionStepPoint")->trigger();
        waitForIdle();
        QTRY_VERIFY(session_->walk().next().has_value());
        action("actionRun")->trigger();
        QVERIFY(!session_->walk().isActive());
        waitForIdle();
        // Not only the attempt that was walked through: nothing is left to try.
        QCOMPARE(session_->snapshot()->cluster->queue.active, std::size_t(0));
        QVERIFY(session_->snapshot()->attempts->size() > 100);
        QTRY_VERIFY(window_->heatMapView()->canvas()->hasPicture());
        action("actionRestart")->trigger();
        waitForIdle();
        action("actionStepPoint")->trigger();
        waitForIdle();
        QTRY_VERIFY(session_->walk().next().has_value());
        action("actionRestart")->trigger();
        waitForIdle();
        QVERIFY(!session_->walk().isActive());
        QVERIFY(session_->snapshot()->attempts->empty());
    }
};

QTEST_MAIN(TestQueueFlowWindow)
#include "tst_queue_flow_window.moc"
