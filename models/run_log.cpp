// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_log.h"

#include "models/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::RunLogModel", text);
}

class LogTable final : public TableData {
public:
    LogTable(RunLogPtr log, api::Time origin) : log_(std::move(log)), origin_(origin) {}

    int rowCount() const override { return static_cast<int>(log_->size()); }
    QString id(int row) const override { return QString::number(row); }

    QString text(int row, int column) const override
    {
        const LogEntry& entry = at(row);
        switch (column) {
        case RunLogModel::Time:
            return formatMoment(entry.time, origin_);
        case RunLogModel::Kind:
            return logKindName(entry.kind);
        case RunLogModel::What:
            return entry.what;
        case RunLogModel::Object:
            return entry.object;
        case RunLogModel::Details:
            return entry.details;
        case RunLogModel::Pod:
            return entry.pod;
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        return column == RunLogModel::Time ? SortKey{static_cast<double>(row), {}} : SortKey{0, text(row, column)};
    }

    RowState state(int row, int column) const override
    {
        return column == RunLogModel::What ? at(row).state : RowState::None;
    }

    std::optional<double> number(int row, int) const override
    {
        return static_cast<double>(at(row).time.nanoseconds - origin_.nanoseconds);
    }

private:
    const LogEntry& at(int row) const { return (*log_)[static_cast<std::size_t>(row)]; }

    RunLogPtr log_;
    api::Time origin_;
};

std::vector<TableColumn> logColumns()
{
    return {
        {tr("Time"), u"time"_s, tr("Virtual time since the start"), true, ValueKind::Duration, {u"t"_s}},
        {tr("Kind"), u"kind"_s, tr("Event: as kubectl get events shows it; Move: between parts of the queue; Attempt: one try to place a pod; Change: an object that came, went, or was changed by hand; Start: what the scheduler waited for; Note: what a scripted plugin said, the first time"), false},
        {tr("What"), u"what"_s, {}, false, ValueKind::Text, {u"reason"_s}},
        {tr("Object"), u"object"_s, {}, false},
        {tr("Details"), u"details"_s, {}, false, ValueKind::Text, {u"message"_s}},
        {tr("Pod"), u"pod"_s, tr("The pod that it is about, as namespace/name"), false, ValueKind::Text, {}, true},
    };
}

}

QString logKindName(LogEntry::Kind kind)
{
    switch (kind) {
    case LogEntry::Kind::Event:
        return tr("Event");
    case LogEntry::Kind::Attempt:
        return tr("Attempt");
    case LogEntry::Kind::Start:
        return tr("Start");
    case LogEntry::Kind::Note:
        return tr("Note");
    case LogEntry::Kind::Change:
        return tr("Change");
    case LogEntry::Kind::Move:
        break;
    }
    return tr("Move");
}

RunLogModel::RunLogModel(QObject* parent) : TableModel(logColumns(), parent) {}

void RunLogModel::setLog(RunLogPtr log, api::Time origin)
{
    log_ = log;
    setTable(log ? std::make_shared<LogTable>(std::move(log), origin) : nullptr);
}

}
