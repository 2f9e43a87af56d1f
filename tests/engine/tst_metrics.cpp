// SPDX-License-Identifier: GPL-3.0-or-later
// What is counted for scenarios whose outcome is known, and how it is written.
#include "scenario/simulation.h"

#include <QRegularExpression>
#include <QTest>

#include <sstream>

using namespace berth;
using scenario::Simulation;
using trace::Metric;
using trace::Metrics;

namespace {

std::string nodeText(const std::string& name, const std::string& cpu)
{
    return "---\napiVersion: v1\nkind: Node\nmetadata: {name: " + name + "}\nstatus: {allocatable: {cpu: \"" + cpu
        + "\", memory: 8Gi, pods: \"10\"}, capacity: {cpu: \"" + cpu + "\", memory: 8Gi, pods: \"10\"}}\n";
}

std::string podText(const std::string& name, const std::string& cpu, int priority = 0, const std::string& more = {})
{
    return "---\napiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: default}\nspec:\n  priority: "
        + std::to_string(priority) + "\n  containers: [{name: c, image: i, resources: {requests: {cpu: \"" + cpu
        + "\"}}}]\n" + more;
}

std::unique_ptr<Simulation> simulationOf(const std::string& cluster, bool keepMetrics = true)
{
    scenario::Setup setup;
    setup.keepMetrics = keepMetrics;
    auto simulation = Simulation::start(std::move(setup));
    if (!simulation)
        return nullptr;
    const auto rejected = (*simulation)->create(api::decodeStream(cluster, "test"));
    return rejected.empty() ? std::move(*simulation) : nullptr;
}

/// Plays the cluster to its end.
std::shared_ptr<const Metrics> settled(Simulation& simulation)
{
    simulation.settle({}, {});
    return simulation.metrics();
}

const char* const profile = "default-scheduler";

/// The lines of the exposition that are samples: name with labels, and value.
std::map<std::string, std::string> samplesOf(const std::string& text)
{
    std::map<std::string, std::string> samples;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line[0] != '#')
            samples[line.substr(0, line.rfind(' '))] = line.substr(line.rfind(' ') + 1);
    return samples;
}

}

class TestMetrics : public QObject {
    Q_OBJECT

private slots:
    void attemptsAreCountedByResult()
    {
        auto simulation = simulationOf(nodeText("n1", "4") + podText("a", "1") + podText("b", "1") + podText("big", "9"));
        QVERIFY(simulation);
        const auto metrics = settled(*simulation);
        QCOMPARE(metrics->value(Metric::ScheduleAttempts, {"scheduled", profile}), 2.0);
        QCOMPARE(metrics->value(Metric::ScheduleAttempts, {"unschedulable", profile}), 1.0);
        QCOMPARE(metrics->value(Metric::ScheduleAttempts, {"error", profile}), 0.0);
        const auto* durations = metrics->find(Metric::SchedulingAttemptDuration, {"scheduled", profile});
        QVERIFY(durations);
        QCOMPARE(durations->count, std::uint64_t(2));
        QVERIFY(durations->value > 0);
        QCOMPARE(metrics->find(Metric::SchedulingAlgorithmDuration)->count, std::uint64_t(3));
        const auto* attempts = metrics->find(Metric::PodSchedulingAttempts);
        QCOMPARE(attempts->count, std::uint64_t(2));
        QCOMPARE(attempts->value, 2.0);
        QCOMPARE(metrics->find(Metric::PodSchedulingSliDuration, {"1"})->count, std::uint64_t(2));
    }

    void queuesAreCounted()
    {
        auto simulation = simulationOf(nodeText("n1", "4") + podText("a", "1") + podText("big", "9")
                                       + podText("gated", "1", 0, "  schedulingGates: [{name: hold}]\n"));
        QVERIFY(simulation);
        const auto before = simulation->metrics();
        QCOMPARE(before->value(Metric::PendingPods, {"active"}), 2.0);
        QCOMPARE(before->value(Metric::PendingPods, {"gated"}), 1.0);
        QCOMPARE(before->value(Metric::UnschedulablePods, {"SchedulingGates", profile}), 1.0);
        const auto metrics = settled(*simulation);
        QCOMPARE(metrics->value(Metric::PendingPods, {"active"}), 0.0);
        QCOMPARE(metrics->value(Metric::PendingPods, {"backoff"}), 0.0);
        QCOMPARE(metrics->value(Metric::PendingPods, {"unschedulable"}), 1.0);
        QCOMPARE(metrics->value(Metric::PendingPods, {"gated"}), 1.0);
        QCOMPARE(metrics->value(Metric::QueueIncomingPods, {"active", "UnschedulablePodAdd"}), 2.0);
        QCOMPARE(metrics->value(Metric::QueueIncomingPods, {"unschedulable", "UnschedulablePodAdd"}), 1.0);
        QCOMPARE(metrics->value(Metric::QueueIncomingPods, {"unschedulable", "ScheduleAttemptFailure"}), 1.0);
        QCOMPARE(metrics->value(Metric::UnschedulablePods, {"NodeResourcesFit", profile}), 1.0);
        QCOMPARE(metrics->value(Metric::CacheSize, {"nodes"}), 1.0);
        QCOMPARE(metrics->value(Metric::CacheSize, {"pods"}), 1.0);
        QCOMPARE(metrics->value(Metric::CacheSize, {"assumed_pods"}), 0.0);
    }

    /// A node that is large enough brings the pod back: by its hint, through the backoff queue, into a second attempt.
    void aNodeThatHelpsIsCountedOnItsWay()
    {
        auto simulation = simulationOf(nodeText("n1", "4") + podText("big", "9"));
        QVERIFY(simulation);
        (void)settled(*simulation);
        QVERIFY(simulation->create(api::decodeStream(nodeText("n2", "16"), "test")).empty());
        const auto metrics = settled(*simulation);
        QCOMPARE(metrics->value(Metric::QueueIncomingPods, {"backoff", "NodeAdd"}), 1.0);
        QCOMPARE(metrics->value(Metric::QueueIncomingPods, {"active", "BackoffComplete"}), 1.0);
        QCOMPARE(metrics->find(Metric::QueueingHintExecutionDuration, {"NodeResourcesFit", "NodeAdd", "Queue"})->count,
                 std::uint64_t(1));
        QVERIFY(metrics->find(Metric::EventHandlingDuration, {"NodeAdd"}));
        QCOMPARE(metrics->value(Metric::UnschedulablePods, {"NodeResourcesFit", profile}), 0.0);
        QCOMPARE(metrics->find(Metric::PodSchedulingAttempts)->value, 2.0);
        // Virtual time since it came into the active queue, a few milliseconds before its first attempt.
        const auto* waited = metrics->find(Metric::PodSchedulingSliDuration, {"2"});
        QVERIFY(waited);
        const auto& attempts = simulation->trace().attempts;
        QCOMPARE(attempts.size(), std::size_t(2));
        const auto between = static_cast<double>(attempts[1]->time.nanoseconds - attempts[0]->time.nanoseconds) / 1e9;
        QVERIFY(between >= 1);
        QVERIFY(waited->value >= between && waited->value < between + 0.01);
    }

    void preemptionsAreCounted()
    {
        auto simulation = simulationOf(nodeText("n1", "4") + podText("low-a", "2") + podText("low-b", "2"));
        QVERIFY(simulation);
        (void)settled(*simulation);
        QVERIFY(simulation->create(api::decodeStream(podText("high", "3", 100), "test")).empty());
        const auto metrics = settled(*simulation);
        QVERIFY(metrics->value(Metric::PreemptionAttempts) >= 1.0);
        const auto* victims = metrics->find(Metric::PreemptionVictims);
        QVERIFY(victims);
        QCOMPARE(victims->count, std::uint64_t(1));
        QCOMPARE(victims->value, 2.0);
        QCOMPARE(metrics->value(Metric::ScheduleAttempts, {"scheduled", profile}), 3.0);
    }

    void pluginsAndPointsAreCounted()
    {
        auto simulation = simulationOf(nodeText("n1", "4") + nodeText("n2", "4") + podText("a", "1") + podText("big", "9"));
        QVERIFY(simulation);
        const auto metrics = settled(*simulation);
        auto point = [&](const char* name, const char* status) {
            const auto* series = metrics->find(Metric::FrameworkExtensionPointDuration, {name, status, profile});
            return series ? series->count : std::uint64_t(0);
        };
        QCOMPARE(point("PreFilter", "Success"), std::uint64_t(2));
        QCOMPARE(point("Filter", "Success"), std::uint64_t(2));
        QCOMPARE(point("PostFilter", "Unschedulable"), std::uint64_t(1));
        QCOMPARE(point("Score", "Success"), std::uint64_t(1));
        QCOMPARE(point("Bind", "Success"), std::uint64_t(1));
        auto evaluations = [&](const char* plugin, const char* at) {
            return metrics->value(Metric::PluginEvaluation, {plugin, at, profile});
        };
        // Both pods on both nodes; scores for the pod that fits.
        QCOMPARE(evaluations("NodeResourcesFit", "Filter"), 4.0);
        QCOMPARE(evaluations("NodeResourcesFit", "Score"), 2.0);
        QCOMPARE(evaluations("NodeResourcesFit", "PreFilter"), 2.0);
        // A PreFilter that skips is not counted, nor is its Filter asked.
        QCOMPARE(evaluations("NodePorts", "PreFilter"), 0.0);
        QCOMPARE(evaluations("NodePorts", "Filter"), 0.0);
        // The first attempt is in the sample.
        QVERIFY(metrics->find(Metric::PluginExecutionDuration, {"NodeResourcesFit", "Filter", "Success"}));
    }

    void metricsLeaveTheRunAsItIs()
    {
        const auto cluster = nodeText("n1", "4") + podText("a", "2") + podText("b", "2") + podText("high", "3", 100);
        auto with = simulationOf(cluster, true);
        auto without = simulationOf(cluster, false);
        QVERIFY(with && without);
        (void)settled(*with);
        QVERIFY(!settled(*without));
        QCOMPARE(with->trace().attempts.size(), without->trace().attempts.size());
        for (std::size_t i = 0; i < with->trace().attempts.size(); ++i) {
            QCOMPARE(with->trace().attempts[i]->node, without->trace().attempts[i]->node);
            QCOMPARE(with->trace().attempts[i]->time.nanoseconds, without->trace().attempts[i]->time.nanoseconds);
        }
        QCOMPARE(with->trace().moves.size(), without->trace().moves.size());
        for (std::size_t i = 0; i < with->trace().moves.size(); ++i)
            QCOMPARE(with->trace().moves[i].time.nanoseconds, without->trace().moves[i].time.nanoseconds);
    }

    /// Asking why afterwards runs the plugins again, but is no scheduling.
    void explanationsAreNotCounted()
    {
        auto simulation = simulationOf(nodeText("n1", "4") + nodeText("n2", "4") + podText("a", "1") + podText("big", "9"));
        QVERIFY(simulation);
        const auto before = settled(*simulation);
        QVERIFY(simulation->explain(0) && simulation->explain(1));
        QCOMPARE(simulation->metrics()->text(), before->text());
        QVERIFY(simulation->create(api::decodeStream(podText("b", "1"), "test")).empty());
        const auto after = settled(*simulation);
        QCOMPARE(after->value(Metric::PluginEvaluation, {"NodeResourcesFit", "Filter", profile}),
                 before->value(Metric::PluginEvaluation, {"NodeResourcesFit", "Filter", profile}) + 2);
    }

    void aCopyStaysAsItWas()
    {
        auto simulation = simulationOf(nodeText("n1", "4") + podText("a", "1"));
        QVERIFY(simulation);
        const auto before = simulation->metrics();
        (void)settled(*simulation);
        QCOMPARE(before->value(Metric::ScheduleAttempts, {"scheduled", profile}), 0.0);
    }

    void bucketsAreCumulativeAndEndWithAll()
    {
        Metrics metrics;
        for (double victims : {1.0, 2.0, 3.0, 100.0})
            metrics.observe(Metric::PreemptionVictims, {}, victims);
        const auto samples = samplesOf(metrics.text());
        auto sample = [&](const char* name) { return samples.count(name) ? samples.at(name) : std::string("absent"); };
        QCOMPARE(sample("scheduler_preemption_victims_bucket{le=\"1\"}"), std::string("1"));
        QCOMPARE(sample("scheduler_preemption_victims_bucket{le=\"2\"}"), std::string("2"));
        QCOMPARE(sample("scheduler_preemption_victims_bucket{le=\"4\"}"), std::string("3"));
        QCOMPARE(sample("scheduler_preemption_victims_bucket{le=\"64\"}"), std::string("3"));
        QCOMPARE(sample("scheduler_preemption_victims_bucket{le=\"128\"}"), std::string("absent"));
        QCOMPARE(sample("scheduler_preemption_victims_bucket{le=\"+Inf\"}"), std::string("4"));
        QCOMPARE(sample("scheduler_preemption_victims_sum"), std::string("106"));
        QCOMPARE(sample("scheduler_preemption_victims_count"), std::string("4"));
    }

    void numbersAreWrittenAsTheGoClientDoes()
    {
        auto written = [](double value) {
            Metrics metrics;
            metrics.set(Metric::CacheSize, {"pods"}, value);
            return samplesOf(metrics.text()).at("scheduler_cache_size{type=\"pods\"}");
        };
        QCOMPARE(written(0), std::string("0"));
        QCOMPARE(written(0.0001), std::string("0.0001"));
        QCOMPARE(written(0.00001), std::string("1e-05"));
        QCOMPARE(written(0.1), std::string("0.1"));
        QCOMPARE(written(-3), std::string("-3"));
        QCOMPARE(written(123456), std::string("123456"));
        QCOMPARE(written(1000000), std::string("1e+06"));
        QCOMPARE(written(4831032), std::string("4.831032e+06"));
    }

    void labelsAreEscaped()
    {
        Metrics metrics;
        metrics.add(Metric::QueueIncomingPods, {"active", "a\"b\\c\nd"});
        const auto text = metrics.text();
        QVERIFY2(text.find("{queue=\"active\",event=\"a\\\"b\\\\c\\nd\"} 1\n") != std::string::npos, text.c_str());
    }

    /// Every line of a whole run is a HELP, a TYPE or a sample, and every sample belongs to the family above it.
    void theTextIsAValidExposition()
    {
        auto simulation = simulationOf(nodeText("n1", "4") + podText("a", "1") + podText("big", "9"));
        QVERIFY(simulation);
        const auto text = QString::fromStdString(settled(*simulation)->text());
        QVERIFY(text.endsWith('\n'));
        static const QRegularExpression sample(
            R"re(^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z_]+="([^"\\\n]|\\["\\n])*"(,[a-z_]+="([^"\\\n]|\\["\\n])*")*\})? (-?[0-9.]+(e[-+]?[0-9]+)?|[+-]Inf|NaN)$)re");
        QString family;
        QString type;
        QStringList seen;
        for (const auto& line : text.chopped(1).split('\n')) {
            if (line.startsWith("# HELP ")) {
                family = line.section(' ', 2, 2);
                QVERIFY2(!seen.contains(family), qPrintable(family));
                seen.append(family);
                continue;
            }
            if (line.startsWith("# TYPE ")) {
                QCOMPARE(line.section(' ', 2, 2), family);
                type = line.section(' ', 3);
                continue;
            }
            const auto match = sample.match(line);
            QVERIFY2(match.hasMatch(), qPrintable(line));
            const auto name = match.captured(1);
            if (type == "histogram")
                QVERIFY2(name == family + "_bucket" || name == family + "_sum" || name == family + "_count",
                         qPrintable(line));
            else
                QCOMPARE(name, family);
        }
        QVERIFY(seen.contains("scheduler_schedule_attempts_total"));
        QVERIFY(seen.contains("scheduler_pending_pods"));
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
    }

    void boundsAreThoseOfTheRealScheduler()
    {
        const auto& attempts = trace::familyOf(Metric::SchedulingAttemptDuration).buckets;
        QCOMPARE(attempts.size(), std::size_t(15));
        QCOMPARE(attempts.front(), 0.001);
        QCOMPARE(attempts.back(), 16.384);
        const auto& plugins = trace::familyOf(Metric::PluginExecutionDuration).buckets;
        QCOMPARE(plugins.size(), std::size_t(20));
        QCOMPARE(plugins[1], 0.00001 * 1.5);
        QCOMPARE(trace::familyOf(Metric::PreemptionVictims).buckets, (std::vector<double>{1, 2, 4, 8, 16, 32, 64}));
        QCOMPARE(trace::familyOf(Metric::FrameworkExtensionPointDuration).buckets.size(), std::size_t(12));
        QCOMPARE(trace::familyOf(Metric::PodSchedulingSliDuration).buckets.size(), std::size_t(20));
    }
};

QTEST_APPLESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
