// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/cluster.h"
#include "models/table_model.h"

namespace berth::models {

/// The nodes of a cluster. IdRole: the name. Filter terms know labels too: `disktype=ssd`.
class NodeTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, Zone, State, Pods, Cpu, Memory, Other, Taints, Labels, ColumnCount };

    explicit NodeTableModel(QObject* parent = nullptr);
    void setCluster(ClusterPtr cluster);
};

}
