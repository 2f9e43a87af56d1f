// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/strict_decode.h"
#include "api/text.h"

#include <QTest>

using namespace berth::api;

/// Checks against Go types. The texts are those that kube-apiserver's decoder v1.36.1 gave for the same documents.
class StrictDecode : public QObject {
    Q_OBJECT

private slots:
    void errors_data();
    void errors();
    void strictFindings_data();
    void strictFindings();
    void findingsPointAtKeysAndValues();
    void orderOfKeys();
    void names();
    void configuration();
};

namespace {

DecodeFindings check(const QByteArray& yaml, std::string_view goType, bool sortKeys = true)
{
    const auto parsed = parseYaml(yaml.toStdString());
    return parsed ? checkAgainstType(parsed->value, goType, sortKeys) : DecodeFindings{};
}

}

void StrictDecode::errors_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("error");
    const std::pair<const char*, const char*> rows[] = {
        {"spec: {containers: {a: b}}", "json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container"},
        {"spec: {containers: [{name: 5}], nodeName: 6}", "json: cannot unmarshal number into Go struct field Container.spec.containers.name of type string"},
        {"spec: {containers: [{ports: [{containerPort: '80'}]}]}",
         "json: cannot unmarshal string into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32"},
        {"spec: {containers: [{ports: [{containerPort: 80.5}]}]}",
         "json: cannot unmarshal number 80.5 into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32"},
        {"spec: {containers: [{ports: [{containerPort: 99999999999}]}]}",
         "json: cannot unmarshal number 99999999999 into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32"},
        {"spec: {volumes: [{name: v, hostPath: {path: 5}}]}",
         "json: cannot unmarshal number into Go struct field HostPathVolumeSource.spec.volumes.VolumeSource.hostPath.path of type string"},
        {"metadata: {labels: {b: 1, a: ~}}", "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string"},
        {"spec: {tolerations: [{effect: 5}]}", "json: cannot unmarshal number into Go struct field Toleration.spec.tolerations.effect of type v1.TaintEffect"},
        // A type that reads itself ends decoding and hides an earlier type error.
        {"spec: {nodeName: 5, volumes: [{emptyDir: {sizeLimit: 1GB}}]}",
         "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"},
        {"spec: {overhead: {cpu: 1K}}", "unable to parse quantity's suffix"},
        {"metadata: {deletionTimestamp: 5}", "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.deletionTimestamp of type string"},
        {"metadata: {deletionTimestamp: '2024-01-01'}",
         "parsing time \"2024-01-01\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"T\""},
        {"metadata: {deletionTimestamp: '2024-02-30T00:00:00Z'}", "parsing time \"2024-02-30T00:00:00Z\": day out of range"},
        {"metadata: {deletionTimestamp: '2024-01-01T00:00:00Zx'}", "parsing time \"2024-01-01T00:00:00Zx\": extra text: \"x\""},
        {"spec: {containers: [{livenessProbe: {httpGet: {port: 1.5}}}]}",
         "json: cannot unmarshal number 1.5 into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32"},
        {"spec: [a]", "json: cannot unmarshal array into Go struct field Pod.spec of type v1.PodSpec"},
        {"{metadata: ~, spec: {containers: [~], nodeSelector: ~, overhead: {cpu: ~}}, status: ~}", ""},
        {"spec: {containers: [{ports: [{containerPort: 1e3}]}], terminationGracePeriodSeconds: 1.0}", ""},
    };
    for (const auto& [yaml, error] : rows)
        QTest::newRow(yaml) << QByteArray(yaml) << QByteArray(error);
}

void StrictDecode::errors()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, error);
    const DecodeFindings findings = check(yaml, "core/v1.Pod");
    QCOMPARE(findings.error ? QByteArray::fromStdString(findings.error->text) : QByteArray(), error);
}

void StrictDecode::strictFindings_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("sorted, not below unknown ones")
        << QByteArray("zoo: 1\nfoo: {a: 1}\nstatus: {bar: 1}\nspec: {containers: [{Image: x}, {}, {w: 1}]}")
        << QByteArray(R"(strict decoding error: unknown field "foo", unknown field "spec.containers[0].Image", )"
                      R"(unknown field "spec.containers[2].w", unknown field "status.bar", unknown field "zoo")");
    QTest::newRow("odd keys") << QByteArray("spec: {\"\xC3\xA9\\u0001\\\"q\": 1, a.b: 2, '': 3, \"\\u2028\": 4}")
                              << QByteArray("strict decoding error: unknown field \"spec.\", unknown field \"spec.a.b\", "
                                            "unknown field \"spec.\xC3\xA9\\x01\\\"q\", unknown field \"spec.\\u2028\"");
}

void StrictDecode::strictFindings()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, text);
    std::vector<std::string> texts;
    for (const auto& finding : check(yaml, "core/v1.Pod").strict)
        texts.push_back(finding.text);
    QCOMPARE(QByteArray::fromStdString(strictDecodingError(texts)), text);
}

void StrictDecode::findingsPointAtKeysAndValues()
{
    const DecodeFindings strict = check("spec:\n  containers:\n  - name: a\n    foo: 1\n", "core/v1.Pod");
    QCOMPARE(strict.strict.size(), std::size_t(1));
    QCOMPARE(strict.strict[0].position, (Position{4, 5}));
    QCOMPARE(strict.strict[0].path, std::string("spec.containers[0].foo"));
    const DecodeFindings type = check("spec:\n  containers:\n  - name: 5\n", "core/v1.Pod");
    QVERIFY(type.error);
    QCOMPARE(type.error->position, (Position{3, 11}));
    QCOMPARE(type.error->path, std::string("spec.containers[0].name"));
    QCOMPARE(type.error->hint, std::string("the value is read as the number 5; in quotes it is a string"));
}

void StrictDecode::orderOfKeys()
{
    const QByteArray yaml = "spec: {nodeName: 5, hostname: 6}";
    QVERIFY(check(yaml, "core/v1.Pod").error->text.find("spec.hostname") != std::string::npos);
    QVERIFY(check(yaml, "core/v1.Pod", false).error->text.find("spec.nodeName") != std::string::npos);
}

void StrictDecode::names()
{
    QCOMPARE(goTypeOf("apps/v1", "Deployment"), std::string_view("apps/v1.Deployment"));
    QCOMPARE(goTypeOf("v1", "Pod"), std::string_view("core/v1.Pod"));
    QCOMPARE(goTypeOf("v1", "Deployment"), std::string_view());
    QVERIFY(check("foo: 1", "v1.Pod").strict.size() == 1);
    QVERIFY(check("foo: 1", "config.NodeResourcesFitArgs").strict.size() == 1);
}

void StrictDecode::configuration()
{
    const QByteArray yaml = "profiles: [{schedulerName: 5, plugins: {score: {enabled: [{nam: x}]}}, pluginConfig: [{args: {any: thing}}]}]";
    QCOMPARE(check(yaml, "config/v1.KubeSchedulerConfiguration").error->text,
             std::string("json: cannot unmarshal number into Go struct field KubeSchedulerProfile.profiles.schedulerName of type string"));
    QCOMPARE(check("podInitialBackoffSeconds: 1\nleaderElection: {leaseDuration: 10}", "config/v1.KubeSchedulerConfiguration").error->text,
             std::string("json: cannot unmarshal number into Go struct field LeaderElectionConfiguration.leaderElection.leaseDuration of type string"));
    QCOMPARE(check("leaderElection: {leaseDuration: '10'}", "config/v1.KubeSchedulerConfiguration").error->text,
             std::string("time: missing unit in duration \"10\""));
}

QTEST_APPLESS_MAIN(StrictDecode)
#include "tst_strict_decode.moc"
