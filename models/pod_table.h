// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/cluster.h"
#include "models/table_model.h"

namespace berth::models {

/// The pods of a cluster. IdRole: `namespace/name`. Queries know labels too (`app=web`), and what
/// stands behind ColumnCount.
class PodTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, Namespace, Status, Queue, Node, Priority, Cpu, Memory, Attempts, Message, ColumnCount,
                  Age = ColumnCount, Owner };

    explicit PodTableModel(QObject* parent = nullptr);
    void setCluster(ClusterPtr cluster);
};

}
