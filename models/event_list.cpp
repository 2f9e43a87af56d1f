// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/event_list.h"

#include "models/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::EventsModel", text);
}

class EventList final : public TableData {
public:
    EventList(EventsPtr events, api::Time origin) : events_(std::move(events)), origin_(origin) {}

    int rowCount() const override { return static_cast<int>(events_->size()); }
    QString id(int row) const override { return QString::number(row); }

    QString text(int row, int column) const override
    {
        const trace::EventRecord& event = at(row);
        switch (column) {
        case EventsModel::Time:
            return formatMoment(event.time, origin_);
        case EventsModel::Type:
            return toQString(event.type);
        case EventsModel::Reason:
            return toQString(event.reason);
        case EventsModel::Object:
            return toQString(event.object);
        case EventsModel::Message:
            return toQString(event.message);
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        return column == EventsModel::Time ? SortKey{static_cast<double>(row), {}} : SortKey{0, text(row, column)};
    }

    RowState state(int row, int column) const override
    {
        if (column != EventsModel::Type)
            return RowState::None;
        return at(row).type == "Warning" ? RowState::Warning : RowState::Good;
    }

private:
    const trace::EventRecord& at(int row) const { return (*events_)[static_cast<std::size_t>(row)]; }

    EventsPtr events_;
    api::Time origin_;
};

std::vector<TableColumn> eventColumns()
{
    return {
        {tr("Time"), u"time"_s, tr("Virtual time since the start"), true},
        {tr("Type"), u"type"_s, {}, false},
        {tr("Reason"), u"reason"_s, {}, false},
        {tr("Object"), u"object"_s, {}, false},
        {tr("Message"), u"message"_s, {}, false},
    };
}

}

EventsModel::EventsModel(QObject* parent) : TableModel(eventColumns(), parent) {}

void EventsModel::setEvents(EventsPtr events, api::Time origin)
{
    setTable(events ? std::make_shared<EventList>(std::move(events), origin) : nullptr);
}

}
