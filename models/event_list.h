// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/table_model.h"
#include "trace/run_trace.h"

namespace berth::models {

using Events = std::vector<trace::EventRecord>;
using EventsPtr = std::shared_ptr<const Events>;

/// The events that the scheduler recorded, oldest first. IdRole: the index.
class EventsModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Time, Type, Reason, Object, Message, ColumnCount };

    explicit EventsModel(QObject* parent = nullptr);
    void setEvents(EventsPtr events, api::Time origin);
};

}
