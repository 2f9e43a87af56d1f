// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_table.h"

#include "models/attempt_list.h"
#include "models/format.h"
#include "models/roles.h"

#include <QTimer>

using namespace Qt::StringLiterals;

namespace berth::models {

RunTableModel::RunTableModel(RunMap* map, QObject* parent)
    : QAbstractTableModel(parent), map_(map), asking_(new QTimer(this))
{
    asking_->setSingleShot(true);
    asking_->setInterval(0);
    connect(asking_, &QTimer::timeout, this, [this] {
        std::vector<std::size_t> tiles(asked_.begin(), asked_.end());
        asked_.clear();
        map_->lookAt(this, std::move(tiles));
    });
    const auto anew = [this] {
        beginResetModel();
        rows_ = map_->rows() ? static_cast<int>(map_->shownRows()->size()) : 0;
        columns_ = static_cast<int>(map_->columns());
        endResetModel();
    };
    anew();
    connect(map_, &RunMap::changed, this, anew);
    connect(map_, &RunMap::rowsChanged, this, anew);
    connect(map_, &RunMap::grown, this, [this] {
        if (static_cast<int>(map_->columns()) <= columns_)
            return;
        beginInsertColumns({}, columns_, static_cast<int>(map_->columns()) - 1);
        columns_ = static_cast<int>(map_->columns());
        endInsertColumns();
    });
    connect(map_, &RunMap::tileChanged, this, [this](std::size_t tile) {
        const int first = static_cast<int>(tile * RunTile::width);
        const int last = std::min(columns_, first + static_cast<int>(RunTile::width)) - 1;
        if (rows_ > 0 && first <= last)
            emit dataChanged(index(0, first), index(rows_ - 1, last));
    });
}

int RunTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : rows_;
}

int RunTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns_;
}

void RunTableModel::askFor(std::size_t tile) const
{
    asked_.insert(tile);
    asking_->start();
}

void RunTableModel::stopLooking()
{
    asking_->stop();
    asked_.clear();
    map_->lookAt(this, {});
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto column = static_cast<std::size_t>(index.column());
    const std::uint32_t row = (*map_->shownRows())[static_cast<std::size_t>(index.row())];
    if (role == IdRole)
        return map_->rows()->rows[row].name;
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const bool isText = role == Qt::DisplayRole || role == CopyRole;
    if (!isText && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole)
        return {};
    const RunColumn* cells = map_->column(column);
    if (!cells) {
        askFor(column / RunTile::width);
        return isText ? u"…"_s : tr("Not computed yet");
    }
    const QString star = map_->chosenRow(column) == static_cast<std::int64_t>(row) ? u"★ "_s : QString();
    if (isText)
        return QString(star + cellText(*cells, row));
    return QString(map_->rows()->rows[row].name + u" · "_s + toQString(map_->attempt(column).pod) + u": "_s
                   + (star.isEmpty() ? QString() : tr("chosen. ")) + cellDescription(*cells, row));
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section < 0 || section >= (orientation == Qt::Horizontal ? columns_ : rows_))
        return {};
    const auto at = static_cast<std::size_t>(section);
    if (orientation == Qt::Vertical) {
        if (role == Qt::DisplayRole || role == IdRole)
            return map_->rowAt(at).name;
        return role == Qt::ToolTipRole && !map_->rowAt(at).zone.isEmpty() ? QVariant(map_->rowAt(at).zone) : QVariant();
    }
    const trace::Attempt& attempt = map_->attempt(at);
    if (role == Qt::DisplayRole)
        return u"#%1 %2"_s.arg(section + 1).arg(toQString(attempt.pod));
    if (role == IdRole)
        return static_cast<qlonglong>(section);
    if (role == Qt::ToolTipRole)
        return QString(toQString(attempt.pod) + u'\n' + attemptResultName(attempt.result));
    return {};
}

}
