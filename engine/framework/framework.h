// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/registry.h"
#include "trace/stopwatch.h"

#include <span>

namespace berth::framework {

/// What the plugins made of one node in Score.
struct NodePluginScores {
    const NodeInfo* node = nullptr;
    std::int64_t total = 0;
    std::int64_t randomizer = 0;                   ///< tie-break of nodes that an extender scored
    std::span<trace::PluginScore> plugins;         ///< parallel to Framework::Scoring::plugins, whose cells they are
};

/// The runtime of one profile: its plugins, and the rules of each extension point (cycle.md §4–§12).
class Framework {
public:
    /// The error names the plugin that could not be made, as kube-scheduler does.
    static tl::expected<std::unique_ptr<Framework>, std::string> make(const config::ResolvedProfile& profile,
                                                                      const Registry& registry, Handle& handle);

    api::Symbol profileName() const { return name_; }
    std::int32_t percentageOfNodesToScore() const { return percentage_; }
    Handle& handle() { return *handle_; }
    /// From now on calls are counted and timed there (framework_metrics.cpp). Not owned; null: nothing is.
    void setMetrics(trace::Metrics* metrics) { metrics_ = metrics; }
    trace::Metrics* metrics() const { return metrics_; }
    /// Whether each plugin's own time is taken until further notice: the real scheduler does so in a tenth of its cycles.
    void setSampling(bool on) { samples_ = on; }
    /// Adds the evaluations that are only counted here, being too many to look a series up for each.
    void measure(trace::Metrics& metrics) const;
    /// Notes the time of one run of all plugins of a point; a search is one run of Filter.
    void observePoint(std::string_view point, trace::Code status, const trace::Stopwatch& stopwatch) const;

    // Queue
    const std::vector<PreEnqueuePlugin*>& preEnqueuePlugins() const { return preEnqueue_; }
    QueueSortPlugin& queueSort() const { return *queueSort_.front(); }
    /// Plugins whose rejections can be cured by events: those of PreEnqueue, PreFilter, Filter, Reserve, Permit.
    struct Registration {
        api::Symbol plugin;
        std::vector<ClusterEventWithHint> events;
        bool isPreEnqueue = false;
    };
    std::vector<Registration> eventRegistrations() const;

    // Scheduling cycle
    struct PreFilterOutcome {
        Status status;
        PreFilterResult result;
        PluginSet narrowing;                       ///< plugins that restricted the nodes
    };
    PreFilterOutcome runPreFilterPlugins(CycleState& state, const api::Pod& pod, const NodeList& nodes);
    Status runPreFilterExtensionAddPod(CycleState& state, const api::Pod& pod, const PodInfo& added, const NodeInfo& node);
    Status runPreFilterExtensionRemovePod(CycleState& state, const api::Pod& pod, const PodInfo& removed,
                                          const NodeInfo& node);
    Status runFilterPlugins(CycleState& state, const api::Pod& pod, const NodeInfo& node);
    /// With pods nominated to the node that are not less important, then without (cycle.md §5).
    Status runFilterPluginsWithNominatedPods(CycleState& state, const api::Pod& pod, const NodeInfo& node);
    /// What each of these filters says with those nominated pods, whatever the others say: parallel to asked, empty without any.
    std::vector<Status> askFiltersWithNominatedPods(const std::vector<FilterPlugin*>& asked, CycleState& state, const api::Pod& pod,
                                                    const NodeInfo& node);
    Status runPostFilterPlugins(CycleState& state, const api::Pod& pod, const NodeToStatus& statuses,
                                std::optional<PostFilterResult>& result, trace::PostFilterRecord* record);
    Status runPreScorePlugins(CycleState& state, const api::Pod& pod, const NodeList& nodes);

    struct Scoring {
        Status status;
        std::vector<std::size_t> plugins;          ///< indexes into scorePlugins(): those that were not skipped
        std::vector<NodePluginScores> nodes;       ///< parallel to the nodes given
        std::vector<trace::PluginScore> cells;     ///< of all nodes in one piece: one allocation, not one for each node

        Scoring() = default;
        Scoring(Scoring&&) = default;              ///< moves the cells with those who point to them
        Scoring& operator=(Scoring&&) = default;
    };
    Scoring runScorePlugins(CycleState& state, const api::Pod& pod, const NodeList& nodes);

    Status runReservePlugins(CycleState& state, const api::Pod& pod, const std::string& node);
    void runUnreservePlugins(CycleState& state, const api::Pod& pod, const std::string& node);
    struct PermitOutcome {
        Status status;
        std::vector<std::pair<api::Symbol, std::chrono::nanoseconds>> waits;
    };
    PermitOutcome runPermitPlugins(CycleState& state, const api::Pod& pod, const std::string& node);

    // Binding cycle
    Status runPreBindPreFlights(CycleState& state, const api::Pod& pod, const std::string& node);
    Status runPreBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node);
    Status runBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node);
    void runPostBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node);

    /// No pod is signed from now on: what extenders say is not known by a pod's signature.
    void stopSigning() { signable_ = false; }
    /// Signature for opportunistic batching; empty if the pod is not signable.
    std::string signPod(const api::Pod& pod) const;

    const std::vector<PreFilterPlugin*>& preFilterPlugins() const { return preFilter_; }
    const std::vector<FilterPlugin*>& filterPlugins() const { return filter_; }
    const std::vector<PostFilterPlugin*>& postFilterPlugins() const { return postFilter_; }
    const std::vector<PreScorePlugin*>& preScorePlugins() const { return preScore_; }
    struct WeightedScorePlugin {
        ScorePlugin* plugin;
        std::int64_t weight;
    };
    const std::vector<WeightedScorePlugin>& scorePlugins() const { return score_; }
    /// Any plugin of the profile by name, or null.
    Plugin* plugin(const std::string& name) const;

private:
    Framework() = default;
    // The rules; the functions above add the metrics.
    PreFilterOutcome askPreFilter(CycleState& state, const api::Pod& pod, const NodeList& nodes);
    Status askPostFilter(CycleState& state, const api::Pod& pod, const NodeToStatus& statuses,
                         std::optional<PostFilterResult>& result, trace::PostFilterRecord* record);
    Status askPreScore(CycleState& state, const api::Pod& pod, const NodeList& nodes);
    Scoring askScore(CycleState& state, const api::Pod& pod, const NodeList& nodes);
    Status askReserve(CycleState& state, const api::Pod& pod, const std::string& node);
    void askUnreserve(CycleState& state, const api::Pod& pod, const std::string& node);
    PermitOutcome askPermit(CycleState& state, const api::Pod& pod, const std::string& node);
    Status askPreBindPreFlight(CycleState& state, const api::Pod& pod, const std::string& node);
    Status askPreBind(CycleState& state, const api::Pod& pod, const std::string& node);
    Status askBind(CycleState& state, const api::Pod& pod, const std::string& node);
    void askPostBind(CycleState& state, const api::Pod& pod, const std::string& node);
    /// One call of a plugin, timed where the cycle is one of the sample.
    template <typename Call>
    Status timed(api::Symbol plugin, std::string_view point, Call call) const
    {
        if (!metrics_ || !samples_)
            return call();
        const trace::Stopwatch stopwatch(metrics_);
        Status status = call();
        observePlugin(plugin, point, status.code(), stopwatch);
        return status;
    }
    void observePlugin(api::Symbol plugin, std::string_view point, trace::Code status,
                       const trace::Stopwatch& stopwatch) const;
    void countEvaluations(api::Symbol plugin, std::string_view point, std::size_t calls = 1) const;

    tl::expected<void, std::string> build(const config::ResolvedProfile& profile, const Registry& registry);
    /// Positions in filter_ of those that are not skipped. Remembered, as thousands of nodes follow with the same skips.
    const std::vector<std::size_t>& activeFilters(const PluginSet& skipped);
    struct NominatedCopy;
    std::optional<NominatedCopy> withNominatedPods(CycleState& state, const api::Pod& pod, const NodeInfo& node,
                                                   Status& failure);
    void prepareSigning();

    api::Symbol name_;
    std::int32_t percentage_ = 0;
    Handle* handle_ = nullptr;
    std::map<std::string, std::unique_ptr<Plugin>> plugins_;
    std::vector<PreEnqueuePlugin*> preEnqueue_;
    std::vector<QueueSortPlugin*> queueSort_;
    std::vector<PreFilterPlugin*> preFilter_;
    std::vector<FilterPlugin*> filter_;
    std::vector<api::Symbol> filterNames_;         ///< parallel to filter_: the hot loop asks no virtual names
    std::vector<PostFilterPlugin*> postFilter_;
    std::vector<PreScorePlugin*> preScore_;
    std::vector<WeightedScorePlugin> score_;
    std::vector<ReservePlugin*> reserve_;
    std::vector<PermitPlugin*> permit_;
    std::vector<PreBindPlugin*> preBind_;
    std::vector<BindPlugin*> bind_;
    std::vector<PostBindPlugin*> postBind_;
    std::vector<const SignPlugin*> signers_;
    bool signable_ = false;
    trace::Metrics* metrics_ = nullptr;
    bool samples_ = false;
    std::vector<std::size_t> activeFilters_;       ///< for these skips:
    std::vector<api::Symbol> activeFiltersSkip_;
    bool activeFiltersKnown_ = false;
    std::vector<std::uint64_t> filterCalls_;       ///< parallel to filter_, while there are metrics
};

}
