// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_tile.h"

#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace berth::models {

namespace {

using Cell = RunColumn::Cell;

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::RunMap", text);
}

Cell cellOf(trace::NodeVerdicts::Verdict verdict)
{
    switch (verdict) {
    case trace::NodeVerdicts::Verdict::NotEvaluated: return Cell::NotEvaluated;
    case trace::NodeVerdicts::Verdict::Unschedulable: return Cell::Unschedulable;
    case trace::NodeVerdicts::Verdict::Unresolvable: return Cell::Unresolvable;
    case trace::NodeVerdicts::Verdict::Error: return Cell::Error;
    case trace::NodeVerdicts::Verdict::Feasible: return Cell::Feasible;
    case trace::NodeVerdicts::Verdict::Scored: break;
    }
    return Cell::Scored;
}

/// rowsOf: by the verdicts' nodes, -1 where a node has no row.
RunColumn makeColumn(const trace::NodeVerdicts& verdicts, const std::vector<std::int64_t>& rowsOf, std::size_t rows)
{
    RunColumn column;
    column.cells.resize(rows);
    for (std::size_t n = 0; n < rowsOf.size(); ++n)
        if (rowsOf[n] >= 0)
            column.cells[static_cast<std::size_t>(rowsOf[n])] = cellOf(verdicts.verdicts[n]);
    column.totals.reserve(verdicts.totals.size());
    for (const auto& total : verdicts.totals)
        if (rowsOf[total.node] >= 0)
            column.totals.push_back({static_cast<std::uint32_t>(rowsOf[total.node]), total.total});
    std::sort(column.totals.begin(), column.totals.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
    if (!column.totals.empty()) {
        const auto [low, high] = std::minmax_element(column.totals.begin(), column.totals.end(),
                                                     [](const auto& a, const auto& b) { return a.total < b.total; });
        column.low = low->total;
        column.high = high->total;
    }
    return column;
}

}

std::int64_t RunRows::rowOf(const std::string& name) const
{
    const auto found = byName.find(name);
    return found == byName.end() ? -1 : static_cast<std::int64_t>(found->second);
}

RunRowsPtr withNewNodes(const RunRowsPtr& rows, const scenario::History& history, std::size_t& done)
{
    constexpr std::string_view zoneLabel = "topology.kubernetes.io/zone";
    std::shared_ptr<RunRows> grown;
    for (; done < history.changes.size(); ++done) {
        const auto& change = history.changes[done];
        if (!change.after || change.after->kind != api::Kind::Node || change.before)
            continue;
        const std::string& name = change.after->meta.name;
        if ((grown ? grown->rowOf(name) : rows ? rows->rowOf(name) : -1) >= 0)
            continue;
        if (!grown)
            grown = rows ? std::make_shared<RunRows>(*rows) : std::make_shared<RunRows>();
        grown->byName.emplace(name, static_cast<std::uint32_t>(grown->rows.size()));
        const api::Symbol* zone = change.after->meta.labels.find(zoneLabel);
        grown->rows.push_back({toQString(name), zone ? toQString(*zone) : QString()});
    }
    return grown ? grown : rows;
}

std::optional<std::int64_t> RunColumn::total(std::size_t row) const
{
    const auto found = std::lower_bound(totals.begin(), totals.end(), row, [](const Total& a, std::size_t b) { return a.row < b; });
    return found != totals.end() && found->row == row ? std::optional(found->total) : std::nullopt;
}

std::size_t RunTile::bytes() const
{
    std::size_t sum = sizeof *this;
    for (const RunColumn& column : columns)
        sum += sizeof column + column.cells.capacity() + column.totals.capacity() * sizeof(RunColumn::Total);
    return sum;
}

RunTilePtr makeRunTile(std::size_t index, const RunRows& rows, const std::vector<trace::NodeVerdictsPtr>& verdicts)
{
    auto tile = std::make_shared<RunTile>();
    tile->index = index;
    const std::vector<std::string>* nodes = nullptr;
    std::vector<std::int64_t> rowsOf;
    for (const auto& column : verdicts) {
        if (!column) {
            tile->columns.emplace_back();
            continue;
        }
        // Most attempts share one list of nodes.
        if (column->nodes.get() != nodes) {
            nodes = column->nodes.get();
            rowsOf.clear();
            for (const std::string& node : *nodes)
                rowsOf.push_back(rows.rowOf(node));
        }
        tile->columns.push_back(makeColumn(*column, rowsOf, rows.rows.size()));
    }
    return tile;
}

QString cellText(const RunColumn& column, std::size_t row)
{
    switch (column.cell(row)) {
    case Cell::Absent: return {};
    case Cell::NotEvaluated: return tr("not evaluated");
    case Cell::Unschedulable: return tr("Unschedulable");
    case Cell::Unresolvable: return tr("Unresolvable");
    case Cell::Error: return tr("Error");
    case Cell::Feasible: return tr("feasible");
    case Cell::Scored: break;
    }
    return formatCount(column.total(row).value_or(0));
}

QString cellDescription(const RunColumn& column, std::size_t row)
{
    if (column.cells.empty())
        return tr("Not known any more: the scheduler was started anew after this attempt.");
    switch (column.cell(row)) {
    case Cell::Absent: return tr("The cluster did not have this node.");
    case Cell::NotEvaluated: return tr("Not evaluated: kube-scheduler had found enough nodes, or PreFilter had left this one out.");
    case Cell::Unschedulable: return tr("Unschedulable: a filter refused the node; evicting pods might help.");
    case Cell::Unresolvable: return tr("UnschedulableAndUnresolvable: a filter refused the node, and no eviction would help.");
    case Cell::Error: return tr("Error: a filter failed.");
    case Cell::Feasible: return tr("Feasible, and not scored: the only feasible node is taken without scoring.");
    case Cell::Scored: break;
    }
    return tr("Total score %1, of %2 to %3 for this pod").arg(formatCount(column.total(row).value_or(0)), formatCount(column.low), formatCount(column.high));
}

}
