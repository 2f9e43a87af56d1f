// SPDX-License-Identifier: GPL-3.0-or-later
// What a stretch of attempts made of every node is what the explanations of these attempts say.
#include "scenario/open.h"
#include "scenario/perform.h"
#include "scenario/verdicts.h"
#include "support/random_run.h"

#include <QDir>
#include <QTest>

#include <rapidcheck.h>

using namespace berth;

namespace {

using Verdict = trace::NodeVerdicts::Verdict;

struct Cell {
    std::string node;
    Verdict verdict = Verdict::NotEvaluated;
    std::int64_t total = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
};

Verdict refusal(trace::Code code)
{
    return code == trace::Code::Error ? Verdict::Error
        : code == trace::Code::UnschedulableAndUnresolvable ? Verdict::Unresolvable : Verdict::Unschedulable;
}

/// The same from the long way round.
std::vector<Cell> explained(const trace::Explanation& why, std::size_t nodes)
{
    std::vector<Cell> cells(nodes);
    for (std::size_t n = 0; n < nodes; ++n)
        cells[n].node = why.nodes[n];
    for (const auto& [node, status] : why.filterStatus)
        cells[node].verdict = refusal(status.code);
    for (std::size_t i = 0; i < why.feasible.size(); ++i) {
        if (why.feasible[i] >= nodes)
            continue;
        Cell& cell = cells[why.feasible[i]];
        cell.verdict = why.hasScores ? Verdict::Scored : Verdict::Feasible;
        if (!why.hasScores)
            continue;
        cell.total = why.totals[i];
        if (!why.extenderScores.empty())
            for (const auto score : why.extenderScores[i])
                cell.total += score;
    }
    return cells;
}

std::vector<Cell> cellsOf(const trace::NodeVerdicts& verdicts)
{
    std::vector<Cell> cells(verdicts.nodes->size());
    for (std::size_t n = 0; n < cells.size(); ++n)
        cells[n] = {(*verdicts.nodes)[n], verdicts.verdicts[n], 0};
    for (const auto& total : verdicts.totals)
        cells[total.node].total = total.total;
    return cells;
}

std::unique_ptr<scenario::Simulation> started(const scenario::FilesRun& run)
{
    scenario::Setup setup;
    setup.seed = run.seed;
    setup.timing = run.timing;
    return std::move(*scenario::Simulation::start(std::move(setup)));
}

std::unique_ptr<scenario::Simulation> played(scenario::FilesRun run)
{
    run.explainEverything = false;
    run.brief = true;
    return std::move(scenario::play(run).simulation);
}

bool always() { return true; }

/// How many cells were not as explain() has them.
std::size_t differences(scenario::Simulation& simulation, std::size_t first, std::size_t count)
{
    std::size_t different = 0;
    const auto verdicts = scenario::verdictsOf(simulation, first, count, always);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const auto why = simulation.explain(first + i);
        different += !verdicts[i] || cellsOf(*verdicts[i]) != explained(*why, verdicts[i]->nodes->size());
    }
    return different;
}

}

class TestVerdicts : public QObject {
    Q_OBJECT

private slots:
    void areWhatTheExplanationSays()
    {
        QVERIFY(rc::check("of any stretch of any run", [] {
            const auto simulation = played(test::generated(*rc::gen::arbitrary<std::uint32_t>()));
            const auto attempts = simulation->trace().attempts.size();
            const auto first = *rc::gen::inRange<std::size_t>(0, attempts + 1);
            const auto count = *rc::gen::inRange<std::size_t>(0, 9);
            RC_ASSERT(scenario::verdictsOf(*simulation, first, count, always).size() == std::min(count, attempts - first));
            RC_ASSERT(differences(*simulation, first, count) == 0U);
        }));
    }

    void areWhatTheExplanationSays_samples_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* name : {"mixed-60", "spreading", "preemption"})
            QTest::newRow(name) << QString::fromUtf8(BERTH_SAMPLES_DIR "/") + QString::fromUtf8(name);
    }

    void areWhatTheExplanationSays_samples()
    {
        QFETCH(QString, folder);
        auto opened = scenario::openFiles({folder.toStdString()});
        QVERIFY(opened.failure.empty());
        const auto simulation = played(opened.run);
        const auto attempts = simulation->trace().attempts.size();
        QVERIFY(attempts > 5);
        QCOMPARE(differences(*simulation, 0, attempts), std::size_t(0));
        std::size_t scored = 0;
        for (const auto& verdicts : scenario::verdictsOf(*simulation, 0, attempts, always))
            scored += verdicts->totals.size();
        // Where pods drive others out there is one node for each of them, which needs no scores.
        QCOMPARE(scored > 0, !folder.endsWith(QStringLiteral("preemption")));
    }

    /// Explanations are made afterwards: they must not know what came after the attempt, nominations for example.
    void explanationsSayWhatHappened_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* name : {"mixed-60", "preemption", "preemption-avalanche/scenario.yaml", "spreading", "gates-and-priorities"})
            QTest::newRow(name) << QString::fromUtf8(BERTH_SAMPLES_DIR "/") + QString::fromUtf8(name);
        const QDir scenarios(QStringLiteral(BERTH_TESTS_DIR "/conformance"));
        for (const QString& name : scenarios.entryList({QStringLiteral("preempt-*"), QStringLiteral("mix-*"), QStringLiteral("interpod-*")}, QDir::Dirs))
            QTest::newRow(qPrintable(name)) << scenarios.filePath(name);
    }

    void explanationsSayWhatHappened()
    {
        QFETCH(QString, folder);
        auto opened = scenario::openFiles({folder.toStdString()});
        QVERIFY(opened.failure.empty());
        const auto simulation = played(opened.run);
        for (const auto& attempt : simulation->trace().attempts) {
            const auto why = simulation->explain(attempt->index);
            QVERIFY(why);
            const auto context = std::to_string(attempt->index) + " " + attempt->pod + ": " + attempt->message;
            QVERIFY2(why->feasible.size() == static_cast<std::size_t>(attempt->feasibleNodes), context.c_str());
            std::size_t refused = 0;
            for (const auto& filters : why->filters)
                refused += !filters.empty();
            QVERIFY2(why->filters.empty() || refused >= why->filterStatus.size(), context.c_str());
            if (!attempt->total || !why->hasScores || why->totals.empty())
                continue;
            for (std::size_t i = 0; i < why->feasible.size(); ++i)
                if (why->nodes[why->feasible[i]] == attempt->node)
                    QVERIFY2(why->totals[i] == *attempt->total, context.c_str());
        }
    }

    /// Large enough for the search to stop early.
    void nodesThatTheSearchDidNotComeToAreSo()
    {
        std::string cluster;
        std::mt19937 random(4);
        for (int i = 0; i < 300; ++i)
            cluster += test::nodeText(random, "n" + std::to_string(i));
        for (int i = 0; i < 60; ++i)
            cluster += test::podText(random, "p" + std::to_string(i));
        scenario::FilesRun run;
        run.cluster = test::documents(cluster);
        const auto simulation = started(run);
        simulation->create(run.cluster);
        simulation->settle({}, {}, 3);
        const auto attempts = simulation->trace().attempts.size();
        QCOMPARE(differences(*simulation, 0, attempts), std::size_t(0));
        std::ptrdiff_t most = 0;
        for (const auto& verdicts : scenario::verdictsOf(*simulation, 0, attempts, always))
            most = std::max(most, std::count(verdicts->verdicts.begin(), verdicts->verdicts.end(), Verdict::NotEvaluated));
        QVERIFY(most > 50);
    }

    void looksAgainForNothingAndStopsWhereItIsTold()
    {
        const auto run = test::generated(5);
        const auto simulation = started(run);
        simulation->create(run.cluster);
        simulation->settle({}, {}, 10);
        const auto attempts = simulation->trace().attempts.size();
        QVERIFY(attempts > 4);
        int asked = 0;
        const auto some = scenario::verdictsOf(*simulation, 0, attempts, [&] { return ++asked <= 2; });
        QCOMPARE(some.size(), attempts);
        QVERIFY(some[attempts - 1] && some[attempts - 2] && !some[attempts - 3] && !some[0]);
        QCOMPARE(some[attempts - 1]->nodes, some[attempts - 2]->nodes);
        QVERIFY(scenario::verdictsOf(*simulation, attempts, 5, always).empty());
    }

    void askingChangesNothing()
    {
        for (std::uint32_t seed = 1; seed < 20; ++seed) {
            const auto run = test::generated(seed);
            std::string texts[2];
            for (const bool ask : {false, true}) {
                const auto simulation = started(run);
                simulation->create(run.cluster);
                for (const auto& step : run.steps) {
                    scenario::perform(*simulation, step, {}, {});
                    if (ask)
                        scenario::verdictsOf(*simulation, 0, 100, always);
                }
                for (const auto& attempt : simulation->trace().attempts)
                    texts[ask] += attempt->pod + attempt->node + attempt->message + std::to_string(attempt->startIndex);
            }
            QCOMPARE(texts[0], texts[1]);
        }
    }
};

QTEST_GUILESS_MAIN(TestVerdicts)
#include "tst_verdicts.moc"
