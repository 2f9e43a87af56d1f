// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/other_weights.h"

#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::OtherWeights", text);
}

}

InspectionPtr withWeights(const Inspection& inspection, std::vector<std::int64_t> weights)
{
    auto after = std::make_shared<Inspection>(inspection);
    after->weights = std::move(weights);
    for (ScoreBar& bar : after->bars) {
        bar.total = 0;
        for (std::size_t plugin = 0; plugin < bar.parts.size(); ++plugin) {
            bar.parts[plugin].weighted = bar.parts[plugin].normalized * after->weights[plugin];
            bar.total += bar.parts[plugin].weighted;
        }
    }
    std::stable_sort(after->bars.begin(), after->bars.end(), [](const ScoreBar& a, const ScoreBar& b) { return a.total > b.total; });
    for (std::size_t i = 0; i < after->bars.size(); ++i) {
        after->bars[i].rank = static_cast<std::int32_t>(i + 1);
        after->bars[i].tied = after->bars.size() > 1 && after->bars[i].total == after->bars[0].total && after->bars[1].total == after->bars[0].total;
    }
    return after;
}

QString whatWeightsChange(const Inspection& after)
{
    if (after.bars.empty())
        return {};
    const auto chosen = std::find_if(after.bars.begin(), after.bars.end(), [](const ScoreBar& bar) { return bar.chosen; });
    const ScoreBar& first = after.bars.front();
    const auto best = std::count_if(after.bars.begin(), after.bars.end(), [&](const ScoreBar& bar) { return bar.total == first.total; });
    // Among equals it is left to chance, so nothing is said of which.
    if (chosen != after.bars.end() && chosen->total == first.total)
        return best > 1 ? tr("%1 would be one of %2 equally good nodes.").arg(chosen->node, formatCount(best)) : tr("%1 would be chosen all the same.").arg(chosen->node);
    const QString who = best > 1 ? tr("One of %1 equally good nodes would be chosen.").arg(formatCount(best))
        : after.bars.size() > 1  ? tr("%1 would be chosen, by %2.").arg(first.node, formatCount(first.total - after.bars[1].total))
                                 : tr("%1 would be chosen.").arg(first.node);
    if (chosen == after.bars.end())
        return who;
    const auto better = std::count_if(after.bars.begin(), after.bars.end(), [&](const ScoreBar& bar) { return bar.total > chosen->total; });
    return tr("%1 %2, which was, has %3 better.").arg(who, chosen->node, formatCount(better));
}

}
