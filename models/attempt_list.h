// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/cluster.h"
#include "models/table_model.h"

namespace berth::models {

/// The attempts of a run, oldest first. IdRole: the index in the run.
class AttemptListModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Index, Time, Pod, Count, Result, Node, Evaluated, Feasible, Score, Message, ColumnCount };

    explicit AttemptListModel(QObject* parent = nullptr);
    void setAttempts(AttemptsPtr attempts, api::Time origin);
};

/// `Scheduled`, `Unschedulable`, … translated.
QString attemptResultName(trace::Result result);
/// How rows about an attempt with that result are marked.
RowState rowStateOf(trace::Result result);

}
