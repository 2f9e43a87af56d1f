// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/branch.h"

#include "models/format.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Branch", text);
}

QString count(std::size_t number) { return formatCount(static_cast<std::int64_t>(number)); }

struct Figure {
    const char* name;
    std::size_t scenario::RunCounts::*value;
    int better;                            ///< 1: more is better, -1: less is, 0: neither
};

constexpr std::array<Figure, 7> figures{{
    {QT_TRANSLATE_NOOP("berth::models::Branch", "Pods on nodes"), &scenario::RunCounts::bound, 1},
    {QT_TRANSLATE_NOOP("berth::models::Branch", "Pods without a node"), &scenario::RunCounts::pending, -1},
    {QT_TRANSLATE_NOOP("berth::models::Branch", "Attempts"), &scenario::RunCounts::attempts, 0},
    {QT_TRANSLATE_NOOP("berth::models::Branch", "Attempts that placed nobody"), &scenario::RunCounts::failedAttempts, -1},
    {QT_TRANSLATE_NOOP("berth::models::Branch", "Preemptions"), &scenario::RunCounts::preemptions, -1},
    {QT_TRANSLATE_NOOP("berth::models::Branch", "Evicted pods"), &scenario::RunCounts::victims, -1},
    {QT_TRANSLATE_NOOP("berth::models::Branch", "Deleted pods"), &scenario::RunCounts::deleted, 0},
}};

class CountsTable final : public TableData {
public:
    explicit CountsTable(BranchPtr branch) : branch_(std::move(branch)) {}

    int rowCount() const override { return static_cast<int>(figures.size()); }
    QString id(int row) const override { return QString::number(row); }
    QString text(int row, int column) const override
    {
        switch (column) {
        case BranchCountsModel::Figure:
            return tr(at(row).name);
        case BranchCountsModel::Run:
            return count(a(row));
        case BranchCountsModel::Branched:
            return count(b(row));
        case BranchCountsModel::Difference:
            return difference(row) == 0 ? u"="_s : (difference(row) > 0 ? u"+"_s : u"−"_s) + formatCount(std::abs(difference(row)));
        default:
            return {};
        }
    }
    SortKey sortKey(int row, int column) const override
    {
        if (column == BranchCountsModel::Figure)
            return {static_cast<double>(row), {}};
        const std::int64_t number = column == BranchCountsModel::Difference ? difference(row) : static_cast<std::int64_t>(column == BranchCountsModel::Run ? a(row) : b(row));
        return {static_cast<double>(number), {}};
    }
    RowState state(int row, int column) const override
    {
        if (column != BranchCountsModel::Difference || at(row).better == 0 || difference(row) == 0)
            return RowState::None;
        return (difference(row) > 0) == (at(row).better > 0) ? RowState::Good : RowState::Bad;
    }

private:
    static const Figure& at(int row) { return figures[static_cast<std::size_t>(row)]; }
    std::size_t a(int row) const { return branch_->comparison.a.*at(row).value; }
    std::size_t b(int row) const { return branch_->comparison.b.*at(row).value; }
    std::int64_t difference(int row) const { return static_cast<std::int64_t>(b(row)) - static_cast<std::int64_t>(a(row)); }

    BranchPtr branch_;
};

class PlacementsTable final : public TableData {
public:
    explicit PlacementsTable(BranchPtr branch) : branch_(std::move(branch)) {}

    int rowCount() const override { return static_cast<int>(branch_->comparison.placements.size()); }
    QString id(int row) const override { return toQString(at(row).pod); }
    QString text(int row, int column) const override
    {
        switch (column) {
        case BranchTableModel::Pod:
            return id(row);
        case BranchTableModel::Run:
            return nodeText(at(row).nodeA);
        case BranchTableModel::Branched:
            return nodeText(at(row).nodeB);
        case BranchTableModel::What:
            return what(at(row));
        default:
            return {};
        }
    }
    SortKey sortKey(int row, int column) const override { return {0, text(row, column)}; }
    RowState state(int row, int column) const override
    {
        if (column != BranchTableModel::What)
            return RowState::None;
        const auto& [pod, a, b] = at(row);
        if (!a || !b)
            return RowState::Muted;
        return b->empty() ? RowState::Bad : a->empty() ? RowState::Good : RowState::Warning;
    }

private:
    static QString nodeText(const std::optional<std::string>& node)
    {
        if (!node)
            return tr("no such pod");
        return node->empty() ? tr("no node") : toQString(*node);
    }
    static QString what(const scenario::PlacementDifference& difference)
    {
        const auto& [pod, a, b] = difference;
        if (!a)
            return tr("only in the branch");
        if (!b)
            return tr("only in the run");
        return b->empty() ? tr("not placed in the branch") : a->empty() ? tr("placed in the branch only") : tr("another node");
    }
    const scenario::PlacementDifference& at(int row) const { return branch_->comparison.placements[static_cast<std::size_t>(row)]; }

    BranchPtr branch_;
};

std::vector<TableColumn> countsColumns()
{
    return {
        {tr("Figure"), u"figure"_s, {}, false},
        {tr("Run"), u"run"_s, tr("The run that the branch left"), true},
        {tr("Branch"), u"branch"_s, {}, true},
        {tr("Difference"), u"difference"_s, {}, true},
    };
}

std::vector<TableColumn> placementColumns()
{
    return {
        {tr("Pod"), u"pod"_s, {}, false},
        {tr("In the run"), u"run"_s, tr("The node at the end of the comparison"), false},
        {tr("In the branch"), u"branch"_s, tr("The node at the end of the comparison"), false},
        {tr("Difference"), u"difference"_s, {}, false},
    };
}

}

QString branchSummary(const Branch& branch)
{
    const scenario::RunComparison& comparison = branch.comparison;
    const QString until = tr("until %1").arg(formatMoment(branch.end, branch.origin));
    if (!comparison.divergence && comparison.placements.empty())
        return tr("The branch from %1 is the same as the run %2: every attempt, every placement.").arg(formatMoment(branch.moment, branch.origin), until);
    const std::size_t different = comparison.placements.size();
    const QString pods = different == 0   ? tr("no pod ended differently")
                         : different == 1 ? tr("1 pod ended differently")
                                          : tr("%1 pods ended differently").arg(count(different));
    return tr("Branched at %1 and compared %2: %3, %4 as in the run.")
        .arg(formatMoment(branch.moment, branch.origin), until, pods, count(comparison.samePlacements));
}

QString divergenceText(const Branch& branch)
{
    const auto& divergence = branch.comparison.divergence;
    if (!divergence)
        return {};
    const trace::AttemptPtr& first = divergence->a ? divergence->a : divergence->b;
    return tr("First difference: attempt %1 of the run, at %2. In the run %3")
        .arg(count(divergence->attempt + 1), formatMoment(first->time, branch.origin), toQString(divergence->what).replace(u"; in the other run "_s, tr("; in the branch ")))
        + u'.';
}

BranchCountsModel::BranchCountsModel(QObject* parent) : TableModel(countsColumns(), parent) {}

void BranchCountsModel::setBranch(const BranchPtr& branch)
{
    setTable(branch && branch->wasRun ? std::make_shared<CountsTable>(branch) : nullptr);
}

BranchTableModel::BranchTableModel(QObject* parent) : TableModel(placementColumns(), parent) {}

void BranchTableModel::setBranch(const BranchPtr& branch)
{
    setTable(branch && branch->wasRun ? std::make_shared<PlacementsTable>(branch) : nullptr);
}

}
