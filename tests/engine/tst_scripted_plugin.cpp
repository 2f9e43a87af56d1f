// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/branch.h"
#include "scenario/folder.h"
#include "scenario/player.h"
#include "scenario/scripts.h"

#include <QTest>

#include <algorithm>

using namespace berth;

/// What QCOMPARE shows of texts.
namespace QTest {
template <>
char* toString(const std::string& text)
{
    return qstrdup(text.c_str());
}
}

namespace {

const char* const twoNodes = R"(
apiVersion: v1
kind: Node
metadata: {name: a, labels: {team: legacy, size: "30"}}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
---
apiVersion: v1
kind: Node
metadata: {name: b, labels: {team: web, size: "70"}}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
)";

std::string pod(const std::string& name, const std::string& labels = "", const std::string& cpu = "1")
{
    return "---\napiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: default, labels: {" + labels
        + "}}\nspec: {containers: [{name: c, image: i, resources: {requests: {cpu: \"" + cpu + "\"}}}]}\n";
}

/// A simulation with scripts that run at all their points.
struct World {
    std::unique_ptr<scenario::Simulation> simulation;
    std::string error;

    explicit World(std::vector<std::string> scripts, bool explain = false, plugins::ScriptLimits limits = {}, bool history = false)
    {
        scenario::Setup setup;
        for (std::size_t i = 0; i < scripts.size(); ++i)
            setup.scripts.push_back({"p" + std::to_string(i + 1) + ".lua", scripts[i]});
        setup.scriptLimits = limits;
        setup.explainEverything = explain;
        setup.keepHistory = history;
        auto configuration = scenario::loadWithScripts("", "", {}, setup.scripts);
        if (!configuration) {
            error = configuration.error();
            return;
        }
        setup.configuration = std::move(*configuration);
        error = setup.configuration.error;
        if (!error.empty())
            return;
        auto started = scenario::Simulation::start(std::move(setup));
        if (!started)
            error = started.error();
        else
            simulation = std::move(*started);
    }
    scenario::Simulation* operator->() { return simulation.get(); }

    void create(const std::string& yaml) { QVERIFY(simulation->create(api::decodeStream(yaml, "test")).empty()); }
    void run(const std::string& pods)
    {
        create(twoNodes);
        create(pods);
        simulation->settle({}, {}, 1);
    }
    const trace::Attempt& last() const { return *simulation->trace().attempts.back(); }
    std::string nodeOf(const std::string& name) const
    {
        for (const auto& each : simulation->state().pods)
            if (each->meta.name == name)
                return each->spec.nodeName;
        return "?";
    }
    std::string notes() const
    {
        std::string all;
        for (const auto& note : simulation->trace().notes)
            all += note.text + "\n";
        return all;
    }
};

/// Everything of a run that has an order, as one text.
std::string traceText(const scenario::Simulation& simulation)
{
    std::string text;
    for (const auto& attempt : simulation.trace().attempts)
        text += attempt->pod + " " + attempt->node + " " + attempt->message + "\n";
    for (const auto& move : simulation.trace().moves)
        text += move.pod + " " + std::string(trace::queuePlaceName(move.to)) + " " + move.cause.str() + "\n";
    for (const auto& note : simulation.trace().notes)
        text += note.text + "\n";
    return text;
}

}

class ScriptedPlugins : public QObject {
    Q_OBJECT

private slots:
    void filters()
    {
        World world({"function filter(state, pod, node)\n if node.labels.team == 'legacy' then\n"
                     "  return framework.unschedulable('legacy')\n end\nend"});
        QCOMPARE(world.error, std::string());
        world.run(pod("x"));
        QCOMPARE(world.nodeOf("x"), std::string("b"));
    }

    void callsEveryPointInOrder()
    {
        std::string script;
        for (const char* point : {"preEnqueue", "preFilter", "filter", "preScore", "reserve", "permit", "preBindPreFlight",
                                  "preBind", "postBind"})
            script += std::string("function ") + point + "() framework.log('" + point + "') end\n";
        script += "function score(state, pod, node) return tonumber(node.labels.size) end\n"
                  "function normalize(state, pod, scores)\n framework.log('normalize ' .. scores[1].score)\n"
                  " for _, s in ipairs(scores) do s.score = 100 - s.score end\nend\n"
                  "function bind(state, pod, node) framework.log('bind') assert(handle.bind(pod, node)) end\n";
        World world({script});
        QCOMPARE(world.error, std::string());
        world.run(pod("x"));
        QCOMPARE(world.notes(),
                 std::string("preEnqueue\npreFilter\nfilter\npreScore\nnormalize 30\nreserve\npermit\npreBindPreFlight\n"
                             "preBind\nbind\npostBind\n"));
        QCOMPARE(world.nodeOf("x"), std::string("a"));
    }

    void sortsTheQueue()
    {
        World world({"function less(a, b) return a.pod.name > b.pod.name end"});
        QCOMPARE(world.error, std::string());
        world.run(pod("w") + pod("x") + pod("z"));
        QCOMPARE(world->trace().attempts.front()->pod, std::string("default/z"));
        QCOMPARE(world.last().pod, std::string("default/w"));
    }

    void gates()
    {
        World world({"function preEnqueue(pod)\n if not pod.labels.ready then return framework.unschedulable('not yet') "
                     "end\nend\nevents = {}"});
        world.run(pod("x"));
        QCOMPARE(world->queueRecord(0, "").gated, std::vector<std::string>{"default/x"});
    }

    void narrowsNodes()
    {
        World world({"function preFilter(state, pod, nodes) return framework.success(), {nodes[2].name} end"});
        world.run(pod("x"));
        QCOMPARE(world.nodeOf("x"), std::string("b"));
        QCOMPARE(world.last().feasibleNodes, 1);
    }

    void errorsAreStatusesWithAPlace_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("message");
        QTest::newRow("nil") << "function filter(state, pod, node)\n local x\n return x.y\nend"
                             << "running \"p1\" filter plugin: p1.lua:3: attempt to index a nil value (local 'x')";
        QTest::newRow("loop") << "function preFilter()\n while true do end\nend"
                              << "running PreFilter plugin \"p1\": p1.lua:2: exceeded 1000000 instructions";
        QTest::newRow("memory") << "function preScore()\n local t, x = {}, ('x'):rep(100000)\n while true do t[#t + 1] = x .. #t end\nend"
                                << "exceeded 32768 KiB of memory";
        QTest::newRow("field") << "function filter(state, pod, node)\n return pod.lables\nend"
                               << "p1.lua:2: a pod has no field 'lables'";
        QTest::newRow("write") << "function filter(state, pod, node)\n pod.labels.x = 'y'\nend"
                               << "p1.lua:2: what comes from the scheduler cannot be changed";
        QTest::newRow("result") << "\nfunction filter(state, pod, node)\n return false\nend"
                                << "p1.lua:2: filter returned a boolean; a status";
        QTest::newRow("score") << "function score() return 0.5 end" << "p1.lua:1: score returned a number; an integer";
        QTest::newRow("range") << "function score() return 101 end" << "returns an invalid score 101";
        QTest::newRow("kept") << "function preFilter(state, pod) kept = pod end\n"
                                 "function filter(state, pod, node) return kept.name end"
                              << "p1.lua:2: this pod was handed to an earlier call";
        QTest::newRow("own error") << "function reserve() return framework.error('no room in the book') end"
                                   << "running Reserve plugin \"p1\": no room in the book";
    }
    void errorsAreStatusesWithAPlace()
    {
        QFETCH(QString, script);
        QFETCH(QString, message);
        World world({script.toStdString()});
        QCOMPARE(world.error, std::string());
        world.run(pod("x"));
        const auto& attempt = *world->trace().attempts.front();
        QCOMPARE(attempt.result, trace::Result::Error);
        QVERIFY2(attempt.message.find(message.toStdString()) != std::string::npos, attempt.message.c_str());
        QCOMPARE(world->queueRecord(0, "").backoff, std::vector<std::string>{"default/x"});
    }

    void aScriptThatCannotRunIsNamedAtTheStart()
    {
        QCOMPARE(World({"function filter(\n"}).error, std::string("p1.lua:2: <name> or '...' expected near <eof>"));
        QCOMPARE(World({"x = 1"}).error,
                 std::string("p1.lua: no function of this script is an extension point (filter, score, …)"));
        QVERIFY(World({"plugin = {name = 'NodeName'} function filter() end"}).error.find("already exists")
                != std::string::npos);
        QVERIFY(World({"function filter() end events = {{resource = 'Nod', actions = {'Add'}}}"})
                    .error.find("there is no resource 'Nod'")
                != std::string::npos);
    }

    void hintsDecideWhoWakes()
    {
        World world({"function filter(state, pod, node)\n if node.labels.team ~= 'new' then\n"
                     "  return framework.unschedulable('no')\n end\nend\n"
                     "events = {{resource = 'Node', actions = {'Add', 'UpdateNodeTaint'},\n"
                     "  hint = function(pod, before, after) return after.labels.team == 'new' end}}"});
        world.run(pod("x"));
        QCOMPARE(world.last().unschedulablePlugins, std::vector<api::Symbol>{api::Symbol("p1")});
        world.create("apiVersion: v1\nkind: Node\nmetadata: {name: c, labels: {team: old}}\n"
                     "status: {allocatable: {cpu: \"4\", memory: 8Gi, pods: \"10\"}}\n");
        QCOMPARE(world->queueRecord(0, "").unschedulable, std::vector<std::string>{"default/x"});
        world.create("apiVersion: v1\nkind: Node\nmetadata: {name: d, labels: {team: new}}\n"
                     "status: {allocatable: {cpu: \"4\", memory: 8Gi, pods: \"10\"}}\n");
        world->settle({}, {}, 5);
        QCOMPARE(world.nodeOf("x"), std::string("d"));
    }

    void stateGoesFromPointToPoint()
    {
        World world({"function preFilter(state, pod) state:write('w', {n = 1, list = {'a'}}) end\n"
                     "function filter(state, pod, node) state:read('w').n = state:read('w').n + 1 end\n"
                     "function reserve(state) framework.log(state:read('w').n) state:delete('w')\n"
                     " framework.log(tostring(state:read('w'))) end"});
        world.run(pod("x"));
        QCOMPARE(world.notes(), std::string("3\nnil\n"));
        const auto explanation = world->explain(0);
        const auto& contents = explanation->cycleState;
        const auto own = std::find_if(contents.begin(), contents.end(),
                                      [](const auto& entry) { return entry.first == "p1/w"; });
        QVERIFY(own != contents.end());
        QCOMPARE(own->second, std::string("{list={\"a\"}, n=3}"));
    }

    void explainingChangesNothing()
    {
        const std::string script = "count = 0\nfunction filter(state, pod, node)\n count = count + 1\n"
                                   " framework.log(count)\n if count % 3 == 0 then\n"
                                   "  return framework.unschedulable('every third') end\nend";
        std::string pods;
        for (int i = 0; i < 6; ++i)
            pods += pod("x" + std::to_string(i));
        World plain({script});
        plain.run(pods);
        World explained({script}, true);
        explained.run(pods);
        QCOMPARE(traceText(*explained.simulation), traceText(*plain.simulation));
        for (std::size_t i = 0; i < plain->trace().attempts.size(); ++i)
            QVERIFY(plain->explain(i));
        plain.create(pod("w"));
        explained.create(pod("w"));
        plain->settle({}, {}, 1);
        explained->settle({}, {}, 1);
        QCOMPARE(traceText(*explained.simulation), traceText(*plain.simulation));
    }

    void theSameRunTwiceIsTheSame()
    {
        const std::string script = "seen = {}\nfunction filter(state, pod, node)\n seen[node.name .. pod.name] = true\n"
                                   " for k in pairs(seen) do framework.log(k) break end\n"
                                   " for k, v in pairs(node.labels) do framework.log(k .. v) end\nend";
        std::string texts[2];
        for (auto& text : texts) {
            World world({script});
            world.run(pod("x") + pod("w", "a: b"));
            text = traceText(*world.simulation);
        }
        QCOMPARE(texts[0], texts[1]);
    }

    void reloadsBetweenCycles()
    {
        const std::string refuse = "function filter() return framework.unschedulable('v1') end";
        World world({refuse});
        world.run(pod("x"));
        QCOMPARE(world.nodeOf("x"), std::string());
        auto broken = world->reloadScript("p1", "function filter()\n return framework.\nend");
        QVERIFY(!broken);
        QCOMPARE(broken.error(), std::string("p1.lua:3: <name> expected near 'end'"));
        QVERIFY(!world->reloadScript("p1", "function score() return 1 end"));
        QVERIFY(!world->reloadScript("p9", refuse));
        world.create(pod("w"));
        world->settle({}, {}, 1);
        QVERIFY(world.last().message.find("v1") != std::string::npos);
        QVERIFY(world->reloadScript("p1", "function filter() end"));
        world.create(pod("z"));
        world->settle({}, {}, 1);
        QVERIFY(!world.nodeOf("z").empty());
    }

    /// Whatever is made of the scripts after a reload is made of the new text.
    void everybodyRunsTheTextThatWasReloaded()
    {
        World world({"function filter() return framework.unschedulable('v1') end"});
        world.run(pod("x"));
        QVERIFY(world->reloadScript("p1", "function filter() end"));
        const auto found = scenario::findSmallestChanges(*world->worldBefore(0));
        QVERIFY(!found->node.empty());
        QVERIFY(world->reconfigure(world->recording().setup.configuration));
        world->settle({}, {}, 1);
        QVERIFY(!world.nodeOf("x").empty());
    }

    void otherFunctionsNeedAnotherScheduler()
    {
        World world({"function filter() return framework.unschedulable('v1') end"}, false, {}, true);
        world.run(pod("x"));
        const std::vector<plugins::ScriptSource> scripts{{"p1.lua", "function score(state, pod, node) return tonumber(node.labels.size) end\n"
                                                                     "function permit() return framework.wait(5) end"}};
        const auto configuration = scenario::loadWithScripts("", "", {}, scripts);
        QVERIFY(world->replaceScripts(scripts, *configuration));
        world->settle({}, {}, 1);
        QCOMPARE(world.last().node, std::string("b"));
        QVERIFY(world->allowWaitingPod("default/x", "p1"));
        QCOMPARE(world.nodeOf("x"), std::string("b"));
        QCOMPARE(world->trace().attempts.size(), std::size_t(2));
        // What a script that cannot be run would have replaced goes on.
        const std::vector<plugins::ScriptSource> broken{{"p1.lua", "function score("}};
        QVERIFY(!world->replaceScripts(broken, *configuration));
        world.create(pod("w"));
        world->settle({}, {}, 1);
        QVERIFY(world->allowWaitingPod("default/w", "p1"));

        const auto again = scenario::branch(world->recording(), world->history(), world->history().happenings.size());
        QVERIFY(again);
        QCOMPARE(traceText(**again), traceText(*world.simulation));
    }

    void theWaitingPodsStateSurvivesAReload()
    {
        const std::string permit = "function reserve(state) state:write('k', {n = 7}) end\n"
                                   "function permit() return framework.wait(60) end\n";
        World world({permit + "function unreserve() end"});
        world.run(pod("x"));
        QVERIFY(world->reloadScript("p1", permit + "function unreserve(state) framework.log(state:read('k').n) end"));
        QVERIFY(world->rejectWaitingPod("default/x", "p1", "no"));
        QCOMPARE(world.notes(), std::string("7\n"));
    }
};

QTEST_APPLESS_MAIN(ScriptedPlugins)
#include "tst_scripted_plugin.moc"
