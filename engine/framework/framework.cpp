// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/framework.h"

#include <algorithm>

namespace berth::framework {
namespace {

using config::ExtensionPoint;

/// Fills a point's list from the names the profile gives; a plugin that lacks the interface is left out, since config
/// has refused it already.
template <typename Interface>
void collect(std::vector<Interface*>& out, const std::map<std::string, std::unique_ptr<Plugin>>& plugins,
             const std::vector<std::string>& names)
{
    for (const auto& name : names)
        if (auto it = plugins.find(name); it != plugins.end())
            if (auto* typed = dynamic_cast<Interface*>(it->second.get()))
                out.push_back(typed);
}

}

tl::expected<std::unique_ptr<Framework>, std::string> Framework::make(const config::ResolvedProfile& profile,
                                                                      const Registry& registry, Handle& handle)
{
    std::unique_ptr<Framework> made(new Framework);
    made->name_ = api::Symbol(profile.schedulerName);
    made->percentage_ = profile.percentageOfNodesToScore;
    made->handle_ = &handle;
    if (auto built = made->build(profile, registry); !built)
        return tl::unexpected("initializing profiles: creating profile for scheduler name " + profile.schedulerName
                              + ": " + built.error());
    made->prepareSigning();
    return made;
}

tl::expected<void, std::string> Framework::build(const config::ResolvedProfile& profile, const Registry& registry)
{
    const PluginContext context{*handle_, name_, profile};
    for (const auto& [name, args] : profile.args) {
        const auto* factory = registry.find(name);
        if (!factory)
            continue; // named in a list that leads nowhere; points check below
        auto plugin = (*factory)(context);
        if (!plugin)
            return tl::unexpected("initializing plugin \"" + name + "\": " + plugin.error());
        plugins_.emplace(name, std::move(*plugin));
    }
    for (auto point : config::allExtensionPoints)
        for (const auto& name : profile.plugins[point])
            if (point != ExtensionPoint::MultiPoint && point != ExtensionPoint::PlacementGenerate
                && point != ExtensionPoint::PlacementScore && !plugins_.contains(name))
                return tl::unexpected(std::string(config::interfaceName(point)) + " \"" + name + "\" does not exist");
    collect(preEnqueue_, plugins_, profile.plugins[ExtensionPoint::PreEnqueue]);
    collect(queueSort_, plugins_, profile.plugins[ExtensionPoint::QueueSort]);
    collect(preFilter_, plugins_, profile.plugins[ExtensionPoint::PreFilter]);
    collect(filter_, plugins_, profile.plugins[ExtensionPoint::Filter]);
    collect(postFilter_, plugins_, profile.plugins[ExtensionPoint::PostFilter]);
    collect(preScore_, plugins_, profile.plugins[ExtensionPoint::PreScore]);
    collect(reserve_, plugins_, profile.plugins[ExtensionPoint::Reserve]);
    collect(permit_, plugins_, profile.plugins[ExtensionPoint::Permit]);
    collect(preBind_, plugins_, profile.plugins[ExtensionPoint::PreBind]);
    collect(bind_, plugins_, profile.plugins[ExtensionPoint::Bind]);
    collect(postBind_, plugins_, profile.plugins[ExtensionPoint::PostBind]);
    for (const auto& [name, weight] : profile.score)
        if (auto it = plugins_.find(name); it != plugins_.end())
            if (auto* scorer = dynamic_cast<ScorePlugin*>(it->second.get()))
                score_.push_back({scorer, weight});
    for (auto* plugin : filter_)
        filterNames_.push_back(plugin->name());
    filterCalls_.resize(filter_.size());
    return {};
}

std::vector<Framework::Registration> Framework::eventRegistrations() const
{
    std::vector<Registration> all;
    for (const auto& [name, plugin] : plugins_) {
        const bool preEnqueue = dynamic_cast<PreEnqueuePlugin*>(plugin.get()) != nullptr;
        const bool concerned = preEnqueue || dynamic_cast<PreFilterPlugin*>(plugin.get())
            || dynamic_cast<FilterPlugin*>(plugin.get()) || dynamic_cast<ReservePlugin*>(plugin.get())
            || dynamic_cast<PermitPlugin*>(plugin.get());
        if (!concerned)
            continue;
        Registration registration{plugin->name(), {}, preEnqueue};
        if (auto* extension = dynamic_cast<EnqueueExtensions*>(plugin.get())) {
            registration.events = extension->eventsToRegister();
        } else {
            registration.events = everyEvent();
        }
        all.push_back(std::move(registration));
    }
    return all;
}

Framework::PreFilterOutcome Framework::askPreFilter(CycleState& state, const api::Pod& pod, const NodeList& nodes)
{
    PreFilterOutcome outcome;
    Status remembered;
    state.skipFilter.clear();
    for (auto* plugin : preFilter_) {
        PreFilterResult result;
        auto status = timed(plugin->name(), "PreFilter",
                            [&] { return plugin->preFilter(state, pod, nodes, result); });
        if (status.isSkip()) {
            state.skipFilter.insert(plugin->name());
            continue;
        }
        countEvaluations(plugin->name(), "PreFilter");
        if (!status.isSuccess()) {
            status.withPlugin(plugin->name());
            if (status.code() == Code::UnschedulableAndUnresolvable) {
                outcome.status = status;
                outcome.narrowing.clear();
                return outcome;
            }
            if (status.isRejected()) {
                remembered = status; // the others may still say that nothing can help
                continue;
            }
            outcome.status =
                Status::error("running PreFilter plugin \"" + plugin->name().str() + "\": " + status.errorText());
            return outcome;
        }
        if (!result.nodeNames)
            continue;
        outcome.narrowing.insert(plugin->name());
        if (!outcome.result.nodeNames) {
            outcome.result = std::move(result);
        } else {
            std::erase_if(*outcome.result.nodeNames,
                          [&](const std::string& name) { return !result.nodeNames->contains(name); });
        }
        if (outcome.result.nodeNames->empty()) {
            const auto names = outcome.narrowing.sorted();
            std::string text = "node(s) didn't satisfy plugin ";
            if (names.size() > 1) {
                text = "node(s) didn't satisfy plugin(s) [";
                for (auto name : names)
                    text += (name == names.front() ? "" : " ") + name.str();
                text += "] simultaneously";
            } else {
                text += names.front().str();
            }
            outcome.status = Status::unschedulableAndUnresolvable(std::move(text));
            return outcome;
        }
    }
    outcome.status = remembered;
    return outcome;
}

Status Framework::runPreFilterExtensionAddPod(CycleState& state, const api::Pod& pod, const PodInfo& added,
                                              const NodeInfo& node)
{
    for (auto* plugin : preFilter_) {
        auto* extensions = plugin->preFilterExtensions();
        if (!extensions || state.skipFilter.contains(plugin->name()))
            continue;
        auto status = timed(plugin->name(), "PreFilterExtensionAddPod",
                            [&] { return extensions->addPod(state, pod, added, node); });
        if (!status.isSuccess())
            return Status::error("running AddPod on PreFilter plugin \"" + plugin->name().str()
                                 + "\": " + status.errorText());
    }
    return {};
}

Status Framework::runPreFilterExtensionRemovePod(CycleState& state, const api::Pod& pod, const PodInfo& removed,
                                                 const NodeInfo& node)
{
    for (auto* plugin : preFilter_) {
        auto* extensions = plugin->preFilterExtensions();
        if (!extensions || state.skipFilter.contains(plugin->name()))
            continue;
        auto status = timed(plugin->name(), "PreFilterExtensionRemovePod",
                            [&] { return extensions->removePod(state, pod, removed, node); });
        if (!status.isSuccess())
            return Status::error("running RemovePod on PreFilter plugin \"" + plugin->name().str()
                                 + "\": " + status.errorText());
    }
    return {};
}

const std::vector<std::size_t>& Framework::activeFilters(const PluginSet& skipped)
{
    if (activeFiltersKnown_ && activeFiltersSkip_ == skipped.names())
        return activeFilters_;
    activeFilters_.clear();
    for (std::size_t i = 0; i < filter_.size(); ++i)
        if (!skipped.contains(filterNames_[i]))
            activeFilters_.push_back(i);
    activeFiltersSkip_ = skipped.names();
    activeFiltersKnown_ = true;
    return activeFilters_;
}

Status Framework::runFilterPlugins(CycleState& state, const api::Pod& pod, const NodeInfo& node)
{
    for (auto i : activeFilters(state.skipFilter)) {
        filterCalls_[i] += metrics_ != nullptr;
        auto status = timed(filterNames_[i], "Filter", [&] { return filter_[i]->filter(state, pod, node); });
        if (status.isSuccess())
            continue;
        if (!status.isRejected())
            status = Status::error("running \"" + filterNames_[i].str() + "\" filter plugin: " + status.errorText());
        return status.withPlugin(filterNames_[i]);
    }
    return {};
}

/// A node and a state as they would be if the pods nominated to the node were there already.
struct Framework::NominatedCopy {
    CycleState state;
    NodeInfo node;
};

std::optional<Framework::NominatedCopy> Framework::withNominatedPods(CycleState& state, const api::Pod& pod,
                                                                     const NodeInfo& node, Status& failure)
{
    std::optional<NominatedCopy> copy;
    for (const auto& nominated : handle_->nominator().nominatedPodsForNode(node.name())) {
        if (nominated->pod->priority() < pod.priority() || nominated->pod->meta.uid == pod.meta.uid)
            continue;
        if (!copy)
            copy = NominatedCopy{state.clone(), node};
        copy->node.addPod(nominated);
        failure = runPreFilterExtensionAddPod(copy->state, pod, *nominated, copy->node);
        if (!failure.isSuccess())
            return std::nullopt;
    }
    return copy;
}

Status Framework::runFilterPluginsWithNominatedPods(CycleState& state, const api::Pod& pod, const NodeInfo& node)
{
    // The pod must fit with the nominated pods there (they will take their room) and without them (they may never come,
    // and an affinity to them would then hold nothing).
    Status failure;
    auto copy = withNominatedPods(state, pod, node, failure);
    if (!failure.isSuccess())
        return failure;
    if (copy) {
        auto status = runFilterPlugins(copy->state, pod, copy->node);
        if (!status.isSuccess())
            return status;
    }
    return runFilterPlugins(state, pod, node);
}

std::vector<Status> Framework::askFiltersWithNominatedPods(const std::vector<FilterPlugin*>& asked, CycleState& state,
                                                           const api::Pod& pod, const NodeInfo& node)
{
    Status failure;
    auto copy = withNominatedPods(state, pod, node, failure);
    std::vector<Status> statuses;
    if (copy)
        for (auto* plugin : asked)
            statuses.push_back(plugin->filter(copy->state, pod, copy->node));
    return statuses;
}

Status Framework::askPostFilter(CycleState& state, const api::Pod& pod, const NodeToStatus& statuses,
                                       std::optional<PostFilterResult>& result, trace::PostFilterRecord* record)
{
    std::vector<std::string> reasons;
    api::Symbol rejector;
    for (auto* plugin : postFilter_) {
        std::optional<PostFilterResult> own;
        auto status = timed(plugin->name(), "PostFilter",
                            [&] { return plugin->postFilter(state, pod, statuses, own, record); });
        if (status.isSuccess()) {
            result = std::move(own);
            return status;
        }
        if (status.code() == Code::UnschedulableAndUnresolvable) {
            result = std::move(own);
            return status.withPlugin(plugin->name());
        }
        if (!status.isRejected()) {
            result.reset();
            return Status::error(status.errorText());
        }
        if (own && own->nominating)
            result = std::move(own);
        reasons.insert(reasons.end(), status.reasons().begin(), status.reasons().end());
        if (rejector.empty())
            rejector = plugin->name();
    }
    return Status(Code::Unschedulable, std::move(reasons)).withPlugin(rejector);
}

Status Framework::askPreScore(CycleState& state, const api::Pod& pod, const NodeList& nodes)
{
    state.skipScore.clear();
    for (auto* plugin : preScore_) {
        auto status =
            timed(plugin->name(), "PreScore", [&] { return plugin->preScore(state, pod, nodes); });
        if (!status.isSkip())
            countEvaluations(plugin->name(), "PreScore");
        if (status.isSkip())
            state.skipScore.insert(plugin->name());
        else if (!status.isSuccess())
            return Status::error("running PreScore plugin \"" + plugin->name().str() + "\": " + status.errorText());
    }
    return {};
}

Framework::Scoring Framework::askScore(CycleState& state, const api::Pod& pod, const NodeList& nodes)
{
    Scoring scoring;
    for (std::size_t i = 0; i < score_.size(); ++i)
        if (!state.skipScore.contains(score_[i].plugin->name()))
            scoring.plugins.push_back(i);
    scoring.nodes.resize(nodes.size());
    const auto width = scoring.plugins.size();
    scoring.cells.resize(nodes.size() * width);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        scoring.nodes[n].node = nodes[n];
        scoring.nodes[n].plugins = {scoring.cells.data() + n * width, width};
    }
    std::vector<NodeScore> column(nodes.size());
    std::vector<api::Symbol> names;
    for (auto index : scoring.plugins) {
        names.push_back(score_[index].plugin->name());
        countEvaluations(names.back(), "Score", nodes.size());
    }
    // Node by node as the scheduler does, so that the first failure is the same one.
    for (std::size_t n = 0; n < nodes.size(); ++n)
        for (std::size_t p = 0; p < scoring.plugins.size(); ++p) {
            auto* plugin = score_[scoring.plugins[p]].plugin;
            auto& raw = scoring.nodes[n].plugins[p].raw;
            auto status = timed(names[p], "Score", [&] { return plugin->score(state, pod, *nodes[n], raw); });
            if (!status.isSuccess()) {
                scoring.status = Status::error("running Score plugins: plugin \"" + plugin->name().str()
                                               + "\" failed with: " + status.errorText());
                return scoring;
            }
        }
    for (std::size_t p = 0; p < scoring.plugins.size(); ++p) {
        const auto& [plugin, weight] = score_[scoring.plugins[p]];
        for (std::size_t n = 0; n < nodes.size(); ++n)
            column[n] = {nodes[n], scoring.nodes[n].plugins[p].raw};
        if (plugin->hasNormalize())
            if (auto status = timed(names[p], "ScoreExtensionNormalize",
                                    [&, scorer = plugin] { return scorer->normalizeScore(state, pod, column); });
                !status.isSuccess()) {
                scoring.status = Status::error("running Normalize on Score plugins: plugin \"" + plugin->name().str()
                                               + "\" failed with: " + status.errorText());
                return scoring;
            }
        for (std::size_t n = 0; n < nodes.size(); ++n)
            scoring.nodes[n].plugins[p].normalized = column[n].score;
    }
    for (auto& node : scoring.nodes)
        for (std::size_t p = 0; p < scoring.plugins.size(); ++p) {
            auto& score = node.plugins[p];
            const auto& [plugin, weight] = score_[scoring.plugins[p]];
            if (score.normalized < 0 || score.normalized > maxNodeScore) {
                scoring.status = Status::error(
                    "applying score defaultWeights on Score plugins: plugin \"" + plugin->name().str()
                    + "\" returns an invalid score " + std::to_string(score.normalized)
                    + ", it should in the range of [0, 100] after normalizing");
                return scoring;
            }
            score.weighted = score.normalized * weight;
            node.total += score.weighted;
        }
    return scoring;
}

Status Framework::askReserve(CycleState& state, const api::Pod& pod, const std::string& node)
{
    for (auto* plugin : reserve_) {
        auto status = timed(plugin->name(), "Reserve", [&] { return plugin->reserve(state, pod, node); });
        if (status.isSuccess())
            continue;
        if (status.isRejected())
            return status.withPlugin(plugin->name());
        return Status::error("running Reserve plugin \"" + plugin->name().str() + "\": " + status.errorText());
    }
    return {};
}

void Framework::askUnreserve(CycleState& state, const api::Pod& pod, const std::string& node)
{
    for (auto it = reserve_.rbegin(); it != reserve_.rend(); ++it)
        (*it)->unreserve(state, pod, node);
}

Framework::PermitOutcome Framework::askPermit(CycleState& state, const api::Pod& pod, const std::string& node)
{
    constexpr std::chrono::nanoseconds longestWait = std::chrono::minutes(15);
    PermitOutcome outcome;
    Status waiting;
    for (auto* plugin : permit_) {
        auto [status, timeout] = plugin->permit(state, pod, node);
        if (status.isSuccess())
            continue;
        if (status.isRejected()) {
            outcome.status = status.withPlugin(plugin->name());
            return outcome;
        }
        if (!status.isWait()) {
            outcome.status =
                Status::error("running Permit plugin \"" + plugin->name().str() + "\": " + status.errorText())
                    .withPlugin(plugin->name());
            return outcome;
        }
        outcome.waits.emplace_back(plugin->name(), std::min(timeout, longestWait));
        waiting = status;
    }
    if (!outcome.waits.empty())
        outcome.status = waiting.withReason("one or more plugins asked to wait and no plugin rejected pod");
    return outcome;
}

Status Framework::askPreBindPreFlight(CycleState& state, const api::Pod& pod, const std::string& node)
{
    state.skipPreBind.clear();
    state.parallelPreBind.clear();
    bool anyRuns = false;
    for (auto* plugin : preBind_) {
        bool parallel = false;
        auto status = plugin->preBindPreFlight(state, pod, node, parallel);
        const auto name = plugin->name();
        if (status.code() == Code::Error)
            return Status::error("running PreBindPreFlight \"" + name.str() + "\": " + status.errorText());
        if (!status.isSuccess() && !status.isSkip())
            return Status::error("PreBindPreFlight " + name.str() + " returned \""
                                 + std::string(trace::codeName(status.code()))
                                 + "\", which is unsupported. It is supposed to return Success, Skip, or Error status");
        if (parallel)
            state.parallelPreBind.insert(name);
        if (status.isSkip())
            state.skipPreBind.insert(name);
        else
            anyRuns = true;
    }
    return anyRuns ? Status::success() : Status::skip();
}

Status Framework::askPreBind(CycleState& state, const api::Pod& pod, const std::string& node)
{
    for (auto* plugin : preBind_) {
        if (state.skipPreBind.contains(plugin->name()))
            continue;
        auto status = timed(plugin->name(), "PreBind", [&] { return plugin->preBind(state, pod, node); });
        if (status.isSuccess())
            continue;
        if (status.isRejected())
            return status.withPlugin(plugin->name());
        return Status::error("running PreBind plugin \"" + plugin->name().str() + "\": " + status.errorText());
    }
    return {};
}

Status Framework::askBind(CycleState& state, const api::Pod& pod, const std::string& node)
{
    auto status = Status::skip();
    for (auto* plugin : bind_) {
        status = timed(plugin->name(), "Bind", [&] { return plugin->bind(state, pod, node); });
        if (status.isSkip())
            continue;
        if (status.isSuccess())
            return status;
        if (status.isRejected())
            return status.withPlugin(plugin->name());
        return Status::error("running Bind plugin \"" + plugin->name().str() + "\": " + status.errorText());
    }
    return status; // nobody wanted it
}

void Framework::askPostBind(CycleState& state, const api::Pod& pod, const std::string& node)
{
    for (auto* plugin : postBind_)
        plugin->postBind(state, pod, node);
}

void Framework::prepareSigning()
{
    signable_ = handle_->gates().enabled(config::Gate::OpportunisticBatching);
    std::set<std::string> seen;
    auto consider = [&](Plugin* plugin) {
        if (!seen.insert(plugin->name().str()).second)
            return;
        if (auto* signer = dynamic_cast<const SignPlugin*>(plugin))
            signers_.push_back(signer);
        else
            signable_ = false;
    };
    for (auto* plugin : preFilter_)
        consider(plugin);
    for (auto* plugin : filter_)
        consider(plugin);
    for (auto* plugin : preScore_)
        consider(plugin);
    for (const auto& scorer : score_)
        consider(scorer.plugin);
}

std::string Framework::signPod(const api::Pod& pod) const
{
    if (!signable_)
        return {};
    std::map<std::string, std::string> fragments{{"v1.Pod.Spec.SchedulerName", "\"" + pod.spec.schedulerName + "\""}};
    std::vector<SignFragment> own;
    for (const auto* signer : signers_) {
        own.clear();
        if (!signer->signPod(pod, own).isSuccess())
            return {};
        for (auto& fragment : own)
            fragments[fragment.key] = std::move(fragment.json);
    }
    std::string text = "{";
    for (const auto& [key, json] : fragments)
        text += (text.size() > 1 ? ",\"" : "\"") + key + "\":" + json;
    return text + "}";
}

Plugin* Framework::plugin(const std::string& name) const
{
    auto it = plugins_.find(name);
    return it == plugins_.end() ? nullptr : it->second.get();
}

}
