// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/chart_table.h"
#include "models/example.h"
#include "models/metric_table.h"
#include "models/queue_flow_recorder.h"
#include "models/run_charts.h"
#include "models/time_line.h"
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

/// `big` comes, fails after a second and stays; `gated` is gated.
QueueFlowPtr flow()
{
    trace::RunTrace run;
    run.moves = {move(0, "default/big", QueuePlace::None, QueuePlace::Active, "UnschedulablePodAdd"),
                 move(0, "default/gated", QueuePlace::None, QueuePlace::Gated, "UnschedulablePodAdd"),
                 move(1, "default/big", QueuePlace::Active, QueuePlace::None, "Pop"),
                 move(1, "default/big", QueuePlace::None, QueuePlace::Unschedulable, "ScheduleAttemptFailure")};
    auto attempt = std::make_shared<trace::Attempt>();
    attempt->time = at(1);
    attempt->pod = "default/big";
    attempt->result = trace::Result::Unschedulable;
    run.attempts = {attempt};
    QueueFlowRecorder recorder;
    recorder.append(run, {}, {}, {}, at(4));
    return recorder.flow();
}

}

class TestRunCharts : public QObject {
    Q_OBJECT
private slots:
    void quantilesAreThoseOfPrometheus()
    {
        const std::vector<double> bounds{1, 2, 4};
        trace::MetricSeries series{0, 10, {4, 4, 0}};
        QCOMPARE(quantile(series, bounds, 0.2), std::optional(0.5));
        QCOMPARE(quantile(series, bounds, 0.4), std::optional(1.0));
        QCOMPARE(quantile(series, bounds, 0.6), std::optional(1.5));
        QCOMPARE(quantile(series, bounds, 0.99), std::optional(4.0));
        QCOMPARE(quantile({}, bounds, 0.5), std::optional<double>());
    }

    void seriesAreRowsUnderTheRealNames()
    {
        auto metrics = std::make_shared<trace::Metrics>();
        metrics->add(trace::Metric::ScheduleAttempts, {"scheduled", "default-scheduler"}, 3);
        metrics->observe(trace::Metric::PluginExecutionDuration, {"NodeAffinity", "Filter", "Success"}, 0.00001);
        MetricTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setMetrics(metrics);
        QCOMPARE(model.rowCount(), 2);
        model.setFilter(u"plugin=NodeAffinity count>0"_s);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, MetricTableModel::Name).data().toString(), u"scheduler_plugin_execution_duration_seconds"_s);
        model.setFilter(u"result=scheduled"_s);
        QCOMPARE(model.index(0, MetricTableModel::Value).data().toString(), u"3"_s);
        model.setMetrics(nullptr);
    }

    void curvesFollowTheMoves()
    {
        Snapshot snapshot;
        auto cluster = std::make_shared<Cluster>(*example::cluster());
        cluster->now = at(4);
        snapshot.cluster = cluster;
        snapshot.attempts = example::attempts();
        snapshot.flow = flow();
        const RunCharts charts = makeRunCharts(snapshot);
        const auto curve = [&](Lane lane) {
            for (const Curve& one : charts.queues)
                if (one.name == laneName(lane))
                    return one.points;
            return std::vector<QPointF>();
        };
        QCOMPARE(curve(Lane::Active), (std::vector<QPointF>{{0, 1}, {1, 0}, {4, 0}}));
        QCOMPARE(curve(Lane::Unschedulable), (std::vector<QPointF>{{0, 0}, {1, 1}, {4, 1}}));
        QVERIFY(curve(Lane::Backoff).empty());
        // 2 of 10 cores are requested, by pods that were bound from the start.
        QCOMPARE(charts.utilisation.front().points, (std::vector<QPointF>{{0, 20}, {4, 20}}));
        double nodes = 0;
        for (const double count : charts.free.sets.front().second)
            nodes += count;
        QCOMPARE(nodes, 3.0);
    }

    /// Pods that are gone count as long as they were there, and so do nodes.
    void utilisationIsWhatWasBoundAtEachMoment()
    {
        scenario::HistoryRecorder recorder;
        const trace::RunTrace none;
        const auto note = [&](double time, std::uint64_t order, api::ObjectPtr before, api::ObjectPtr after) {
            recorder.note({at(time), order, std::move(before), std::move(after), api::Symbol("update"), api::Symbol("user")}, none);
        };
        const auto decode = [](const char* text) { return api::decodeStream(text, "test").front().object; };
        const auto node = decode("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}}");
        const auto pending = decode("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 2}}}]}}");
        const auto inPhase = [&](const char* phase) {
            auto pod = std::make_shared<api::Pod>(static_cast<const api::Pod&>(*pending));
            pod->spec.nodeName = "n1";
            pod->status.phase = phase;
            return pod;
        };
        const auto running = inPhase("Running");
        const auto ended = inPhase("Succeeded");
        note(0, 1, nullptr, node);
        note(1, 2, nullptr, pending);
        note(2, 2, pending, running);
        note(5, 2, running, ended);
        note(6, 2, ended, nullptr);
        recorder.rest(at(8), none, {});
        Snapshot snapshot;
        auto cluster = std::make_shared<Cluster>();
        cluster->resources = {"cpu", "memory", "pods"};
        cluster->now = at(8);
        snapshot.cluster = cluster;
        snapshot.attempts = std::make_shared<Attempts>();
        auto flow = std::make_shared<QueueFlow>();
        flow->start = trace::StartRecord{};
        flow->start->time = at(1);
        snapshot.flow = flow;
        auto moments = std::make_shared<Moments>();
        moments->machine = std::make_shared<scenario::TimeMachine>(recorder.view());
        snapshot.moments = moments;
        const RunCharts charts = makeRunCharts(snapshot);
        QCOMPARE(charts.utilisation[0].points, (std::vector<QPointF>{{1, 0}, {2, 50}, {5, 0}, {8, 0}}));
        QCOMPARE(charts.utilisation[2].points, (std::vector<QPointF>{{1, 0}, {2, 10}, {5, 0}, {8, 0}}));
    }

    /// Whoever sees no chart reads the same numbers.
    void everyNumberOfTheChartsIsARow()
    {
        auto charts = std::make_shared<RunCharts>();
        charts->attempts = {{u"Scheduled"_s, u"Error"_s}, {{u"attempts"_s, {12, 3}}}};
        charts->queues = {{u"Active"_s, {{0, 2}, {1.5, 0}}}};
        charts->free = {{u"0+"_s}, {{u"cpu"_s, {4}}, {u"memory"_s, {5}}}};
        ChartTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setCharts(charts);
        QCOMPARE(model.rowCount(), 6);
        const auto row = [&](int at) {
            QStringList texts;
            for (int column = 0; column < ChartTableModel::ColumnCount; ++column)
                texts << model.index(at, column).data().toString();
            return texts;
        };
        QCOMPARE(row(1), (QStringList{runChartTitle(RunChart::Results), u"attempts"_s, u"Error"_s, u"3"_s, u"attempts"_s}));
        QCOMPARE(row(3).mid(1, 3), (QStringList{u"Active"_s, u"1.5\u2009s"_s, u"0"_s}));
        model.setFilter(u"series=memory value>4"_s);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(row(0).front(), runChartTitle(RunChart::Free));
        model.setFilter({});
        QCOMPARE(model.rowCount(), 6);
    }

    void aTimeLineHasTheStaysOfEveryPod()
    {
        const TimeLinePtr line = makeTimeLine(flow(), {}, at(4));
        QCOMPARE(line->rows.size(), std::size_t(2));
        const TimeRow& big = line->rows[line->rowOf.value(u"default/big"_s)];
        QCOMPARE(big.spans.size(), std::size_t(3));
        QCOMPARE(big.spans[0].lane, Lane::Active);
        QCOMPARE(big.spans[2].lane, Lane::Unschedulable);
        QCOMPARE(line->position(big.spans[0].begin, TimeAxis::Virtual), 0.0);
        QCOMPARE(line->position(big.spans[0].end, TimeAxis::Virtual), 1.0);
        QCOMPARE(line->position(big.spans[2].end, TimeAxis::Virtual), 4.0);
        QCOMPARE(line->length(TimeAxis::Order), static_cast<double>(line->flow->moves.size()));
        QCOMPARE(orderRows(*line, RowOrder::MostAttempts, {}).front(), line->rowOf.value(u"default/big"_s));
        QCOMPARE(orderRows(*line, RowOrder::Arrival, u"GAT"_s), (std::vector<std::uint32_t>{line->rowOf.value(u"default/gated"_s)}));
    }

    void callsAreCountedAsTheCycleMakesThem()
    {
        const trace::Attempt attempt = example::scored();
        const auto spans = callSpans(attempt, *example::scoredExplanation());
        QVERIFY(!spans.empty());
        double end = 0;
        for (const CallSpan& span : spans) {
            if (span.depth == 0) {
                QCOMPARE(span.begin, end);
                end += span.calls;
            }
            QVERIFY(span.calls > 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestRunCharts)
#include "tst_run_charts.moc"
