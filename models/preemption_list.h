// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/avalanche.h"
#include "models/cluster.h"
#include "trace/run_trace.h"

/// The preemptions of a run as a table, and why there are none.
namespace berth::models {

/// One row per attempt that evicted somebody, in the order of time. IdRole: the attempt's index in the run.
class PreemptionListModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Time, Attempt, Preemptor, Node, Victims, PdbViolations, Settled, Became, ColumnCount };

    explicit PreemptionListModel(QObject* parent = nullptr);
    /// Of the same moment of the same run. Null, or no avalanches: no rows.
    void setRun(const AvalanchesPtr& avalanches, const AttemptsPtr& attempts, api::Time origin);
};

/// A sentence: why no pod was evicted, as far as the attempts tell. Looks at all of them.
QString whyNoPreemption(const Attempts& attempts, const Cluster& cluster);

}
