// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/virtual_clock.h"
#include "config/write.h"
#include "scenario/explanation_text.h"
#include "scenario/player.h"

#include <cmath>

/// The golden's form of a run (oracle/README.md, Output). A key whose value is empty is left out, with the exceptions
/// that the format names.
namespace berth::scenario {
namespace {

using nlohmann::json;

double seconds(api::Time time)
{
    const auto since = static_cast<double>(time.nanoseconds - cluster::VirtualClock::epoch.nanoseconds) / 1e9;
    return std::round(since * 1000) / 1000;
}

void putUnlessEmpty(json& out, const char* key, const std::string& text)
{
    if (!text.empty())
        out[key] = text;
}

template <typename List>
void putUnlessEmpty(json& out, const char* key, const std::vector<List>& list)
{
    if (!list.empty())
        out[key] = list;
}

std::vector<std::string> texts(const std::vector<api::Symbol>& symbols)
{
    std::vector<std::string> list;
    for (auto symbol : symbols)
        list.push_back(symbol.str());
    return list;
}

json statusJson(const trace::StatusRecord& status)
{
    json out = {{"code", trace::codeName(status.code)}};
    putUnlessEmpty(out, "plugin", status.plugin.str());
    putUnlessEmpty(out, "reasons", status.reasons);
    return out;
}

class AttemptWriter {
public:
    /// explanation: null in a brief golden, or where there is none.
    AttemptWriter(const trace::Attempt& attempt, const trace::Explanation* explanation, bool brief)
        : attempt_(attempt), explanation_(explanation), brief_(brief)
    {
    }

    json write()
    {
        json out = {{"time", seconds(attempt_.time)},       {"pod", attempt_.pod},
                    {"attempt", attempt_.attempt},           {"profile", attempt_.profile.str()},
                    {"startIndex", attempt_.startIndex},     {"evaluatedNodes", attempt_.evaluatedNodes},
                    {"result", trace::resultName(attempt_.result)}};
        putUnlessEmpty(out, "podGroup", attempt_.podGroup);
        putUnlessEmpty(out, "nodeHint", attempt_.nodeHint);
        putUnlessEmpty(out, "node", attempt_.node);
        putUnlessEmpty(out, "message", attempt_.message);
        putUnlessEmpty(out, "unschedulablePlugins", texts(attempt_.unschedulablePlugins));
        putUnlessEmpty(out, "pendingPlugins", texts(attempt_.pendingPlugins));
        if (attempt_.queueAfter)
            out["queueAfter"] = trace::queuePlaceName(*attempt_.queueAfter);
        if (attempt_.backoffExpiry)
            out["backoffExpiry"] = seconds(*attempt_.backoffExpiry);
        if (attempt_.postFilter)
            out["postFilter"] = postFilter(*attempt_.postFilter);
        if (brief_)
            writeBrief(out);
        else if (explanation_)
            writeExplanation(out);
        return out;
    }

private:
    void writeBrief(json& out) const
    {
        if (attempt_.node.empty())
            return;
        out["feasibleCount"] = attempt_.feasibleNodes;
        if (attempt_.feasibleNodes == 1)
            out["feasible"] = json::array({attempt_.node});
        if (attempt_.total)
            out["scores"][attempt_.node] = {{"total", *attempt_.total}};
    }

    void writeExplanation(json& out) const
    {
        const auto& e = *explanation_;
        if (e.hasPreFilter)
            out["preFilter"] = preFilter();
        if (e.hasFilters)
            out["filters"] = filters();
        for (const auto& [node, status] : e.filterStatus)
            out["filterStatus"][e.nodes[node]] = statusJson(status);
        if (e.absentStatus)
            out["absentStatus"] = statusJson(*e.absentStatus);
        for (auto node : e.feasible)
            out["feasible"].push_back(e.nodes[node]);
        for (const auto& [plugin, code] : e.preScore)
            out["preScore"][plugin.str()] = {{"code", trace::codeName(code)}};
        if (e.preScoreFailure)
            out["preScore"]["*"] = statusJson(*e.preScoreFailure);
        if (e.hasScores)
            writeScores(out);
    }

    json preFilter() const
    {
        json out = {{"plugins", json::object()}};
        for (const auto& [plugin, status, nodes] : explanation_->preFilter) {
            auto entry = statusJson(status);
            if (nodes)
                putUnlessEmpty(entry, "nodes", *nodes);
            out["plugins"][plugin.str()] = std::move(entry);
        }
        if (explanation_->preFilterNodes)
            putUnlessEmpty(out, "nodes", *explanation_->preFilterNodes);
        if (explanation_->preFilterStatus)
            out["status"] = statusJson(*explanation_->preFilterStatus);
        return out;
    }

    json filters() const
    {
        json out = json::object();
        for (std::size_t n = 0; n < explanation_->nodes.size(); ++n) {
            auto& node = out[explanation_->nodes[n]] = json::object();
            // The recorder asks about the node as it is, without those who are nominated to it.
            for (const auto& failure : explanation_->filters[n])
                if (!failure.forNominated)
                    node[explanation_->filterPlugins[failure.plugin].str()] = statusJson(failure.status);
        }
        return out;
    }

    void writeScores(json& out) const
    {
        const auto& e = *explanation_;
        auto& scores = out["scores"] = json::object();
        for (std::size_t n = 0; n < e.feasible.size(); ++n) {
            auto& node = scores[e.nodes[e.feasible[n]]] = {{"total", e.totals[n]}};
            for (std::size_t p = 0; p < e.scorePlugins.size(); ++p) {
                const auto& score = e.scores[n][p];
                node["plugins"][e.scorePlugins[p].str()] = {
                    {"raw", score.raw}, {"normalized", score.normalized}, {"weighted", score.weighted}};
            }
        }
        for (auto position : e.tied)
            out["tied"].push_back(e.nodes[e.feasible[position]]);
    }

    json postFilter(const trace::PostFilterRecord& record) const
    {
        json out = {{"code", trace::codeName(record.code)}};
        putUnlessEmpty(out, "message", record.message);
        putUnlessEmpty(out, "victims", record.victims);
        putUnlessEmpty(out, "tied", record.tied);
        if (record.nominatedNode)
            out["nominatedNode"] = *record.nominatedNode;
        if (record.offset)
            out["offset"] = *record.offset;
        if (record.numCandidates)
            out["numCandidates"] = *record.numCandidates;
        if (brief_)
            return out;
        for (const auto& candidate : record.candidates)
            out["candidates"].push_back({{"node", candidate.node},
                                         {"victims", candidate.victims},
                                         {"pdbViolations", candidate.pdbViolations}});
        for (const auto& [node, status] : record.dryRun)
            out["dryRun"][node] = statusJson(status);
        return out;
    }

    const trace::Attempt& attempt_;
    const trace::Explanation* explanation_;
    bool brief_;
};

json queueJson(const trace::QueueRecord& record)
{
    json out = {{"step", record.step},           {"do", record.action},         {"time", seconds(record.time)},
                {"active", record.active},       {"backoff", record.backoff},   {"unschedulable", record.unschedulable},
                {"gated", record.gated}};
    for (const auto& [pod, until] : record.backoffUntil)
        out["backoffUntil"][pod] = seconds(until);
    if (!record.gatedBy.empty())
        out["gatedBy"] = record.gatedBy;
    putUnlessEmpty(out, "waiting", record.waiting);
    if (!record.nominated.empty())
        out["nominated"] = record.nominated;
    for (const auto& hint : record.hints) {
        json entry = {{"event", hint.event}, {"pods", hint.pods}};
        putUnlessEmpty(entry, "object", hint.object);
        if (hint.inFlight)
            entry["inFlight"] = true;
        out["hints"].push_back(std::move(entry));
    }
    return out;
}

json finalPod(const api::Pod& pod)
{
    json out = {{"node", pod.spec.nodeName},
                {"nominatedNode", pod.status.nominatedNodeName},
                {"phase", pod.status.phase},
                {"conditions", json::array()}};
    for (const auto& condition : pod.status.conditions) {
        if (condition.type != "PodScheduled" && condition.type != "DisruptionTarget")
            continue;
        json entry = {{"type", condition.type}, {"status", condition.status}};
        putUnlessEmpty(entry, "reason", condition.reason);
        putUnlessEmpty(entry, "message", condition.message);
        out["conditions"].push_back(std::move(entry));
    }
    return out;
}

json finalJson(const Simulation& simulation)
{
    const auto state = simulation.state();
    json out = {{"pods", json::object()}, {"deleted", simulation.deletedPods()}};
    for (const auto& pod : state.pods)
        out["pods"][pod->meta.key()] = finalPod(*pod);
    for (const auto& object : state.others) {
        if (object->kind == api::Kind::PodGroup)
            out["podGroups"][object->meta.key()] = json::array();
        if (object->kind != api::Kind::PersistentVolumeClaim || !object->document)
            continue;
        const auto* spec = object->document->find("spec");
        const auto* volume = spec ? spec->find("volumeName") : nullptr;
        if (volume && !volume->text.empty())
            out["volumes"][object->meta.key()] = volume->text;
    }
    return out;
}

json startJson(const trace::StartRecord& start)
{
    json out = {{"mode", trace::startSyncName(start.mode)},
                {"time", seconds(start.time)},
                {"listed", start.listed},
                {"deliveredAtStart", start.deliveredAtStart},
                {"attemptsBeforeSync", start.attemptsBeforeSync}};
    if (start.synced)
        out["synced"] = seconds(*start.synced);
    return out;
}

json eventsJson(const trace::RunTrace& run)
{
    json out = json::array();
    for (const auto& event : run.events)
        out.push_back({{"object", event.object},
                       {"type", event.type},
                       {"reason", event.reason},
                       {"message", event.message}});
    return out;
}

}

json attemptJson(const trace::Attempt& attempt, const trace::Explanation* explanation)
{
    return AttemptWriter(attempt, explanation, false).write();
}

json toGolden(const Played& played)
{
    json out = {{"kubernetes", "v1.36.1"}, {"attempts", json::array()}, {"queue", json::array()},
                {"events", json::array()}};
    if (!played.configError.empty()) {
        out["configError"] = played.configError;
        return out;
    }
    if (played.configuration)
        out["effectiveConfig"] =
            config::effectiveConfig(*played.configuration->config, played.configuration->profiles);
    for (const auto& rejected : played.rejected)
        out["rejected"].push_back({{"object", rejected.object}, {"errors", rejected.errors}});
    const auto& run = played.simulation->trace();
    for (const auto& attempt : run.attempts)
        out["attempts"].push_back(AttemptWriter(*attempt, played.brief ? nullptr : attempt->explanation.get(), played.brief).write());
    for (const auto& record : played.queue)
        out["queue"].push_back(queueJson(record));
    if (run.start && run.start->mode == trace::StartSync::CachesOnly)
        out["start"] = startJson(*run.start); // the oracle always waits for the handlers
    out["events"] = eventsJson(run);
    out["final"] = finalJson(*played.simulation);
    return out;
}

}
