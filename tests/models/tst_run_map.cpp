// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map of a run as the window has it: tiles that come when they are asked for, orders of rows, the table.
#include "models/format.h"
#include "models/roles.h"
#include "models/run_map.h"
#include "models/run_table.h"
#include "scenario/open.h"
#include "scenario/verdicts.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <random>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

/// A run that was played, and its tiles on demand.
class Run {
public:
    explicit Run(const char* sample)
    {
        auto opened = scenario::openFiles({BERTH_SAMPLES_DIR "/" + std::string(sample)});
        opened.run.explainEverything = false;
        opened.run.brief = opened.run.keepHistory = true;
        simulation_ = std::move(scenario::play(opened.run).simulation);
        std::size_t done = 0;
        rows_ = withNewNodes(nullptr, simulation_->history(), done);
    }
    scenario::Simulation& simulation() { return *simulation_; }
    const RunRowsPtr& rows() const { return rows_; }
    std::size_t attempts() const { return simulation_->trace().attempts.size(); }

    /// As it was after so many attempts.
    SnapshotPtr snapshot(std::size_t attempts) const
    {
        auto snapshot = std::make_shared<Snapshot>();
        auto some = std::make_shared<Attempts>();
        for (std::size_t i = 0; i < attempts; ++i)
            some->push_back(simulation_->trace().attempts[i]);
        snapshot->attempts = some;
        snapshot->runRows = rows_;
        return snapshot;
    }
    RunTilePtr tile(std::size_t index, std::size_t columns = RunTile::width)
    {
        return makeRunTile(index, *rows_, scenario::verdictsOf(*simulation_, index * RunTile::width, columns, [] { return true; }));
    }
    /// Answers every wish at once.
    void serve(RunMap& map)
    {
        QObject::connect(&map, &RunMap::wished, &map, [this, &map](const RunWishes& wishes) {
            for (const std::size_t index : wishes)
                map.take(tile(index));
        }, Qt::QueuedConnection);
    }

private:
    std::unique_ptr<scenario::Simulation> simulation_;
    RunRowsPtr rows_;
};

QString nodeOf(const RunMap& map, std::size_t place)
{
    return map.rowAt(place).name;
}

}

class TestRunMap : public QObject {
    Q_OBJECT

private slots:
    /// Any cell of any tile is what the explanation of its attempt says of its node.
    void cellsAreThoseOfTheExplanation()
    {
        Run run("mixed-60");
        std::mt19937 random(11);
        int scored = 0;
        int refused = 0;
        for (int i = 0; i < 400; ++i) {
            const std::size_t attempt = random() % run.attempts();
            const RunTilePtr tile = run.tile(attempt / RunTile::width);
            const auto why = run.simulation().explain(attempt);
            const std::size_t n = random() % why->nodes.size();
            const auto row = run.rows()->rowOf(why->nodes[n]);
            QVERIFY(row >= 0);
            const RunColumn& column = tile->columns[attempt % RunTile::width];
            const auto feasible = std::find(why->feasible.begin(), why->feasible.end(), n);
            const auto status = std::find_if(why->filterStatus.begin(), why->filterStatus.end(), [n](const auto& entry) { return entry.first == n; });
            const auto cell = column.cell(static_cast<std::size_t>(row));
            if (feasible != why->feasible.end() && why->hasScores) {
                QCOMPARE(cell, RunColumn::Cell::Scored);
                QCOMPARE(*column.total(static_cast<std::size_t>(row)), why->totals[static_cast<std::size_t>(feasible - why->feasible.begin())]);
                ++scored;
            } else if (feasible != why->feasible.end()) {
                QCOMPARE(cell, RunColumn::Cell::Feasible);
            } else if (status == why->filterStatus.end()) {
                QCOMPARE(cell, RunColumn::Cell::NotEvaluated);
            } else {
                QCOMPARE(cell, status->second.code == trace::Code::Unschedulable ? RunColumn::Cell::Unschedulable : RunColumn::Cell::Unresolvable);
                ++refused;
            }
        }
        QVERIFY(scored > 30 && refused > 30);
    }

    void whatIsLookedAtIsWishedForOnce()
    {
        Run run("mixed-60");
        QVERIFY(run.attempts() > 2 * RunTile::width);
        RunMap map;
        QSignalSpy wishes(&map, &RunMap::wished);
        map.setRun(run.snapshot(run.attempts()));
        QCOMPARE(wishes.size(), 0);
        map.lookAt(this, {1, 0});
        QCOMPARE(wishes.size(), 1);
        QCOMPARE(wishes.last()[0].value<RunWishes>(), RunWishes({1, 0}));
        map.lookAt(this, {1, 0});
        QCOMPARE(wishes.size(), 1);
        map.take(run.tile(1));
        QVERIFY(map.tile(1) && !map.tile(0));
        QVERIFY(map.column(RunTile::width) && !map.column(0));
        map.lookAt(this, {2});
        QCOMPARE(wishes.last()[0].value<RunWishes>(), RunWishes({2}));
        map.lookAt(this, {});
        QCOMPARE(wishes.last()[0].value<RunWishes>(), RunWishes());
        map.reset();
        QVERIFY(!map.tile(1));
        QCOMPARE(map.columns(), std::size_t(0));
    }

    void aTileThatTheRunHasOutgrownIsAskedForAgain()
    {
        Run run("mixed-60");
        RunMap map;
        map.setRun(run.snapshot(20));
        map.lookAt(this, {0});
        map.take(run.tile(0, 20));
        QSignalSpy wishes(&map, &RunMap::wished);
        QSignalSpy grown(&map, &RunMap::grown);
        map.setRun(run.snapshot(30));
        QCOMPARE(grown.size(), 1);
        QCOMPARE(wishes.size(), 1);
        QVERIFY(map.column(19) && !map.column(20));
        map.take(run.tile(0, 30));
        QVERIFY(map.column(29));
        map.setRun(run.snapshot(10));
        QCOMPARE(map.columns(), std::size_t(10));
        QCOMPARE(wishes.size(), 1);
    }

    void oldTilesGoWhenThereIsNoRoom()
    {
        Run run("mixed-60");
        RunMap map;
        map.setRun(run.snapshot(run.attempts()));
        map.setCapacity(run.tile(0)->bytes() + 1);
        map.lookAt(this, {0});
        map.take(run.tile(0));
        map.lookAt(this, {1});
        map.take(run.tile(1));
        QVERIFY(!map.tile(0) && map.tile(1));
        QVERIFY(map.bytes() <= run.tile(1)->bytes());
    }

    void rowsAreSortedAsAsked()
    {
        Run run("mixed-60");
        RunMap map;
        run.serve(map);
        map.setRun(run.snapshot(run.attempts()));
        QCOMPARE(map.shownRows()->size(), std::size_t(60));
        map.setOrder({RunOrder::Key::Placed, 0});
        std::vector<int> placed(60);
        for (std::size_t column = 0; column < map.columns(); ++column)
            if (map.chosenRow(column) >= 0)
                ++placed[static_cast<std::size_t>(map.chosenRow(column))];
        for (std::size_t place = 1; place < 60; ++place)
            QVERIFY(placed[(*map.shownRows())[place - 1]] >= placed[(*map.shownRows())[place]]);
        map.setOrder({RunOrder::Key::Age, 0});
        QCOMPARE(nodeOf(map, 3), run.rows()->rows[3].name);
        // The order comes with its tile.
        map.lookAt(this, {0});
        std::size_t scored = 0;
        while (run.simulation().trace().attempts[scored]->feasibleNodes < 10)
            ++scored;
        map.setOrder({RunOrder::Key::Attempt, scored});
        QTRY_VERIFY(map.column(scored));
        const RunColumn& column = *map.column(scored);
        for (std::size_t place = 1; place < column.totals.size(); ++place)
            QVERIFY(*column.total((*map.shownRows())[place - 1]) >= *column.total((*map.shownRows())[place]));
        for (std::uint32_t row = 0; row < 60; ++row)
            QCOMPARE((*map.shownRows())[map.placeOf(row)], row);
    }

    void nodesThatCameLaterHaveRowsBelow()
    {
        Run run("node-failure");
        RunRowsPtr some;
        std::size_t done = 0;
        const auto history = run.simulation().history();
        some = withNewNodes(some, history, done);
        QCOMPARE(done, history.changes.size());
        QCOMPARE(withNewNodes(some, history, done), some);
        done = 0;
        QCOMPARE(withNewNodes(some, history, done), some);
        for (std::size_t row = 0; row < some->rows.size(); ++row)
            QCOMPARE(some->rowOf(some->rows[row].name.toStdString()), static_cast<std::int64_t>(row));
        QCOMPARE(some->rowOf("nobody"), std::int64_t(-1));
    }

    void theTableSaysTheSameAndComesByItself()
    {
        Run run("mixed-60");
        RunMap map;
        RunTableModel model(&map);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        map.setRun(run.snapshot(100));
        QCOMPARE(model.rowCount(), 60);
        QCOMPARE(model.columnCount(), 100);
        QCOMPARE(model.index(0, 70).data().toString(), u"…"_s);
        run.serve(map);
        QTRY_VERIFY(model.index(0, 70).data().toString() != u"…"_s);
        int stars = 0;
        for (int row = 0; row < 60; ++row) {
            const QString text = model.index(row, 70).data().toString();
            stars += text.startsWith(u"★") ? 1 : 0;
            QVERIFY(model.index(row, 70).data(Qt::AccessibleTextRole).toString().startsWith(nodeOf(map, static_cast<std::size_t>(row))));
        }
        QCOMPARE(stars, run.simulation().trace().attempts[70]->node.empty() ? 0 : 1);
        QVERIFY(model.headerData(70, Qt::Horizontal).toString().contains(toQString(run.simulation().trace().attempts[70]->pod)));
        map.setRun(run.snapshot(run.attempts()));
        QCOMPARE(model.columnCount(), static_cast<int>(run.attempts()));
        map.setOrder({RunOrder::Key::Placed, 0});
        QCOMPARE(model.headerData(0, Qt::Vertical).toString(), nodeOf(map, 0));
        map.setRun(run.snapshot(5));
        QCOMPARE(model.columnCount(), 5);
        map.reset();
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestRunMap)
#include "tst_run_map.moc"
