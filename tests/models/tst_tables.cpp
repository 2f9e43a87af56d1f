// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attempt_list.h"
#include "models/example.h"
#include "models/format.h"
#include "models/node_table.h"
#include "models/pod_table.h"
#include "models/problem_list.h"
#include "models/roles.h"
#include "models/run_log.h"
#include "models/table_text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

QStringList column(const QAbstractItemModel& model, int column, int role = Qt::DisplayRole)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row, column).data(role).toString();
    return texts;
}

}

class TestTables : public QObject {
    Q_OBJECT
private slots:
    void nodesShowWhatPodsRequest()
    {
        NodeTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setCluster(example::cluster());
        QCOMPARE(column(model, NodeTableModel::Cpu), QStringList({u"0 / 4"_s, u"500m / 4"_s, u"1.5 / 2"_s}));
        QCOMPARE(model.index(2, NodeTableModel::Cpu).data(ShareRole).toDouble(), 0.75);
        model.setCluster(example::cluster());
        model.setCluster(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void namesSortAsPeopleDo()
    {
        NodeTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setCluster(example::cluster());
        model.sort(NodeTableModel::Name);
        QCOMPARE(column(model, NodeTableModel::Name), QStringList({u"n2"_s, u"n3"_s, u"n10"_s}));
        model.sort(NodeTableModel::Cpu, Qt::DescendingOrder);
        QCOMPARE(column(model, NodeTableModel::Name), QStringList({u"n3"_s, u"n2"_s, u"n10"_s}));
    }

    void filterTermsKnowColumnsAndLabels_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("pods");
        QTest::newRow("text anywhere") << u"n3"_s << QStringList({u"a"_s});
        QTest::newRow("column equals") << u"node=n2"_s << QStringList({u"b"_s});
        QTest::newRow("column equals is not contains") << u"node=n"_s << QStringList();
        QTest::newRow("column contains") << u"message~insufficient"_s << QStringList({u"big"_s});
        QTest::newRow("label") << u"app=web status=Pending"_s << QStringList({u"big"_s, u"gated"_s});
        QTest::newRow("quotes") << u"\"Gated by\""_s << QStringList({u"gated"_s});
        QTest::newRow("quantity") << u"cpu>=500m cpu<2"_s << QStringList({u"a"_s, u"b"_s, u"gated"_s});
        QTest::newRow("alias, negation") << u"ns=default -phase=Running"_s << QStringList({u"big"_s, u"gated"_s});
        QTest::newRow("empty") << u"node="_s << QStringList({u"big"_s, u"gated"_s});
        QTest::newRow("error left out") << u"cpu>much node=n2"_s << QStringList({u"b"_s});
        QTest::newRow("unknown key") << u"colour=red"_s << QStringList();
    }
    void filterTermsKnowColumnsAndLabels()
    {
        QFETCH(QString, line);
        QFETCH(QStringList, pods);
        PodTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setCluster(example::cluster());
        model.setFilter(line);
        QCOMPARE(column(model, PodTableModel::Name), pods);
        model.setFilter({});
        QCOMPARE(model.rowCount(), 4);
    }

    void nodesCompareAmountsSharesAndWhatIsFree()
    {
        NodeTableModel model;
        model.setCluster(example::cluster());
        model.setFilter(u"cpu>=75%"_s);
        QCOMPARE(column(model, NodeTableModel::Name), QStringList({u"n3"_s}));
        model.setFilter(u"cpu.free>500m mem.free=8Gi"_s);
        QCOMPARE(column(model, NodeTableModel::Name), QStringList({u"n10"_s, u"n2"_s}));
        QVERIFY(model.filterErrors(u"disk=ssd"_s).empty());
        QCOMPARE(model.filterErrors(u"cpu>x"_s).size(), std::size_t(1));
    }

    void groupsHaveHeadingsWithSumsAndFold()
    {
        NodeTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setCluster(example::cluster());
        model.sort(NodeTableModel::Name, Qt::DescendingOrder);
        model.setGroupColumn(NodeTableModel::Zone);
        QCOMPARE(column(model, NodeTableModel::Name), QStringList({u"east (2)"_s, u"n10"_s, u"n2"_s, u"west (1)"_s, u"n3"_s}));
        QCOMPARE(model.index(0, NodeTableModel::Cpu).data().toString(), u"500m / 8"_s);
        QCOMPARE(model.index(0, 0).data(GroupRole).toBool(), true);
        QVERIFY(!model.index(1, 0).data(GroupRole).isValid());
        QVERIFY(!model.flags(model.index(0, 0)).testFlag(Qt::ItemIsSelectable));
        QCOMPARE(model.shownRows(), 3);
        QCOMPARE(model.rowOf(u"n3"_s), 4);
        model.toggleGroup(0);
        QCOMPARE(column(model, NodeTableModel::Name), QStringList({u"east (2)"_s, u"west (1)"_s, u"n3"_s}));
        model.setCluster(example::cluster());
        QCOMPARE(model.rowCount(), 3);
        model.toggleGroup(0);
        model.setTop(1);
        QCOMPARE(column(model, NodeTableModel::Name), QStringList({u"east (2)"_s, u"n10"_s, u"west (1)"_s, u"n3"_s}));
        QCOMPARE(toText(model, TextFormat::Tsv).count(u'\n'), 3);
        model.setGroupColumn(-1);
        QCOMPARE(column(model, NodeTableModel::Name), QStringList({u"n10"_s}));
    }

    void newAttemptsAreInsertedBehindTheOld()
    {
        AttemptListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        auto first = std::make_shared<Attempts>(Attempts{example::attempts()->front()});
        model.setAttempts(first, {});
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
        model.setAttempts(example::attempts(), {});
        QCOMPARE(resets.count(), 0);
        QCOMPARE(inserts.count(), 1);
        QCOMPARE(column(model, AttemptListModel::Result), QStringList({u"Scheduled"_s, u"Unschedulable"_s}));
        model.setAttempts(first, {});
        QCOMPARE(model.rowCount(), 1);
    }

    void manyRowsAreSortedInTheBackgroundAndOvertakenOnesDropped()
    {
        auto attempts = std::make_shared<Attempts>();
        for (int i = 0; i < TableModel::backgroundRows + 10; ++i) {
            trace::Attempt attempt = example::scored();
            attempt.total = i;
            attempts->push_back(std::make_shared<trace::Attempt>(attempt));
        }
        AttemptListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setAttempts(attempts, {});
        QTRY_VERIFY(!model.isWorking());
        model.sort(AttemptListModel::Score, Qt::AscendingOrder);
        QVERIFY(model.isWorking());
        model.sort(AttemptListModel::Score, Qt::DescendingOrder);
        QTRY_VERIFY(!model.isWorking());
        QCOMPARE(model.index(0, 0).data(IdRole).toString(), QString::number(TableModel::backgroundRows + 9));
    }

    void problemsAndTheLogLiveThroughReplacing()
    {
        ProblemsModel problems;
        RunLogModel log;
        QAbstractItemModelTester problemTester(&problems, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QAbstractItemModelTester logTester(&log, QAbstractItemModelTester::FailureReportingMode::Fatal);
        problems.setProblems(std::make_shared<api::Problems>(api::Problems{{api::Problem::Severity::Error, "bad", "/x/y.yaml", {3, 7}, "Pod default/a", "spec"}}));
        QCOMPARE(problems.index(0, ProblemsModel::Line).data().toString(), u"3:7"_s);
        QCOMPARE(problems.index(0, ProblemsModel::File).data().toString(), u"y.yaml"_s);
        problems.setProblems(nullptr);
        QCOMPARE(problems.rowCount(), 0);
        RunLog entries;
        entries.append({{LogEntry::Kind::Event, api::Time{1'500'000'000}, u"Pod default/a"_s, u"default/a"_s, u"FailedScheduling"_s, u"no"_s, RowState::Warning, -1}});
        log.setLog(std::make_shared<RunLog>(entries), {});
        QCOMPARE(log.index(0, RunLogModel::What).data(StateRole).toInt(), static_cast<int>(RowState::Warning));
        log.setFilter(u"kind=Move"_s);
        QCOMPARE(log.rowCount(), 0);
        log.setFilter(u"pod=default/a"_s);
        QCOMPARE(log.rowCount(), 1);
        log.setLog(nullptr, {});
    }

    void copyAndExportQuoteWhatMustBeQuoted()
    {
        PodTableModel model;
        model.setCluster(example::cluster());
        model.setFilter(u"big"_s);
        const QString csv = toText(model, TextFormat::Csv);
        QVERIFY2(csv.contains(u"\"0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu.\""_s), qPrintable(csv));
        QCOMPARE(toText(*model.table(), model.columns(), model.dataRows(), TextFormat::Csv), csv);
        QVERIFY2(csv.startsWith(u"Pod,Namespace,Status,Queue,Node,Priority,CPU,Memory,Attempts,Last message\r\nbig,"), qPrintable(csv));
        QCOMPARE(formatQuantity(1536 * 1024 * 1024LL, ResourceUnit::Bytes), u"1536Mi"_s);
        QCOMPARE(formatQuantity(250, ResourceUnit::Milli), u"250m"_s);
        QCOMPARE(formatQuantity(1001, ResourceUnit::Bytes), u"1001"_s);
        QCOMPARE(toText(model, QList<int>{0}, TextFormat::Tsv).count(u'\n'), 2);
        QCOMPARE(toText(model, QList<int>{0}, TextFormat::Tsv).count(u'\t'), 2 * (PodTableModel::ColumnCount - 1));
    }
};

QTEST_GUILESS_MAIN(TestTables)
#include "tst_tables.moc"
