// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/query.h"
#include "models/query_completion.h"

#include <QHash>
#include <QTest>

using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

const std::vector<QueryField> fields = {
    {u"name"_s, {}, ValueKind::Text, {}},        {u"namespace"_s, {u"ns"_s}, ValueKind::Text, {}},
    {u"cpu"_s, {}, ValueKind::Cpu, {}},          {u"memory"_s, {u"mem"_s}, ValueKind::Bytes, {}},
    {u"age"_s, {}, ValueKind::Duration, {}},     {u"attempts"_s, {}, ValueKind::Count, {}},
    {u"reason"_s, {u"message"_s}, ValueKind::Text, {}},
};

/// A pod: web-1 in team-a, half a core of which 80 % are used, 1.5 Gi, four minutes old, no attempts known.
class Pod final : public QueryRow {
public:
    QString text(int field) const override { return texts[field]; }
    std::optional<double> number(int field) const override
    {
        switch (field) {
        case 2:
            return 500;
        case 3:
            return 1.5 * 1024 * 1024 * 1024;
        case 4:
            return 240e9;
        default:
            return {};
        }
    }
    std::optional<double> share(int field) const override { return field == 2 ? std::optional(0.8) : std::nullopt; }
    std::optional<QString> label(const QString& key) const override
    {
        const auto at = labels.find(key);
        return at == labels.end() ? std::nullopt : std::optional(*at);
    }
    bool contains(const QString& needle) const override
    {
        return std::any_of(texts.begin(), texts.end(), [&](const QString& text) { return text.contains(needle, Qt::CaseInsensitive); });
    }

    QStringList texts{u"web-1"_s, u"team-a"_s, u"500m"_s, u"1.5 Gi"_s, u"4m"_s, u""_s, u"2 Insufficient cpu, 1 taint"_s};
    QHash<QString, QString> labels{{u"app"_s, u"web"_s}, {u"example.com/size"_s, u"12"_s}};
};

}

class TestQuery : public QObject {
    Q_OBJECT
private slots:
    void terms_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("holds");
        const auto row = [](const char* line, bool holds) { QTest::newRow(line) << QString::fromUtf8(line) << holds; };
        row("", true);
        row("WEB", true);
        row("db", false);
        row("-db", true);
        row("-web", false);
        row("\"insufficient CPU\"", true);
        row("-\"insufficient CPU\"", false);
        row("ns=team-a", true);
        row("NS=Team-A", true);
        row("namespace=team", false);
        row("namespace~team", true);
        row("namespace!=team-b", true);
        row("namespace!~team", false);
        row("ns=team-b,team-a", true);
        row("ns!=team-b,team-a", false);
        row("-ns=team-b", true);
        row("attempts=", true);
        row("name=", false);
        row("name!=", true);
        row("cpu>500m", false);
        row("cpu>=500m", true);
        row("cpu=0.5", true);
        row("cpu<1", true);
        row("cpu>79.5%", true);
        row("cpu>80%", false);
        row("memory=1536Mi", true);
        row("mem>1.4Gi mem<2G", true);
        row("memory>20%", false);
        row("age<5m", true);
        row("age<3m59s", false);
        row("age>239", true);
        row("attempts>0", false);
        row("attempts!=3", true);
        row("app=web", true);
        row("label:app=web", true);
        row("-label:app=web", false);
        row("label:app", true);
        row("label:tier", false);
        row("-label:tier", true);
        row("label:tier=", false);
        row("tier!=front", true);
        row("example.com/size>9", true);
        row("example.com/size>12", false);
        row("reason~\"cpu, 1\"", true);
        row("reason~gpu,taint", true);
        row("web ns=team-a reason~cpu cpu<1 -label:app=db", true);
        row("web ns=team-a reason~cpu cpu<1 -label:app=web", false);
        row("- web", true);
    }
    void terms()
    {
        QFETCH(QString, line);
        QFETCH(bool, holds);
        const Query query = Query::parse(line, fields, true);
        QVERIFY2(query.errors().empty(), qPrintable(query.errors().empty() ? QString() : query.errors().front().text));
        QCOMPARE(query.matches(Pod()), holds);
    }

    void errorsSayWhere_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("length");
        QTest::newRow("no amount") << u"web cpu>lots"_s << 8 << 4;
        QTest::newRow("no bytes") << u"memory<1Q"_s << 7 << 2;
        QTest::newRow("no duration") << u"age<5x web"_s << 4 << 2;
        QTest::newRow("value missing") << u"web cpu>"_s << 7 << 1;
        QTest::newRow("value missing in between") << u"name~ web"_s << 4 << 1;
        QTest::newRow("order of a text") << u"name>=a"_s << 4 << 2;
        QTest::newRow("open quote") << u"web \"two words"_s << 4 << 10;
        QTest::newRow("no key of a label") << u"we$b=1"_s << 0 << 4;
    }
    void errorsSayWhere()
    {
        QFETCH(QString, line);
        QFETCH(int, at);
        QFETCH(int, length);
        const Query query = Query::parse(line, fields, true);
        QCOMPARE(query.errors().size(), std::size_t(1));
        QCOMPARE(query.errors().front().at, at);
        QCOMPARE(query.errors().front().length, length);
        QVERIFY(!query.errors().front().text.isEmpty());
    }

    void withoutLabelsAnUnknownKeyIsAnError()
    {
        const Query query = Query::parse(u"colour=red web", fields, false);
        QCOMPARE(query.errors(), (std::vector<QueryError>{{0, 6, u"There is no column colour"_s}}));
        QVERIFY(query.matches(Pod()));
        QVERIFY(Query::parse(u"label:app", fields, false).errors().size() == 1);
    }

    void completionKnowsNamesAliasesAndValues()
    {
        const auto texts = [](const QueryCompletions& completions) {
            QStringList list;
            for (const QueryCompletion& item : completions.items)
                list << item.text;
            return list;
        };
        QCOMPARE(texts(completeQuery(u"web na"_s, 6, fields, {})), QStringList({u"name="_s, u"namespace="_s}));
        QCOMPARE(texts(completeQuery(u"-me"_s, 3, fields, {})), QStringList({u"memory>"_s, u"message="_s}));
        const auto values = [](int field) { return field == 1 ? QStringList({u"team-a"_s, u"team b"_s, u"dev"_s}) : QStringList(); };
        const QueryCompletions found = completeQuery(u"web ns=te"_s, 9, fields, values);
        QCOMPARE(texts(found), QStringList({u"team-a"_s, u"\"team b\""_s}));
        QCOMPARE(found.at, 7);
        QCOMPARE(found.length, 2);
        QCOMPARE(completeQuery(u"ns=dev,te"_s, 9, fields, values).at, 7);
        QCOMPARE(texts(completeQuery(u"size=1"_s, 6, fields, values)), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestQuery)
#include "tst_query.moc"
