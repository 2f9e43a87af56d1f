// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/text.h"
#include "formats/csv.h"
#include "formats/message_pack.h"
#include "formats/node_pod_lists.h"
#include "formats/simkube_trace.h"
#include "formats/simulator_snapshot.h"
#include "scenario/golden_compare.h"
#include "scenario/open.h"

#include <QTest>

#include <fstream>
#include <set>

using namespace berth;
using formats::Change;

namespace {

const std::filesystem::path data = BERTH_TESTS_DIR "/engine/data/formats";

std::string read(const std::string& name)
{
    return scenario::readTextFile(data / name).value();
}

std::string placeOf(const api::DecodedDocument& document)
{
    const auto& position = document.problems.front().position;
    return std::to_string(position.line) + ":" + std::to_string(position.column);
}

/// Every problem as `line:column: severity: message`, in order.
std::string textOf(const api::Problems& problems)
{
    std::string text;
    for (auto problem : problems) {
        problem.file = "";
        problem.object = "";
        text += problem.toString() + "\n";
    }
    return text;
}

std::string labels(const std::vector<api::DecodedDocument>& documents)
{
    std::string text;
    for (const auto& document : documents)
        text += (text.empty() ? "" : ", ") + (document.object ? "" : std::string("bad ")) + document.label;
    return text;
}

/// A folder of lists that is gone when the test is over.
class ListFolder {
public:
    ListFolder()
    {
        std::filesystem::create_directories(path);
    }
    ~ListFolder() { std::filesystem::remove_all(path); }
    void add(const std::string& name, const std::string& text) const { std::ofstream(path / name) << text; }

    const std::filesystem::path path = std::filesystem::temp_directory_path() / "berth-tst-formats";
};

constexpr const char* nodeHeader = "sn,cpu_milli,memory_mib,gpu,model\n";
constexpr const char* podHeader = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n";

}

class Formats : public QObject {
    Q_OBJECT

private slots:
    void csvCellsAndTheirPlaces()
    {
        const auto table = formats::readCsv("\xEF\xBB\xBF" "a,b\r\n1,\"x, \"\"y\"\"\nz\"\r\n\r\n,2\n3\n4,\"end", "f.csv");
        QCOMPARE(table.header, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(table.rows.size(), std::size_t(3));
        QCOMPARE(table.rows[0][1].text, std::string("x, \"y\"\nz"));
        QCOMPARE(table.rows[0][1].position, (api::Position{2, 3}));
        QCOMPARE(table.rows[1][0].text, std::string());
        QCOMPARE(table.rows[1][1].position, (api::Position{5, 2}));
        QCOMPARE(textOf(table.problems), std::string("6:1: error: the row has 1 cells, the header has 2\n"
                                                     "7:3: error: a quote that never ends\n"));
        QCOMPARE(table.column("b"), std::optional<std::size_t>(1));
        QVERIFY(!table.column("c"));
    }

    /// Without arrivals a folder of lists is what the trace's own converter makes of it: the same decisions as the real
    /// scheduler's, preemptions included.
    void listsWithoutArrivals_data()
    {
        QTest::addColumn<QString>("list");
        QTest::addRow("default") << QStringLiteral("default");
        QTest::addRow("cards") << QStringLiteral("cards");
    }
    void listsWithoutArrivals()
    {
        QFETCH(QString, list);
        scenario::OpenOptions options;
        options.lists.podList = list.toStdString();
        options.lists.arrivals = false;
        auto opened = scenario::openFiles({(data / "lists").string()}, options);
        QVERIFY2(opened.failure.empty(), opened.failure.c_str());
        QCOMPARE(textOf(opened.problems), std::string());
        opened.run.brief = true;
        opened.run.explainEverything = false;
        const auto ours = scenario::toGolden(scenario::play(opened.run));
        const auto golden = scenario::readGolden(data / ("golden-" + options.lists.podList));
        QVERIFY(golden && *golden);
        const auto different = scenario::differences(**golden, ours);
        QVERIFY2(different.empty(), different.empty() ? "" : different.front().c_str());
    }

    void listsWithArrivals()
    {
        const auto read = formats::readNodeAndPodLists(data / "lists", {});
        std::size_t arrivals = 0;
        std::set<std::string> there;
        std::int64_t last = 0;
        for (const auto& change : read.changes) {
            QVERIFY(change.at >= last);
            last = change.at;
            if (change.verb == Change::Verb::Apply) {
                ++arrivals;
                there.insert(change.document.object->meta.name);
            } else {
                QCOMPARE(there.erase(change.name), std::size_t(1)); // nothing ends that has not begun
            }
        }
        QCOMPARE(arrivals, std::size_t(140));
        QVERIFY(there.empty());
        QCOMPARE(read.cluster.size(), std::size_t(4 + 24));
    }

    /// At one moment room is made before it is taken, but a pod that lives for no time ends after it has come.
    void endsComeBeforeArrivals()
    {
        ListFolder folder;
        folder.add("nodes.csv", std::string(nodeHeader) + "n,1000,1,0,\n");
        folder.add("pods.csv", std::string(podHeader) + "a,1,1,0,0,,BE,Running,0,5,0\nb,1,1,0,0,,BE,Running,5,5,5\nc,1,1,0,0,,,Running,5,,5\n");
        QString order;
        for (const auto& change : formats::readNodeAndPodLists(folder.path, {}).changes)
            order += QStringLiteral("%1%2 ").arg(change.verb == Change::Verb::Apply ? QStringLiteral("+") : QStringLiteral("-"),
                                                 QString::fromStdString(change.verb == Change::Verb::Apply ? change.document.object->meta.name : change.name));
        QCOMPARE(order, QStringLiteral("+a -a +b +c -b "));
    }

    void badRowsDoNotLoseTheOthers()
    {
        ListFolder folder;
        folder.add("nodes.csv", std::string(nodeHeader) + "n1,1000,1,0,\nn2,many,1,0,\n");
        folder.add("pods.csv", std::string(podHeader) + "a,1,1,0,0,,BE,Running,0,5,0\nb,1,1,-1,0,,BE,Running,0,5,0\n"
                               "c,1,1,0,0,,Gold,Running,9,5,0\nd,1,1,0,0\nUpper,1,1,0,0,,LS,Running,0,1,0\n");
        const auto read = formats::readNodeAndPodLists(folder.path, {"", "", false});
        QCOMPARE(textOf(read.problems),
                 std::string("5:1: error: the row has 5 cells, the header has 11\n"
                             "3:4: error: cpu_milli: a whole number that is not negative is expected, not \"many\"\n"
                             "3:7: error: num_gpu: a whole number that is not negative is expected, not \"-1\"\n"
                             "4:27: error: deletion_time: 5 is before creation_time 9\n"
                             "4:12: error: qos: \"Gold\" is none of Guaranteed, LS, Burstable, BE\n"));
        QCOMPARE(labels(read.cluster), std::string("PriorityClass trace-guaranteed, PriorityClass trace-ls, PriorityClass trace-burstable, "
                                                   "PriorityClass trace-be, Node n1, Pod default/a, Pod default/Upper"));
        QCOMPARE(read.cluster.back().position, (api::Position{6, 1}));
    }

    void listsAreChosenByName()
    {
        const auto folder = (data / "lists").string();
        const auto open = [&](const std::string& path, const std::string& list) {
            scenario::OpenOptions options;
            options.lists.podList = list;
            options.lists.arrivals = false;
            return scenario::openFiles({path}, options);
        };
        const auto firstAffinity = [](const scenario::Opened& opened) {
            for (const auto& document : opened.run.cluster)
                if (const auto* pod = dynamic_cast<const api::Pod*>(document.object.get()); pod && pod->spec.affinity)
                    return true;
            return false;
        };
        QVERIFY(!firstAffinity(open(folder, "")));
        QCOMPARE(textOf(open(folder, "").problems),
                 std::string("note: of several pod lists openb_pod_list_default.csv is read; there are: openb_pod_list_cards.csv, "
                             "openb_pod_list_default.csv. Open another one as a file, or name it with --pod-list, to read that\n"));
        for (const char* name : {"cards", "openb_pod_list_cards", "openb_pod_list_cards.csv"})
            QVERIFY2(firstAffinity(open(folder, name)), name);
        QVERIFY(firstAffinity(open(folder + "/openb_pod_list_cards.csv", "")));
        QVERIFY(open(folder, "ards").failure.find("no pod list is named \"ards\"; there are: openb_pod_list_cards.csv, ") != std::string::npos);
        QVERIFY(!open(folder, "ards").failure.empty());
    }

    void csvOfSomethingElse()
    {
        ListFolder folder;
        folder.add("prices.csv", "name,price\nx,1\n");
        QVERIFY(!formats::hasNodeAndPodLists(folder.path));
        const auto opened = scenario::openFiles({(folder.path / "prices.csv").string()});
        QVERIFY(textOf(opened.problems).starts_with("1:1: error: neither a list of nodes"));
        QVERIFY(!opened.failure.empty());
    }

    void simulatorSnapshot()
    {
        const auto snapshot = formats::readSimulatorSnapshot(read("snapshot.json"), "snapshot.json");
        QVERIFY(snapshot);
        QCOMPARE(labels(snapshot->cluster), std::string("Namespace team, PriorityClass high, StorageClass fast, Node n1, bad Node n2, "
                                                        "Pod team/waits, Pod team/runs"));
        QCOMPARE(placeOf(snapshot->cluster[4]), std::string("12:60"));
        QCOMPARE(textOf(snapshot->problems), std::string("24:3: note: \"remarks\" is no part of a snapshot that Berth knows; it is left out\n"));

        const auto opened = scenario::openFiles({(data / "snapshot.json").string()});
        const auto played = scenario::play(opened.run);
        QVERIFY2(played.configError.empty(), played.configError.c_str());
        QCOMPARE(played.configuration->config->parallelism, 8);
        const auto state = played.simulation->state();
        QCOMPARE(state.pods.size(), std::size_t(2));
        for (const auto& pod : state.pods)
            QCOMPARE(pod->spec.nodeName, std::string("n1"));
    }

    void errorsOfASnapshotsConfigurationHaveItsLines()
    {
        auto text = read("snapshot.json");
        text.replace(text.find("NodeResourcesFit"), 16, "NodeResourcesFat");
        const auto snapshot = formats::readSimulatorSnapshot(text, "snapshot.json");
        QCOMPARE(std::count(snapshot->configuration.begin(), snapshot->configuration.end(), '\n'), std::ptrdiff_t(18));
        const auto loaded = config::loadConfiguration(snapshot->configuration, "snapshot.json", {});
        QVERIFY(!loaded.ok());
        QCOMPARE(loaded.problems.front().position.line, 18U);
    }

    void simKubeTrace()
    {
        const auto trace = formats::readSimKubeTrace(read("simkube.json"), "simkube.json");
        QVERIFY(trace);
        QCOMPARE(labels(trace->cluster), std::string("Pod work/early, bad Pod work/late"));
        QCOMPARE(placeOf(trace->cluster[1]), std::string("13:117"));
        QCOMPARE(textOf(trace->problems), std::string("15:5: error: ts: a time in whole seconds is expected\n"));
        const auto& early = trace->cluster[0].object->meta.annotations;
        QCOMPARE(early.find(std::string_view("berth.dev/run-duration"))->str(), std::string("40s"));
        QCOMPARE(trace->changes.size(), std::size_t(2));
        QCOMPARE(trace->changes[0].at, std::int64_t(60'000'000'000));
        QCOMPARE(trace->changes[0].document.label, std::string("CronJob work/tick"));
        QVERIFY(api::toJson(*trace->changes[0].document.object->document).find("\"berth.dev/run-duration\":\"30s\"") != std::string::npos);
        QCOMPARE(trace->changes[1].verb, Change::Verb::Delete);
        QCOMPARE(trace->changes[1].name, std::string("early"));
        QCOMPARE(trace->changes[1].at, std::int64_t(90'000'000'000));
        QVERIFY(!formats::readSimKubeTrace("applied_objs: a word in a manifest\nkind: ConfigMap\n", "f"));
    }

    /// What sk-tracer itself writes: the same trace in MessagePack.
    void simKubeTraceAsMessagePack()
    {
        const auto bytes = nlohmann::json::to_msgpack(nlohmann::json::parse(read("simkube.json")));
        const std::string packed(bytes.begin(), bytes.end());
        const auto trace = formats::readSimKubeTrace(packed, "f.sktrace");
        QVERIFY(trace);
        QCOMPARE(labels(trace->cluster), std::string("Pod work/early, bad Pod work/late"));
        QCOMPARE(trace->changes.size(), std::size_t(2));
        const auto cut = formats::readSimKubeTrace(packed.substr(0, packed.size() - 10), "f.sktrace");
        QVERIFY(cut);
        QVERIFY(textOf(cut->problems).starts_with("error: no MessagePack at byte "));
        const std::string deep(100'000, '\x91');
        QCOMPARE(formats::parseMessagePack(deep, "f").error().message, std::string("nested too deeply"));
    }

    void kubectlDump()
    {
        const auto opened = scenario::openFiles({(data / "dump").string()});
        QCOMPARE(labels(opened.run.cluster), std::string("Pod default/bound, bad Pod default/broken, Pod default/pending, Node n1, Pod bound-too"));
        QCOMPARE(textOf(opened.problems), std::string("12:29: error: json: cannot unmarshal number into Go struct field PodSpec.spec.containers of type []v1.Container\n"
                                                      "note: 1 pod has completed (Succeeded or Failed) and is left out\n"
                                                      "note: 1 pod has completed (Succeeded or Failed) and is left out\n"));
        const auto state = scenario::play(opened.run).simulation->state();
        QCOMPARE(state.pods.size(), std::size_t(3));
        for (const auto& pod : state.pods)
            QCOMPARE(pod->spec.nodeName, std::string("n1"));
    }

    /// The configuration is told by its apiVersion, not by a text within another object.
    void configurationsAreRecognised()
    {
        ListFolder folder;
        folder.add("a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config: |\n    apiVersion: kubescheduler.config.k8s.io/v1\n");
        QVERIFY(scenario::openFiles({folder.path.string()}).run.configurationText.empty());
        folder.add("b.json", "{\"kind\": \"KubeSchedulerConfiguration\", \"apiVersion\": \"kubescheduler.config.k8s.io/v1\"}");
        QCOMPARE(scenario::openFiles({folder.path.string()}).run.configurationFile, (folder.path / "b.json").string());
    }

    void nothingToOpen()
    {
        ListFolder folder;
        QVERIFY(scenario::openFiles({}).failure.find("nothing to open") != std::string::npos);
        QVERIFY(scenario::openFiles({folder.path.string()}).failure.find("no manifests") != std::string::npos);
        QVERIFY(scenario::openFiles({"/there/is/none"}).failure.find("no such file or directory") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(Formats)
#include "tst_formats.moc"
