// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/placement_question.h"

#include "models/format.h"
#include "scenario/what_if.h"

#include <QCoreApplication>

#include <algorithm>

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::PlacementQuestion", text);
}

QString joined(const trace::StatusRecord& status)
{
    QString text;
    for (const std::string& reason : status.reasons)
        text += (text.isEmpty() ? QString() : QStringLiteral("; ")) + toQString(reason);
    return text;
}

/// False: the pod is not there.
bool fill(scenario::WhatIfWorld& world, const scenario::ClusterState& state, const std::string& key)
{
    world.nodes.assign(state.nodes.begin(), state.nodes.end());
    world.others = state.others;
    world.pods.clear();
    world.pod = nullptr;
    for (const auto& pod : state.pods)
        if (pod->meta.key() == key)
            world.pod = pod;
        else if (!pod->spec.nodeName.empty() || !pod->status.nominatedNodeName.empty())
            world.pods.push_back(pod);
    if (world.pod && !world.pod->spec.nodeName.empty()) {
        auto free = std::make_shared<api::Pod>(*world.pod);
        free->spec.nodeName.clear();
        world.pod = std::move(free);
    }
    return world.pod != nullptr;
}

void readVerdicts(PlacementAnswer& answer, const trace::Explanation& why, std::size_t node)
{
    bool stopped = false;
    for (const auto& preFilter : why.preFilter) {
        const bool isOut = preFilter.nodes && !std::binary_search(preFilter.nodes->begin(), preFilter.nodes->end(), answer.node.toStdString());
        const bool isBad = preFilter.status.code != trace::Code::Success && preFilter.status.code != trace::Code::Skip;
        if (isBad || isOut)
            answer.verdicts.push_back({toQString(preFilter.plugin), isBad ? joined(preFilter.status) : tr("leaves this node out")});
        stopped = stopped || isBad || isOut;
    }
    for (std::size_t plugin = 0; plugin < why.filterPlugins.size(); ++plugin) {
        PlacementAnswer::Verdict verdict{toQString(why.filterPlugins[plugin]), {}};
        if (node < why.filters.size())
            for (const auto& failure : why.filters[node])
                if (failure.plugin == plugin)
                    verdict.says = joined(failure.status);
        stopped = stopped || !verdict.says.isEmpty();
        answer.verdicts.push_back(std::move(verdict));
    }
    answer.fits = !stopped && why.hasFilters;
}

void readScores(PlacementAnswer& answer, const trace::Explanation& why, std::size_t node)
{
    answer.fitting = static_cast<std::int64_t>(why.feasible.size());
    const auto place = std::find(why.feasible.begin(), why.feasible.end(), static_cast<std::uint32_t>(node));
    if (place == why.feasible.end() || !why.hasScores)
        return;
    const auto at = static_cast<std::size_t>(place - why.feasible.begin());
    for (std::size_t plugin = 0; plugin < why.scorePlugins.size(); ++plugin) {
        const trace::PluginScore& score = why.scores[at][plugin];
        answer.scores.push_back({toQString(why.scorePlugins[plugin]), score.raw, score.normalized, why.weights[plugin], score.weighted});
    }
    answer.total = why.totals[at];
    answer.bestTotal = *std::max_element(why.totals.begin(), why.totals.end());
    answer.rank = 1 + std::count_if(why.totals.begin(), why.totals.end(), [&](std::int64_t total) { return total > answer.total; });
}

}

PlacementAnswer askPlacement(scenario::WhatIfWorld world, const scenario::ClusterState& state, const QString& pod, const QString& node)
{
    PlacementAnswer answer;
    answer.pod = pod;
    answer.node = node;
    if (!fill(world, state, pod.toStdString())) {
        answer.error = tr("%1 is not in the cluster.").arg(pod);
        return answer;
    }
    auto question = scenario::WhatIf::make(world);
    if (!question) {
        answer.error = toQString(question.error());
        return answer;
    }
    const auto judgement = (*question)->judge({});
    const auto why = (*question)->explain();
    if (!judgement || !why) {
        answer.error = tr("The scheduler gave no answer.");
        return answer;
    }
    answer.best = toQString(judgement->node);
    const auto at = std::find(why->nodes.begin(), why->nodes.end(), node.toStdString());
    if (at == why->nodes.end()) {
        answer.error = tr("%1 is not in the cluster.").arg(node);
        return answer;
    }
    readVerdicts(answer, *why, static_cast<std::size_t>(at - why->nodes.begin()));
    readScores(answer, *why, static_cast<std::size_t>(at - why->nodes.begin()));
    return answer;
}

}
