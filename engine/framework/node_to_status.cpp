// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/node_to_status.h"

#include <algorithm>
#include <unordered_map>

namespace berth::framework {
namespace {

/// How often each reason was given. Reasons of thousands of nodes are usually the very same list, so they are counted
/// by address first.
std::unordered_map<std::string, std::size_t> countReasons(const NodeToStatus& statuses)
{
    std::unordered_map<const std::vector<std::string>*, std::size_t> lists;
    for (const auto& entry : statuses.entries())
        ++lists[&entry.status.reasons()];
    for (const auto& [node, status] : statuses.strangers())
        ++lists[&status.reasons()];
    const auto explicitCount = statuses.explicitCount();
    if (explicitCount < statuses.nodeCount())
        lists[&statuses.absent().reasons()] += statuses.nodeCount() - explicitCount;
    std::unordered_map<std::string, std::size_t> counts;
    for (const auto& [reasons, times] : lists)
        for (const auto& reason : *reasons)
            counts[reason] += times;
    return counts;
}

}

void FitError::addPluginStatus(const Status& status)
{
    if (status.plugin().empty() || !status.isRejected())
        return;
    unschedulablePlugins.insert(status.plugin());
    if (status.code() == Code::Pending)
        pendingPlugins.insert(status.plugin());
}

std::string FitError::text() const
{
    std::string text = "0/" + std::to_string(numAllNodes) + " nodes are available:";
    if (!preFilterMessage.empty()) {
        text += " " + preFilterMessage + ".";
    } else {
        std::vector<std::string> lines;
        for (const auto& [reason, count] : countReasons(nodeToStatus))
            lines.push_back(std::to_string(count) + " " + reason);
        std::sort(lines.begin(), lines.end());
        for (const auto& line : lines)
            text += (&line == &lines.front() ? " " : ", ") + line;
        if (!lines.empty())
            text += ".";
    }
    if (!postFilterMessage.empty())
        text += " " + postFilterMessage;
    return text;
}

}
