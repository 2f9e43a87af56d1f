// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/move_table.h"

#include "models/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::MoveTableModel", text);
}

class MoveTable final : public TableData {
public:
    MoveTable(QueueFlowPtr flow, std::vector<std::size_t> moves, api::Time origin)
        : flow_(std::move(flow)), moves_(std::move(moves)), origin_(origin)
    {
    }

    int rowCount() const override { return static_cast<int>(moves_.size()); }
    QString id(int row) const override { return QString::number(moves_[static_cast<std::size_t>(row)]); }

    QString text(int row, int column) const override
    {
        const LaneMove& move = at(row);
        switch (column) {
        case MoveTableModel::Time:
            return formatMoment(move.time, origin_);
        case MoveTableModel::Pod:
            return move.pod;
        case MoveTableModel::From:
            return laneName(move.from);
        case MoveTableModel::To:
            return targetName(move);
        case MoveTableModel::Cause:
            return move.during.isEmpty() ? move.cause : tr("%1, because of %2 during the attempt").arg(move.cause, move.during);
        case MoveTableModel::Object:
            return move.object;
        case MoveTableModel::Hints:
            return verdictText(move).replace(u'\n', u", "_s);
        default:
            return {};
        }
    }

    QString tooltip(int row, int column) const override
    {
        return column == MoveTableModel::Hints ? verdictText(at(row)) : text(row, column);
    }

    SortKey sortKey(int row, int column) const override
    {
        if (column == MoveTableModel::Time)
            return {static_cast<double>(moves_[static_cast<std::size_t>(row)]), {}};
        if (column == MoveTableModel::From || column == MoveTableModel::To)
            return {static_cast<double>(column == MoveTableModel::From ? at(row).from : at(row).to), {}};
        return {0, text(row, column)};
    }

    std::optional<double> number(int row, int) const override
    {
        return static_cast<double>(at(row).time.nanoseconds - origin_.nanoseconds);
    }

private:
    const LaneMove& at(int row) const { return flow_->moves[moves_[static_cast<std::size_t>(row)]]; }

    QueueFlowPtr flow_;
    std::vector<std::size_t> moves_;
    api::Time origin_;
};

std::vector<TableColumn> moveTableColumns()
{
    return {
        {tr("Time"), u"time"_s, tr("Virtual time since the start"), true, ValueKind::Duration, {u"t"_s}},
        {tr("Pod"), u"pod"_s, {}, false},
        {tr("From"), u"from"_s, {}, false},
        {tr("To"), u"to"_s, {}, false},
        {tr("Cause"), u"cause"_s, tr("The event that moved the pod, under the scheduler's own name"), false, ValueKind::Text, {u"reason"_s}},
        {tr("Object"), u"object"_s, tr("The object that the event was about"), false},
        {tr("Hints"), u"hints"_s, tr("What each plugin that had refused the pod said about the event"), false},
    };
}

}

MoveTableModel::MoveTableModel(QObject* parent) : TableModel(moveTableColumns(), parent) {}

void MoveTableModel::setMoves(QueueFlowPtr flow, std::vector<std::size_t> moves, api::Time origin)
{
    setTable(flow ? std::make_shared<MoveTable>(std::move(flow), std::move(moves), origin) : nullptr);
}

}
