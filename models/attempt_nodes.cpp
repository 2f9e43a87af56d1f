// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attempt_nodes.h"

#include "models/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::AttemptNodesModel", text);
}

class AttemptNodes final : public TableData {
public:
    explicit AttemptNodes(AttemptViewPtr attempt) : attempt_(std::move(attempt)), map_(*attempt_->heatMap) {}

    int rowCount() const override { return static_cast<int>(map_.rows.size()); }
    QString id(int row) const override { return at(row).node; }

    QString text(int row, int column) const override
    {
        const HeatMapRow& node = at(row);
        switch (column) {
        case AttemptNodesModel::Node:
            return node.node;
        case AttemptNodesModel::Zone:
            return node.zone;
        case AttemptNodesModel::Outcome:
            return outcome(row);
        case AttemptNodesModel::Rank:
            return node.rank > 0 ? formatCount(node.rank) : QString();
        case AttemptNodesModel::Total:
            return node.scored && map_.hasTotal() ? formatCount(node.total) : QString();
        case AttemptNodesModel::Reasons:
            return QString(judgement(row).reasons).replace(u'\n', u"; "_s);
        default:
            return pluginText(row, pluginOf(column));
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        const HeatMapRow& node = at(row);
        switch (column) {
        case AttemptNodesModel::Rank:
            return {node.rank > 0 ? static_cast<double>(node.rank) : static_cast<double>(map_.rows.size() + 1), {}};
        case AttemptNodesModel::Total:
            return {number(row, column).value_or(-1), {}};
        default:
            if (isScore(column))
                return {number(row, column).value_or(-1), {}};
            return {0, text(row, column)};
        }
    }

    std::optional<double> number(int row, int column) const override
    {
        const HeatMapRow& node = at(row);
        if (column == AttemptNodesModel::Rank)
            return node.rank > 0 ? std::optional<double>(node.rank) : std::nullopt;
        if (!node.scored)
            return {};
        if (column == AttemptNodesModel::Total)
            return static_cast<double>(node.total);
        return static_cast<double>(map_.value(static_cast<std::size_t>(row), pluginOf(column), Measure::Weighted));
    }

    QString tooltip(int row, int column) const override
    {
        if (column == AttemptNodesModel::Reasons)
            return judgement(row).reasons;
        return column < AttemptNodesModel::FirstPlugin ? text(row, column) : cellDescription(map_, static_cast<std::size_t>(row), pluginOf(column));
    }

    RowState state(int row, int column) const override
    {
        if (column != AttemptNodesModel::Outcome)
            return RowState::None;
        const HeatMapRow& node = at(row);
        if (node.feasible)
            return RowState::Good;
        return !node.evaluated ? RowState::Muted : judgement(row).verdict == Verdict::Unschedulable ? RowState::Warning : RowState::Bad;
    }

private:
    const HeatMapRow& at(int row) const { return map_.rows[static_cast<std::size_t>(row)]; }
    const NodeJudgement& judgement(int row) const { return attempt_->judgements->rows[static_cast<std::size_t>(row)]; }
    static std::size_t pluginOf(int column) { return static_cast<std::size_t>(column - AttemptNodesModel::FirstPlugin); }
    bool isScore(int column) const
    {
        return column >= AttemptNodesModel::FirstPlugin && map_.columns[pluginOf(column)].group == HeatMapColumn::Group::Score;
    }

    QString outcome(int row) const
    {
        const HeatMapRow& node = at(row);
        if (node.chosen)
            return tr("Chosen");
        if (node.feasible)
            return node.runnerUp ? tr("Runner-up") : tr("Feasible");
        if (!node.evaluated)
            return tr("Not evaluated");
        switch (judgement(row).verdict) {
        case Verdict::Unschedulable:
            return tr("Unschedulable");
        case Verdict::Unresolvable:
            return tr("Unresolvable");
        case Verdict::Error:
            return tr("Error");
        case Verdict::Passed:
            break;
        }
        return tr("Passed");
    }

    QString pluginText(int row, std::size_t column) const
    {
        const auto index = static_cast<std::size_t>(row);
        if (map_.columns[column].group == HeatMapColumn::Group::Score)
            return at(row).scored ? formatCount(map_.value(index, column, Measure::Weighted)) : QString();
        const FilterCell& cell = map_.filter(index, column);
        return cell.verdict == Verdict::Passed ? tr("passed") : cell.reasons;
    }

    AttemptViewPtr attempt_;
    const HeatMap& map_;
};

std::vector<TableColumn> columnsOf(const HeatMap* map)
{
    std::vector<TableColumn> columns = {
        {tr("Node"), u"name"_s, {}, false, ValueKind::Text, {u"node"_s}},
        {tr("Zone"), u"zone"_s, tr("Label topology.kubernetes.io/zone"), false},
        {tr("Outcome"), u"outcome"_s, tr("What the attempt made of the node"), false},
        {tr("Rank"), u"rank"_s, tr("Place by total score, 1 is the best"), true, ValueKind::Count},
        {tr("Total"), u"total"_s, tr("Sum of the weighted scores"), true, ValueKind::Count, {u"score"_s}},
        {tr("Reasons"), u"reason"_s, tr("What the plugins that refused the node said"), false, ValueKind::Text, {u"message"_s}},
    };
    if (!map)
        return columns;
    for (const HeatMapColumn& column : map->columns) {
        if (column.group == HeatMapColumn::Group::Total)
            continue;
        const bool isScore = column.group == HeatMapColumn::Group::Score;
        TableColumn shown{column.plugin, (isScore ? u"score."_s : u"filter."_s) + column.plugin, {}, isScore, isScore ? ValueKind::Count : ValueKind::Text};
        shown.title = isScore ? tr("%1 × %2").arg(column.plugin).arg(column.weight) : column.plugin;
        shown.tooltip = isScore ? tr("Score of %1: normalised × weight").arg(column.plugin) : tr("Filter %1").arg(column.plugin);
        columns.push_back(std::move(shown));
    }
    return columns;
}

}

AttemptNodesModel::AttemptNodesModel(QObject* parent) : TableModel(columnsOf(nullptr), parent) {}

void AttemptNodesModel::setAttempt(const AttemptViewPtr& attempt)
{
    if (!attempt || !attempt->heatMap || !attempt->judgements) {
        setTable(nullptr);
        return;
    }
    setColumns(columnsOf(attempt->heatMap.get()));
    setTable(std::make_shared<AttemptNodes>(attempt));
}

}
