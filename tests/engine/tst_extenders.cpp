// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/simulation.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <map>

using namespace berth;
using nlohmann::json;

namespace {

/// Answers by URL; remembers every request. Without an entry the connection is refused.
class ScriptedHttpExtender final : public ports::HttpExtender {
public:
    using Result = tl::expected<ports::HttpAnswer, std::string>;
    using Script = std::function<Result(const json& request)>;

    void answer(const std::string& url, Script script) { scripts_[url] = std::move(script); }
    void answer(const std::string& url, const std::string& body)
    {
        answer(url, [body](const json&) { return ports::HttpAnswer{200, body, {}}; });
    }

    Result post(const std::string& url, const std::string& body, std::int64_t timeout) override
    {
        requests.emplace_back(url, json::parse(body));
        timeouts.push_back(timeout);
        auto script = scripts_.find(url);
        if (script == scripts_.end())
            return tl::unexpected(ports::postFailure(url, "refused"));
        return script->second(requests.back().second);
    }

    std::vector<std::pair<std::string, json>> requests;
    std::vector<std::int64_t> timeouts;

private:
    std::map<std::string, Script> scripts_;
};

std::string nodeYaml(int i, int cpu)
{
    const auto name = "n" + std::to_string(i);
    return "apiVersion: v1\nkind: Node\nmetadata: {name: " + name + ", labels: {kubernetes.io/hostname: " + name
        + "}}\nstatus: {allocatable: {cpu: \"" + std::to_string(cpu)
        + "\", memory: 16Gi, pods: \"20\", example.com/gpu: \"4\"}}\n---\n";
}

std::string podYaml(const std::string& name, const std::string& cpu, const std::string& more = {},
                    const std::string& resources = {})
{
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: default, uid: uid-" + name
        + "}\nspec:\n  containers: [{name: c, image: i, resources: {requests: {cpu: \"" + cpu + "\"" + resources
        + "}, limits: {cpu: \"" + cpu + "\"" + resources + "}}}]\n" + more + "---\n";
}

const std::string threeNodes = nodeYaml(1, 4) + nodeYaml(2, 6) + nodeYaml(3, 8);

/// A cluster with extenders, run until it settles.
struct World {
    std::shared_ptr<ScriptedHttpExtender> http = std::make_shared<ScriptedHttpExtender>();
    std::unique_ptr<scenario::Simulation> simulation;

    void start(const std::string& extenders, const std::string& more = {}, bool withPort = true, std::uint64_t seed = 0)
    {
        scenario::Setup setup;
        setup.seed = seed;
        setup.configuration = config::loadConfiguration(
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n" + more + "extenders:\n"
                + extenders,
            "scheduler.yaml", {});
        QVERIFY2(setup.configuration.ok(), setup.configuration.error.c_str());
        if (withPort)
            setup.httpExtender = http;
        auto started = scenario::Simulation::start(std::move(setup));
        QVERIFY(started.has_value());
        simulation = std::move(*started);
    }

    void run(const std::string& objects, int rounds = 1)
    {
        const auto rejected = simulation->create(api::decodeStream(objects, "cluster.yaml"));
        QVERIFY2(rejected.empty(), rejected.empty() ? "" : rejected[0].errors[0].c_str());
        simulation->settle({}, {}, rounds);
    }

    const trace::Attempt& attempt(std::size_t index) const { return *simulation->trace().attempts.at(index); }
    std::string nodeOf(const std::string& pod) const
    {
        for (const auto& object : simulation->state().pods)
            if (object->meta.name == pod)
                return object->spec.nodeName;
        return "no such pod";
    }
};

const char* const filterNames = "- {urlPrefix: 'http://x//', filterVerb: filter, nodeCacheCapable: true}\n";
const char* const filterIgnorable =
    "- {urlPrefix: 'http://x', filterVerb: filter, nodeCacheCapable: true, ignorable: true}\n";

}

class tst_Extenders : public QObject {
    Q_OBJECT

private slots:
    void filtersByName()
    {
        World world;
        world.start(filterNames);
        world.http->answer("http://x/filter", R"({"NodeNames": ["n1"], "FailedNodes": {"n2": "no", "n3": "no"}})");
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.nodeOf("p"), std::string("n1"));
        const auto& request = world.http->requests.at(0).second;
        QCOMPARE(request["NodeNames"], json({"n1", "n2", "n3"}));
        QVERIFY(request["Nodes"].is_null());
        QCOMPARE(request["Pod"]["metadata"]["uid"].get<std::string>(), std::string("uid-p"));
        QCOMPARE(world.http->timeouts.at(0), std::int64_t{5'000'000'000});
        QCOMPARE(world.attempt(0).evaluatedNodes, 3);
        QCOMPARE(world.attempt(0).extenderCalls.at(0).outcome, std::string("1 of 3 nodes pass"));
    }

    void isAskedInAWhatIfToo()
    {
        World world;
        world.start(filterNames);
        world.http->answer("http://x/filter", [](const json& request) {
            json answer = {{"NodeNames", json::array()}, {"FailedNodes", json::object()}};
            for (const auto& name : request["NodeNames"])
                if (name == "n1")
                    answer["NodeNames"].push_back(name);
                else
                    answer["FailedNodes"][name.get<std::string>()] = "not here";
            return ports::HttpAnswer{200, answer.dump(), {}};
        });
        world.run(threeNodes + podYaml("p", "10"));
        QCOMPARE(world.attempt(0).extenderCalls.size(), std::size_t{0});
        const auto found = scenario::findSmallestChanges(*world.simulation->worldBefore(0));
        QVERIFY(!found->changes.empty());
        for (const auto& change : found->changes)
            QCOMPARE(change.node, std::string("n1"));
        QVERIFY(!world.http->requests.empty());
        // What is asked in a what-if is no part of the run.
        QCOMPARE(world.attempt(0).extenderCalls.size(), std::size_t{0});
    }

    void filtersByObject()
    {
        World world;
        world.start("- {urlPrefix: 'http://x', filterVerb: filter, httpTimeout: 2s}\n");
        world.http->answer("http://x/filter", [](const json& request) {
            json answer = {{"nodes", {{"items", json::array({request["Nodes"]["items"][1]})}}}};
            return ports::HttpAnswer{200, answer.dump(), {}};
        });
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.nodeOf("p"), std::string("n2"));
        const auto& node = world.http->requests.at(0).second["Nodes"]["items"][0];
        QCOMPARE(node["status"]["allocatable"]["cpu"].get<std::string>(), std::string("4"));
        QVERIFY(world.http->requests.at(0).second["NodeNames"].is_null());
        QCOMPARE(world.http->timeouts.at(0), std::int64_t{2'000'000'000});
    }

    /// Scoring sees nodes that come as objects without their pods.
    void objectsComeBackEmpty()
    {
        const auto objects = nodeYaml(1, 8) + nodeYaml(2, 8) + podYaml("old", "6", "  nodeName: n1\n") + podYaml("p", "1");
        const auto totals = [&](bool asObjects) {
            World world;
            world.start(asObjects ? "- {urlPrefix: 'http://x', filterVerb: filter}\n" : filterNames);
            world.http->answer("http://x/filter", [](const json& request) {
                json answer;
                answer["NodeNames"] = request["NodeNames"];
                answer["Nodes"] = request["Nodes"];
                return ports::HttpAnswer{200, answer.dump(), {}};
            });
            world.run(objects);
            return world.simulation->explain(0)->totals;
        };
        const auto known = totals(false);
        QVERIFY(known.at(0) < known.at(1));
        const auto sent = totals(true);
        QCOMPARE(sent.at(0), sent.at(1));
    }

    void refusalsAndPreemption()
    {
        World world;
        world.start(filterNames);
        world.http->answer("http://x/filter", R"({"NodeNames": [],
            "FailedNodes": {"n1": "soft", "n2": "soft", "ghost": "soft"},
            "FailedAndUnresolvableNodes": {"n2": "hard", "n3": "hard"}})");
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.attempt(0).message,
                 std::string("0/3 nodes are available: 2 hard, 2 soft. no new claims to deallocate, preemption: 0/3 nodes are available: "
                             "1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling."));
        QCOMPARE(world.attempt(0).unschedulablePlugins.size(), std::size_t{1});
        QCOMPARE(world.attempt(0).unschedulablePlugins[0].str(), std::string("Extender"));
        QCOMPARE(world.attempt(0).evaluatedNodes, 4);
    }

    void failuresAreTexts_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("status") << 503 << QByteArray("{}")
                                << QByteArray("failed filter with extender at URL http://x/filter, code 503");
        QTest::newRow("rubbish") << 200 << QByteArray("<html>")
                                 << QByteArray("invalid character '<' looking for beginning of value");
        QTest::newRow("empty") << 200 << QByteArray("") << QByteArray("EOF");
        QTest::newRow("cut") << 200 << QByteArray("{\"NodeNames\": [") << QByteArray("unexpected EOF");
        QTest::newRow("array") << 200 << QByteArray("[]")
                               << QByteArray("json: cannot unmarshal array into Go value of type v1.ExtenderFilterResult");
        QTest::newRow("map") << 200 << QByteArray(R"({"FailedNodes": "x"})")
                             << QByteArray("json: cannot unmarshal string into Go struct field "
                                           "ExtenderFilterResult.FailedNodes of type v1.FailedNodesMap");
        QTest::newRow("name") << 200 << QByteArray(R"({"NodeNames": [1]})")
                              << QByteArray("json: cannot unmarshal number into Go struct field "
                                            "ExtenderFilterResult.NodeNames of type string");
        QTest::newRow("node") << 200 << QByteArray(R"({"Nodes": {"items": [{"metadata": {"name": 5}}]}})")
                              << QByteArray("json: cannot unmarshal number into Go struct field "
                                            "ObjectMeta.Nodes.items.metadata.name of type string");
        QTest::newRow("unhappy") << 200 << QByteArray(R"({"Error": "not today"})") << QByteArray("not today");
        QTest::newRow("unknown") << 200 << QByteArray(R"({"NodeNames": ["ghost"]})")
                                 << QByteArray("extender \"http://x//\" claims a filtered node \"ghost\" which is not "
                                               "found in the input node list");
    }

    /// An error ends the attempt, but not the run; one that may be ignored changes nothing.
    void failuresAreTexts()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, text);
        for (const bool ignorable : {false, true}) {
            World world;
            world.start(ignorable ? filterIgnorable : filterNames);
            world.http->answer("http://x/filter",
                               [&](const json&) { return ports::HttpAnswer{status, body.toStdString(), {}}; });
            world.run(threeNodes + podYaml("p", "1") + podYaml("q", "1"));
            QCOMPARE(world.simulation->trace().attempts.size(), std::size_t{2});
            QCOMPARE(world.attempt(1).pod, std::string("default/q"));
            if (ignorable) {
                QCOMPARE(world.nodeOf("p"), std::string("n3"));
            } else {
                QCOMPARE(QByteArray::fromStdString(world.attempt(0).message), text);
                QCOMPARE(world.attempt(0).result, trace::Result::Error);
                QCOMPARE(QByteArray::fromStdString(world.attempt(0).extenderCalls.at(0).outcome), text);
            }
        }
    }

    void slowBodyIsATimeout()
    {
        World world;
        world.start(filterNames);
        world.http->answer("http://x/filter", [](const json&) {
            return ports::HttpAnswer{200, "{\"NodeNames\": [\"n1\"", ports::http_failures::timeoutInBody};
        });
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.attempt(0).message, std::string(ports::http_failures::timeoutInBody));
        // What is whole already is taken, whatever happens to the connection after it.
        world.http->answer("http://x/filter", [](const json&) {
            return ports::HttpAnswer{200, "{\"NodeNames\": [\"n1\"]} ", ports::http_failures::timeoutInBody};
        });
        world.run(podYaml("q", "1"));
        QCOMPARE(world.nodeOf("q"), std::string("n1"));
    }

    void nobodyThere()
    {
        World world;
        world.start("- {urlPrefix: 'http://127.0.0.1:1/', filterVerb: filter}\n", {}, false);
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.attempt(0).message,
                 std::string("Post \"http://127.0.0.1:1/filter\": dial tcp 127.0.0.1:1: connect: connection refused"));
        QVERIFY(world.attempt(0).queueAfter == trace::QueuePlace::Backoff);
    }

    /// Those that may be ignored are asked last; others are not asked when no node is left.
    void orderOfCalls()
    {
        World world;
        world.start("- {urlPrefix: 'http://a', filterVerb: f, nodeCacheCapable: true, ignorable: true}\n"
                    "- {urlPrefix: 'http://b', filterVerb: f, nodeCacheCapable: true}\n"
                    "- {urlPrefix: 'http://c', filterVerb: f, nodeCacheCapable: true}\n");
        for (const char* url : {"http://a/f", "http://b/f", "http://c/f"})
            world.http->answer(url, R"({"NodeNames": ["n1", "n2"]})");
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.http->requests.size(), std::size_t{3});
        QCOMPARE(world.http->requests[0].first, std::string("http://b/f"));
        QCOMPARE(world.http->requests[1].first, std::string("http://c/f"));
        QCOMPARE(world.http->requests[2].first, std::string("http://a/f"));
        QCOMPARE(world.http->requests[2].second["NodeNames"], json({"n1", "n2"}));
        world.http->answer("http://b/f", "{}");
        world.http->requests.clear();
        world.run(podYaml("q", "1"));
        QCOMPARE(world.http->requests.size(), std::size_t{1});
    }

    void managedResources()
    {
        World world;
        world.start("- urlPrefix: http://x\n  filterVerb: filter\n  nodeCacheCapable: true\n  managedResources:\n"
                    "  - {name: example.com/gpu, ignoredByScheduler: true}\n");
        world.http->answer("http://x/filter", R"({"NodeNames": ["n2"]})");
        world.run(threeNodes + podYaml("plain", "1") + podYaml("gpu", "1", {}, ", example.com/gpu: \"9\""));
        QCOMPARE(world.http->requests.size(), std::size_t{1});
        QCOMPARE(world.nodeOf("plain"), std::string("n3"));
        QCOMPARE(world.nodeOf("gpu"), std::string("n2")); // the scheduler does not count what it ignores
    }

    void prioritizes()
    {
        World world;
        world.start("- {urlPrefix: 'http://x', prioritizeVerb: prio, weight: 100, nodeCacheCapable: true}\n");
        world.http->answer("http://x/prio",
                           R"([{"Host": "n1", "Score": 7}, {"host": "n1", "score": 2}, {"Host": "ghost", "Score": 9}])");
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.nodeOf("p"), std::string("n1"));
        const auto explanation = world.simulation->explain(0);
        QCOMPARE(explanation->extenders, std::vector<std::string>{"http://x"});
        QCOMPARE(explanation->extenderScores.at(0), std::vector<std::int64_t>{9000});
        QCOMPARE(explanation->extenderScores.at(2), std::vector<std::int64_t>{0});
        QCOMPARE(*world.attempt(0).total, explanation->totals.at(0) + 9000);
    }

    void prioritizeErrorsCostOnlyTheOpinion()
    {
        for (const char* body : {"<html>", R"([{"Host": 5}])", R"([{"Host": "n1", "Score": 1.5}])", "{}"}) {
            World world;
            world.start("- {urlPrefix: 'http://x', prioritizeVerb: prio, weight: 100}\n");
            world.http->answer("http://x/prio", body);
            world.run(threeNodes + podYaml("p", "1"));
            QCOMPARE(world.nodeOf("p"), std::string("n3"));
            QVERIFY(world.attempt(0).extenderCalls.at(0).outcome != "1 scores");
        }
    }

    /// Equal totals: chance decides between nodes that an extender gave an entry, the same for equal seeds.
    void tieBreaksAreDrawn()
    {
        auto chosen = [](std::uint64_t seed) {
            World world;
            world.start("- {urlPrefix: 'http://x', prioritizeVerb: prio, weight: 1, nodeCacheCapable: true}\n", {}, true, seed);
            world.http->answer("http://x/prio", [](const json& request) {
                json answer = json::array();
                for (const auto& name : request["NodeNames"])
                    answer.push_back({{"Host", name}, {"Score", 1}});
                return ports::HttpAnswer{200, answer.dump(), {}};
            });
            std::string objects;
            for (int i = 1; i <= 6; ++i)
                objects += nodeYaml(i, 4);
            world.run(objects);
            std::string nodes;
            for (int i = 1; i <= 6; ++i) {
                world.run(podYaml("p" + std::to_string(i), "1", "  nodeSelector: {}\n"));
                nodes += world.attempt(static_cast<std::size_t>(i - 1)).node + " ";
            }
            return nodes;
        };
        const auto first = chosen(1);
        QCOMPARE(chosen(1), first);
        QVERIFY(chosen(2) != first);
    }

    /// With a filtering extender a single node is not enough even if no plugin scores.
    void searchGoesOnForExtenders()
    {
        World world;
        world.start(filterNames, "profiles:\n- plugins: {multiPoint: {disabled: [{name: '*'}], enabled: [{name: PrioritySort}, "
                                 "{name: NodeName}, {name: DefaultBinder}]}}\n");
        world.http->answer("http://x/filter", R"({"NodeNames": ["n2"]})");
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.http->requests.at(0).second["NodeNames"].size(), std::size_t{3});
        QCOMPARE(world.nodeOf("p"), std::string("n2"));
    }

    void binds()
    {
        World world;
        world.start("- {urlPrefix: 'http://x', bindVerb: bind}\n");
        world.http->answer("http://x/bind", R"({"Error": ""})");
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.nodeOf("p"), std::string("n3"));
        QCOMPARE(world.http->requests.at(0).second,
                 json({{"PodName", "p"}, {"PodNamespace", "default"}, {"PodUID", "uid-p"}, {"Node", "n3"}}));
        QCOMPARE(world.attempt(0).extenderCalls.at(0).outcome, std::string("bound to n3"));
        world.http->answer("http://x/bind", R"({"Error": "no"})");
        world.run(podYaml("q", "1"));
        QCOMPARE(world.nodeOf("q"), std::string());
        QCOMPARE(world.attempt(1).message, std::string("no"));
    }

    void bindErrorsCanBeIgnored()
    {
        World world;
        world.start("- {urlPrefix: 'http://x', bindVerb: bind, ignorable: true}\n");
        world.run(threeNodes + podYaml("p", "1"));
        QCOMPARE(world.nodeOf("p"), std::string("n3"));
        QCOMPARE(world.http->requests.size(), std::size_t{1});
    }

    void preempts_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("ignorable");
        QTest::addColumn<QByteArray>("nominated");
        QTest::addColumn<QByteArray>("message");
        const QByteArray noVictims = R"({"NodeNameToMetaVictims": {"n1": {"Pods": []}}})";
        const QByteArray badUid = R"({"NodeNameToMetaVictims": {"n1": {"Pods": [{"UID": "zz"}]}}})";
        QTest::newRow("chosen") << QByteArray(R"({"NodeNameToMetaVictims": {"n3": {"Pods": [{"UID": "uid-v3"}]}}})") << false
                                << QByteArray("n3") << QByteArray();
        QTest::newRow("none") << QByteArray("{}") << false << QByteArray()
                              << QByteArray("preemption: no candidate node for preemption");
        QTest::newRow("no victims") << noVictims << false << QByteArray()
                                    << QByteArray("preemption: expected at least one victim pod on node \"n1\"");
        QTest::newRow("no victims, ignorable") << noVictims << true << QByteArray()
                                               << QByteArray("preemption: no candidate node for preemption");
        QTest::newRow("bad uid") << badUid << false << QByteArray()
                                 << QByteArray("preemption: extender: http://x claims to preempt pod (UID: &{zz}) on node: "
                                               "n1, but the pod is not found on that node");
        QTest::newRow("bad uid, ignorable") << badUid << true << QByteArray("n1") << QByteArray();
        QTest::newRow("bad node") << QByteArray(R"({"NodeNameToMetaVictims": {"ghost": {"Pods": []}}})") << false
                                  << QByteArray()
                                  << QByteArray("preemption: nodeinfo not found for node name \"ghost\"");
        QTest::newRow("type") << QByteArray(R"({"NodeNameToMetaVictims": {"a": {"Pods": 5}}})") << false << QByteArray()
                              << QByteArray("preemption: json: cannot unmarshal number into Go struct field "
                                            "MetaVictims.NodeNameToMetaVictims.Pods of type []*v1.MetaPod");
    }

    void preempts()
    {
        QFETCH(QByteArray, body);
        QFETCH(bool, ignorable);
        QFETCH(QByteArray, nominated);
        QFETCH(QByteArray, message);
        std::string objects = threeNodes;
        for (int i = 1; i <= 3; ++i)
            objects += podYaml("v" + std::to_string(i), std::to_string(2 * i + 1),
                               "  nodeName: n" + std::to_string(i) + "\n  priority: " + std::to_string(i) + "\n");
        objects += podYaml("big", "3", "  priority: 100\n");
        for (const bool names : {true, false}) {
            World world;
            world.start(std::string("- {urlPrefix: 'http://x', preemptVerb: preempt, nodeCacheCapable: ")
                        + (names ? "true" : "false") + ", ignorable: " + (ignorable ? "true" : "false") + "}\n");
            world.http->answer("http://x/preempt", body.toStdString());
            world.run(objects);
            const auto& record = *world.attempt(0).postFilter;
            QCOMPARE(QByteArray::fromStdString(record.nominatedNode.value_or("")), nominated);
            if (message.isEmpty())
                QCOMPARE(record.victims.size(), std::size_t{1});
            else
                QVERIFY2(QByteArray::fromStdString(record.message).endsWith(message), record.message.c_str());
            const auto& request = world.http->requests.at(0).second;
            const auto& victims = request[names ? "NodeNameToMetaVictims" : "NodeNameToVictims"]["n2"];
            QVERIFY(request[names ? "NodeNameToVictims" : "NodeNameToMetaVictims"].is_null());
            QCOMPARE(victims["NumPDBViolations"].get<int>(), 0);
            const auto& victim = victims["Pods"][0];
            QCOMPARE((names ? victim["UID"] : victim["metadata"]["uid"]).get<std::string>(), std::string("uid-v2"));
        }
    }

    /// An explanation is a function of the trace: nobody is asked again, and the same comes out.
    void explanationsNeverCallOut()
    {
        World world;
        world.start("- {urlPrefix: 'http://x', filterVerb: filter, prioritizeVerb: prio, weight: 1, nodeCacheCapable: true}\n");
        world.http->answer("http://x/filter", R"({"NodeNames": ["n1", "n2"], "FailedNodes": {"n3": "no"}})");
        world.http->answer("http://x/prio", R"([{"Host": "n1", "Score": 10}])");
        world.run(threeNodes + podYaml("p", "1"));
        const auto asked = world.http->requests.size();
        world.http->answer("http://x/filter", R"({"Error": "changed my mind"})");
        const auto explanation = world.simulation->explain(0);
        QCOMPARE(world.http->requests.size(), asked);
        QCOMPARE(explanation->feasible, (std::vector<std::uint32_t>{0, 1}));
        QCOMPARE(explanation->extenderScores.at(0), std::vector<std::int64_t>{100});
    }
};

QTEST_APPLESS_MAIN(tst_Extenders)
#include "tst_extenders.moc"
