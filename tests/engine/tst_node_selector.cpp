// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/node_selector.h"
#include "api/toleration.h"

#include <QTest>

using namespace berth::api;

namespace {

const std::string nodeName = "n1";
const StringMap nodeLabels = {
    {Symbol("zone"), Symbol("a")}, {Symbol("cores"), Symbol("8")}, {Symbol("odd"), Symbol("8.0")}};
const NodeFacts node{nodeName, nodeLabels};

NodeSelectorRequirement requirement(const char* key, const char* op, std::initializer_list<const char*> values = {})
{
    NodeSelectorRequirement result{Symbol(key), op, {}, values.size() > 0};
    for (const char* value : values)
        result.values.emplace_back(value);
    return result;
}

NodeSelectorTerm labels(NodeSelectorRequirement r)
{
    return {{std::move(r)}, {}};
}

NodeSelectorTerm fields(NodeSelectorRequirement r)
{
    return {{}, {std::move(r)}};
}

bool matches(const NodeSelectorTerm& term)
{
    return ParsedNodeSelector({{term}}).matches(node);
}

QString errorOf(const NodeSelectorTerm& term)
{
    const auto result = ParsedNodeSelector({{term}}).match(node);
    return result ? QString() : QString::fromStdString(result.error());
}

bool tolerated(const char* key, const char* op, const char* value, const char* effect)
{
    const Taint taint{Symbol("k"), Symbol("v"), Symbol("NoSchedule"), std::nullopt};
    return tolerates(Toleration{Symbol(key), op, Symbol(value), Symbol(effect), std::nullopt}, taint);
}

}

class TestNodeSelector : public QObject {
    Q_OBJECT

private slots:
    void labelOperators();
    void nodeFields();
    void termsAreAlternatives();
    void errors_data();
    void errors();
    void errorsHideBehindAMatch();
    void requiredAffinity();
    void preferredAffinity();
    void tolerations();
    void firstUntoleratedTaint();
};

void TestNodeSelector::labelOperators()
{
    QVERIFY(matches(labels(requirement("zone", "In", {"b", "a"}))));
    QVERIFY(!matches(labels(requirement("zone", "NotIn", {"a"}))));
    QVERIFY(matches(labels(requirement("gone", "NotIn", {"a"}))));
    QVERIFY(matches(labels(requirement("zone", "Exists"))));
    QVERIFY(matches(labels(requirement("gone", "DoesNotExist"))));
    QVERIFY(matches(labels(requirement("cores", "Gt", {"007"}))));
    QVERIFY(!matches(labels(requirement("cores", "Gt", {"8"}))));
    QVERIFY(matches(labels(requirement("cores", "Lt", {"9"}))));
    QVERIFY(!matches(labels(requirement("odd", "Lt", {"9"}))));
    QVERIFY(!matches(labels(requirement("gone", "Lt", {"9"}))));
}

void TestNodeSelector::nodeFields()
{
    QVERIFY(matches(fields(requirement("metadata.name", "In", {"n1"}))));
    QVERIFY(!matches(fields(requirement("metadata.name", "NotIn", {"n1"}))));
    QVERIFY(!matches(fields(requirement("metadata.namespace", "In", {"x"}))));
    QVERIFY(matches(fields(requirement("metadata.namespace", "In", {""}))));
    const std::string noName;
    QVERIFY(ParsedNodeSelector({{fields(requirement("metadata.name", "In", {"n1"}))}}).matches({noName, nodeLabels}));
}

void TestNodeSelector::termsAreAlternatives()
{
    QVERIFY(!ParsedNodeSelector(NodeSelector{}).matches(node));
    QVERIFY(!ParsedNodeSelector({{NodeSelectorTerm{}}}).matches(node));
    QVERIFY(ParsedNodeSelector({{labels(requirement("zone", "In", {"b"})), labels(requirement("zone", "In", {"a"}))}})
                .matches(node));
    NodeSelectorTerm both = labels(requirement("zone", "In", {"a"}));
    both.matchFields.push_back(requirement("metadata.name", "In", {"n2"}));
    QVERIFY(!matches(both));
}

void TestNodeSelector::errors_data()
{
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("expected");
    const QString at = QStringLiteral("nodeSelectorTerms[0].matchExpressions[0]");
    QTest::newRow("operator")
        << errorOf(labels(requirement("a", "Foo")))
        << at
               + ".operator: Unsupported value: \"Foo\": supported values: \"In\", \"NotIn\", \"Exists\", "
                 "\"DoesNotExist\", \"Gt\", \"Lt\"";
    QTest::newRow("none") << errorOf(labels(requirement(
        "a", "In"))) << at + ".values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty";
    QTest::newRow("not integer")
        << errorOf(labels(requirement("a", "Gt", {"x"})))
        << at + ".values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer";
    QTest::newRow("count")
        << errorOf(labels(requirement("a", "Lt", {"1", "2"})))
        << at + ".values: Invalid value: [\"1\",\"2\"]: for 'Gt', 'Lt' operators, exactly one value is required";
    QTest::newRow("field count")
        << errorOf(fields(requirement("metadata.name", "In", {"a", "b"})))
        << "nodeSelectorTerms[0].matchFields[0].values: Invalid value: [\"a\",\"b\"]: must have one element";
    QTest::newRow("field operator")
        << errorOf(fields(requirement("metadata.name", "Exists")))
        << "nodeSelectorTerms[0].matchFields[0].operator: Unsupported value: \"Exists\": supported "
           "values: \"In\", \"NotIn\"";
}

void TestNodeSelector::errors()
{
    QFETCH(QString, actual);
    QFETCH(QString, expected);
    QCOMPARE(actual, expected);
}

void TestNodeSelector::errorsHideBehindAMatch()
{
    const auto bad = labels(requirement("a", "Gt", {"x"}));
    const auto good = labels(requirement("zone", "Exists"));
    QCOMPARE(ParsedNodeSelector({{bad, good}}).match(node).value(), true);
    const auto result =
        ParsedNodeSelector({{bad, labels(requirement("gone", "Exists")), fields(requirement("x", "Foo"))}}).match(node);
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error()),
             QStringLiteral(
                 "[nodeSelectorTerms[0].matchExpressions[0].values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, "
                 "the value must be an integer, nodeSelectorTerms[2].matchFields[0].operator: Unsupported value: "
                 "\"Foo\": supported values: \"In\", \"NotIn\"]"));
}

void TestNodeSelector::requiredAffinity()
{
    QVERIFY(RequiredNodeAffinity({}, std::nullopt).matches(node));
    QVERIFY(RequiredNodeAffinity({{Symbol("zone"), Symbol("a")}}, std::nullopt).matches(node));
    NodeAffinity affinity;
    affinity.required = NodeSelector{};
    QVERIFY(!RequiredNodeAffinity({}, affinity).matches(node));
    affinity.required = NodeSelector{{labels(requirement("a", "Gt", {"x"}))}};
    QVERIFY(!RequiredNodeAffinity({}, affinity).match(node));
    // The map is looked at first, and a mismatch there is no error.
    QCOMPARE(RequiredNodeAffinity({{Symbol("zone"), Symbol("b")}}, affinity).match(node).value(), false);
}

void TestNodeSelector::preferredAffinity()
{
    const auto good = labels(requirement("zone", "In", {"a"}));
    const auto bad = labels(requirement("a", "Gt", {"x"}));
    const auto parsed = PreferredNodeAffinity::parse(
        {{5, good}, {7, good}, {9, labels(requirement("gone", "Exists"))}, {3, {}}, {0, bad}});
    QVERIFY(parsed);
    QCOMPARE(parsed->score(node), std::int64_t{12});
    const auto failed = PreferredNodeAffinity::parse({{5, good}, {1, bad}});
    QVERIFY(!failed);
    QVERIFY(failed.error().starts_with("[1].matchExpressions[0].values[0]: Invalid value: \"x\""));
}

void TestNodeSelector::tolerations()
{
    QVERIFY(tolerated("k", "", "v", ""));
    QVERIFY(tolerated("k", "Equal", "v", "NoSchedule"));
    QVERIFY(!tolerated("k", "Equal", "w", "NoSchedule"));
    QVERIFY(!tolerated("k", "Equal", "v", "NoExecute"));
    QVERIFY(tolerated("k", "Exists", "", ""));
    QVERIFY(!tolerated("other", "Exists", "", ""));
    QVERIFY(tolerated("", "Exists", "", ""));
    QVERIFY(tolerated("", "Equal", "v", ""));
    QVERIFY(!tolerated("k", "Gt", "v", ""));
}

void TestNodeSelector::firstUntoleratedTaint()
{
    const std::vector<Taint> taints = {{Symbol("soft"), Symbol(""), Symbol("PreferNoSchedule"), std::nullopt},
                                       {Symbol("a"), Symbol(""), Symbol("NoExecute"), std::nullopt},
                                       {Symbol("b"), Symbol(""), Symbol("NoSchedule"), std::nullopt}};
    QCOMPARE(findUntoleratedTaint(taints, {}), &taints[1]);
    const std::vector<Toleration> one = {{Symbol("a"), "Exists", Symbol(), Symbol(), std::nullopt}};
    QCOMPARE(findUntoleratedTaint(taints, one), &taints[2]);
    const std::vector<Toleration> all = {{Symbol(), "Exists", Symbol(), Symbol(), std::nullopt}};
    QVERIFY(!findUntoleratedTaint(taints, all));
}

QTEST_APPLESS_MAIN(TestNodeSelector)
#include "tst_node_selector.moc"
