// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/evaluate_all.h"

#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::EvaluateAll", text);
}

}

std::vector<FilterRun> filterRuns(const trace::Explanation& explanation)
{
    const auto& plugins = explanation.filterPlugins;
    std::vector<FilterRun> runs(explanation.nodes.size());
    for (std::uint32_t node : explanation.feasible)
        runs[node].filters = plugins.size();
    for (const auto& [node, status] : explanation.filterStatus) {
        const auto at = std::find(plugins.begin(), plugins.end(), status.plugin);
        // A refusal by PreFilter came before all filters, one by an extender after them.
        if (at != plugins.end())
            runs[node] = {static_cast<std::size_t>(at - plugins.begin()) + 1, &status};
        else if (status.plugin.empty())
            runs[node].filters = plugins.size();
    }
    return runs;
}

std::vector<InspectionStep::Detail> unrunRefusals(const trace::Explanation& explanation)
{
    const auto runs = filterRuns(explanation);
    std::map<std::pair<std::uint16_t, std::string>, std::int64_t> nodes;
    for (std::size_t node = 0; node < explanation.filters.size(); ++node)
        for (const auto& failure : explanation.filters[node])
            if (failure.plugin >= runs[node].filters)
                for (const std::string& reason : failure.status.reasons)
                    ++nodes[{failure.plugin, reason}];
    std::vector<InspectionStep::Detail> details;
    for (const auto& [what, count] : nodes)
        details.push_back({toQString(explanation.filterPlugins[what.first]),
                           tr("not run by kube-scheduler: %1 × %2").arg(formatCount(count), toQString(what.second)), false});
    return details;
}

}
