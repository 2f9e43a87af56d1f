// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attempt_list.h"

#include "models/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace berth::models {

RowState rowStateOf(trace::Result result)
{
    switch (result) {
    case trace::Result::Scheduled:
        return RowState::Good;
    case trace::Result::Waiting:
        return RowState::Waiting;
    case trace::Result::Unschedulable:
        return RowState::Bad;
    case trace::Result::Error:
        return RowState::Warning;
    case trace::Result::Feasible:
        break;
    }
    return RowState::Muted;
}

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::AttemptListModel", text);
}

class AttemptList final : public TableData {
public:
    AttemptList(AttemptsPtr attempts, api::Time origin) : attempts_(std::move(attempts)), origin_(origin) {}

    int rowCount() const override { return static_cast<int>(attempts_->size()); }
    QString id(int row) const override { return QString::number(row); }

    QString text(int row, int column) const override
    {
        const trace::Attempt& attempt = at(row);
        switch (column) {
        case AttemptListModel::Index:
            return formatCount(row + 1);
        case AttemptListModel::Time:
            return formatMoment(attempt.time, origin_);
        case AttemptListModel::Pod:
            return toQString(attempt.pod);
        case AttemptListModel::Count:
            return formatCount(attempt.attempt);
        case AttemptListModel::Result:
            return attemptResultName(attempt.result);
        case AttemptListModel::Node:
            return toQString(attempt.node);
        case AttemptListModel::Evaluated:
            return formatCount(attempt.evaluatedNodes);
        case AttemptListModel::Feasible:
            return formatCount(attempt.feasibleNodes);
        case AttemptListModel::Score:
            return attempt.total ? formatCount(*attempt.total) : QString();
        case AttemptListModel::Message:
            return toQString(attempt.message);
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        const trace::Attempt& attempt = at(row);
        switch (column) {
        case AttemptListModel::Index:
        case AttemptListModel::Time:
            return {static_cast<double>(row), {}};
        case AttemptListModel::Count:
            return {static_cast<double>(attempt.attempt), {}};
        case AttemptListModel::Evaluated:
            return {static_cast<double>(attempt.evaluatedNodes), {}};
        case AttemptListModel::Feasible:
            return {static_cast<double>(attempt.feasibleNodes), {}};
        case AttemptListModel::Score:
            return {attempt.total ? static_cast<double>(*attempt.total) : -1, {}};
        default:
            return {0, text(row, column)};
        }
    }

    std::optional<double> number(int row, int column) const override
    {
        if (column == AttemptListModel::Index)
            return row + 1;
        if (column == AttemptListModel::Time)
            return static_cast<double>(at(row).time.nanoseconds - origin_.nanoseconds);
        if (column == AttemptListModel::Score && !at(row).total)
            return {};
        return sortKey(row, column).number;
    }

    RowState state(int row, int column) const override
    {
        return column == AttemptListModel::Result ? rowStateOf(at(row).result) : RowState::None;
    }

private:
    const trace::Attempt& at(int row) const { return *(*attempts_)[static_cast<std::size_t>(row)]; }

    AttemptsPtr attempts_;
    api::Time origin_;
};

std::vector<TableColumn> attemptColumns()
{
    return {
        {tr("#"), u"index"_s, tr("Position in the run"), true, ValueKind::Count, {u"#"_s}},
        {tr("Time"), u"time"_s, tr("Virtual time since the start, when the pod was popped"), true, ValueKind::Duration, {u"t"_s}},
        {tr("Pod"), u"pod"_s, {}, false},
        {tr("Try"), u"try"_s, tr("Which attempt of this pod it was"), true, ValueKind::Count, {u"attempt"_s}},
        {tr("Result"), u"result"_s, {}, false},
        {tr("Node"), u"node"_s, tr("The node that was chosen"), false},
        {tr("Evaluated"), u"evaluated"_s, tr("Nodes that the real scheduler would have evaluated"), true, ValueKind::Count},
        {tr("Feasible"), u"feasible"_s, tr("Nodes that passed all filters"), true, ValueKind::Count},
        {tr("Score"), u"score"_s, tr("Total score of the chosen node; empty where only one node was feasible"), true, ValueKind::Count},
        {tr("Message"), u"message"_s, {}, false, ValueKind::Text, {u"reason"_s}},
    };
}

}

QString attemptResultName(trace::Result result)
{
    switch (result) {
    case trace::Result::Waiting:
        return tr("Waiting");
    case trace::Result::Scheduled:
        return tr("Scheduled");
    case trace::Result::Unschedulable:
        return tr("Unschedulable");
    case trace::Result::Error:
        return tr("Error");
    case trace::Result::Feasible:
        return tr("Feasible");
    }
    return {};
}

AttemptListModel::AttemptListModel(QObject* parent) : TableModel(attemptColumns(), parent) {}

void AttemptListModel::setAttempts(AttemptsPtr attempts, api::Time origin)
{
    setTable(attempts ? std::make_shared<AttemptList>(std::move(attempts), origin) : nullptr);
}

}
