// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/cluster.h"
#include "models/table_model.h"

namespace berth::models {

/// `dedicated=gpu:NoSchedule, old:NoExecute`; empty without any.
QString taintText(const api::Node& node);

/// The nodes of a cluster. IdRole: the name. Queries know labels too (`disktype=ssd`), and
/// what stands behind ColumnCount.
class NodeTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, Zone, State, Pods, Cpu, Memory, Other, Taints, Labels, ColumnCount,
                  FreeCpu = ColumnCount, FreeMemory, FreePods };

    explicit NodeTableModel(QObject* parent = nullptr);
    void setCluster(ClusterPtr cluster);
};

}
