// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/text.h"

#include <QTest>

#ifdef BERTH_RAPIDCHECK
#include <rapidcheck.h>
#endif

using namespace berth::api;

namespace {

QByteArray errorOf(const QByteArray& text)
{
    const auto parsed = parseYaml(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    return parsed ? QByteArray("(good)") : QByteArray::fromStdString(parsed.error().message);
}

QByteArray jsonOf(const QByteArray& text)
{
    const auto parsed = parseYaml(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    return QByteArray::fromStdString(parsed ? toJson(parsed->value) : parsed.error().message);
}

}

/// Text to values, compared with what Kubernetes' own reader made of the same texts.
class YamlText : public QObject {
    Q_OBJECT

private slots:
    void scalars_data();
    void scalars();
    void keysMergesAliases_data();
    void keysMergesAliases();
    void errors_data();
    void errors();
    void errorsPointIntoTheFile();
    void duplicatesHaveTheLineOfTheirValue();
    void valuesKnowWhereTheyStand();
    void octalNumbersAreWarnedAbout();
    void hostileTextsEndInAnError();
    void splitting();
    void badSeparatorKeepsWhatCameBefore();
    void jsonReadsWhatYamlReads();
    void jsonDuplicatesAreFoundByPath();
    void writtenTextReadsBack_data();
    void writtenTextReadsBack();
    void anyValueSurvivesWriting();
};

void YamlText::scalars_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    const std::pair<const char*, const char*> rows[] = {
        {"yes", "true"}, {"Off", "false"}, {"y", "true"}, {"~", "null"}, {"Null", "null"}, {"'yes'", "\"yes\""},
        {"014", "12"}, {"08", "8"}, {"0999", "999"}, {"0o14", "12"}, {"0o8", "\"0o8\""}, {"0x1F", "31"}, {"0b101", "5"},
        {"1_000", "1000"}, {"+5", "5"}, {"18446744073709551615", "18446744073709551615"},
        {"18446744073709551616", "18446744073709552000"}, {"1583512484380481917", "1583512484380481917"}, {"1e3", "1000"},
        {"1.0", "1"}, {"1.", "1"}, {"-1.5", "-1.5"}, {".5", "0.5"}, {"1e-7", "1e-7"}, {"1e21", "1e+21"}, {"1e400", "\"1e400\""},
        {"2001-1-2", "\"2001-1-2\""}, {"190:20:30", "\"190:20:30\""}, {"1.2.3", "\"1.2.3\""}, {"5m", "\"5m\""},
        {"!!str 5", "\"5\""}, {"!!float 1", "1"}, {"!!binary aGk=", "\"hi\""}, {"!foo 5", "\"5\""}, {"! 5", "\"5\""},
    };
    for (const auto& [text, json] : rows)
        QTest::newRow(text) << QByteArray(text) << QByteArray(json);
}

void YamlText::scalars()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, json);
    QCOMPARE(jsonOf("a: " + text + "\n"), "{\"a\":" + json + "}");
}

void YamlText::keysMergesAliases_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("typed keys") << QByteArray("{1: a, 1.5: b, 1e6: c, on: d, '2': e}")
                                << QByteArray(R"({"1":"a","1.5":"b","1e+06":"c","true":"d","2":"e"})");
    QTest::newRow("last wins") << QByteArray("{a: 1, b: 2, a: 3}") << QByteArray(R"({"a":3,"b":2})");
    QTest::newRow("alias") << QByteArray("{a: &x {b: 1}, c: *x}") << QByteArray(R"({"a":{"b":1},"c":{"b":1}})");
    QTest::newRow("merge overwrites what stands before it")
        << QByteArray("{b: &x {p: 1, m: 2}, c: {p: 5, <<: *x, m: 6}}") << QByteArray(R"({"b":{"p":1,"m":2},"c":{"p":1,"m":6}})");
    QTest::newRow("earlier maps win") << QByteArray("{<<: [{a: 1}, {a: 2, b: 3}]}") << QByteArray(R"({"a":1,"b":3})");
    QTest::newRow("colon before an indicator") << QByteArray("{a: b:, c:, d: [e:]}") << QByteArray(R"({"a":"b:","c:":null,"d":["e:"]})");
    QTest::newRow("first document only") << QByteArray("a: b\n...\nc: [\n") << QByteArray(R"({"a":"b"})");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF""a: b\n") << QByteArray(R"({"a":"b"})");
}

void YamlText::keysMergesAliases()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, json);
    QCOMPARE(jsonOf(text), json);
}

void YamlText::errors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    const std::pair<QByteArray, QByteArray> rows[] = {
        {"a: b: c\n", "yaml: mapping values are not allowed in this context"},
        {"x: 1\na: b: c\n", "yaml: line 2: mapping values are not allowed in this context"},
        {"a: [b\n", "yaml: line 1: did not find expected ',' or ']'"},
        {"a: 1\nb:\n  {c: {d:{e: 1}}}\n", "yaml: line 2: did not find expected ',' or '}'"},
        {"a: {b: http://x?y=1}\n", "yaml: did not find expected ',' or '}'"},
        {"a:\n\tb: c\n", "yaml: line 2: found character that cannot start any token"},
        {"a: \x01\n", "yaml: control characters are not allowed"},
        {"a: \xff\n", "yaml: invalid leading UTF-8 octet"},
        {"a: *nope\n", "yaml: unknown anchor 'nope' referenced"},
        {"a: &a [*a]\n", "yaml: anchor 'a' value contains itself"},
        {"<<: 5\n", "yaml: map merge requires map or sequence of maps as the value"},
        {"a: !!int x\n", "yaml: cannot decode !!str `x` as a !!int"},
        {"? [a, b]\n: c\n", "yaml: invalid map key: []interface {}{\"a\", \"b\"}"},
        {"~: {a: [1, ~]}\n", "unsupported map key of type: %!s(<nil>), key: <nil>, value: "
                             "map[interface {}]interface {}{\"a\":[]interface {}{1, interface {}(nil)}}"},
        {"a: .inf\n", "json: unsupported value: +Inf"},
        {"a: .nan\n", "json: unsupported value: NaN"},
    };
    for (const auto& [text, message] : rows)
        QTest::newRow(message.constData()) << text << message;
}

void YamlText::errors()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    QCOMPARE(errorOf(text), message);
}

void YamlText::errorsPointIntoTheFile()
{
    const auto parsed = parseYaml("a: 1\nb: {\n  c: @x}\n", 11);
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().message, std::string("yaml: line 3: found character that cannot start any token"));
    QCOMPARE(parsed.error().position, (Position{13, 6}));
    const auto control = parseYaml("a: 1\n\xC3\xA9: x\x02\n", 1);
    QVERIFY(!control);
    QCOMPARE(control.error().position, (Position{2, 5}));
}

void YamlText::duplicatesHaveTheLineOfTheirValue()
{
    const auto parsed = parseYaml("a: 1\nb:\n  c: x\n  c: y\nb:\n  d: 1\n1: x\n01: z\n", 10);
    QVERIFY(parsed);
    QCOMPARE(parsed->duplicates.size(), std::size_t(3));
    QCOMPARE(parsed->duplicates[0].key, std::string("\"c\""));
    QCOMPARE(parsed->duplicates[0].lineInDocument, 4u);
    QCOMPARE(parsed->duplicates[1].key, std::string("\"b\""));
    QCOMPARE(parsed->duplicates[1].lineInDocument, 6u);
    QCOMPARE(parsed->duplicates[1].position, (Position{15, 3}));
    QCOMPARE(parsed->duplicates[2].key, std::string("1"));
    QCOMPARE(toJson(parsed->value), std::string(R"({"a":1,"b":{"d":1},"1":"z"})"));
}

void YamlText::valuesKnowWhereTheyStand()
{
    const auto parsed = parseYaml("\nspec:\n  list:\n  - x: 1\n    y: 'z'\n", 1);
    QVERIFY(parsed);
    const Value& item = parsed->value.find("spec")->find("list")->items[0];
    QCOMPARE(item.members[1].keyPosition, (Position{5, 5}));
    QCOMPARE(item.members[1].value.position, (Position{5, 8}));
}

void YamlText::octalNumbersAreWarnedAbout()
{
    const auto parsed = parseYaml("mode: 0644\nother: 0\nplain: 07\n");
    QVERIFY(parsed);
    QCOMPARE(parsed->warnings.size(), std::size_t(1));
    QCOMPARE(parsed->warnings[0].message, std::string("0644 is read as an octal number: 420"));
    QCOMPARE(parsed->warnings[0].position, (Position{1, 7}));
}

void YamlText::hostileTextsEndInAnError()
{
    QVERIFY(errorOf(QByteArray(100'000, '[')).contains("exceeded max depth of 1000"));
    QVERIFY(errorOf(QByteArray("- ").repeated(100'000)).contains("exceeded max depth of 1000"));
    QVERIFY(QByteArray::fromStdString(parseJson(std::string(100'000, '[')).error().message).contains("exceeded max depth"));
    QByteArray bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 12; ++i) {
        const QByteArray below = "*a" + QByteArray::number(i - 1);
        bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + (below + ",").repeated(9) + below + "]\n";
    }
    QCOMPARE(errorOf(bomb), QByteArray("yaml: document contains excessive aliasing"));
    const QByteArray copies = "a: &a " + QByteArray(1'000'000, 'x') + "\nb: [" + QByteArray("*a,").repeated(1000) + "*a]\n";
    QCOMPARE(errorOf(copies), QByteArray("yaml: document contains excessive aliasing"));
}

void YamlText::splitting()
{
    const std::string text = "---\na: 1\n--- # next\nb: x---\n---\n---\nc: 1";
    const Chunks chunks = splitDocuments(text);
    QVERIFY(chunks.problems.empty());
    QCOMPARE(chunks.chunks.size(), std::size_t(3));
    QCOMPARE(std::string(chunks.chunks[0].text), std::string("---\na: 1\n"));   // a separator with nothing before it stays
    QCOMPARE(chunks.chunks[0].firstLine, 1u);
    QCOMPARE(std::string(chunks.chunks[1].text), std::string("b: x---\n"));
    QCOMPARE(chunks.chunks[1].firstLine, 4u);
    QCOMPARE(std::string(chunks.chunks[2].text), std::string("---\nc: 1"));
    QCOMPARE(chunks.chunks[2].firstLine, 6u);
}

void YamlText::badSeparatorKeepsWhatCameBefore()
{
    const Chunks chunks = splitDocuments("a: 1\n--- {kind: Pod}\nb: 2\n");
    QCOMPARE(chunks.chunks.size(), std::size_t(1));
    QCOMPARE(chunks.problems.size(), std::size_t(1));
    QCOMPARE(chunks.problems[0].message, std::string("invalid Yaml document separator: {kind: Pod}"));
    QCOMPARE(chunks.problems[0].position, (Position{2, 1}));
}

void YamlText::jsonReadsWhatYamlReads()
{
    const std::string text = "{\n\t\"a\": [1, 1.0, 1e3, -0.5, 18446744073709551615],\n \"b\": {\"c\": \"\\ud83d\\ude00\\n\\/\"}, \"d\": null}";
    const auto json = parseJson(text, 5);
    QVERIFY(json);
    QCOMPARE(toJson(json->value),
             std::string("{\"a\":[1,1,1000,-0.5,18446744073709551615],\"b\":{\"c\":\"\xF0\x9F\x98\x80\\n/\"},\"d\":null}"));
    QCOMPARE(json->value.find("b")->members[0].keyPosition, (Position{7, 8}));
    for (const char* bad : {"{\"a\" 1}", "{\"a\": 01}", "[1,]", "{\"a\": tru}", "\"\n\"", "", "{\"a\": \"\\x\"}"})
        QVERIFY2(!parseJson(bad) || std::string_view(bad) == "{\"a\": 01}", bad);
}

void YamlText::jsonDuplicatesAreFoundByPath()
{
    const auto json = parseJson("{\"spec\": {\"x\": [{\"y\": 1, \"y\": 2}]}, \"spec\": 1}");
    QVERIFY(json);
    QCOMPARE(json->duplicates.size(), std::size_t(2));
    QCOMPARE(json->duplicates[0].key, std::string("spec.x[0].y"));
    QCOMPARE(json->duplicates[1].key, std::string("spec"));
}

void YamlText::writtenTextReadsBack_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const char* text : {"yes", "null", "1", "0x1F", "1e3", "-", "- a", "a: b", "#x", " x", "x ", "a\\nb\\n", "a\\n\\nb", "\\n",
                             "a\\n b\\n", " a\\nb\\n", "\\t", "a\\n\\n", "<<", "=", "2001-01-01", "@x", "`", "%x", "!x", "&x", "*x",
                             "|", ">", "'", "\\\"", "\\\\", "", "~", "...", "---", "\\u0001", "\\u0085", "\\u2028", "\\ufeff", "\xC3\xA9",
                             "? x", ": x", "[", "]", "{", "}", ",", "x # y", "a\\r\\nb\\n", "0644", "1_0", "a \\nb\\n"})
        QTest::newRow(text) << QByteArray("{\"k\":\"" + QByteArray(text) + "\",\"l\":[\"" + text + "\",{}],\"m" + text + "\":[[1,[]]]}");
    QTest::newRow("null and empties") << QByteArray(R"([null,true,[],{},[[[]]],{"a":{"b":[{"c":1,"d":2}]}},1.5,1e+21])");
}

void YamlText::writtenTextReadsBack()
{
    QFETCH(QByteArray, json);
    const auto value = parseJson(json.toStdString());
    QVERIFY(value);
    const std::string text = toYaml(value->value);
    const auto again = parseYaml(text);
    QVERIFY2(again, text.c_str());
    QCOMPARE(toJson(again->value), toJson(value->value));
}

#ifdef BERTH_RAPIDCHECK
namespace {

/// Texts made of what writers of YAML stumble over.
rc::Gen<std::string> anyText()
{
    const std::vector<std::string> pieces{"a", "1", "0", ".", "-", "- ", ": ", ":", " #", " ", "\n", "\t", "'", "\"", "\\", "{", "[", "&", "*", "!",
                                          "|", ">", "%", "@", "~", "yes", "null", "\xC3\xA9", "\xE2\x80\xA8", "\xC2\x85", "\xEF\xBB\xBF", "\x01", "e",
                                          "<<", "=", "\r", "...", "---", "\xF0\x9F\x98\x80", "?", ","};
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)), [](const std::vector<std::string>& parts) {
        std::string text;
        for (const std::string& part : parts)
            text += part;
        return text;
    });
}

Value anyValue(int depth)
{
    switch (*rc::gen::inRange(0, depth > 0 ? 6 : 4)) {
    case 0: return Value::string(*anyText());
    case 1: return Value::integer(*rc::gen::arbitrary<std::int64_t>());
    case 2: return Value::boolean_(*rc::gen::arbitrary<bool>());
    case 3: return {};
    case 4: {
        Value list = Value::array();
        for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
            list.items.push_back(anyValue(depth - 1));
        return list;
    }
    default: break;
    }
    Value object = Value::object();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
        object.set(*anyText(), anyValue(depth - 1));
    return object;
}

}
#endif

void YamlText::anyValueSurvivesWriting()
{
#ifdef BERTH_RAPIDCHECK
    const bool good = rc::check("a value reads back from its YAML and its JSON", [] {
        const Value value = anyValue(4);
        const auto yaml = parseYaml(toYaml(value));
        RC_ASSERT(yaml.has_value());
        RC_ASSERT(toJson(yaml->value) == toJson(value));
        const auto json = parseJson(toJson(value));
        RC_ASSERT(json.has_value());
        RC_ASSERT(toJson(json->value) == toJson(value));
    });
    QVERIFY(good);
#else
    QSKIP("RapidCheck is not installed");
#endif
}

QTEST_APPLESS_MAIN(YamlText)
#include "tst_yaml_text.moc"
