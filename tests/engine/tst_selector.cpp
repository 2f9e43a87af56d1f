// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/selector.h"

#include <QTest>

using namespace berth::api;

namespace {

LabelSelector expression(const char* key, const char* op, std::initializer_list<const char*> values = {})
{
    LabelSelectorRequirement requirement{Symbol(key), op, {}};
    for (const char* value : values)
        requirement.values.emplace_back(value);
    LabelSelector selector;
    selector.matchExpressions.push_back(requirement);
    return selector;
}

bool matches(const LabelSelector& selector, const StringMap& labels)
{
    return Selector::from(selector).value().matches(labels);
}

QString errorOf(const LabelSelector& selector)
{
    const auto parsed = Selector::from(selector);
    return parsed ? QString() : QString::fromStdString(parsed.error());
}

const StringMap web = {{Symbol("app"), Symbol("web")}, {Symbol("empty"), Symbol("")}};

}

class TestSelector : public QObject {
    Q_OBJECT

private slots:
    void absentMatchesNothingAndEmptyEverything();
    void operators();
    void allRequirementsMustHold();
    void mapsAskForTheirPairs();
    void addedRequirements();
    void errors_data();
    void errors();
};

void TestSelector::absentMatchesNothingAndEmptyEverything()
{
    const auto absent = Selector::from(std::nullopt).value();
    QVERIFY(absent.isNothing());
    QVERIFY(!absent.isEmpty());
    QVERIFY(!absent.matches({}));
    const auto empty = Selector::from(LabelSelector{}).value();
    QVERIFY(empty.isEmpty());
    QVERIFY(empty.matches({}));
}

void TestSelector::operators()
{
    QVERIFY(matches(expression("app", "In", {"db", "web"}), web));
    QVERIFY(!matches(expression("app", "In", {"db"}), web));
    QVERIFY(!matches(expression("gone", "In", {"web"}), web));
    QVERIFY(!matches(expression("app", "NotIn", {"web"}), web));
    QVERIFY(matches(expression("app", "NotIn", {"db"}), web));
    QVERIFY(matches(expression("gone", "NotIn", {"db"}), web));
    QVERIFY(matches(expression("empty", "Exists"), web));
    QVERIFY(!matches(expression("gone", "Exists"), web));
    QVERIFY(matches(expression("gone", "DoesNotExist"), web));
    QVERIFY(!matches(expression("app", "DoesNotExist"), web));
}

void TestSelector::allRequirementsMustHold()
{
    LabelSelector selector = expression("app", "Exists");
    selector.matchLabels.set(Symbol("empty"), Symbol(""));
    QVERIFY(matches(selector, web));
    selector.matchLabels.set(Symbol("gone"), Symbol(""));
    QVERIFY(!matches(selector, web));
}

void TestSelector::mapsAskForTheirPairs()
{
    QVERIFY(Selector::fromMap({}).isEmpty());
    QVERIFY(Selector::fromMap({{Symbol("app"), Symbol("web")}}).matches(web));
    QVERIFY(!Selector::fromMap({{Symbol("app"), Symbol("db")}}).matches(web));
    QVERIFY(!Selector::fromMap({{Symbol("gone"), Symbol("")}}).matches(web));
}

void TestSelector::addedRequirements()
{
    const Selector::Requirement greater{Symbol("n"), Selector::Operator::Gt, {Symbol("5")}};
    Selector selector = Selector::everything();
    selector.add(greater);
    QVERIFY(selector.matches({{Symbol("n"), Symbol("+6")}}));
    QVERIFY(!selector.matches({{Symbol("n"), Symbol("5")}}));
    QVERIFY(!selector.matches({{Symbol("n"), Symbol("6.0")}}));
    QVERIFY(!selector.matches({}));
    Selector nothing = Selector::nothing();
    nothing.add(greater);
    QVERIFY(nothing.isNothing());
    QVERIFY(nothing.requirements().empty());
}

void TestSelector::errors_data()
{
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("expected");
    QTest::newRow("operator") << errorOf(expression("a", "Gt", {"1"}))
                              << "\"Gt\" is not a valid label selector operator";
    QTest::newRow("no values") << errorOf(expression("a", "In"))
                               << "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty";
    QTest::newRow("values") << errorOf(expression(
        "a", "Exists",
        {"x", "y"})) << "values: Invalid value: [\"x\",\"y\"]: values set must be empty for exists and does not exist";
    QTest::newRow("two")
        << errorOf(expression("", "In"))
        << "[key: Invalid value: \"\": name part must be non-empty; name part must consist of alphanumeric characters, "
           "'-', '_' "
           "or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or "
           "'123-abc', regex "
           "used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), values: Invalid value: null: for 'in', "
           "'notin' operators, values set can't be empty]";
    QTest::newRow("value")
        << errorOf(expression("a", "In", {"ok", "bad value"}))
        << "values[1][a]: Invalid value: \"bad value\": a valid label must be an empty string or consist of "
           "alphanumeric "
           "characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or "
           "'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    QTest::newRow("good") << errorOf(expression("example.com/a", "In", {""})) << "";
}

void TestSelector::errors()
{
    QFETCH(QString, actual);
    QFETCH(QString, expected);
    QCOMPARE(actual, expected);
}

QTEST_APPLESS_MAIN(TestSelector)
#include "tst_selector.moc"
