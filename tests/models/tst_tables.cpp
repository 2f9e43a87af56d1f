// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attempt_list.h"
#include "models/example.h"
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
        const QString csv = toCsv(model);
        QVERIFY2(csv.contains(u"\"0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu.\""_s), qPrintable(csv));
        QCOMPARE(toTsv(model, {0}).count(u'\n'), 2);
        QCOMPARE(toTsv(model, {0}).count(u'\t'), 2 * (PodTableModel::ColumnCount - 1));
    }
};

QTEST_GUILESS_MAIN(TestTables)
#include "tst_tables.moc"
