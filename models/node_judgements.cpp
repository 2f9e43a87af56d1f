// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/node_judgements.h"

using namespace Qt::StringLiterals;

namespace berth::models {

const NodeJudgement* NodeJudgements::find(const QString& node) const
{
    const auto row = rowOfNode.constFind(node);
    return row == rowOfNode.cend() ? nullptr : &rows[*row];
}

NodeJudgementsPtr judgeNodes(const HeatMap& map)
{
    auto judgements = std::make_shared<NodeJudgements>();
    judgements->rows.reserve(map.rows.size());
    judgements->rowOfNode.reserve(static_cast<qsizetype>(map.rows.size()));
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        const HeatMapRow& about = map.rows[row];
        NodeJudgement judgement{Verdict::Passed, about.evaluated, about.chosen, about.runnerUp, {}};
        for (std::size_t column = 0; column < map.filterColumns; ++column) {
            const FilterCell& cell = map.filter(row, column);
            // What kube-scheduler did not run on a node that it looked at does not count against it.
            if (cell.verdict == Verdict::Passed || (about.evaluated && !cell.real))
                continue;
            judgement.verdict = std::max(judgement.verdict, cell.verdict);
            judgement.reasons += (judgement.reasons.isEmpty() ? u""_s : u"\n"_s) + map.columns[column].plugin + u": " + cell.reasons;
        }
        judgements->rows.push_back(std::move(judgement));
        judgements->rowOfNode.insert(about.node, static_cast<std::uint32_t>(row));
    }
    return judgements;
}

}
