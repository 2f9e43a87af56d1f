// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/run_tile.h"
#include "models/snapshot.h"

#include <QObject>

#include <unordered_map>

namespace berth::models {

/// In which order a run's nodes are shown. Placed: most pods first. Attempt: as the nodes did at that attempt, best first.
struct RunOrder {
    enum class Key : std::uint8_t { Age, Name, Zone, Placed, Attempt };
    Key key = Key::Name;
    std::size_t attempt = 0;
    friend bool operator==(const RunOrder&, const RunOrder&) = default;
};

/// Rows in an order; equal ones as they came. column: of the attempt to sort by, null if it is not known. Pure.
std::vector<std::uint32_t> orderedRunRows(const RunRows& rows, const RunOrder& order, const std::vector<std::uint32_t>& placed,
                                          const RunColumn* column);

/// Nodes × attempts of a run, as far as it has been computed: the tiles that are there, up to a number of bytes, and the
/// wishes for those that somebody looks at. Shared by everything that shows the run. GUI thread only.
class RunMap final : public QObject {
    Q_OBJECT
public:
    explicit RunMap(QObject* parent = nullptr);

    /// Another cluster: forgets everything.
    void reset();
    /// The same run, later or earlier.
    void setRun(const SnapshotPtr& snapshot);
    void setOrder(const RunOrder& order);
    const RunOrder& order() const { return order_; }

    std::size_t columns() const { return attempts_ ? attempts_->size() : 0; }
    const trace::Attempt& attempt(std::size_t column) const { return *(*attempts_)[column]; }
    std::size_t tiles() const { return (columns() + RunTile::width - 1) / RunTile::width; }

    /// Of all nodes that the run has known; null before the first.
    const RunRowsPtr& rows() const { return rows_; }
    /// Rows as they are shown, and the place of each.
    const std::shared_ptr<const std::vector<std::uint32_t>>& shownRows() const { return shown_; }
    std::size_t placeOf(std::uint32_t row) const { return places_[row]; }
    /// The row of the node that the attempt chose, -1 if none.
    std::int64_t chosenRow(std::size_t column) const { return chosen_[column]; }
    const RunRows::Row& rowAt(std::size_t place) const { return rows_->rows[(*shown_)[place]]; }

    /// Null: not computed (yet).
    RunTilePtr tile(std::size_t index) const;
    const RunColumn* column(std::size_t column) const;
    /// What is looked at by that viewer, most urgent first, instead of what it looked at before. Tiles that are there stay
    /// while they are looked at.
    void lookAt(const void* viewer, std::vector<std::size_t> tiles);
    void take(const RunTilePtr& tile);
    /// The totals of everything computed so far; {0, 0} without any.
    std::int64_t low() const { return low_; }
    std::int64_t high() const { return high_; }
    std::size_t bytes() const { return bytes_; }
    /// Tiles beyond this go, those that were looked at longest ago first.
    void setCapacity(std::size_t bytes) { capacity_ = bytes; }

signals:
    /// Everything is different.
    void changed();
    /// There are more columns; the old ones stay.
    void grown();
    /// Rows came, or have another order.
    void rowsChanged();
    void tileChanged(std::size_t index);
    /// The totals reach farther than before.
    void rangeChanged();
    void wished(const berth::models::RunWishes& wishes);

private:
    struct Kept {
        RunTilePtr tile;
        std::uint64_t used = 0;
    };
    void arrange();
    void show(std::vector<std::uint32_t> order);
    void countAttempts(std::size_t from);
    void wish();
    void forgetOld();
    bool isComplete(std::size_t index) const;

    RunRowsPtr rows_;
    AttemptsPtr attempts_;
    std::vector<std::int64_t> chosen_;     ///< by column
    std::vector<std::uint32_t> placed_;    ///< pods by row
    RunOrder order_;
    std::shared_ptr<const std::vector<std::uint32_t>> shown_;
    std::vector<std::size_t> places_;      ///< by row
    std::uint64_t arranging_ = 0;
    std::unordered_map<std::size_t, Kept> tiles_;
    std::vector<std::pair<const void*, std::vector<std::size_t>>> looks_;
    std::vector<std::size_t> wished_;
    std::uint64_t clock_ = 0;
    std::size_t bytes_ = 0;
    std::size_t capacity_ = std::size_t(192) << 20;
    std::int64_t low_ = 0;
    std::int64_t high_ = 0;
    bool hasRange_ = false;
};

}
