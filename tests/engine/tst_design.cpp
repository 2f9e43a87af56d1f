// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/text.h"
#include "design/document.h"
#include "design/paste.h"
#include "design/yaml_rewrite.h"

#include <QTest>

#ifdef BERTH_RAPIDCHECK
#include <rapidcheck.h>
#endif

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace berth;
using design::Document;
using design::FieldEdit;
using design::pathOf;

namespace {

FieldEdit set(const char* path, api::Value value)
{
    return {pathOf(path), std::move(value)};
}
FieldEdit set(const char* path, const char* text)
{
    return {pathOf(path), api::Value::string(text)};
}
FieldEdit unset(const char* path)
{
    return {pathOf(path), {}};
}
std::string after(const std::string& text, const std::vector<FieldEdit>& edits)
{
    return design::edited(text, edits).value_or("unreadable");
}
std::string read(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

const std::string node = R"(# the first of its kind
apiVersion: v1
kind: Node
metadata:
  name: n1          # named by hand
  labels: {zone: "a"}
status:
  # what it has
  allocatable:
    cpu: "4"
    memory: 8Gi

  capacity: {}
spec:
  taints:
  - key: gpu
    effect: NoSchedule   # keeps others off
  - {key: old, effect: NoExecute}
)";

}

class TestDesign : public QObject {
    Q_OBJECT

private slots:
    void anEditChangesTheLineOfItsFieldAlone()
    {
        std::string expected = node;
        expected.replace(expected.find("\"4\""), 3, "\"8\"");
        QCOMPARE(after(node, {set("status.allocatable.cpu", "8")}), expected);
    }

    void aCommentBehindAValueStays()
    {
        std::string expected = node;
        expected.replace(expected.find("n1"), 2, "other");
        QCOMPARE(after(node, {set("metadata.name", "other")}), expected);
    }

    void aFieldOfAListItemIsAddedBelowTheOthers()
    {
        std::string expected = node;
        const std::string line = "    effect: NoSchedule   # keeps others off\n";
        expected.insert(expected.find(line) + line.size(), "    value: \"true\"\n");
        QCOMPARE(after(node, {set("spec.taints[0].value", "true")}), expected);
    }

    void anItemOfAListComesAndGoes()
    {
        api::Value taint = api::Value::object();
        taint.set("key", api::Value::string("new"));
        taint.set("effect", api::Value::string("NoSchedule"));
        const std::string more = after(node, {set("spec.taints[2]", taint)});
        QCOMPARE(more, node + "  - key: new\n    effect: NoSchedule\n");
        QCOMPARE(after(more, {unset("spec.taints[2]")}), node);
        const std::string fewer = after(node, {unset("spec.taints[0]")});
        QVERIFY(fewer.find("keeps others off") == std::string::npos);
        QVERIFY(fewer.ends_with("  taints:\n  - {key: old, effect: NoExecute}\n"));
    }

    void theFirstKeyOfAnItemCanGo()
    {
        QVERIFY(after(node, {unset("spec.taints[0].key")}).find("  - effect: NoSchedule   # keeps others off\n") != std::string::npos);
    }

    void bracesStayBraces()
    {
        QVERIFY(after(node, {set("metadata.labels.zone", "b")}).find("labels: {zone: \"b\"}") != std::string::npos);
        const std::string both = after(node, {set("metadata.labels.tier", "x")});
        QVERIFY(both.find("labels: {zone: a, tier: x}") != std::string::npos);
    }

    void whatIsInBracesIsWrittenAsItWas()
    {
        QCOMPARE(after("a: {b: c}\n", {set("a.d", "x, y"), set("a.e", "1")}), std::string("a: {b: c, d: \"x, y\", e: \"1\"}\n"));
        QCOMPARE(after("a: [b, {c: d}]\n", {set("a[2]", "e")}), std::string("a: [b, {c: d}, e]\n"));
        QCOMPARE(after("a: {\"b\": \"c\"}\n", {set("a.d", "x")}), std::string("a: {\"b\":\"c\",\"d\":\"x\"}\n"));
    }

    void listsAreWrittenAsTheTextHasThem()
    {
        const std::string below = "kind: Pod\nspec:\n  containers:\n  - name: a\n";
        QCOMPARE(after(below, {set("spec.tolerations[0].key", "gpu"), set("spec.tolerations[0].values[0]", "x")}), below + "  tolerations:\n  - key: gpu\n    values:\n    - x\n");
        const std::string indented = "kind: Pod\nspec:\n  containers:\n    - name: a\n";
        QCOMPARE(after(indented, {set("spec.tolerations[0].key", "gpu")}), indented + "  tolerations:\n    - key: gpu\n");
    }

    void emptyBracesAmongLinesBecomeLines()
    {
        QCOMPARE(after("kind: Node\nspec: {}  # nothing yet\nstatus: {}\n", {set("spec.taints[0].key", "gpu")}), std::string("kind: Node\nspec:\n  taints:\n    - key: gpu  # nothing yet\nstatus: {}\n"));
        QCOMPARE(after("list:\n- {}\n- a: b\n", {set("list[0].key", "x")}), std::string("list:\n- key: x\n- a: b\n"));
        QCOMPARE(after("{\"spec\": {}}\n", {set("spec.a", "b")}), std::string("{\"spec\": {\"a\":\"b\"}}\n"));
    }

    void whatBecomesEmptyGoesToo()
    {
        const std::string text = after(node, {unset("spec.taints[0]"), unset("spec.taints[0]")});
        QVERIFY(text.find("taints") == std::string::npos);
        QVERIFY(text.find("# what it has") != std::string::npos);
    }

    void metadataComesBeforeSpec()
    {
        QCOMPARE(after("kind: Pod\nspec: {}\n", {set("metadata.name", "a")}), std::string("kind: Pod\nmetadata:\n  name: a\nspec: {}\n"));
    }

    void jsonStaysJson()
    {
        const std::string text = "{\n  \"kind\": \"Node\",\n  \"metadata\": {\n    \"name\": \"a\"\n  }\n}\n";
        QCOMPARE(after(text, {set("metadata.name", "b")}), std::string("{\n  \"kind\": \"Node\",\n  \"metadata\": {\n    \"name\": \"b\"\n  }\n}\n"));
        QVERIFY(api::parseJson(after(text, {set("metadata.labels.a", "b")})).has_value());
    }

    void aliasesAreWrittenOutWhereTheyAreInTheWay()
    {
        const std::string text = after("a: &x\n  b: 1\nc: *x\n", {set("a.b", api::Value::integer(2))});
        const auto parsed = api::parseYaml(text);
        QVERIFY(parsed.has_value());
        QCOMPARE(design::at(parsed->value, pathOf("a.b"))->text, std::string("2"));
        QCOMPARE(design::at(parsed->value, pathOf("c.b"))->text, std::string("1"));
    }

    void anUnreadableTextCannotBeEditedByField()
    {
        QVERIFY(!design::edited("a: [", {set("a", "b")}).has_value());
    }

    void everySampleComesBackByteForByte()
    {
        int files = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(BERTH_SAMPLES_DIR)) {
            if (entry.path().extension() != ".yaml")
                continue;
            const std::string text = read(entry.path());
            const Document document = Document().withFile(entry.path().string(), text);
            QCOMPARE(document.textOf(0), text);
            QVERIFY(!document.isModified());
            const auto again = Document::fromText(document.toText());
            QVERIFY(again.has_value());
            QCOMPARE(again->toText(), document.toText());
            ++files;
        }
        QVERIFY(files > 5);
    }

    void aChangedObjectLeavesTheOthersOfItsFileAlone()
    {
        const std::string text = "# head\n---\n" + node + "--- # second\nkind: Pod\napiVersion: v1\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n";
        Document document = Document().withFile("a.yaml", text);
        QCOMPARE(document.textOf(0), text);
        const design::ItemPtr pod = document.find("Pod", "default/p");
        QVERIFY(pod);
        const design::Item::Id id = pod->id();
        document = document.withEdits(std::array{id}, {set("metadata.name", "q")});
        std::string expected = text;
        expected.replace(expected.find("{name: p}"), 9, "{name: \"q\"}");
        QCOMPARE(document.textOf(0), expected);
        QVERIFY(document.isModified());
        QVERIFY(!document.saved().isModified());
        QCOMPARE(document.without(std::array{id}).textOf(0), "# head\n---\n" + node);
    }

    void aListIsKeptUntilOneOfItsObjectsChanges()
    {
        const std::string text = "apiVersion: v1\nkind: List # of two\nitems:\n- {apiVersion: v1, kind: Namespace, metadata: {name: a}}\n- {apiVersion: v1, kind: Namespace, metadata: {name: b}}\n";
        const Document document = Document().withFile("l.yaml", text);
        QCOMPARE(document.items().size(), std::size_t(2));
        QCOMPARE(document.textOf(0), text);
        const Document changed = document.withEdits(std::array{document.items()[1]->id()}, {set("metadata.labels.x", "zone")});
        const Document again = Document().withFile("l.yaml", changed.textOf(0));
        QCOMPARE(again.items().size(), std::size_t(2));
        QVERIFY(again.find("Namespace", "a"));
        QVERIFY(again.find("Namespace", "b")->text().find("\"x\":\"zone\"") != std::string::npos);
    }

    void aListIsKeptAroundWhatChanges()
    {
        const std::string text = "apiVersion: v1\nitems: # of two\n- apiVersion: v1   # keep me\n  kind: Node\n  metadata: {name: n1}\n\n# about the pod\n- apiVersion: v1\n  kind: Pod\n  metadata:\n"
                                 "    name: b # short\n  spec:\n    containers:\n    - image: x\n      args: [\"a\",\n        \"b\"]\n      name: c   # last\nkind: List\nmetadata:\n  resourceVersion: \"\"\n";
        const Document document = Document().withFile("l.yaml", text);
        const design::ItemPtr node = document.find("Node", "n1");
        const design::ItemPtr pod = document.find("Pod", "default/b");
        QVERIFY(node && pod);
        QCOMPARE(pod->text(), std::string("apiVersion: v1\nkind: Pod\nmetadata:\n  name: b # short\nspec:\n  containers:\n  - image: x\n    args: [\"a\",\n      \"b\"]\n    name: c   # last\n"));
        // One pod renamed: one word is another.
        const Document renamed = document.withEdits(std::array{pod->id()}, {set("metadata.name", "b2")});
        std::string expected = text;
        expected.replace(expected.find("name: b #"), 9, "name: b2 #");
        QCOMPARE(renamed.textOf(0), expected);
        // Taken out, with what is about it left; added at the end; copied behind itself.
        expected = text;
        expected.erase(expected.find("- apiVersion: v1\n  kind: Pod"), expected.find("kind: List") - expected.find("- apiVersion: v1\n  kind: Pod"));
        QCOMPARE(document.without(std::array{pod->id()}).textOf(0), expected);
        expected = text;
        expected.insert(expected.find("kind: List"), "- apiVersion: v1\n  kind: Namespace\n  metadata: {name: z}\n");
        QCOMPARE(document.withAdded("apiVersion: v1\nkind: Namespace\nmetadata: {name: z}\n").textOf(0), expected);
        expected = text;
        expected.insert(expected.find("\n# about"), "- apiVersion: v1   # keep me\n  kind: Node\n  metadata: {name: \"n1-2\"}\n");
        QCOMPARE(document.withDuplicates(std::array{node->id()}).textOf(0), expected);
        // Nothing left is still a list, and something can be added to it.
        const Document empty = document.without(std::array{node->id(), pod->id()});
        QVERIFY(empty.textOf(0).find("items: [] # of two\n") != std::string::npos);
        const Document again = Document().withFile("l.yaml", empty.textOf(0));
        QCOMPARE(again.items().size(), std::size_t(0));
        const Document filled = Document().withFile("l.yaml", again.withAdded(node->text()).textOf(0));
        QVERIFY(filled.find("Node", "n1") && filled.isScenario(0) == false);
        // A copy for recovery knows all of it.
        const auto kept = Document::fromText(renamed.toText());
        QVERIFY(kept.has_value());
        QCOMPARE(kept->textOf(0), renamed.textOf(0));
        QCOMPARE(Document::fromText(empty.toText())->textOf(0), empty.textOf(0));
    }

    void aListInJsonIsKeptAroundWhatChanges()
    {
        const std::string text = "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"}},\n {\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}]}";
        const Document document = Document().withFile("l.json", text);
        const design::Item::Id node = document.find("Node", "n")->id();
        const design::Item::Id pod = document.find("Pod", "default/a")->id();
        std::string expected = text;
        expected.replace(expected.find("\"a\""), 3, "\"a2\"");
        QCOMPARE(document.withEdits(std::array{pod}, {set("metadata.name", "a2")}).textOf(0), expected);
        expected = text;
        expected.insert(expected.size() - 2, ",\n {\"apiVersion\":\"v1\",\"kind\":\"Namespace\"}");
        QCOMPARE(document.withAdded("apiVersion: v1\nkind: Namespace\n").textOf(0), expected);
        QCOMPARE(document.without(std::array{node}).textOf(0), "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[" + text.substr(text.find("\n {") + 2));
        const Document empty = document.without(std::array{node, pod});
        QCOMPARE(empty.textOf(0), std::string("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}"));
        // As kubectl writes it.
        const std::string pretty = "{\n    \"apiVersion\": \"v1\",\n    \"items\": [\n        {\n            \"kind\": \"Node\",\n            \"metadata\": {\n                \"name\": \"n\"\n            }\n        }\n    ],\n    \"kind\": \"List\"\n}\n";
        const Document read = Document().withFile("p.json", pretty);
        expected = pretty;
        expected.insert(expected.find("\n    ],"), ",\n        {\n            \"kind\": \"Pod\",\n            \"metadata\": {\n                \"name\": \"p\"\n            }\n        }");
        QCOMPARE(read.withAdded("kind: Pod\nmetadata:\n  name: p\n").textOf(0), expected);
        expected = pretty;
        expected.replace(expected.find("\"n\""), 3, "\"m\"");
        QCOMPARE(read.withEdits(std::array{read.items()[0]->id()}, {set("metadata.name", "m")}).textOf(0), expected);
    }

    void aScenarioKeepsAllThatIsNotItsCluster()
    {
        const std::string path = std::string(BERTH_SAMPLES_DIR) + "/rolling-update/scenario.yaml";
        const std::string text = read(path);
        const Document document = Document().withFile(path, text);
        QCOMPARE(document.items().size(), std::size_t(3));
        QVERIFY(document.isScenario(0));
        QCOMPARE(document.placeOf("Deployment default/web")->position.line, std::uint32_t(20));
        const Document edited = document.withEdits(std::array{document.find("Deployment", "default/web")->id()}, {set("spec.replicas", api::Value::integer(5))});
        std::string expected = text;
        expected.replace(expected.find("replicas: 4"), 11, "replicas: 5");
        QCOMPARE(edited.textOf(0), expected);
        // The objects that are named are gone, or new; the time line is as it was.
        std::vector<design::Item::Id> all;
        document.items().forEach([&](std::size_t, const design::ItemPtr& item) { return all.push_back(item->id()), true; });
        const std::string steps = text.substr(text.find("steps:"));
        QVERIFY(document.without(all).textOf(0).ends_with("cluster: []\n" + steps));
        const Document other = document.withAdded("apiVersion: v1\nkind: Node\nmetadata: {name: n3}\n");
        QVERIFY(other.textOf(0).ends_with("- apiVersion: v1\n  kind: Node\n  metadata: {name: n3}\n" + steps));
        // A configuration stands in it, too.
        const Document configured = document.withConfigurationPath(path).withConfiguration("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n");
        QVERIFY(configured.textOf(0).find("configuration:\n  apiVersion: kubescheduler.config.k8s.io/v1\n  kind: KubeSchedulerConfiguration\n") != std::string::npos);
        QVERIFY(configured.textOf(0).find(steps) != std::string::npos);
    }

    void whatCannotBeReadIsNotPutAmongOthers()
    {
        const std::string list = "apiVersion: v1\nkind: List\nitems:\n- kind: Pod\n  metadata: {name: a}\n";
        const Document document = Document().withFile("l.yaml", list);
        QCOMPARE(document.unwritable(), std::string());
        QVERIFY(!document.withText(document.items()[0]->id(), "kind: Pod\nmetadata: {name: [\n").unwritable().empty());
        // In a file of its own documents it harms nobody.
        const Document plain = Document().withFile("p.yaml", "kind: Pod\nmetadata: {name: a}\n");
        QCOMPARE(plain.withText(plain.items()[0]->id(), "kind: [\n").unwritable(), std::string());
    }

    void duplicatesGetFreeNames()
    {
        Document document = Document().withAdded("apiVersion: v1\nkind: Pod\nmetadata: {name: web, uid: u}\nspec: {containers: [{name: c, image: i}]}\n");
        document = document.withDuplicates(std::array{document.items()[0]->id()});
        document = document.withDuplicates(std::array{document.items()[1]->id()});
        QCOMPARE(document.items()[1]->name(), std::string("web-2"));
        QCOMPARE(document.items()[2]->name(), std::string("web-3"));
        QVERIFY(document.items()[1]->text().find("uid") == std::string::npos);
    }

    void problemsAreFoundInTheTextTheyAreAbout()
    {
        const std::string first = "# one\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n";
        const std::string second = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: b\nspec:\n  containers:\n  - name: main\n    image: x\n";
        const design::Document document = design::Document().withFile("a.yaml", first + "---\n" + second + "---\nkind: [\n");
        const auto spot = [&document](const char* object, const char* path, std::uint32_t line) {
            api::Problem problem;
            problem.file = "a.yaml";
            problem.object = object;
            problem.path = path;
            problem.position = {line, 3};
            const auto found = document.spotOf(problem);
            return found ? std::pair(found->id, found->position.line) : std::pair(design::Item::Id(0), 0U);
        };
        // By its field, wherever that is now; by its line; by its object; by its line alone, of what has no name.
        QCOMPARE(spot("Pod default/b", "spec.containers[0].image", 99), std::pair(design::Item::Id(2), 8U));
        QCOMPARE(spot("Pod default/b", "spec.containers[0].ports", 9), std::pair(design::Item::Id(2), 3U));
        QCOMPARE(spot("Pod default/b", "", 2), std::pair(design::Item::Id(2), 1U));
        QCOMPARE(spot("document", "", 16), std::pair(design::Item::Id(3), 1U));
        QCOMPARE(spot("Pod default/gone", "", 0), std::pair(design::Item::Id(0), 0U));
    }

    void pastedObjectsGetFreeNames()
    {
        const std::string pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  uid: abc\n";
        const std::string made = "apiVersion: v1\nkind: Pod\nmetadata:\n  generateName: web-\n";
        const design::Document document = design::Document().withFile("a.yaml", pod);
        const design::Pasted pasted = design::paste(document, pod + "---\n" + pod + "---\n" + made + "---\n" + made + "---\n# only a comment\n");
        QCOMPARE(pasted.ids.size(), std::size_t(4));
        QCOMPARE(pasted.renamed, (std::vector<std::pair<std::string, std::string>>{{"Pod default/web", "web-2"}, {"Pod default/web", "web-3"}}));
        QCOMPARE(pasted.document.find("Pod", "default/web-2")->text(), std::string("apiVersion: v1\nkind: Pod\nmetadata:\n  name: web-2\n"));
        QCOMPARE(pasted.document.find(pasted.ids[2])->text(), made);
        QVERIFY(pasted.unreadable.empty());
        QCOMPARE(document.items().size(), std::size_t(1));
    }

    void pastedTextsMayBeWrapped()
    {
        const char* texts[] = {"```yaml\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n```\n",
                               "    apiVersion: v1\r\n    kind: Namespace\r\n    metadata:\r\n      name: a\r\n",
                               "\xEF\xBB\xBF{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"a\"}}",
                               "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"a\"}}]}",
                               "apiVersion: v1\nkind: NamespaceList\nitems:\n- metadata:\n    name: a\n"};
        for (const char* text : texts) {
            const design::Pasted pasted = design::paste(design::Document(), text);
            QVERIFY2(pasted.ids.size() == 1 && pasted.unreadable.empty(), text);
            QVERIFY2(pasted.document.find("Namespace", "a") && !pasted.document.find("Namespace", "a")->hasErrors(), text);
            const std::string& own = pasted.document.find("Namespace", "a")->text();
            QVERIFY2(own.front() != '\n' && own.ends_with("\n") && !own.ends_with("\n\n"), own.c_str());
        }
    }

    void whatIsNoObjectIsNotPasted()
    {
        const design::Pasted log = design::paste(design::Document(), "E0101 the kind of error: nobody knows\n");
        QVERIFY(log.ids.empty() && log.unreadable.size() == 1);
        const design::Pasted both = design::paste(design::Document(), "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n---\nkind: [\n");
        QCOMPARE(both.ids.size(), std::size_t(1));
        QCOMPARE(both.unreadable.size(), std::size_t(1));
        QVERIFY(both.unreadable.front().position.line >= 6);
        const design::Pasted listed = design::paste({}, "# a list\nkind: List\nitems:\n- {apiVersion: v1, kind: Namespace, metadata: {name: a}}\n- metadata:\n    name: b\n"
                                                        "---\n- no object\n");
        QCOMPARE(listed.ids.size(), std::size_t(1));
        QCOMPARE(listed.unreadable.size(), std::size_t(2));
        QCOMPARE(listed.unreadable[0].position.line, 5U);
        QCOMPARE(listed.unreadable[1].position.line, 8U);
        // Mistakes are for the editor to mark.
        QCOMPARE(design::paste(design::Document(), "apiVersion: v1\nkind: Pod\nmetadata:\n  nam: a\n").ids.size(), std::size_t(1));
    }

    void problemsSayTheirLineInTheText()
    {
        const design::Item item(1, 0, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  contaniers: []\n  containers:\n  - name: A\n    image: x\n");
        const api::Problems problems = design::problemsOf(item);
        QVERIFY(!problems.empty());
        QCOMPARE(problems.front().position.line, std::uint32_t(6));
        const design::Item invalid(1, 0, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: A\n    image: x\n");
        const api::Problems found = design::problemsOf(invalid);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().position.line, std::uint32_t(7));
    }

#ifdef BERTH_RAPIDCHECK
    /// Any value, written by any edits, is what the text says afterwards; a field that is set and set back leaves no trace.
    void randomEditsSayWhatTheyMean()
    {
        QVERIFY(rc::check([] {
            static const std::vector<std::string> paths = {"metadata.name", "metadata.labels.zone", "metadata.labels.tier", "spec.taints[0].effect", "spec.taints[1].value",
                                                           "spec.taints[2]", "spec.taints[0]", "spec.unschedulable", "status.allocatable.cpu", "status.capacity.memory", "status.allocatable", "spec.taints"};
            static const std::vector<std::string> words = {"a", "8", "true", "null", "x: y", "# no", "", "- a", "two\nlines\n", "ünï", "'q'", "a b", "1e3", "~"};
            const auto value = [] {
                const auto word = api::Value::string(*rc::gen::elementOf(words));
                switch (*rc::gen::inRange(0, 4)) {
                case 0: {
                    api::Value object = api::Value::object();
                    object.set("key", word);
                    object.set(*rc::gen::elementOf(words), api::Value::integer(3));
                    return object;
                }
                case 1: {
                    api::Value list = api::Value::array();
                    list.items = {word, api::Value::boolean_(true)};
                    return list;
                }
                case 2:
                    return api::Value::integer(*rc::gen::inRange(-5, 500));
                default:
                    return word;
                }
            };
            std::string text = node;
            api::Value document = api::parseYaml(text)->value;
            const int edits = *rc::gen::inRange(1, 8);
            for (int i = 0; i < edits; ++i) {
                FieldEdit edit{pathOf(*rc::gen::elementOf(paths)), {}};
                if (*rc::gen::inRange(0, 3) > 0)
                    edit.value = value();
                design::apply(document, edit);
                text = after(text, {edit});
                const auto parsed = api::parseYaml(text);
                RC_ASSERT(parsed.has_value());
                RC_ASSERT(design::isSame(parsed->value, document));
            }
            RC_ASSERT(text.find("# the first of its kind") == 0);
        }));
    }
#endif
};

QTEST_APPLESS_MAIN(TestDesign)
#include "tst_design.moc"
