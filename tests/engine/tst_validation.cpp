// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/decode.h"
#include "api/defaults.h"
#include "api/validation.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <map>

using namespace berth::api;

namespace {

using Texts = std::vector<std::string>;

/// What the API server said about each object that it refused, by object.
std::map<std::string, Texts> recordedErrors(const QString& name)
{
    QFile file(QStringLiteral(BERTH_TESTS_DIR "/engine/data/validation/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::map<std::string, Texts> errors;
    const QJsonArray entries = QJsonDocument::fromJson(file.readAll()).array();
    for (const auto& entry : entries) {
        Texts& texts = errors[entry.toObject()["object"].toString().toStdString()];
        for (const auto& text : entry.toObject()["errors"].toArray())
            texts.push_back(text.toString().toStdString());
    }
    return errors;
}

Texts sortedTexts(const std::vector<FieldError>& errors)
{
    Texts texts;
    for (const auto& error : errors)
        texts.push_back(error.text);
    std::sort(texts.begin(), texts.end());
    return texts;
}

QByteArray lines(const Texts& texts)
{
    QByteArray all;
    for (const auto& text : texts)
        all += QByteArray::fromStdString(text) + '\n';
    return all;
}

Pod goodPod()
{
    Pod pod;
    pod.meta.name = "web";
    pod.meta.namespace_ = Symbol("default");
    Container container;
    container.name = "c";
    container.image = "i";
    pod.spec.containers.push_back(container);
    applyDefaults(pod);
    return pod;
}

}

class TestValidation : public QObject {
    Q_OBJECT

private slots:
    void recorded_data();
    void recorded();
    void acceptsAGoodPod();
    void errorsComeInTheOrderOfTheChecks();
    void pathLocatesTheField();
    void annotationsMayNotGrowWithoutEnd();
    void labelKeysThatAreNotMergedMayNotBeInTheSelector();
    void comparisonTolerationsDependOnTheirGate();
};

void TestValidation::recorded_data()
{
    QTest::addColumn<Texts>("errors");
    QTest::addColumn<Texts>("expected");
    for (const char* name : {"pods", "others", "storage", "devices", "controllers"}) {
        auto expected = recordedErrors(name);
        QVERIFY(!expected.empty());
        const auto documents = decodeFile(std::string(BERTH_TESTS_DIR "/engine/data/validation/") + name + ".yaml");
        QVERIFY(documents.size() >= expected.size());
        for (const auto& document : documents) {
            QVERIFY2(document.object, document.problems.empty() ? "no object" : document.problems[0].message.c_str());
            if (auto pod = std::dynamic_pointer_cast<Pod>(document.object))
                preparePodForCreate(*pod);
            const std::string label = document.object->label();
            QTest::newRow(label.c_str()) << sortedTexts(validate(*document.object)) << expected[label];
        }
    }
}

void TestValidation::recorded()
{
    QFETCH(Texts, errors);
    QFETCH(Texts, expected);
    QCOMPARE(lines(errors), lines(expected));
}

void TestValidation::acceptsAGoodPod()
{
    QVERIFY(validate(goodPod()).empty());
}

void TestValidation::errorsComeInTheOrderOfTheChecks()
{
    Pod pod = goodPod();
    pod.meta.name.clear();
    pod.spec.volumes.push_back({});
    pod.spec.containers[0].image.clear();
    pod.spec.restartPolicy = "Sometimes";
    pod.spec.preemptionPolicy = "Maybe";
    pod.spec.nodeName = "n1";
    pod.spec.schedulingGates = {"g"};
    Texts paths;
    for (const auto& error : validate(pod))
        paths.push_back(error.path);
    const Texts expected = {"metadata.name",      "spec.volumes[0].name",  "spec.containers[0].image",
                            "spec.restartPolicy", "spec.preemptionPolicy", "spec.nodeName"};
    QCOMPARE(lines(paths), lines(expected));
}

void TestValidation::pathLocatesTheField()
{
    Pod pod = goodPod();
    pod.spec.containers[0].name = "a.b";
    const auto errors = validate(pod);
    QCOMPARE(errors.size(), std::size_t{1});
    QCOMPARE(errors[0].path, std::string("spec.containers[0].name"));
    QCOMPARE(errors[0].text, std::string("spec.containers[0].name: Invalid value: \"a.b\": must not contain dots"));
}

void TestValidation::annotationsMayNotGrowWithoutEnd()
{
    Pod pod = goodPod();
    pod.meta.annotations.set(Symbol("a"), Symbol(std::string(262'143, 'v')));
    QVERIFY(validate(pod).empty());
    pod.meta.annotations.set(Symbol("b"), Symbol(""));
    QCOMPARE(lines(sortedTexts(validate(pod))),
             QByteArray("metadata.annotations: Too long: may not be more than 262144 bytes\n"));
}

void TestValidation::labelKeysThatAreNotMergedMayNotBeInTheSelector()
{
    ApiGates gates;
    gates.matchLabelKeysInPodTopologySpreadSelectorMerge = false;
    Pod pod = goodPod();
    pod.meta.labels.set(Symbol("app"), Symbol("x"));
    TopologySpreadConstraint constraint;
    constraint.maxSkew = 1;
    constraint.topologyKey = Symbol("zone");
    constraint.whenUnsatisfiable = "DoNotSchedule";
    constraint.labelSelector.emplace();
    constraint.labelSelector->matchLabels.set(Symbol("app"), Symbol("x"));
    constraint.matchLabelKeys = {Symbol("app")};
    pod.spec.topologySpreadConstraints = {constraint};
    preparePodForCreate(pod, gates);
    QCOMPARE(lines(sortedTexts(validate(pod, gates))),
             QByteArray("spec.topologySpreadConstraints[0].matchLabelKeys[0]: Invalid value: \"app\": exists in both "
                        "matchLabelKeys and labelSelector\n"));
}

void TestValidation::comparisonTolerationsDependOnTheirGate()
{
    Pod pod = goodPod();
    Toleration toleration;
    toleration.key = Symbol("k");
    toleration.op = "Lt";
    toleration.value = Symbol("05");
    pod.spec.tolerations = {toleration};
    QCOMPARE(
        lines(sortedTexts(validate(pod))),
        QByteArray("spec.tolerations[0].operator: Unsupported value: \"Lt\": supported values: \"Equal\", \"Exists\", "
                   "\"Lt\", \"Gt\"\n"));
    ApiGates gates;
    gates.taintTolerationComparisonOperators = true;
    QCOMPARE(
        lines(sortedTexts(validate(pod, gates))),
        QByteArray(
            "spec.tolerations[0].value: Invalid value: \"05\": must be a valid decimal integer in canonical form\n"));
}

QTEST_APPLESS_MAIN(TestValidation)
#include "tst_validation.moc"
