// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_map.h"

#include "models/natural_order.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <numeric>

namespace berth::models {

namespace {

/// Best first: scored nodes by their total, then feasible ones, then the others by how far they were from it.
std::int64_t merit(const RunColumn& column, std::uint32_t row)
{
    switch (column.cell(row)) {
    case RunColumn::Cell::Scored: return 8 + column.total(row).value_or(0) - column.low;
    case RunColumn::Cell::Feasible: return 7;
    case RunColumn::Cell::Unschedulable: return 6;
    case RunColumn::Cell::Unresolvable: return 5;
    case RunColumn::Cell::Error: return 4;
    case RunColumn::Cell::NotEvaluated: return 3;
    case RunColumn::Cell::Absent: break;
    }
    return 0;
}

}

std::vector<std::uint32_t> orderedRunRows(const RunRows& rows, const RunOrder& order, const std::vector<std::uint32_t>& placed,
                                          const RunColumn* column)
{
    using Key = RunOrder::Key;
    std::vector<std::uint32_t> sorted(rows.rows.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    const auto by = [&sorted](auto less) { std::stable_sort(sorted.begin(), sorted.end(), less); };
    if (order.key == Key::Name)
        by([&](auto a, auto b) { return compareNaturally(rows.rows[a].name, rows.rows[b].name) < 0; });
    if (order.key == Key::Zone)
        by([&](auto a, auto b) { return compareNaturally(rows.rows[a].zone, rows.rows[b].zone) < 0; });
    if (order.key == Key::Placed)
        by([&](auto a, auto b) { return placed[a] > placed[b]; });
    if (order.key == Key::Attempt && column) {
        std::vector<std::int64_t> merits;
        for (std::uint32_t row = 0; row < sorted.size(); ++row)
            merits.push_back(merit(*column, row));
        by([&](auto a, auto b) { return merits[a] > merits[b]; });
    }
    return sorted;
}

RunMap::RunMap(QObject* parent) : QObject(parent), shown_(std::make_shared<std::vector<std::uint32_t>>()) {}

void RunMap::reset()
{
    attempts_ = nullptr;
    rows_ = nullptr;
    chosen_.clear();
    placed_.clear();
    tiles_.clear();
    bytes_ = 0;
    hasRange_ = false;
    low_ = high_ = 0;
    if (order_.key == RunOrder::Key::Attempt)
        order_ = {};
    ++arranging_;
    shown_ = std::make_shared<std::vector<std::uint32_t>>();
    places_.clear();
    emit changed();
    wish();
}

void RunMap::setRun(const SnapshotPtr& snapshot)
{
    const std::size_t before = columns();
    const bool newRows = snapshot->runRows != rows_;
    attempts_ = snapshot->attempts;
    rows_ = snapshot->runRows;
    if (newRows)
        placed_.resize(rows_ ? rows_->rows.size() : 0);
    if (columns() < before) {
        for (std::size_t column = columns(); column < before; ++column)
            if (chosen_[column] >= 0)
                --placed_[static_cast<std::size_t>(chosen_[column])];
        chosen_.resize(columns());
    }
    countAttempts(chosen_.size());
    if (newRows || (order_.key == RunOrder::Key::Placed && columns() != before))
        arrange();
    if (columns() < before)
        emit changed();
    else if (columns() > before)
        emit grown();
    wish();
}

void RunMap::countAttempts(std::size_t from)
{
    for (std::size_t column = from; column < columns(); ++column) {
        const std::string& node = attempt(column).node;
        chosen_.push_back(node.empty() || !rows_ ? -1 : rows_->rowOf(node));
        if (chosen_.back() >= 0)
            ++placed_[static_cast<std::size_t>(chosen_.back())];
    }
}

void RunMap::setOrder(const RunOrder& order)
{
    if (order == order_)
        return;
    order_ = order;
    arrange();
    wish();
}

/// Thousands of names are compared on another thread; until then the rows stay as they are.
void RunMap::arrange()
{
    constexpr std::size_t few = 500;
    const std::uint64_t arranging = ++arranging_;
    if (!rows_)
        return;
    RunTilePtr sortedBy;
    std::size_t within = 0;
    if (order_.key == RunOrder::Key::Attempt) {
        sortedBy = tile(order_.attempt / RunTile::width);
        within = order_.attempt % RunTile::width;
        if (!sortedBy || within >= sortedBy->columns.size())
            return; // take() comes back here
    }
    const auto work = [rows = rows_, order = order_, placed = placed_, sortedBy, within] {
        return orderedRunRows(*rows, order, placed, sortedBy ? &sortedBy->columns[within] : nullptr);
    };
    if (rows_->rows.size() <= few) {
        show(work());
        return;
    }
    QThreadPool::globalInstance()->start([self = QPointer<RunMap>(this), arranging, work] {
        auto order = work();
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, arranging, order = std::move(order)] {
            if (self && self->arranging_ == arranging)
                self->show(order);
        }, Qt::QueuedConnection);
    });
}

void RunMap::show(std::vector<std::uint32_t> order)
{
    places_.resize(order.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        places_[order[place]] = place;
    shown_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(order));
    emit rowsChanged();
}

RunTilePtr RunMap::tile(std::size_t index) const
{
    const auto found = tiles_.find(index);
    return found == tiles_.end() ? nullptr : found->second.tile;
}

const RunColumn* RunMap::column(std::size_t column) const
{
    const auto found = tiles_.find(column / RunTile::width);
    const std::size_t within = column % RunTile::width;
    return found == tiles_.end() || within >= found->second.tile->columns.size() ? nullptr : &found->second.tile->columns[within];
}

bool RunMap::isComplete(std::size_t index) const
{
    const auto found = tiles_.find(index);
    if (found == tiles_.end())
        return false;
    return found->second.tile->columns.size() >= std::min(RunTile::width, columns() - index * RunTile::width);
}

void RunMap::lookAt(const void* viewer, std::vector<std::size_t> tiles)
{
    ++clock_;
    for (const std::size_t index : tiles)
        if (const auto found = tiles_.find(index); found != tiles_.end())
            found->second.used = clock_;
    std::erase_if(looks_, [viewer](const auto& look) { return look.first == viewer; });
    if (!tiles.empty())
        looks_.insert(looks_.begin(), {viewer, std::move(tiles)});
    wish();
}

void RunMap::wish()
{
    std::vector<std::size_t> missing;
    const auto add = [&](std::size_t index) {
        if (index < tiles() && !isComplete(index) && std::find(missing.begin(), missing.end(), index) == missing.end())
            missing.push_back(index);
    };
    if (!looks_.empty() && order_.key == RunOrder::Key::Attempt)
        add(order_.attempt / RunTile::width);
    for (const auto& look : looks_)
        for (const std::size_t index : look.second)
            add(index);
    if (missing == wished_)
        return;
    wished_ = missing;
    emit wished(missing);
}

void RunMap::take(const RunTilePtr& tile)
{
    if (!tile || tile->index >= tiles())
        return;
    Kept& kept = tiles_[tile->index];
    if (kept.tile)
        bytes_ -= kept.tile->bytes();
    kept = {tile, clock_};
    bytes_ += tile->bytes();
    std::erase(wished_, tile->index);
    bool wider = false;
    for (const RunColumn& column : tile->columns) {
        if (column.totals.empty())
            continue;
        wider = wider || !hasRange_ || column.low < low_ || column.high > high_;
        low_ = hasRange_ ? std::min(low_, column.low) : column.low;
        high_ = hasRange_ ? std::max(high_, column.high) : column.high;
        hasRange_ = true;
    }
    forgetOld();
    emit tileChanged(tile->index);
    if (wider)
        emit rangeChanged();
    if (order_.key == RunOrder::Key::Attempt && order_.attempt / RunTile::width == tile->index)
        arrange();
    wish(); // the run may have grown since it was asked for
}

/// What is being looked at stays, however much it is.
void RunMap::forgetOld()
{
    while (bytes_ > capacity_) {
        auto oldest = tiles_.end();
        for (auto it = tiles_.begin(); it != tiles_.end(); ++it)
            if (it->second.used < clock_ && (oldest == tiles_.end() || it->second.used < oldest->second.used))
                oldest = it;
        if (oldest == tiles_.end())
            return;
        const std::size_t index = oldest->first;
        bytes_ -= oldest->second.tile->bytes();
        tiles_.erase(oldest);
        emit tileChanged(index);
    }
}

}
