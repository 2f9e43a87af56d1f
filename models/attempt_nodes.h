// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"
#include "models/table_model.h"

namespace berth::models {

/// The heat map of one attempt as a table: every node a row, every filter and every score a column. What a picture says
/// can be read, sorted, filtered and exported here.
class AttemptNodesModel final : public TableModel {
    Q_OBJECT
public:
    enum Column : int { Node, Zone, Outcome, Rank, Total, Reasons, FirstPlugin };

    explicit AttemptNodesModel(QObject* parent = nullptr);

    /// Null: none. Columns follow the plugins of the attempt.
    void setAttempt(const AttemptViewPtr& attempt);
};

}
