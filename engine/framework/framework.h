// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/registry.h"

namespace berth::framework {

/// What the plugins made of one node in Score.
struct NodePluginScores {
    const NodeInfo* node = nullptr;
    std::int64_t total = 0;
    std::int64_t randomizer = 0;                   ///< tie-break of nodes that an extender scored
    std::vector<trace::PluginScore> plugins;       ///< parallel to Framework::Scoring::plugins
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
    Status runPostFilterPlugins(CycleState& state, const api::Pod& pod, const NodeToStatus& statuses,
                                std::optional<PostFilterResult>& result, trace::PostFilterRecord* record);
    Status runPreScorePlugins(CycleState& state, const api::Pod& pod, const NodeList& nodes);

    struct Scoring {
        Status status;
        std::vector<std::size_t> plugins;          ///< indexes into scorePlugins(): those that were not skipped
        std::vector<NodePluginScores> nodes;       ///< parallel to the nodes given
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
    tl::expected<void, std::string> build(const config::ResolvedProfile& profile, const Registry& registry);
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
};

}
