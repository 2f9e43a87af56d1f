// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/plugin_cycle.h"
#include "framework/domain_explainer.h"
#include "plugins/natural_log.h"
#include "plugins/pod_topology_spread.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <map>

using namespace berth;
using framework::QueueingHint;
using framework::Status;
using plugins::PodTopologySpread;
using tests::FakeHandle;
using tests::nodeText;
using tests::podText;

namespace {

constexpr const char* skewed = "node(s) didn't match pod topology spread constraints";
constexpr const char* noLabel = "node(s) didn't match pod topology spread constraints (missing required label)";

std::string constraint(const std::string& key, int maxSkew, const std::string& more = {},
                       const std::string& when = "DoNotSchedule", const std::string& selector = "matchLabels: {app: a}")
{
    return "{maxSkew: " + std::to_string(maxSkew) + ", topologyKey: " + key + ", whenUnsatisfiable: " + when
           + ", labelSelector: {" + selector + "}" + (more.empty() ? "" : ", " + more) + "}";
}

std::string spread(const std::string& constraints)
{
    return "topologySpreadConstraints: [" + constraints + "]";
}

/// Nodes h0, h1, … with labels host and kubernetes.io/hostname, and as many pods `app: a` on each as given.
std::string hosts(const std::vector<int>& counts)
{
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto host = "h" + std::to_string(i);
        text += nodeText(host, "host: " + host + ", kubernetes.io/hostname: " + host);
        for (int n = 0; n < counts[i]; ++n)
            text += podText(host + "-" + std::to_string(n), host, "app: a");
    }
    return text;
}

/// Two nodes in each of the zones z0, z1, …, all pods of a zone on its first node.
std::string zones(const std::vector<int>& counts)
{
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto zone = "z" + std::to_string(i);
        text += nodeText(zone + "a", "zone: " + zone) + nodeText(zone + "b", "zone: " + zone);
        for (int n = 0; n < counts[i]; ++n)
            text += podText(zone + "-" + std::to_string(n), zone + "a", "app: a");
    }
    return text;
}

struct Cycle : tests::PluginCycle<PodTopologySpread, config::PodTopologySpreadArgs> {
    explicit Cycle(const std::string& cluster, const std::string& incoming, config::PodTopologySpreadArgs args = {})
        : PluginCycle(cluster + incoming, std::move(args))
    {
    }
    /// Raw and normalised scores of the candidates, in order.
    std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> scores(const std::vector<std::string>& candidates)
    {
        framework::NodeList nodes;
        for (const auto& name : candidates)
            nodes.push_back(&handle.node(name));
        if (!plugin->preScore(state, *pod, nodes).isSuccess())
            return {};
        std::vector<framework::NodeScore> list;
        std::vector<std::int64_t> raw;
        for (const auto* node : nodes) {
            list.push_back({node, -1});
            plugin->score(state, *pod, *node, list.back().score);
            raw.push_back(list.back().score);
        }
        plugin->normalizeScore(state, *pod, list);
        std::vector<std::int64_t> normal;
        for (const auto& entry : list)
            normal.push_back(entry.score);
        return {raw, normal};
    }
};

std::string incoming(const std::string& constraints, const std::string& labels = "app: a", const std::string& spec = {},
                     const std::string& metadata = {})
{
    return podText("incoming", "", labels, spread(constraints) + (spec.empty() ? "" : ", " + spec), metadata);
}

using Scores = std::vector<std::int64_t>;

const std::string serviceOfA =
    "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {app: a}}}\n---\n";

bool queues(const QueueingHint& hint)
{
    return hint.verdict == QueueingHint::Verdict::Queue;
}

}

class PodTopologySpreadTest : public QObject {
    Q_OBJECT

private slots:
    void filtersBySkew_data()
    {
        QTest::addColumn<QString>("cluster");
        QTest::addColumn<QString>("pod");
        QTest::addColumn<QString>("passing");
        auto row = [](const char* name, const std::string& cluster, const std::string& pod, const char* passing) {
            QTest::newRow(name) << QString::fromStdString(cluster) << QString::fromStdString(pod) << passing;
        };
        row("even zones", zones({3, 3}), incoming(constraint("zone", 1)), "z0a z0b z1a z1b");
        row("uneven hosts", hosts({2, 1, 0, 3}), incoming(constraint("host", 1)), "h2");
        row("a pod that does not count itself", hosts({2, 1, 0, 3}), incoming(constraint("host", 1), "app: b"),
            "h1 h2");
        row("fewer domains than asked for", hosts({2, 2, 1}), incoming(constraint("host", 2, "minDomains: 4")), "h2");
        row("as many domains as asked for", hosts({2, 2, 1}), incoming(constraint("host", 2, "minDomains: 3")),
            "h0 h1 h2");
        row("two constraints", zones({2, 1}) + nodeText("z2a", "zone: z2, host: x"),
            incoming(constraint("zone", 1) + ", " + constraint("host", 1)), "z2a");
        row("a selector of everything counts nobody but itself", hosts({2, 0}),
            incoming(constraint("host", 1, {}, "DoNotSchedule", "")), "h0 h1");
        row("no selector counts nobody", hosts({2, 0}),
            podText("incoming", "", "app: a",
                    spread("{maxSkew: 1, topologyKey: host, whenUnsatisfiable: DoNotSchedule}")),
            "h0 h1");
        row("soft constraints do not filter", hosts({5, 0}),
            incoming(constraint("host", 1) + ", " + constraint("zone", 1, {}, "ScheduleAnyway")), "h1");
        row("only the pod's namespace counts", hosts({2, 0}),
            incoming(constraint("host", 1), "app: a", {}, "namespace: other"), "h0 h1");
        row("terminating pods do not count",
            hosts({0, 0}) + podText("t", "h0", "app: a", {}, "deletionTimestamp: \"2026-01-01T00:00:00Z\""),
            incoming(constraint("host", 1)), "h0 h1");
        row("matchLabelKeys", hosts({2, 0}) + podText("v2", "h1", "app: a, v: '2'"),
            incoming(constraint("host", 1, "matchLabelKeys: [v, unknown]"), "app: a, v: '2'"), "h0");
        row("nodes that the pod's node selector excludes are no domains", hosts({2, 1}) + nodeText("far", "host: far"),
            incoming(constraint("host", 1), "app: a", "nodeSelector: {kubernetes.io/hostname: h0}"), "h0 h1 far");
        row("unless affinity is ignored", hosts({2, 1}) + nodeText("far", "host: far"),
            incoming(constraint("host", 1, "nodeAffinityPolicy: Ignore"), "app: a",
                     "nodeSelector: {kubernetes.io/hostname: h0}"),
            "far");
        const auto tainted = hosts({1, 1}) + nodeText("t", "host: t", "taints: [{key: k, effect: NoSchedule}]");
        row("tainted nodes are domains", tainted, incoming(constraint("host", 1)), "t");
        row("unless taints are honoured", tainted, incoming(constraint("host", 1, "nodeTaintsPolicy: Honor")),
            "h0 h1 t");
        row("and not tolerated", tainted,
            incoming(constraint("host", 1, "nodeTaintsPolicy: Honor"), "app: a", "tolerations: [{operator: Exists}]"),
            "t");
    }

    void filtersBySkew()
    {
        QFETCH(QString, cluster);
        QFETCH(QString, pod);
        QFETCH(QString, passing);
        Cycle cycle(cluster.toStdString(), pod.toStdString());
        QVERIFY(cycle.preFilter().isSuccess());
        QCOMPARE(QString::fromStdString(cycle.passing()), passing);
        // What is explained per domain says the same of every node.
        std::vector<trace::DomainRule> rules;
        for (const auto& entry : cycle.state.entries())
            if (const auto* explainer = dynamic_cast<const framework::DomainExplainer*>(entry.data.get()))
                explainer->explainDomains(cycle.handle.nodes.list(), rules);
        std::string allowed;
        const auto& nodes = cycle.handle.nodes.list();
        for (std::size_t n = 0; n < nodes.size(); ++n)
            if (std::all_of(rules.begin(), rules.end(), [n](const trace::DomainRule& rule) {
                    return rule.nodeDomain[n] >= 0
                           && rule.domains[static_cast<std::size_t>(rule.nodeDomain[n])].allowed;
                }))
                allowed += (allowed.empty() ? "" : " ") + nodes[n]->name();
        QVERIFY(!rules.empty());
        QCOMPARE(QString::fromStdString(allowed), passing);
    }

    void refusesWithItsReason()
    {
        Cycle cycle(hosts({1, 0}) + nodeText("bare", "x: w"), incoming(constraint("host", 1)));
        QVERIFY(cycle.preFilter().isSuccess());
        QCOMPARE(cycle.filter("h0").message(), skewed);
        QCOMPARE(cycle.filter("h0").code(), trace::Code::Unschedulable);
        QCOMPARE(cycle.filter("bare").message(), noLabel);
        QCOMPARE(cycle.filter("bare").code(), trace::Code::UnschedulableAndUnresolvable);
    }

    void nodesThatLackAnyKeyAreNoDomains()
    {
        Cycle cycle(hosts({1, 2}) + nodeText("h9", "host: h9"),
                    incoming(constraint("host", 1) + ", " + constraint("kubernetes.io/hostname", 1)));
        QVERIFY(cycle.preFilter().isSuccess());
        QVERIFY(cycle.filter("h0").isSuccess());
        QCOMPARE(cycle.filter("h9").message(), noLabel);
    }

    void skipsWithoutHardConstraints()
    {
        Cycle cycle(hosts({1}), podText("incoming", "", "app: a"));
        QVERIFY(cycle.preFilter().isSkip());
        QCOMPARE(cycle.filter("h0").message(), "reading \"PreFilterPodTopologySpread\" from cycleState: not found");
        std::int64_t score = 0;
        QCOMPARE(cycle.plugin->score(cycle.state, *cycle.pod, cycle.handle.node("h0"), score).message(),
                 "error reading \"PreScorePodTopologySpread\" from cycleState: not found");
    }

    void reportsABadSelector()
    {
        const auto bad = constraint("host", 1, {}, "DoNotSchedule", "matchExpressions: [{key: app, operator: In}]");
        Cycle cycle(hosts({1}), incoming(bad));
        const auto status = cycle.preFilter();
        QCOMPARE(status.code(), trace::Code::Error);
        QVERIFY(status.message().starts_with(
            "get constraints from pod: obtaining pod's hard topology spread constraints: "));
    }

    void followsPodsThatComeAndGo()
    {
        Cycle cycle(hosts({2, 1, 1}), incoming(constraint("host", 1)) + podText("extra", "", "app: a"));
        QVERIFY(cycle.preFilter().isSuccess());
        QCOMPARE(cycle.passing(), "h1 h2");
        auto copy = cycle.state.clone();
        QVERIFY(cycle.remove("h1-0").isSuccess());
        QCOMPARE(cycle.passing(), "h1");
        QVERIFY(cycle.add("extra", "h1").isSuccess());
        QCOMPARE(cycle.passing(), "h1 h2");
        QVERIFY(cycle.add("extra", "h1").isSuccess());
        QVERIFY(cycle.add("extra", "h2").isSuccess());
        QCOMPARE(cycle.passing(), "h0 h1 h2");
        std::swap(cycle.state, copy);
        QCOMPARE(cycle.passing(), "h1 h2");
    }

    void removingATerminatingPodCountsAllTheSame()
    {
        Cycle cycle(hosts({1, 1}) + podText("t", "h0", "app: a", {}, "deletionTimestamp: \"2026-01-01T00:00:00Z\""),
                    incoming(constraint("host", 1)));
        QVERIFY(cycle.preFilter().isSuccess());
        QVERIFY(cycle.remove("t").isSuccess());
        QCOMPARE(cycle.passing(), "h0");
        QVERIFY(cycle.remove("h0-0").isSuccess());
        QVERIFY(cycle.filter("h0").isSuccess());
        QVERIFY(cycle.remove("h0-0").isSuccess());
        QVERIFY2(cycle.filter("h1").message() == skewed, "a count below 0 is the minimum");
    }

    void scores_data()
    {
        QTest::addColumn<int>("maxSkew");
        QTest::addColumn<Scores>("raw");
        QTest::addColumn<Scores>("normal");
        QTest::newRow("maxSkew 1") << 1 << Scores{4, 2, 0, 5} << Scores{20, 60, 100, 0};
        QTest::newRow("maxSkew 2") << 2 << Scores{5, 3, 1, 6} << Scores{33, 66, 100, 16};
    }

    void scores()
    {
        QFETCH(int, maxSkew);
        QFETCH(Scores, raw);
        QFETCH(Scores, normal);
        for (const auto* key : {"host", "kubernetes.io/hostname"}) {
            Cycle cycle(hosts({2, 1, 0, 3}), incoming(constraint(key, maxSkew, {}, "ScheduleAnyway")));
            const auto scores = cycle.scores({"h0", "h1", "h2", "h3"});
            QCOMPARE(scores.first, raw);
            QCOMPARE(scores.second, normal);
        }
    }

    void ignoresCandidatesWithoutTheKey()
    {
        Cycle cycle(hosts({4, 0, 1, 3}) + nodeText("bare", "x: w"),
                    incoming(constraint("kubernetes.io/hostname", 1, {}, "ScheduleAnyway")));
        QCOMPARE(cycle.scores({"h0", "bare", "h2"}).second, (Scores{16, 0, 100}));
    }

    void countsNodesThatAreNoCandidates()
    {
        Cycle cycle(zones({1, 3}), incoming(constraint("zone", 1, {}, "ScheduleAnyway")));
        QCOMPARE(cycle.scores({"z0b", "z1b"}).first, (Scores{1, 4}));
    }

    void scoresByWhereThePodsServiceRuns()
    {
        const auto cluster = nodeText("n0", "kubernetes.io/hostname: n0, topology.kubernetes.io/zone: z")
                             + nodeText("n1", "kubernetes.io/hostname: n1") + podText("p0", "n0", "app: a")
                             + podText("p1", "n1", "app: a") + podText("p2", "n1", "app: a");
        Cycle without(cluster, podText("incoming", "", "app: a"));
        QVERIFY(without.scores({"n0", "n1"}).first.empty());
        Cycle with(cluster + serviceOfA, podText("incoming", "", "app: a"));
        QVERIFY(with.preFilter().isSkip());
        // ln 4 each: one pod, 2 + one pod, 4; two pods and 2, the missing zone label adds nothing.
        QCOMPARE(with.scores({"n0", "n1"}).first, (Scores{9, 5}));
    }

    void deducesSelectors()
    {
        const std::string owner = "ownerReferences: [{apiVersion: %A, kind: %K, name: o, uid: u, controller: true}]";
        auto selectorOf = [&](const std::string& apiVersion, const std::string& kind, const std::string& objects) {
            auto text = owner;
            text.replace(text.find("%A"), 2, apiVersion);
            text.replace(text.find("%K"), 2, kind);
            FakeHandle handle;
            handle.load(podText("p", "", "app: a, tier: t", {}, text) + objects);
            return plugins::deducedSelector(*handle.pod("p"), handle.objects);
        };
        const auto services =
            serviceOfA
            + "{apiVersion: v1, kind: Service, metadata: {name: t}, spec: {selector: {app: b}}}\n---\n"
              "{apiVersion: v1, kind: Service, metadata: {name: u}, spec: {}}\n---\n"
              "{apiVersion: v1, kind: Service, metadata: {name: a, namespace: far}, spec: {selector: {tier: t}}}"
              "\n---\n";
        const std::string controller = "{apiVersion: v1, kind: ReplicationController, metadata: {name: o}, "
                                       "spec: {selector: {tier: t}, template: {metadata: {labels: {tier: t}}, "
                                       "spec: {containers: [{name: c, image: i}]}}}}\n---\n";
        const std::string replicaSet = "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: o}, "
                                       "spec: {selector: {matchExpressions: [{key: tier, operator: Exists}]}, "
                                       "template: {metadata: {labels: {tier: t}}, "
                                       "spec: {containers: [{name: c, image: i}]}}}}\n---\n";
        const api::StringMap a{{api::Symbol("app"), api::Symbol("a")}};
        const api::StringMap t{{api::Symbol("tier"), api::Symbol("t")}};
        const api::StringMap at{{api::Symbol("app"), api::Symbol("a")}, {api::Symbol("tier"), api::Symbol("t")}};
        QVERIFY(selectorOf("v1", "ReplicationController", {}).isEmpty());
        QVERIFY(selectorOf("apps/v1", "ReplicaSet", {}).isEmpty());
        QVERIFY(selectorOf("batch/v1", "Job", replicaSet).isEmpty());
        const auto byService = selectorOf("batch/v1", "Job", services);
        QVERIFY(byService.matches(a) && !byService.matches(t));
        const auto byController = selectorOf("v1", "ReplicationController", services + controller);
        QVERIFY(byController.matches(at) && !byController.matches(a) && !byController.matches(t));
        const auto bySet = selectorOf("apps/v1", "ReplicaSet", services + replicaSet);
        QVERIFY(bySet.matches(at) && !bySet.matches(a) && !bySet.matches(t));
    }

    void listedDefaultsFilter()
    {
        config::PodTopologySpreadArgs args;
        args.defaultingType = "List";
        api::TopologySpreadConstraint byHost;
        byHost.maxSkew = 1;
        byHost.topologyKey = api::Symbol("host");
        byHost.whenUnsatisfiable = "DoNotSchedule";
        args.defaultConstraints = {byHost};
        Cycle cycle(hosts({1, 0}) + serviceOfA, podText("incoming", "", "app: a"), args);
        QVERIFY(cycle.preFilter().isSuccess());
        QCOMPARE(cycle.passing(), "h1");
        Cycle own(hosts({1, 0}) + serviceOfA, incoming(constraint("host", 1, {}, "ScheduleAnyway")), args);
        QVERIFY(own.preFilter().isSkip());
    }

    void naturalLogIsGos()
    {
        // math.Log of Go on amd64; a common C library gives another last bit for 3, 14, 48, 74.
        const std::map<int, std::uint64_t> bits{
            {3, 0x3ff193ea7aad030a},  {4, 0x3ff62e42fefa39ef},  {5, 0x3ff9c041f7ed8d33},  {6, 0x3ffcab0bfa2a2002},
            {14, 0x40051cca16d7bba8}, {48, 0x400ef8383c50bb74}, {74, 0x4011375cd6fcab1c}, {5002, 0x40210901f6dc84b9},
        };
        for (const auto& [value, expected] : bits)
            QCOMPARE(std::bit_cast<std::uint64_t>(plugins::naturalLog(value)), expected);
    }

    void wakesForPods()
    {
        const auto metadata = [](const std::string& ns) { return "namespace: " + ns; };
        Cycle cycle(hosts({1}) + podText("b", "h0", "app: b") + podText("far", "h0", "app: a", {}, metadata("other"))
                        + podText("pending", "", "app: a"),
                    incoming(constraint("host", 1, "nodeTaintsPolicy: Honor")));
        const auto a = cycle.handle.pod("h0-0");
        const auto b = cycle.handle.pod("b");
        QVERIFY(queues(cycle.hint(0, nullptr, a.get())));
        QVERIFY(queues(cycle.hint(0, a.get(), nullptr)));
        QVERIFY(!queues(cycle.hint(0, nullptr, b.get())));
        QVERIFY(!queues(cycle.hint(0, cycle.handle.pod("far").get(), nullptr)));
        QVERIFY(!queues(cycle.hint(0, nullptr, cycle.handle.pod("pending").get())));
        QVERIFY(queues(cycle.hint(0, a.get(), b.get())));
        QVERIFY(!queues(cycle.hint(0, a.get(), a.get())));
        auto tolerant = *cycle.pod;
        QVERIFY(!queues(cycle.hint(0, cycle.pod.get(), &tolerant)));
        tolerant.spec.tolerations.push_back({api::Symbol("k"), "Exists", {}, {}, {}});
        QVERIFY(queues(cycle.hint(0, cycle.pod.get(), &tolerant)));
        auto other = *a;
        other.spec.tolerations = tolerant.spec.tolerations;
        QVERIFY(!queues(cycle.hint(0, a.get(), &other)));
    }

    void wakesForNodes()
    {
        Cycle cycle(hosts({1}) + nodeText("bare", "x: w"), incoming(constraint("host", 1)));
        const auto& host = cycle.handle.node("h0").node();
        const auto& bare = cycle.handle.node("bare").node();
        QVERIFY(queues(cycle.hint(1, nullptr, &host)));
        QVERIFY(queues(cycle.hint(1, &host, nullptr)));
        QVERIFY(!queues(cycle.hint(1, nullptr, &bare)));
        QVERIFY(queues(cycle.hint(1, &host, &bare)));
        QVERIFY(queues(cycle.hint(1, &bare, &host)));
        auto changed = host;
        QVERIFY(!queues(cycle.hint(1, &host, &changed)));
        changed.meta.labels.set(api::Symbol("x"), api::Symbol("w"));
        QVERIFY(!queues(cycle.hint(1, &host, &changed)));
        changed.spec.taints.push_back({api::Symbol("k"), {}, api::Symbol("NoSchedule"), {}});
        QVERIFY(queues(cycle.hint(1, &host, &changed)));
        auto moved = host;
        moved.meta.labels.set(api::Symbol("host"), api::Symbol("h7"));
        QVERIFY(queues(cycle.hint(1, &host, &moved)));
    }

    void signsOnlyWhereNothingSpreads()
    {
        Cycle system(hosts({1}), podText("incoming", "", "app: a"));
        std::vector<framework::SignFragment> fragments;
        QCOMPARE(system.plugin->signPod(*system.pod, fragments).message(),
                 "pods with default topology constraints are not signable");
        config::PodTopologySpreadArgs none;
        none.defaultingType = "List";
        Cycle plain(hosts({1}), podText("incoming", "", "app: a"), none);
        QVERIFY(plain.plugin->signPod(*plain.pod, fragments).isSuccess());
        Cycle own(hosts({1}), incoming(constraint("host", 1)), none);
        QCOMPARE(own.plugin->signPod(*own.pod, fragments).message(), "pods with topology constraints are not signable");
        QVERIFY(fragments.empty());
    }

    void tellsTheInspector()
    {
        Cycle cycle(hosts({2, 1}), incoming(constraint("host", 1)));
        QVERIFY(cycle.preFilter().isSuccess());
        const auto text = cycle.state.entries().front().data->describe();
        QCOMPARE(text, "host: 2 domain(s), minimum 1, maxSkew 1\n"
                       "  h0: 2 matching pod(s), skew 2 with this pod\n"
                       "  h1: 1 matching pod(s), skew 1 with this pod");
    }
};

QTEST_APPLESS_MAIN(PodTopologySpreadTest)
#include "tst_pod_topology_spread.moc"
