// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/junit_report.h"
#include "scenario/merge_patch.h"
#include "scenario/open.h"
#include "scenario/scenario_file.h"
#include "scenario/trace_text.h"

#include "api/text.h"
#include "cluster/virtual_clock.h"

#include <QTest>

#include <QXmlStreamReader>

#include <algorithm>
#include <fstream>

#if __has_include(<valijson/validator.hpp>)
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#define HAS_VALIJSON
#endif

using namespace berth;
namespace fs = std::filesystem;

namespace {

constexpr const char* head = "apiVersion: berth/v1\nkind: Scenario\n";

api::Problems problemsOf(const std::string& text)
{
    api::Problems problems;
    scenario::readScenarioFile(text, "s.yaml", problems);
    return problems;
}

scenario::Played play(const std::string& text)
{
    api::Problems problems;
    auto run = scenario::readScenarioFile(text, "s.yaml", problems);
    if (!problems.empty())
        throw std::runtime_error(problems.front().toString());
    run.explainEverything = false;
    return scenario::play(run);
}

/// Every scenario file of the repository: those of the tests, and the samples.
std::vector<fs::path> scenarioFiles()
{
    std::vector<fs::path> files;
    for (const char* root : {BERTH_TESTS_DIR "/scenarios", BERTH_SAMPLES_DIR})
        for (const auto& entry : fs::recursive_directory_iterator(root))
            if (entry.path().extension() == ".yaml" && scenario::isScenarioFile(scenario::readTextFile(entry.path()).value_or("")))
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// A node, a pod on it and one that does not fit.
const std::string podsOnANode = std::string(head) +
    "cluster:\n"
    "- {apiVersion: v1, kind: Node, metadata: {name: n1, labels: {zone: a}}, status: {allocatable: {cpu: '4', pods: '9'}}}\n"
    "- {apiVersion: v1, kind: Pod, metadata: {name: in, labels: {app: x}}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: '1'}}}]}}\n"
    "- {apiVersion: v1, kind: Pod, metadata: {name: out, labels: {app: x}}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: '8'}}}]}}\n"
    "steps:\n"
    "- at: 20s\n";

#ifdef HAS_VALIJSON
bool isValid(const std::string& text)
{
    static const auto schema = [] {
        std::ifstream in(BERTH_SOURCE_DIR "/resources/schemas/scenario.schema.json");
        const auto document = nlohmann::json::parse(in);
        auto parsed = std::make_unique<valijson::Schema>();
        valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(valijson::adapters::NlohmannJsonAdapter(document), *parsed);
        return parsed;
    }();
    const auto instance = nlohmann::json::parse(api::toJson(api::parseYaml(text)->value));
    return valijson::Validator(valijson::Validator::kStrongTypes).validate(*schema, valijson::adapters::NlohmannJsonAdapter(instance), nullptr);
}
#endif

}

class ScenarioFiles : public QObject {
    Q_OBJECT

private slots:
    void everyScenarioHolds_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& file : scenarioFiles())
            QTest::addRow("%s", file.filename().c_str()) << QString::fromStdString(file.string());
    }
    void everyScenarioHolds()
    {
        QFETCH(QString, file);
        auto opened = scenario::openFiles({file.toStdString()});
        QVERIFY2(opened.failure.empty(), opened.failure.c_str());
        opened.run.explainEverything = false;
        const auto played = scenario::play(opened.run);
        QVERIFY2(played.configError.empty(), played.configError.c_str());
        QVERIFY(!played.checked.empty());
        for (const auto& checked : played.checked)
            QVERIFY2(checked.holds(), checked.toProblem().toString().c_str());
        for (const auto& rejected : played.rejected)
            QFAIL((rejected.object + ": " + rejected.errors.front()).c_str());
        const auto again = scenario::play(opened.run);
        QCOMPARE(scenario::digestOf(*again.simulation).text(), scenario::digestOf(*played.simulation).text());
    }

    /// Two bindings at once, each of five seconds.
    void theSchedulerTakesItsTime()
    {
        const std::string text = std::string(head) + "scheduler: {bindingDuration: 5s, startSync: WaitForCacheSync, deliveriesPerAttempt: 1000}\n"
            "cluster:\n"
            "- {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: '4', pods: '9'}}}\n"
            "- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c, image: i}]}}\n"
            "- {apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {containers: [{name: c, image: i}]}}\n"
            "steps:\n"
            "- at: 4s\n  expect:\n  - {pods: all, count: 2, pending: true}\n  - attempts: 2\n"
            "- at: 6s\n  expect:\n  - {pods: all, count: 2, node: n1}\n";
        api::Problems problems;
        const auto run = scenario::readScenarioFile(text, "here.yaml", problems);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().toString().c_str());
        QCOMPARE(run.timing.startSync, trace::StartSync::CachesOnly);
        QCOMPARE(run.timing.deliveriesPerAttempt, 1000);
        const auto played = scenario::play(run);
        QCOMPARE(played.checked.size(), std::size_t(3));
        for (const auto& checked : played.checked)
            QVERIFY2(checked.holds(), checked.toProblem().toString().c_str());
#ifdef HAS_VALIJSON
        QVERIFY(isValid(text));
#endif
        std::string wrong = text;
        wrong.replace(wrong.find("WaitForCacheSync"), 16, "WaitForGodot");
        static_cast<void>(scenario::readScenarioFile(wrong, "here.yaml", problems));
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems.front().message, std::string("startSync: WaitForHandlersSync or WaitForCacheSync is expected"));
    }

    /// Each kind of demand, once as it is and once as it is not: what does not hold is found, with what there is.
    void wrongExpectationsAreFound_data()
    {
        QTest::addColumn<QString>("right");
        QTest::addColumn<QString>("wrong");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* right, const char* wrong, const char* found) {
            QTest::addRow("%s", wrong) << QString::fromUtf8(right) << QString::fromUtf8(wrong) << QString::fromUtf8(found);
        };
        row("pod: in, node: n1", "pod: in, node: [n2, n3]", "it is on node n1");
        row("pod: in, phase: Running", "pod: in, phase: Failed", "it is Running");
        row("pod: out, pending: true", "pod: out, pending: false", "it is pending: 0/1 nodes are available: 1 Insufficient cpu.");
        row("pod: out, reason: Insufficient cpu", "pod: out, reason: [Insufficient, memory]", "it is pending: 0/1 nodes are available: 1 Insufficient cpu.");
        row("pod: in, pending: false", "pod: in, reason: cpu", "it is on node n1");
        row("pod: gone, exists: false", "pod: gone, node: n1", "there is no such pod");
        row("pod: in, exists: true", "pod: in, exists: false", "it exists, it is on node n1");
        row("pod: in, attempts: 1", "pod: in, attempts: {atLeast: 2}", "it has had 1");
        row("pods: {selector: {app: x}}, count: 2", "pods: {selector: {app: z}}, count: {atLeast: 1}", "there are 0: nothing");
        row("pods: all, pending: true, count: 1", "pods: {namespace: default}, node: n1, count: 2", "there are 1: default/in on n1");
        row("node: n1, pods: 1", "node: n1, pods: {atMost: 0}", "it has 1");
        row("node: n1, utilisation: {cpu: 25}", "node: n1, utilisation: {cpu: {atLeast: 26}}", "cpu: 25 % are asked for");
        row("node: n1, schedulable: true", "node: n1, schedulable: false", "it is schedulable");
        row("node: n1, withoutTaint: k", "node: n1, taint: k", "its taints are ");
        row("node: n2, exists: false", "node: n2, ready: true", "there is no such node");
        row("queue: {unschedulable: [out]}", "queue: {unschedulable: [in]}", "in unschedulable: default/out");
        row("queue: {active: 0}", "queue: {unschedulable: 0}", "in unschedulable are 1: default/out");
        row("event: Scheduled, count: 1", "event: Preempted", "it was recorded 0 times");
        row("event: {object: Pod in}", "event: {reason: Scheduled, message: moon}", "it was recorded 0 times; the last one of that reason says \"Successfully assigned default/in to n1\"");
        row("object: Node n1, fields: {metadata.labels.zone: a}", "object: Node n1, fields: {metadata.labels.zone: b}", "metadata.labels.zone is a");
        row("object: Pod in, fields: {status.phase: Running, spec.containers.c.image: i}", "object: Pod in, fields: {status.conditions.Ready.status: 'False'}", "status.conditions.Ready.status is True");
        row("object: Service s, exists: false", "deployment: web, ready: 1", "there is no such object");
        row("attempts: {atLeast: 2}", "attempts: {atMost: 1}", "there were 2");
    }
    void wrongExpectationsAreFound()
    {
        QFETCH(QString, right);
        QFETCH(QString, wrong);
        QFETCH(QString, found);
        const auto played = play(podsOnANode + "  expect:\n  - {" + right.toStdString() + "}\n  - {" + wrong.toStdString() + "}\n");
        QCOMPARE(played.checked.size(), std::size_t(2));
        QCOMPARE(played.checked[0].found, std::string());
        QVERIFY(!played.checked[1].holds());
        QVERIFY2(played.checked[1].found.starts_with(found.toStdString()), played.checked[1].found.c_str());
        QCOMPARE(played.checked[1].position, (api::Position{11, 5}));
        QVERIFY(!played.checked[1].text.empty());
    }

    void mistakesHaveTheirPlace_data()
    {
        QTest::addColumn<QString>("rest");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* rest, const char* problem) {
            QTest::addRow("%s", rest) << QString::fromUtf8(rest) << QString::fromUtf8(problem);
        };
        row("stepz: []", "s.yaml:3:1: error: unknown field \"stepz\" in a scenario");
        row("steps: {}", "s.yaml:3:8: error: steps: a list is expected");
        row("steps:\n- at: soon\n  settle: 1s", "s.yaml:4:7: error: at: a duration is expected");
        row("steps:\n- {at: 10s}\n- {at: 5s}", "s.yaml:5:8: error: at: the steps before are later");
        row("steps:\n- {at: 10s, after: 5s}", "s.yaml:4:20: error: a step has at or after, not both");
        row("steps:\n- {cordon: n1, drain: n1}", "s.yaml:4:23: error: a step does one thing; this one does cordon already");
        row("steps:\n- {delete: pod}", "s.yaml:4:12: error: an object is named `Kind [namespace/]name`");
        row("steps:\n- {delete: Pot x}", "s.yaml:4:12: error: unknown kind \"Pot\"");
        row("steps:\n- {scale: {object: Deployment d}}", "s.yaml:4:11: error: scale: replicas is missing");
        row("steps:\n- {name: nothing}", "s.yaml:4:3: error: a step has a time, an action or expectations");
        row("steps:\n- expect:\n  - {pot: x}", "s.yaml:5:5: error: an expectation is about one of pod, pods");
        row("steps:\n- expect:\n  - {pod: x, nod: y}", "s.yaml:5:14: error: unknown field \"nod\" in an expectation");
        row("steps:\n- expect:\n  - {pods: all}", "s.yaml:5:5: error: pods: count is missing");
        row("steps:\n- expect:\n  - {attempts: few}", "s.yaml:5:16: error: attempts: a whole number, or a mapping");
        row("steps:\n- expect:\n  - {node: n1, pods: {}}", "s.yaml:5:22: error: pods: atLeast or atMost is missing");
        row("seed: many", "s.yaml:3:7: error: seed: a whole number");
        row("featureGates: {NoSuchGate: true}", "s.yaml:3:15: error: ");
        row("server: {behaviour: dead}", "s.yaml:3:21: error: behaviour: living or oracle is expected");
        row("server: {kubelet: {startDelay: -1}}", "s.yaml:3:32: error: startDelay: a duration is expected");
        row("cluster:\n- {kind: Pod, apiVersion: v1, metadata: {name: x}, spec: {containers: 1}}", "s.yaml:4:71: error: ");
        row("cluster: [not-there.yaml]", "s.yaml:3:11: error: open not-there.yaml: no such file or directory");
        row("configuration: not-there.yaml", "s.yaml:3:16: error: open not-there.yaml: no such file or directory");
        row("steps: [", "s.yaml:4: error: yaml: ");
    }
    void mistakesHaveTheirPlace()
    {
        QFETCH(QString, rest);
        QFETCH(QString, problem);
        const auto problems = problemsOf(head + rest.toStdString() + "\n");
        QVERIFY(!problems.empty());
        QVERIFY2(problems.front().toString().starts_with(problem.toStdString()) || problem.contains(QStringLiteral("yaml: ")),
                 problems.front().toString().c_str());
    }

    /// The schema, which editors check by, and the reader say the same of good and bad files.
    void schemaAndReaderAgree()
    {
#ifdef HAS_VALIJSON
        for (const auto& file : scenarioFiles())
            QVERIFY2(isValid(scenario::readTextFile(file).value()), file.c_str());
        for (const char* rest : {"steps: []", "steps:\n- {at: 1m30s}", "steps:\n- {after: 2.5, cordon: [a, b]}", "steps:\n- {drain: n1}\n- {fail: n1}\n- {recover: n1}",
                                 "steps:\n- {scale: {object: Deployment a/b, replicas: 3}}", "steps:\n- {delete: {kind: Pod, name: x}}",
                                 "steps:\n- {patch: {object: Node n, with: {spec: {}}}}", "server: {behaviour: oracle}", "seed: 4",
                                 "steps:\n- expect: [{daemonSet: d, desired: 2}, {job: j, succeeded: {atLeast: 1}}, {queue: {waiting: 0}}]"}) {
            const auto text = std::string(head) + rest + "\n";
            QVERIFY2(isValid(text), rest);
            QVERIFY2(problemsOf(text).empty(), rest);
        }
        for (const char* rest : {"stepz: []", "steps: {}", "steps:\n- {at: 10s, after: 5s}", "steps:\n- {delete: pod}", "steps:\n- {scale: {object: Deployment d}}",
                                 "steps:\n- expect:\n  - {pot: x}", "steps:\n- expect:\n  - {pod: x, nod: y}", "steps:\n- expect:\n  - {pods: all}",
                                 "steps:\n- expect:\n  - {attempts: few}", "steps:\n- expect:\n  - {node: n1, pods: {}}", "seed: many", "server: {behaviour: dead}",
                                 "server: {kubelet: {startDelay: -1}}", "featureGates: {A: 1}", "steps:\n- {settle: false}"}) {
            const auto text = std::string(head) + rest + "\n";
            QVERIFY2(!isValid(text), rest);
            QVERIFY2(!problemsOf(text).empty(), rest);
        }
#else
        QSKIP("built without valijson");
#endif
    }

    void inlineConfigurationKeepsItsPlaces()
    {
        api::Problems problems;
        const auto run = scenario::readScenarioFile(std::string(head) + "configuration:\n  apiVersion: kubescheduler.config.k8s.io/v1\n"
                                                    "  kind: KubeSchedulerConfiguration\n  parallelism: many\nseed: 3\n", "s.yaml", problems);
        QVERIFY(problems.empty());
        QCOMPARE(run.seed, std::uint64_t(3));
        const auto loaded = config::loadConfiguration(run.configurationText, "s.yaml", {});
        QVERIFY(!loaded.ok());
        QCOMPARE(loaded.problems.front().position.line, 6U);
    }

    void junitIsWellFormed()
    {
        const auto played = play(podsOnANode + "  expect:\n  - {pod: in, node: n1}\n  - {pod: out, reason: \"<&\\\"\"}\n");
        const auto xml = scenario::junitReport("a \"suite\" & more", played.checked, {});
        QXmlStreamReader reader(QByteArray::fromStdString(xml));
        int cases = 0;
        int failures = 0;
        while (!reader.atEnd()) {
            reader.readNext();
            if (!reader.isStartElement())
                continue;
            cases += reader.name() == QStringLiteral("testcase") ? 1 : 0;
            failures += reader.name() == QStringLiteral("failure") ? 1 : 0;
            if (reader.name() == QStringLiteral("testsuite")) {
                QCOMPARE(reader.attributes().value(QStringLiteral("name")).toString(), QStringLiteral("a \"suite\" & more"));
                QCOMPARE(reader.attributes().value(QStringLiteral("failures")).toString(), QStringLiteral("1"));
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(cases, 2);
        QCOMPARE(failures, 1);
    }

    void mergePatches()
    {
        const auto patched = [](const char* target, const char* patch) {
            auto value = api::parseYaml(target)->value;
            scenario::mergePatch(value, api::parseYaml(patch)->value);
            return api::toJson(value);
        };
        QCOMPARE(patched("{a: 1, b: {c: 2, d: 3}}", "{b: {c: null, e: [4]}, f: {g: null, h: 1}}"),
                 std::string(R"({"a":1,"b":{"d":3,"e":[4]},"f":{"h":1}})"));
        QCOMPARE(patched("{a: [1, 2]}", "{a: [3]}"), std::string(R"({"a":[3]})"));
    }

    /// What a patch is silent about stays as the cluster has made it.
    void patchesKeepWhatHappened()
    {
        const auto played = play(podsOnANode + "- patch: {object: Pod in, with: {metadata: {labels: {app: z}}}}\n"
                                           "- cordon: n1\n- fail: n1\n- recover: n1\n  expect:\n"
                                           "  - {pod: in, node: n1, phase: Running}\n  - {node: n1, schedulable: false}\n"
                                           "  - {pods: {selector: {app: z}}, count: 1}\n");
        QVERIFY(played.rejected.empty());
        for (const auto& checked : played.checked)
            QVERIFY2(checked.holds(), checked.toProblem().toString().c_str());
    }

    /// Pods of a list arrive and end in time, the same in every run.
    void arrivalsAndLifetimes()
    {
        auto opened = scenario::openFiles({BERTH_TESTS_DIR "/engine/data/formats/lists/openb_pod_list_default.csv"});
        QVERIFY(opened.run.server.living);
        opened.run.brief = true;
        opened.run.explainEverything = false;
        const auto played = scenario::play(opened.run);
        const auto state = played.simulation->state();
        QVERIFY(state.pods.empty()); // all of them have ended, or have been deleted
        std::size_t arrivedLate = 0;
        for (const auto& attempt : played.simulation->trace().attempts)
            arrivedLate += attempt->time > cluster::VirtualClock::epoch ? 1 : 0;
        QVERIFY(played.simulation->trace().attempts.size() >= 139);
        QVERIFY(arrivedLate > 100);
        QCOMPARE(scenario::digestOf(*scenario::play(opened.run).simulation).text(), scenario::digestOf(*played.simulation).text());
    }
};

QTEST_APPLESS_MAIN(ScenarioFiles)
#include "tst_scenario_files.moc"
