// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/plugin_cycle.h"
#include "plugins/inter_pod_affinity.h"

#include <QTest>

using namespace berth;
using framework::QueueingHint;
using framework::Status;
using plugins::InterPodAffinity;
using tests::nodeText;
using tests::podText;

namespace {

constexpr const char* notTogether = "node(s) didn't match pod affinity rules";
constexpr const char* notApart = "node(s) didn't match pod anti-affinity rules";
constexpr const char* unwanted = "node(s) didn't satisfy existing pods anti-affinity rules";

const std::string required = "requiredDuringSchedulingIgnoredDuringExecution";
const std::string preferred = "preferredDuringSchedulingIgnoredDuringExecution";

std::string term(const std::string& key, const std::string& label, const std::string& more = {})
{
    return "{topologyKey: " + key + ", labelSelector: {matchLabels: {" + label + "}}"
           + (more.empty() ? "" : ", " + more) + "}";
}
std::string affinity(const std::string& terms)
{
    return "affinity: {podAffinity: {" + required + ": [" + terms + "]}}";
}
std::string antiAffinity(const std::string& terms)
{
    return "affinity: {podAntiAffinity: {" + required + ": [" + terms + "]}}";
}
std::string weighted(int weight, const std::string& text)
{
    return "{weight: " + std::to_string(weight) + ", podAffinityTerm: " + text + "}";
}
std::string prefers(const std::string& kind, const std::string& terms)
{
    return "affinity: {" + kind + ": {" + preferred + ": [" + terms + "]}}";
}
std::string incoming(const std::string& labels, const std::string& spec)
{
    return podText("incoming", "", labels, spec);
}

/// Nodes a1, a2 in zone a, b1 in zone b, and bare without a zone.
std::string fourNodes()
{
    return nodeText("a1", "zone: a, host: a1") + nodeText("a2", "zone: a, host: a2")
           + nodeText("b1", "zone: b, host: b1") + nodeText("bare", "host: bare");
}
std::string ns(const std::string& name, const std::string& labels)
{
    return "{apiVersion: v1, kind: Namespace, metadata: {name: " + name + ", labels: {" + labels + "}}}\n---\n";
}

struct Cycle : tests::PluginCycle<InterPodAffinity, config::InterPodAffinityArgs> {
    explicit Cycle(const std::string& cluster, config::InterPodAffinityArgs args = {}) : PluginCycle(cluster, args) {}
    Status preScore() { return plugin->preScore(state, *pod, handle.nodes.list()); }
    std::vector<std::int64_t> rawScores()
    {
        std::vector<std::int64_t> raw;
        for (const auto* node : handle.nodes.list())
            plugin->score(state, *pod, *node, raw.emplace_back());
        return raw;
    }
    bool queues(std::size_t registration, const api::Object* before, const api::Object* after)
    {
        return hint(registration, before, after).verdict == QueueingHint::Verdict::Queue;
    }
};

using Scores = std::vector<std::int64_t>;

}

class InterPodAffinityTest : public QObject {
    Q_OBJECT

private slots:
    void filters_data()
    {
        QTest::addColumn<QString>("objects");
        QTest::addColumn<QString>("passing");
        auto row = [](const char* name, const std::string& objects, const char* passing) {
            QTest::newRow(name) << QString::fromStdString(objects) << passing;
        };
        const auto dbInA = podText("db", "a1", "app: db");
        const auto webInB = podText("web", "b1", "app: web");
        row("together by zone", dbInA + incoming("app: x", affinity(term("zone", "app: db"))), "a1 a2");
        row("together by host", dbInA + incoming("app: x", affinity(term("host", "app: db"))), "a1");
        row("apart by zone", dbInA + incoming("app: x", antiAffinity(term("zone", "app: db"))), "b1 bare");
        row("one pod must match all terms",
            dbInA + podText("other", "a2", "tier: t")
                + incoming("app: x", affinity(term("zone", "app: db") + ", " + term("zone", "tier: t"))),
            "");
        row("and does",
            podText("db", "a1", "app: db, tier: t")
                + incoming("app: x", affinity(term("zone", "app: db") + ", " + term("host", "tier: t"))),
            "a1");
        row("any anti-affinity term keeps away",
            dbInA + webInB
                + incoming("app: x", antiAffinity(term("zone", "app: db") + ", " + term("host", "app: web"))),
            "bare");
        row("the first of a group may go where the key is", incoming("app: x", affinity(term("zone", "app: x"))),
            "a1 a2 b1");
        row("but not one that does not match itself", incoming("app: k", affinity(term("zone", "app: x"))), "");
        row("nor where a mate runs already",
            podText("mate", "b1", "app: x") + incoming("app: x", affinity(term("zone", "app: x"))), "b1");
        row("a mate on a node without the key does not count",
            podText("mate", "bare", "app: x") + incoming("app: x", affinity(term("zone", "app: x"))), "a1 a2 b1");
        row("kept away by a pod that runs",
            podText("loner", "a1", "app: l", antiAffinity(term("zone", "app: x"))) + incoming("app: x", ""), "b1 bare");
        row("terminating pods count",
            podText("db", "a1", "app: db", {}, "deletionTimestamp: \"2026-01-01T00:00:00Z\"")
                + incoming("app: x", antiAffinity(term("zone", "app: db"))),
            "b1 bare");
        row("other namespaces do not count",
            podText("db", "a1", "app: db", {}, "namespace: other")
                + incoming("app: x", antiAffinity(term("zone", "app: db"))),
            "a1 a2 b1 bare");
        row("unless named",
            podText("db", "a1", "app: db", {}, "namespace: other")
                + incoming("app: x", antiAffinity(term("zone", "app: db", "namespaces: [other]"))),
            "b1 bare");
        row("or selected",
            ns("other", "team: t") + podText("db", "a1", "app: db", {}, "namespace: other")
                + incoming("app: x",
                           antiAffinity(term("zone", "app: db", "namespaceSelector: {matchLabels: {team: t}}"))),
            "b1 bare");
        row("or all are",
            podText("db", "a1", "app: db", {}, "namespace: other")
                + incoming("app: x", antiAffinity(term("zone", "app: db", "namespaceSelector: {}"))),
            "b1 bare");
        row("a selector that asks for nothing to be there selects every namespace",
            ns("other", "team: t") + podText("db", "a1", "app: db", {}, "namespace: other")
                + incoming("app: x", antiAffinity(term("zone", "app: db",
                                                       "namespaceSelector: {matchExpressions: "
                                                       "[{key: team, operator: NotIn, values: [t]}]}"))),
            "b1 bare");
        row("the namespace of the pod is known to the others",
            ns("default", "team: t")
                + podText("loner", "a1", "app: l",
                          antiAffinity(term("zone", "app: x", "namespaceSelector: {matchLabels: {team: t}}")),
                          "namespace: other")
                + incoming("app: x", ""),
            "b1 bare");
    }

    void filters()
    {
        QFETCH(QString, objects);
        QFETCH(QString, passing);
        Cycle cycle(fourNodes() + objects.toStdString());
        QVERIFY(cycle.preFilter().isSuccess());
        QCOMPARE(QString::fromStdString(cycle.passing()), passing);
    }

    void refusesWithItsReason()
    {
        Cycle together(fourNodes() + podText("db", "a1", "app: db")
                       + incoming("app: x", affinity(term("zone", "app: db"))));
        QVERIFY(together.preFilter().isSuccess());
        QCOMPARE(together.filter("b1").message(), notTogether);
        QCOMPARE(together.filter("b1").code(), trace::Code::UnschedulableAndUnresolvable);
        Cycle apart(fourNodes() + podText("db", "a1", "app: db", antiAffinity(term("host", "app: x")))
                    + incoming("app: x", antiAffinity(term("zone", "app: db"))));
        QVERIFY(apart.preFilter().isSuccess());
        QCOMPARE(apart.filter("a1").message(), notApart);
        QCOMPARE(apart.filter("a1").code(), trace::Code::Unschedulable);
        Cycle away(fourNodes() + podText("db", "a1", "app: db", antiAffinity(term("host", "app: x")))
                   + incoming("app: x", ""));
        QVERIFY(away.preFilter().isSuccess());
        QCOMPARE(away.filter("a1").message(), unwanted);
        QCOMPARE(away.filter("a1").code(), trace::Code::Unschedulable);
    }

    void skipsWhereNobodyMinds()
    {
        Cycle cycle(fourNodes() + podText("db", "a1", "app: db", antiAffinity(term("host", "app: k")))
                    + incoming("app: x", ""));
        QVERIFY(cycle.preFilter().isSkip());
        QCOMPARE(cycle.filter("a1").message(),
                 "error reading \"PreFilterInterPodAffinity\" from cycleState: not found");
        std::int64_t score = 0;
        QCOMPARE(cycle.plugin->score(cycle.state, *cycle.pod, cycle.handle.node("a1"), score).message(),
                 "failed to read \"PreScoreInterPodAffinity\" from cycleState: not found");
    }

    void reportsBadTerms()
    {
        const std::string bad = "{topologyKey: zone, labelSelector: {matchExpressions: [{key: app, operator: In}]}}";
        Cycle one(fourNodes() + incoming("app: x", affinity(bad)));
        const auto status = one.preFilter();
        QCOMPARE(status.code(), trace::Code::UnschedulableAndUnresolvable);
        QVERIFY2(status.message().starts_with("parsing pod: requiredAffinityTerms: "), status.message().c_str());
        Cycle two(fourNodes()
                  + incoming("app: x", "affinity: {podAffinity: {" + required + ": [" + bad + "]}, podAntiAffinity: {"
                                           + required + ": [" + bad + "]}}"));
        QVERIFY(two.preFilter().message().starts_with("parsing pod: [requiredAffinityTerms: "));
        QVERIFY(two.preScore().message().starts_with("failed to parse pod: [requiredAffinityTerms: "));
    }

    void followsPodsThatComeAndGo()
    {
        Cycle cycle(fourNodes() + podText("mate", "b1", "app: x")
                    + podText("loner", "a1", "app: l", antiAffinity(term("host", "app: x")))
                    + podText("later", "", "app: x")
                    + podText("shy", "", "app: l", antiAffinity(term("zone", "app: x")))
                    + incoming("app: x", affinity(term("zone", "app: x"))));
        QVERIFY(cycle.preFilter().isSuccess());
        QCOMPARE(cycle.passing(), "b1");
        auto before = cycle.state.clone();
        QVERIFY(cycle.add("later", "a2").isSuccess());
        QCOMPARE(cycle.passing(), "a2 b1");
        QVERIFY(cycle.remove("loner").isSuccess());
        QCOMPARE(cycle.passing(), "a1 a2 b1");
        QVERIFY(cycle.add("shy", "b1").isSuccess());
        QCOMPARE(cycle.passing(), "a1 a2");
        std::swap(cycle.state, before);
        QCOMPARE(cycle.passing(), "b1");
        QVERIFY2(cycle.remove("mate").isSuccess(), "nobody is left: the first of its group again");
        QCOMPARE(cycle.passing(), "a2 b1");
    }

    void followsPodsToKeepAwayFrom()
    {
        Cycle cycle(fourNodes() + podText("db", "a1", "app: db")
                    + incoming("app: x", antiAffinity(term("zone", "app: db"))));
        QVERIFY(cycle.preFilter().isSuccess());
        QVERIFY(cycle.remove("db").isSuccess());
        QCOMPARE(cycle.passing(), "a1 a2 b1 bare");
        QVERIFY(cycle.add("db", "b1").isSuccess());
        QCOMPARE(cycle.passing(), "a1 a2 bare");
    }

    void scoresByBothSides()
    {
        Cycle own(fourNodes() + podText("db", "a1", "app: db") + podText("web", "b1", "app: web")
                  + incoming("app: x", "affinity: {podAffinity: {" + preferred + ": ["
                                           + weighted(10, term("zone", "app: db")) + "]}, podAntiAffinity: {"
                                           + preferred + ": [" + weighted(5, term("host", "app: web")) + "]}}"));
        QVERIFY(own.preScore().isSuccess());
        QCOMPARE(own.rawScores(), (Scores{10, 10, -5, 0}));
        Cycle theirs(
            fourNodes() + podText("db", "a1", "app: db", prefers("podAffinity", weighted(7, term("zone", "app: x"))))
                + podText("web", "b1", "app: web", prefers("podAntiAffinity", weighted(3, term("host", "app: x"))))
                + podText("mate", "a2", "app: m", affinity(term("host", "app: x"))) + incoming("app: x", ""),
            {20, false});
        QVERIFY(theirs.preScore().isSuccess());
        QCOMPARE(theirs.rawScores(), (Scores{7, 27, -3, 0}));
    }

    void skipsScoringWithoutTerms()
    {
        const auto cluster =
            fourNodes() + podText("mate", "a2", "app: m", affinity(term("host", "app: x")))
            + podText("db", "a1", "app: db", prefers("podAffinity", weighted(7, term("zone", "app: x"))));
        QVERIFY(Cycle(cluster + incoming("app: k", "")).preScore().isSkip());
        QVERIFY(Cycle(cluster + incoming("app: x", ""), {1, true}).preScore().isSkip());
        const auto hardOnly = fourNodes() + podText("mate", "a2", "app: m", affinity(term("host", "app: x")));
        QVERIFY(Cycle(hardOnly + incoming("app: x", "")).preScore().isSuccess());
        QVERIFY(Cycle(hardOnly + incoming("app: x", ""), {0, false}).preScore().isSkip());
        Cycle soft(cluster + incoming("app: x", ""), {0, false});
        QVERIFY(soft.preScore().isSuccess());
        QCOMPARE(soft.rawScores(), (Scores{7, 7, 0, 0}));
        Cycle cancelling(fourNodes()
                         + podText("p", "a1", "app: p", prefers("podAffinity", weighted(4, term("zone", "app: x"))))
                         + podText("q", "a1", "app: q", prefers("podAntiAffinity", weighted(4, term("zone", "app: x"))))
                         + incoming("app: x", ""));
        QVERIFY(cancelling.preScore().isSuccess());
        QCOMPARE(cancelling.rawScores(), (Scores{0, 0, 0, 0}));
    }

    void normalises_data()
    {
        QTest::addColumn<Scores>("raw");
        QTest::addColumn<Scores>("normal");
        QTest::newRow("negative") << Scores{-5, 0, 10} << Scores{0, 33, 100};
        QTest::newRow("equal") << Scores{4, 4} << Scores{0, 0};
        QTest::newRow("in double, cut off") << Scores{0, 29, 100, 58} << Scores{0, 28, 100, 57};
    }

    void normalises()
    {
        QFETCH(Scores, raw);
        QFETCH(Scores, normal);
        Cycle cycle(fourNodes()
                    + podText("db", "a1", "app: db", prefers("podAffinity", weighted(7, term("zone", "app: x"))))
                    + incoming("app: x", ""));
        QVERIFY(cycle.preScore().isSuccess());
        std::vector<framework::NodeScore> list;
        for (auto score : raw)
            list.push_back({&cycle.handle.node("a1"), score});
        QVERIFY(cycle.plugin->normalizeScore(cycle.state, *cycle.pod, list).isSuccess());
        Scores result;
        for (const auto& entry : list)
            result.push_back(entry.score);
        QCOMPARE(result, normal);
    }

    void wakesForPods()
    {
        Cycle together(fourNodes() + podText("db", "a1", "app: db") + podText("web", "a1", "app: web")
                       + podText("pending", "", "app: db") + incoming("app: x", affinity(term("zone", "app: db"))));
        const auto db = together.handle.pod("db");
        const auto web = together.handle.pod("web");
        QVERIFY(together.queues(0, nullptr, db.get()));
        QVERIFY(!together.queues(0, nullptr, web.get()));
        QVERIFY(!together.queues(0, nullptr, together.handle.pod("pending").get()));
        QVERIFY(!together.queues(0, db.get(), nullptr));
        QVERIFY(together.queues(0, web.get(), db.get()));
        QVERIFY(!together.queues(0, db.get(), web.get()));
        QVERIFY(together.queues(0, together.pod.get(), together.pod.get()));
        Cycle apart(fourNodes() + podText("db", "a1", "app: db") + podText("web", "a1", "app: web")
                    + podText("loner", "a1", "app: l", antiAffinity(term("zone", "app: x")))
                    + incoming("app: x", antiAffinity(term("zone", "app: db"))));
        const auto otherDb = apart.handle.pod("db");
        const auto otherWeb = apart.handle.pod("web");
        QVERIFY(apart.queues(0, otherDb.get(), nullptr));
        QVERIFY(!apart.queues(0, otherWeb.get(), nullptr));
        QVERIFY(apart.queues(0, apart.handle.pod("loner").get(), nullptr));
        QVERIFY(apart.queues(0, otherDb.get(), otherWeb.get()));
        QVERIFY(!apart.queues(0, otherWeb.get(), otherDb.get()));
        QVERIFY(!apart.queues(0, nullptr, otherDb.get()));
    }

    void hintsKnowNoNamespaceLabels()
    {
        const auto cluster =
            fourNodes() + ns("other", "team: t") + podText("db", "a1", "app: db", {}, "namespace: other");
        const auto hintWith = [&](const std::string& selector) {
            const auto terms = term("zone", "app: db", "namespaceSelector: " + selector);
            Cycle cycle(cluster + incoming("app: x", affinity(terms)));
            return cycle.queues(0, nullptr, cycle.handle.pod("db").get());
        };
        QVERIFY(hintWith("{}"));
        QVERIFY(!hintWith("{matchLabels: {team: t}}"));
    }

    void wakesForNodes()
    {
        const auto moved = [](const api::Node& node, const std::string& zone) {
            auto copy = node;
            if (zone.empty())
                copy.meta.labels.erase(api::Symbol("zone"));
            else
                copy.meta.labels.set(api::Symbol("zone"), api::Symbol(zone));
            return copy;
        };
        Cycle together(fourNodes() + incoming("app: x", affinity(term("zone", "app: db"))));
        Cycle apart(fourNodes() + incoming("app: x", antiAffinity(term("zone", "app: db"))));
        const auto& a1 = together.handle.node("a1").node();
        const auto& bare = together.handle.node("bare").node();
        const auto elsewhere = moved(a1, "c");
        const auto nowhere = moved(a1, "");
        QVERIFY(together.queues(1, nullptr, &a1));
        QVERIFY(!together.queues(1, nullptr, &bare));
        QVERIFY(together.queues(1, &nowhere, &a1));
        QVERIFY(together.queues(1, &a1, &elsewhere));
        QVERIFY(!together.queues(1, &a1, &nowhere));
        QVERIFY(!together.queues(1, &a1, &a1));
        QVERIFY(apart.queues(1, nullptr, &bare));
        QVERIFY(!apart.queues(1, &nowhere, &a1));
        QVERIFY(apart.queues(1, &a1, &elsewhere));
        QVERIFY(apart.queues(1, &a1, &nowhere));
    }

    void signsWithTheLabels()
    {
        std::vector<framework::SignFragment> fragments;
        Cycle with(fourNodes() + incoming("app: x", affinity(term("zone", "app: db"))));
        QCOMPARE(with.plugin->signPod(*with.pod, fragments).message(), "pods with InterPodAffinity are not signable");
        Cycle plain(fourNodes() + incoming("b: '2', a: '1'", ""));
        QVERIFY(plain.plugin->signPod(*plain.pod, fragments).isSuccess());
        QCOMPARE(fragments.at(0).key, "v1.Pod.Labels");
        QCOMPARE(fragments.at(0).json, R"({"a":"1","b":"2"})");
        Cycle ignoring(fourNodes() + incoming("b: '2', a: '1'", ""), {1, true});
        fragments.clear();
        QVERIFY(ignoring.plugin->signPod(*ignoring.pod, fragments).isSuccess());
        QVERIFY(fragments.empty());
    }

    void tellsTheInspector()
    {
        Cycle cycle(fourNodes() + podText("db", "a1", "app: db")
                    + incoming("app: x", antiAffinity(term("zone", "app: db"))));
        QVERIFY(cycle.preFilter().isSuccess());
        QCOMPARE(cycle.state.entries().front().data->describe(),
                 "pods that match the anti-affinity terms:\n  zone=a: 1");
    }
};

QTEST_APPLESS_MAIN(InterPodAffinityTest)
#include "tst_inter_pod_affinity.moc"
