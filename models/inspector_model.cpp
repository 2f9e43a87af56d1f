// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inspector_model.h"

#include "models/format.h"
#include "models/roles.h"

namespace berth::models {

namespace {

/// internalId of top-level rows; below a step it is the step's row.
constexpr quintptr topLevel = static_cast<quintptr>(-1);

RowState rowState(StepState state)
{
    switch (state) {
    case StepState::Passed:
        return RowState::Good;
    case StepState::Narrowed:
        return RowState::Waiting;
    case StepState::Rejected:
        return RowState::Bad;
    case StepState::Failed:
        return RowState::Warning;
    case StepState::NotReached:
        break;
    }
    return RowState::Muted;
}

}

void InspectorModel::setInspection(InspectionPtr inspection)
{
    beginResetModel();
    inspection_ = std::move(inspection);
    endResetModel();
}

QModelIndex InspectorModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : topLevel);
}

QModelIndex InspectorModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == topLevel)
        return {};
    return createIndex(static_cast<int>(child.internalId()), 0, topLevel);
}

int InspectorModel::rowCount(const QModelIndex& parent) const
{
    if (!inspection_)
        return 0;
    if (!parent.isValid())
        return static_cast<int>(inspection_->steps.size()) + 1;
    if (parent.internalId() != topLevel || parent.column() != 0)
        return 0;
    const InspectionStep& above = step(static_cast<std::size_t>(parent.row()));
    return static_cast<int>(above.reasons.size() + above.details.size());
}

int InspectorModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

const InspectionStep& InspectorModel::step(std::size_t row) const
{
    return row < inspection_->steps.size() ? inspection_->steps[row] : inspection_->cycleState;
}

QString InspectorModel::text(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() == topLevel) {
        return index.column() == What ? step(row).title : step(row).summary;
    }
    const InspectionStep& above = step(static_cast<std::size_t>(index.internalId()));
    if (row < above.reasons.size()) {
        const ReasonCount& reason = above.reasons[row];
        return index.column() == What ? reason.plugin : tr("%1 × %2").arg(formatCount(reason.nodes), reason.text);
    }
    const InspectionStep::Detail& detail = above.details[row - above.reasons.size()];
    return index.column() == What ? detail.what : detail.says;
}

int InspectorModel::state(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() == topLevel)
        return static_cast<int>(index.column() == What ? rowState(step(row).state) : RowState::None);
    const InspectionStep& above = step(static_cast<std::size_t>(index.internalId()));
    const bool bad = row >= above.reasons.size() && above.details[row - above.reasons.size()].bad;
    return static_cast<int>(bad && index.column() == What ? RowState::Bad : RowState::None);
}

QVariant InspectorModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !inspection_)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case CopyRole:
    case SortRole:
        return text(index);
    case StateRole:
        return state(index);
    default:
        return {};
    }
}

QVariant InspectorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return {};
    return section == What ? tr("Step") : tr("Result");
}

}
