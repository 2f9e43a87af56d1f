// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/cluster_objects.h"
#include "api/decode.h"
#include "api/node.h"
#include "api/text.h"

#include <QTest>

using namespace berth::api;

/// Streams to typed objects: what is taken, what is refused and with which words, where problems stand.
class Decode : public QObject {
    Q_OBJECT

private slots:
    void byteOrderMark();
    void gluedSeparator();
    void numberWhereStringIsDue();
    void leadingZero();
    void tabIndentation();
    void selectorMismatchStillDecodes();
    void refusals_data();
    void refusals();
    void aBadDocumentDoesNotLoseTheOthers();
    void lists();
    void typedListItemsInheritTheirKind();
    void duplicatesWithinListsAreWarnings();
    void concatenatedJson();
    void lineEndsAndUtf16();
    void podFields();
    void nodeFields();
    void workloads();
    void otherKindsAreKept();
    void olderVersions();
    void documentsSurviveWriting();
    void missingFile();
};

namespace {

std::vector<DecodedDocument> decodeFixture(const char* name)
{
    return decodeFile(std::string(BERTH_TESTS_DIR "/engine/data/reading/") + name);
}

std::vector<std::string> errorsOf(const std::vector<DecodedDocument>& documents)
{
    std::vector<std::string> errors;
    for (const DecodedDocument& document : documents)
        for (const Problem& problem : document.problems)
            if (problem.severity == Problem::Severity::Error)
                errors.push_back(problem.message);
    return errors;
}

template <typename T>
std::shared_ptr<T> only(const std::string& text)
{
    const auto documents = decodeStream(text, "f.yaml");
    return documents.size() == 1 ? std::dynamic_pointer_cast<T>(documents[0].object) : nullptr;
}

}

void Decode::byteOrderMark()
{
    const auto documents = decodeFixture("byte-order-mark.yaml");
    QCOMPARE(documents.size(), std::size_t(1));
    QVERIFY(documents[0].problems.empty());
    QCOMPARE(documents[0].object->label(), std::string("Deployment default/web"));
    QCOMPARE(documents[0].object->document->members[0].key, std::string("kind"));
}

void Decode::gluedSeparator()
{
    const auto documents = decodeFixture("glued-separator.yaml");
    QCOMPARE(documents.size(), std::size_t(1));
    QVERIFY(!documents[0].object);
    QCOMPARE(errorsOf(documents)[0], std::string("strict decoding error: yaml: unmarshal errors:\n"
                                                 "  line 6: key \"apiVersion\" already set in map\n"
                                                 "  line 7: key \"kind\" already set in map\n"
                                                 "  line 8: key \"metadata\" already set in map\n"
                                                 "  line 10: key \"data\" already set in map"));
    QCOMPARE(documents[0].problems.size(), std::size_t(4));   // the error at the first, notes at the others
    QCOMPARE(documents[0].problems[0].position.line, 6u);
    QCOMPARE(documents[0].problems[3].position.line, 10u);
}

void Decode::numberWhereStringIsDue()
{
    const auto documents = decodeFixture("number-where-string-is-due.yaml");
    const std::string error = "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string";
    QCOMPARE(errorsOf(documents), (std::vector<std::string>{error, error}));
    QCOMPARE(documents[1].problems[0].path, std::string("metadata.labels.build"));
    QCOMPARE(documents[1].problems[1].message, std::string("the value is read as the number 1583512484380481917; in quotes it is a string"));
}

void Decode::leadingZero()
{
    const auto documents = decodeFixture("leading-zero-argument.yaml");
    QCOMPARE(documents.size(), std::size_t(2));
    QCOMPARE(errorsOf(documents), (std::vector<std::string>{
        "json: cannot unmarshal number into Go struct field Container.spec.containers.args of type string"}));
    const auto pod = std::dynamic_pointer_cast<Pod>(documents[1].object);
    QVERIFY(pod);
    QCOMPARE(pod->spec.containers[0].ports[0].containerPort, 420);
    QCOMPARE(documents[1].problems[0].severity, Problem::Severity::Warning);
}

void Decode::tabIndentation()
{
    const auto documents = decodeFixture("tab-indentation.yaml");
    QCOMPARE(documents[0].label, std::string("document"));
    QCOMPARE(errorsOf(documents), (std::vector<std::string>{"yaml: line 4: found character that cannot start any token"}));
    QCOMPARE(documents[0].problems[0].position, (Position{4, 1}));
}

void Decode::selectorMismatchStillDecodes()
{
    const auto documents = decodeFixture("selector-mismatch.yaml");
    QVERIFY(documents[0].object && documents[0].problems.empty());
}

void Decode::refusals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("label");
    QTest::addColumn<QByteArray>("error");
    const QByteArray scheme = " in scheme \"pkg/api/legacyscheme/scheme.go:30\"";
    const QByteArray identity = "couldn't get version/kind; json parse error: json: cannot unmarshal ";
    QTest::newRow("text") << QByteArray("just text") << QByteArray("document")
                          << identity + "string into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
                                        "Kind string \"json:\\\"kind,omitempty\\\"\" }";
    QTest::newRow("kind 5") << QByteArray("kind: 5\napiVersion: v1") << QByteArray("") << identity + "number into Go struct field .kind of type string";
    QTest::newRow("no kind") << QByteArray("metadata: {name: \"a<\"}\r\nx: 1") << QByteArray("a<")
                             << QByteArray("Object 'Kind' is missing in 'metadata: {name: \"a<\"}\nx: 1\n'");
    QTest::newRow("no version") << QByteArray("kind: Pod") << QByteArray("Pod") << QByteArray("Object 'apiVersion' is missing in 'kind: Pod\n'");
    QTest::newRow("version") << QByteArray("{kind: Pod, apiVersion: a/b/c}") << QByteArray("Pod") << QByteArray("unexpected GroupVersion string: a/b/c");
    QTest::newRow("other resource") << QByteArray("{kind: Foo, apiVersion: crd.io/v1, metadata: {name: x, namespace: ns}}") << QByteArray("Foo ns/x")
                                    << "no kind \"Foo\" is registered for version \"crd.io/v1\"" + scheme;
    QTest::newRow("removed group") << QByteArray("{kind: Deployment, apiVersion: extensions/v1beta1}") << QByteArray("Deployment")
                                   << "no kind \"Deployment\" is registered for version \"extensions/v1beta1\"" + scheme;
    QTest::newRow("case of kind") << QByteArray("{Kind: Pod, apiVersion: v1}") << QByteArray("") << QByteArray("strict decoding error: unknown field \"Kind\"");
    QTest::newRow("duplicates first") << QByteArray("{kind: Pod, apiVersion: v1, foo: 1, foo: 2}") << QByteArray("Pod")
                                      << QByteArray("strict decoding error: yaml: unmarshal errors:\n  line 1: key \"foo\" already set in map, unknown field \"foo\"");
    QTest::newRow("type error hides") << QByteArray("{kind: Pod, apiVersion: v1, foo: 1, foo: 2, spec: 5}") << QByteArray("Pod")
                                      << QByteArray("json: cannot unmarshal number into Go struct field Pod.spec of type v1.PodSpec");
    QTest::newRow("base64") << QByteArray("{kind: Secret, apiVersion: v1, metadata: {name: s}, data: {a: aG=k}}") << QByteArray("Secret s")
                            << QByteArray("illegal base64 data at input byte 2");
}

void Decode::refusals()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, label);
    QFETCH(QByteArray, error);
    const auto documents = decodeStream(text.toStdString(), "f.yaml");
    QCOMPARE(documents.size(), std::size_t(1));
    QVERIFY(!documents[0].object);
    QCOMPARE(QByteArray::fromStdString(documents[0].label), label);
    QCOMPARE(QByteArray::fromStdString(errorsOf(documents).at(0)), error);
    QVERIFY(documents[0].problems[0].position.line > 0);
}

void Decode::aBadDocumentDoesNotLoseTheOthers()
{
    const auto documents = decodeStream("a: [\n---\n# nothing\n---\n{}\n---\nkind: Node\napiVersion: v1\nmetadata: {name: m}\n--- x\n", "f.yaml");
    QCOMPARE(documents.size(), std::size_t(3));
    QCOMPARE(documents[1].object->label(), std::string("Node m"));
    QCOMPARE(documents[1].position, (Position{7, 1}));
    QCOMPARE(documents[2].problems[0].toString(), std::string("f.yaml:10:1: error: invalid Yaml document separator: x (document)"));
}

void Decode::lists()
{
    const auto documents = decodeStream("kind: List\napiVersion: v1\nitems:\n- {kind: Node, apiVersion: v1, metadata: {name: a}}\n- ~\n"
                                        "- kind: NodeList\n  apiVersion: v1\n  items: [{kind: Node, apiVersion: v1, metadata: {name: b}}]\n"
                                        "- {metadata: {name: c}}\n", "f.yaml");
    QCOMPARE(documents.size(), std::size_t(3));
    QCOMPARE(documents[0].object->label(), std::string("Node a"));
    QCOMPARE(documents[1].object->label(), std::string("Node b"));
    QCOMPARE(errorsOf(documents), (std::vector<std::string>{"Object 'Kind' is missing in 'metadata:\n  name: c\n'"}));
}

void Decode::typedListItemsInheritTheirKind()
{
    const auto documents = decodeStream("kind: PodList\napiVersion: v1\nitems: [{metadata: {name: a}}]\n", "f.yaml");
    QCOMPARE(documents.size(), std::size_t(1));
    QVERIFY(documents[0].object && documents[0].object->kind == Kind::Pod);
}

void Decode::duplicatesWithinListsAreWarnings()
{
    const auto documents = decodeStream("kind: List\napiVersion: v1\nitems:\n- {kind: Node, apiVersion: v1, metadata: {name: a}}\n"
                                        "- {kind: Node, apiVersion: v1, metadata: {name: b, name: c}}\n", "f.yaml");
    QCOMPARE(documents.size(), std::size_t(2));
    QVERIFY(documents[0].problems.empty());
    QCOMPARE(documents[1].problems.at(0).severity, Problem::Severity::Warning);
    QCOMPARE(documents[1].object->meta.name, std::string("c"));
}

void Decode::concatenatedJson()
{
    const std::string node = R"({"kind": "Node", "apiVersion": "v1", "metadata": {"name": "a"}})";
    QCOMPARE(decodeStream(node + node + "\n" + node, "f.json").size(), std::size_t(3));
    const std::string twice = R"({"kind": "Node", "apiVersion": "v1", "spec": {}, "spec": {"x": 1}})";
    QCOMPARE(errorsOf(decodeStream(twice, "f.json")),
             (std::vector<std::string>{"strict decoding error: yaml: unmarshal errors:\n  line 1: key \"spec\" already set in map, "
                                       "unknown field \"spec.x\""}));
    QCOMPARE(errorsOf(decodeStream(node + twice, "f.json")),
             (std::vector<std::string>{"strict decoding error: duplicate field \"spec\", unknown field \"spec.x\""}));
}

void Decode::lineEndsAndUtf16()
{
    const std::string text = "kind: Node\r\napiVersion: v1\r\nmetadata:\r\n  name: a\r\n---\r\nkind: Node\r\napiVersion: v1\r\nmetadata: {name: b}";
    QCOMPARE(decodeStream(text, "f.yaml").size(), std::size_t(2));
    std::string wide = "\xFF\xFE";
    for (const char c : text)
        (wide += c) += '\0';
    const auto documents = decodeStream(wide, "f.yaml");
    QCOMPARE(documents.size(), std::size_t(2));
    QCOMPARE(documents[1].object->meta.name, std::string("b"));
}

void Decode::podFields()
{
    const auto pod = only<Pod>(R"(
apiVersion: v1
kind: Pod
metadata: {name: p, labels: {a: b, c: ~}, deletionTimestamp: "2026-01-01T08:00:00+08:00"}
spec:
  nodeSelector: {}
  containers:
  - {name: c, image: i, resources: {requests: {cpu: 1.5, memory: 1Gi}}, ports: [{hostPort: 80, containerPort: 80}]}
  volumes:
  - {name: v, persistentVolumeClaim: {claimName: data, readOnly: true}}
  - {name: w, emptyDir: ~}
  tolerations: [{key: k, operator: Exists, tolerationSeconds: 5}]
  affinity:
    nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: k, operator: Exists}]}]}}
    podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 7, podAffinityTerm: {topologyKey: zone, labelSelector: {}}}]}
  topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, minDomains: 2}]
  schedulingGates: [{name: g}]
status: {phase: Pending, conditions: [{type: PodScheduled, status: "False"}]}
)");
    QVERIFY(pod);
    QCOMPARE(pod->meta.key(), std::string("default/p"));
    QCOMPARE(toRfc3339(*pod->meta.deletionTimestamp), std::string("2026-01-01T00:00:00Z"));
    QVERIFY(pod->meta.labels.find("c")->empty());
    QVERIFY(pod->spec.hasNodeSelector && pod->spec.nodeSelector.empty());
    QCOMPARE(pod->spec.containers[0].resources.requests.find("cpu")->milliValue(), std::int64_t(1500));
    QCOMPARE(pod->spec.containers[0].ports[0].protocol, std::string("TCP"));
    QCOMPARE(pod->spec.volumes[0].source, std::string("persistentVolumeClaim"));
    QCOMPARE(pod->spec.volumes[0].claimName, std::string("data"));
    QVERIFY(pod->spec.volumes[0].readOnly);
    QCOMPARE(*pod->spec.tolerations[0].tolerationSeconds, std::int64_t(5));
    QVERIFY(!pod->spec.affinity->nodeAffinity->required->nodeSelectorTerms[0].matchExpressions[0].hasValues);
    QCOMPARE(pod->spec.affinity->podAntiAffinity->preferred[0].weight, 7);
    QVERIFY(pod->spec.affinity->podAntiAffinity->preferred[0].term.labelSelector->isEmpty());
    QCOMPARE(*pod->spec.topologySpreadConstraints[0].minDomains, 2);
    QCOMPARE(pod->spec.schedulerName, std::string("default-scheduler"));
    QCOMPARE(pod->status.condition("PodScheduled")->status, std::string("False"));
}

void Decode::nodeFields()
{
    const auto node = only<Node>("{kind: Node, apiVersion: v1, metadata: {name: m}, spec: {unschedulable: true, taints: [{key: k, effect: NoSchedule}]}, "
                                 "status: {capacity: {cpu: 4, pods: '110'}, images: [{names: [a, b], sizeBytes: 5}]}}");
    QVERIFY(node);
    QVERIFY(node->spec.unschedulable);
    QVERIFY(node->spec.taints[0].key == "k");
    QCOMPARE(node->status.allocatable.find("pods")->value(), std::int64_t(110));   // defaulted from the capacity
    QCOMPARE(node->status.images[0].names.size(), std::size_t(2));
}

void Decode::workloads()
{
    const auto set = only<Workload>("{kind: StatefulSet, apiVersion: apps/v1, metadata: {name: s}, spec: {replicas: 3, selector: {matchLabels: {a: b}}, "
                                    "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}");
    QVERIFY(set);
    QCOMPARE(*set->replicas, 3);
    QVERIFY(*set->podTemplate.meta.labels.find("a") == "b");
    QCOMPARE(set->podTemplate.spec.containers.size(), std::size_t(1));
    const auto budget = only<PodDisruptionBudget>("{kind: PodDisruptionBudget, apiVersion: policy/v1, metadata: {name: b}, "
                                                  "spec: {minAvailable: 50%, maxUnavailable: 1}, status: {disruptedPods: {z: ~, a: ~}}}");
    QVERIFY(budget);
    QVERIFY(budget->minAvailable->isString && budget->minAvailable->text == "50%");
    QCOMPARE(budget->maxUnavailable->number, 1);
    QCOMPARE(budget->disruptedPods, (std::vector<std::string>{"a", "z"}));
}

void Decode::otherKindsAreKept()
{
    const auto role = only<Opaque>("{kind: ClusterRole, apiVersion: rbac.authorization.k8s.io/v1, metadata: {name: r}}");
    QVERIFY(role);
    QCOMPARE(role->label(), std::string("ClusterRole r"));
    QVERIFY(role->kind == Kind::Other);
    const auto ingress = only<Opaque>("{kind: Ingress, apiVersion: networking.k8s.io/v1, metadata: {name: i}}");
    QVERIFY(ingress);
    QCOMPARE(ingress->label(), std::string("Ingress default/i"));
}

void Decode::olderVersions()
{
    const auto documents = decodeStream("{kind: Deployment, apiVersion: apps/v1beta2, metadata: {name: d}}", "f.yaml");
    QVERIFY(documents[0].object);
    QCOMPARE(documents[0].object->apiVersion, std::string("apps/v1"));
    QCOMPARE(documents[0].problems.at(0).severity, Problem::Severity::Warning);
}

void Decode::documentsSurviveWriting()
{
    const auto pod = only<Pod>("kind: Pod\napiVersion: v1\nmetadata:\n  name: p\n  annotations: {note: \"a\\nb\\n\", 'yes': 'no'}\nspec:\n"
                               "  containers: [{name: c, image: 'x:1', args: ['0644', '- x', \"\\u2028\"], tty: true}]\n");
    QVERIFY(pod);
    const auto again = parseYaml(toYaml(*pod->document));
    QVERIFY(again);
    QCOMPARE(toJson(again->value), toJson(*pod->document));
}

void Decode::missingFile()
{
    const auto documents = decodeFile("/does/not/exist.yaml");
    QCOMPARE(documents.size(), std::size_t(1));
    QVERIFY(!documents[0].object);
    QCOMPARE(errorsOf(documents), (std::vector<std::string>{"cannot read the file: No such file or directory"}));
}

QTEST_APPLESS_MAIN(Decode)
#include "tst_decode.moc"
