// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/move_table.h"
#include "models/queue_flow_recorder.h"
#include "scenario/history_recorder.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;
using trace::QueuePlace;

namespace {

api::Time at(double seconds) { return {static_cast<std::int64_t>(seconds * 1e9)}; }

trace::QueueMove move(double time, const char* pod, QueuePlace from, QueuePlace to, const char* cause)
{
    trace::QueueMove made;
    made.time = at(time);
    made.pod = pod;
    made.from = from;
    made.to = to;
    made.cause = api::Symbol(cause);
    return made;
}

std::shared_ptr<trace::Attempt> attempt(double time, const char* pod, trace::Result result)
{
    auto made = std::make_shared<trace::Attempt>();
    made->time = at(time);
    made->pod = pod;
    made->result = result;
    return made;
}

/// `a` fails, is woken up by a node, backs off, and is bound; `g` is gated; `b` is bound at once.
trace::RunTrace story()
{
    trace::RunTrace run;
    run.moves = {move(0, "default/a", QueuePlace::None, QueuePlace::Active, "UnschedulablePodAdd"),
                 move(0, "default/g", QueuePlace::None, QueuePlace::Gated, "UnschedulablePodAdd"),
                 move(0, "default/b", QueuePlace::None, QueuePlace::Active, "UnschedulablePodAdd"),
                 move(1, "default/a", QueuePlace::Active, QueuePlace::None, "Pop"),
                 move(1, "default/a", QueuePlace::None, QueuePlace::Unschedulable, "ScheduleAttemptFailure"),
                 move(2, "default/b", QueuePlace::Active, QueuePlace::None, "Pop"),
                 move(3, "default/a", QueuePlace::Unschedulable, QueuePlace::Backoff, "NodeAdd"),
                 move(5, "default/a", QueuePlace::Backoff, QueuePlace::Active, "BackoffComplete"),
                 move(6, "default/a", QueuePlace::Active, QueuePlace::None, "Pop")};
    run.moves[6].object = "Node n9";
    run.moves[6].verdicts = {{api::Symbol("NodeResourcesFit"), "Queue"}, {api::Symbol("NodeAffinity"), "Skip"}};
    run.attempts = {attempt(1, "default/a", trace::Result::Unschedulable), attempt(2, "default/b", trace::Result::Scheduled),
                    attempt(6, "default/a", trace::Result::Scheduled)};
    run.events = {{at(2), "Pod default/b", "Normal", "Scheduled", "Binding", "Successfully assigned default/b to n1"},
                  {at(6.5), "Pod default/a", "Normal", "Scheduled", "Binding", "Successfully assigned default/a to n9"}};
    return run;
}

/// What the API server would have kept of it.
std::vector<ports::ClusterEventRecord> eventsOf(const trace::RunTrace& run)
{
    std::vector<ports::ClusterEventRecord> events;
    for (const auto& event : run.events)
        events.push_back({event.time, event.object, event.type, event.reason, event.action, event.message});
    return events;
}

QueueFlowPtr flowOf(const trace::RunTrace& run)
{
    QueueFlowRecorder recorder;
    recorder.append(run, eventsOf(run), {}, {}, at(7));
    return recorder.flow();
}

QStringList lanesOf(const QueueFlow& flow, const QString& pod)
{
    QStringList lanes;
    for (const std::size_t i : movesOfPod(flow, pod))
        lanes << laneName(flow.moves[i].to);
    return lanes;
}

/// What becomes of objects, as a run keeps it.
class Changes {
public:
    void note(double time, api::ObjectPtr before, api::ObjectPtr after, const char* cause)
    {
        recorder_.note({at(time), 1, std::move(before), std::move(after), api::Symbol(cause), api::Symbol("somebody")}, trace_);
    }
    scenario::History history() const { return recorder_.view(); }

private:
    scenario::HistoryRecorder recorder_;
    trace::RunTrace trace_;
};

api::ObjectPtr boundPod(const std::string& name, const std::string& phase, bool isDisrupted = false, bool isStopping = false)
{
    auto pod = std::make_shared<api::Pod>();
    pod->meta.namespace_ = api::Symbol("default");
    pod->meta.name = name;
    pod->spec.nodeName = "n1";
    pod->status.phase = phase;
    if (isDisrupted)
        pod->status.conditions.push_back({"DisruptionTarget", "True", "PreemptionByScheduler", {}, {}, 0});
    if (isStopping)
        pod->meta.deletionTimestamp = at(9);
    return pod;
}

}

class TestQueueFlow : public QObject {
    Q_OBJECT
private slots:
    void aPodGoesThroughItsLanes()
    {
        const QueueFlowPtr flow = flowOf(story());
        QCOMPARE(lanesOf(*flow, u"default/a"_s), QStringList({u"Active"_s, u"In flight"_s, u"Unschedulable"_s, u"Backoff"_s, u"Active"_s, u"In flight"_s, u"Bound"_s}));
        QCOMPARE(lanesOf(*flow, u"default/b"_s), QStringList({u"Active"_s, u"In flight"_s, u"Bound"_s}));
        QCOMPARE(lanesOf(*flow, u"default/g"_s), QStringList({u"Gated"_s}));
        for (std::size_t i = 1; i < flow->moves.size(); ++i)
            QVERIFY(flow->moves[i - 1].time <= flow->moves[i].time);
    }

    void everyMoveBeginsWhereTheLastOneEnded()
    {
        const QueueFlowPtr flow = flowOf(story());
        QHash<QString, Lane> lanes;
        for (std::size_t i = 0; i < flow->moves.size(); ++i) {
            const LaneMove& next = flow->moves[i];
            QCOMPARE(next.from, lanes.value(next.pod, Lane::Outside));
            lanes[next.pod] = next.to;
        }
    }

    void lanesAtAMoment()
    {
        const QueueFlowPtr flow = flowOf(story());
        LaneBoard board;
        board.goTo(*flow, movesUntil(*flow, at(4)));
        QCOMPARE(board.pods(Lane::Backoff), std::vector<QString>({u"default/a"_s}));
        QCOMPARE(board.pods(Lane::Bound), std::vector<QString>({u"default/b"_s}));
        QCOMPARE(board.count(Lane::Gated), std::size_t(1));
        board.goTo(*flow, 3);
        QCOMPARE(board.pods(Lane::Active), std::vector<QString>({u"default/a"_s, u"default/b"_s}));
        QCOMPARE(board.count(Lane::Bound), std::size_t(0));
        board.goTo(*flow, flow->moves.size());
        QCOMPARE(board.count(Lane::Bound), std::size_t(2));
        QCOMPARE(board.token(u"default/g"_s).lane, Lane::Gated);
    }

    void anotherRunStartsFromNothing()
    {
        const QueueFlowPtr first = flowOf(story());
        trace::RunTrace longer = story();
        longer.moves[0].pod = longer.moves[3].pod = "default/z";
        const QueueFlowPtr second = flowOf(longer);
        LaneBoard board;
        board.goTo(*first, 2);
        board.goTo(*second, 2);
        QCOMPARE(board.pods(Lane::Active), std::vector<QString>({u"default/z"_s}));
    }

    void edgesCountMovesAndCauses()
    {
        const QueueFlowPtr flow = flowOf(story());
        const std::vector<FlowEdge> edges = flowEdges(*flow, flow->moves.size());
        const auto edge = std::find_if(edges.begin(), edges.end(), [](const FlowEdge& e) { return e.from == Lane::Active && e.to == Lane::InFlight; });
        QVERIFY(edge != edges.end());
        QCOMPARE(edge->count, std::size_t(3));
        QCOMPARE(edge->causes, (std::vector<std::pair<QString, std::size_t>>{{u"Pop"_s, 3}}));
        std::size_t all = 0;
        for (const FlowEdge& e : edges)
            all += e.count;
        QCOMPARE(all, flow->moves.size());
        const auto woken = std::find_if(edges.begin(), edges.end(), [](const FlowEdge& e) { return e.from == Lane::Unschedulable; });
        const QString text = edgeText(*flow, flow->moves.size(), *woken, {});
        QVERIFY2(text.contains(u"1 × NodeAdd"_s) && text.contains(u"default/a  NodeAdd (Node n9)"_s), qPrintable(text));
        QCOMPARE(movesOfEdge(*flow, Lane::Unschedulable, Lane::Backoff).size(), std::size_t(1));
    }

    void backoffEndsAsTheLaterMoveShows()
    {
        const QueueFlowPtr flow = flowOf(story());
        for (std::size_t i = 0; i < flow->moves.size(); ++i)
            QCOMPARE(backoffEnd(*flow, i, nullptr).has_value(), flow->moves[i].to == Lane::Backoff);
        const std::size_t into = movesOfEdge(*flow, Lane::Unschedulable, Lane::Backoff).front();
        QCOMPARE(backoffEnd(*flow, into, nullptr)->nanoseconds, at(5).nanoseconds);
    }

    void recordingInPiecesIsRecordingAtOnce()
    {
        const trace::RunTrace whole = story();
        QueueFlowRecorder recorder;
        for (const double time : {0.5, 2.5, 5.5, 7.0}) {
            trace::RunTrace part;
            for (const auto& each : whole.moves)
                if (each.time <= at(time))
                    part.moves.push_back(each);
            for (const auto& each : whole.attempts)
                if (each->time <= at(time))
                    part.attempts.push_back(each);
            for (const auto& each : whole.events)
                if (each.time <= at(time))
                    part.events.push_back(each);
            recorder.append(part, eventsOf(part), {}, {}, at(time));
        }
        const QueueFlowPtr pieces = recorder.flow();
        const QueueFlowPtr once = flowOf(whole);
        QCOMPARE(pieces->moves.size(), once->moves.size());
        for (std::size_t i = 0; i < once->moves.size(); ++i) {
            QCOMPARE(pieces->moves[i].pod, once->moves[i].pod);
            QCOMPARE(pieces->moves[i].to, once->moves[i].to);
            QCOMPARE(pieces->moves[i].attempt, once->moves[i].attempt);
        }
        QCOMPARE(recorder.log()->size(), once->moves.size() + whole.attempts.size() + whole.events.size());
    }

    void permitBindingAndDeletionComeFromOutsideTheTrace()
    {
        trace::RunTrace run;
        run.moves = {move(0, "default/a", QueuePlace::None, QueuePlace::Active, "UnschedulablePodAdd"),
                     move(1, "default/a", QueuePlace::Active, QueuePlace::None, "Pop")};
        run.attempts = {attempt(1, "default/a", trace::Result::Waiting)};
        QueueFlowRecorder recorder;
        trace::QueueRecord queue;
        queue.waiting = {"default/a"};
        recorder.append(run, {}, queue, {}, at(1));
        queue.waiting.clear();
        queue.binding = {"default/a"};
        recorder.append(run, {}, queue, {}, at(2));
        queue.binding.clear();
        run.events = {{at(3), "Pod default/a", "Normal", "Scheduled", "Binding", ""}};
        recorder.append(run, eventsOf(run), queue, {}, at(3));
        Changes changes;
        changes.note(3, boundPod("a", "Running"), nullptr, "delete");
        recorder.append(run, eventsOf(run), queue, changes.history(), at(4));
        const QueueFlowPtr flow = recorder.flow();
        QCOMPARE(lanesOf(*flow, u"default/a"_s), QStringList({u"Active"_s, u"In flight"_s, u"Waiting on Permit"_s, u"Binding"_s, u"Bound"_s, u"outside"_s}));
        LaneBoard board;
        board.goTo(*flow, flow->moves.size());
        QCOMPARE(board.token(u"default/a"_s).lane, Lane::Outside);
    }

    void podsLeaveWhenTheyEndAndSayHow_data()
    {
        QTest::addColumn<QString>("phase");
        QTest::addColumn<bool>("isDisrupted");
        QTest::addColumn<bool>("isStopping");
        QTest::addColumn<bool>("isGone");
        QTest::addColumn<QString>("cause");
        QTest::addColumn<QString>("end");
        QTest::newRow("runs on") << "Running" << false << false << false << "status" << "";
        QTest::newRow("is being stopped") << "Running" << true << true << false << "evict" << "";
        QTest::newRow("completed") << "Succeeded" << false << false << false << "update" << "completed";
        QTest::newRow("failed") << "Failed" << false << false << false << "update" << "failed";
        QTest::newRow("stopped and ended") << "Failed" << false << true << false << "update" << "deleted";
        QTest::newRow("written off with its node") << "Failed" << true << false << false << "update" << "evicted";
        QTest::newRow("deleted") << "" << false << false << true << "delete" << "deleted";
        QTest::newRow("preempted") << "" << false << false << true << "evict" << "evicted";
        QTest::newRow("completed where nothing is kept") << "" << false << false << true << "update" << "completed";
    }

    void podsLeaveWhenTheyEndAndSayHow()
    {
        QFETCH(QString, phase);
        QFETCH(bool, isDisrupted);
        QFETCH(bool, isStopping);
        QFETCH(bool, isGone);
        QFETCH(QString, cause);
        QFETCH(QString, end);
        Changes changes;
        changes.note(4, boundPod("b", "Running"), isGone ? nullptr : boundPod("b", phase.toStdString(), isDisrupted, isStopping), cause.toUtf8().constData());
        const trace::RunTrace run = story();
        QueueFlowRecorder recorder;
        recorder.append(run, eventsOf(run), {}, changes.history(), at(7));
        const QueueFlowPtr flow = recorder.flow();
        const std::size_t last = movesOfPod(*flow, u"default/b"_s).back();
        LaneBoard board;
        board.goTo(*flow, flow->moves.size());
        if (end.isEmpty()) {
            QCOMPARE(flow->moves[last].to, Lane::Bound);
            QCOMPARE(board.count(Lane::Bound), std::size_t(2));
            QCOMPARE(board.ended().text(), QString());
            return;
        }
        QCOMPARE(targetName(flow->moves[last]), u"ended: "_s + end);
        QCOMPARE(flow->moves[last].time, at(4));
        QCOMPARE(board.count(Lane::Bound), std::size_t(1));
        QCOMPARE(board.ended().text(), u"1 ended: 1 "_s + end);
        board.goTo(*flow, movesUntil(*flow, at(3.9)));
        QCOMPARE(board.count(Lane::Bound), std::size_t(1));
        QCOMPARE(board.ended().all(), std::size_t(0));
        const auto edges = flowEdges(*flow, flow->moves.size(), EdgesBy::LanesAndEnds);
        const auto left = std::find_if(edges.begin(), edges.end(), [](const FlowEdge& edge) { return edge.to == Lane::Outside; });
        QVERIFY(left != edges.end());
        QCOMPARE(podEndName(left->end), end);
        QCOMPARE(movesOfEdge(*flow, Lane::Bound, Lane::Outside, left->end).size(), std::size_t(1));
    }

    void copiesOfALogDoNotGrowAndShareTheirChunks()
    {
        ChunkedLog<int> log;
        log.append({1, 2});
        const ChunkedLog<int> before = log;
        std::vector<int> many(ChunkedLog<int>::chunkSize * 2 + 3, 7);
        log.append(many);
        const ChunkedLog<int> middle = log;
        log.append({9});
        QCOMPARE(before.size(), std::size_t(2));
        QCOMPARE(log.size(), many.size() + 3);
        QCOMPARE(log[1], 2);
        QCOMPARE(log[2], 7);
        QCOMPARE(log[log.size() - 1], 9);
        QVERIFY(log.continues(before) && log.continues(middle) && !before.continues(log));
        QVERIFY(!ChunkedLog<int>().continues(before));
        QCOMPARE(&log[0], &middle[0]);
    }

    void theTableShowsCauseObjectAndHints()
    {
        const QueueFlowPtr flow = flowOf(story());
        MoveTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setMoves(flow, movesOfPod(*flow, u"default/a"_s), {});
        QCOMPARE(model.rowCount(), 7);
        QCOMPARE(model.index(3, MoveTableModel::From).data().toString(), u"Unschedulable"_s);
        QCOMPARE(model.index(3, MoveTableModel::Cause).data().toString(), u"NodeAdd"_s);
        QCOMPARE(model.index(3, MoveTableModel::Object).data().toString(), u"Node n9"_s);
        QCOMPARE(model.index(3, MoveTableModel::Hints).data().toString(), u"NodeResourcesFit: Queue, NodeAffinity: Skip"_s);
        model.setFilter(u"to=Backoff"_s);
        QCOMPARE(model.rowCount(), 1);
        model.setFilter({});
        model.setMoves(flow, movesOfPod(*flow, u"default/b"_s), {});
        QCOMPARE(model.rowCount(), 3);
        model.setMoves(nullptr, {}, {});
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestQueueFlow)
#include "tst_queue_flow.moc"
