// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/heat_map.h"

#include <QHash>

/// What an attempt says of each node as a whole, for maps: an immutable value.
namespace berth::models {

struct NodeJudgement {
    Verdict verdict = Verdict::Passed;     ///< the worst
    bool evaluated = true;
    bool chosen = false;
    bool runnerUp = false;
    QString reasons;                       ///< a line for each plugin that refused
};

struct NodeJudgements {
    std::vector<NodeJudgement> rows;       ///< parallel to the heat map's, and to the nodes of the explanation
    QHash<QString, std::uint32_t> rowOfNode;

    /// Null for a node that the attempt did not know.
    const NodeJudgement* find(const QString& node) const;
};

using NodeJudgementsPtr = std::shared_ptr<const NodeJudgements>;

NodeJudgementsPtr judgeNodes(const HeatMap& map);

}
