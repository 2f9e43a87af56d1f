// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/queue_flow.h"
#include "models/table_model.h"

namespace berth::models {

/// Some of the moves of a run as a table: the history of a pod, or what went along an edge. IdRole: the index of the move.
class MoveTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Time, Pod, From, To, Cause, Object, Hints, ColumnCount };

    explicit MoveTableModel(QObject* parent = nullptr);
    void setMoves(QueueFlowPtr flow, std::vector<std::size_t> moves, api::Time origin);
};

}
