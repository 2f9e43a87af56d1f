// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/cluster.h"
#include "models/table_model.h"

namespace berth::models {

/// The pods of a cluster. IdRole: `namespace/name`. Filter terms know labels too: `app=web`.
class PodTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, Namespace, Status, Queue, Node, Priority, Cpu, Memory, Attempts, Message, ColumnCount };

    explicit PodTableModel(QObject* parent = nullptr);
    void setCluster(ClusterPtr cluster);
};

}
