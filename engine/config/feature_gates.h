// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace berth::config {

/// The gates that the engine asks for, so that asking costs an array access. The others are known by name only.
enum class Gate : std::uint8_t {
    ClearingNominatedNodeNameAfterBinding,
    DRAAdminAccess,
    DRAConsumableCapacity,
    DRADeviceBindingConditions,
    DRADeviceTaintRules,
    DRADeviceTaints,
    DRAExtendedResource,
    DRAListTypeAttributes,
    DRANodeAllocatableResources,
    DRAPartitionableDevices,
    DRAPrioritizedList,
    DRAResourceClaimDeviceStatus,
    DRASchedulerFilterTimeout,
    DRAWorkloadResourceClaims,
    DynamicResourceAllocation,
    GangScheduling,
    GenericWorkload,
    InPlacePodLevelResourcesVerticalScaling,
    InPlacePodVerticalScaling,
    MatchLabelKeysInPodAffinity,
    MatchLabelKeysInPodTopologySpread,
    MatchLabelKeysInPodTopologySpreadSelectorMerge,
    MutableCSINodeAllocatableCount,
    NodeDeclaredFeatures,
    NodeInclusionPolicyInPodTopologySpread,
    NominatedNodeNameForExpectation,
    OpportunisticBatching,
    PodLevelResources,
    PodObservedGenerationTracking,
    PodSchedulingReadiness,
    PodTopologyLabelsAdmission,
    SchedulerAsyncAPICalls,
    SchedulerAsyncPreemption,
    SchedulerPopFromBackoffQ,
    SchedulerQueueingHints,
    SELinuxMountReadWriteOncePod,
    SidecarContainers,
    StorageCapacityScoring,
    TaintTolerationComparisonOperators,
    TopologyAwareWorkloadScheduling,
    VolumeAttributesClass,
    VolumeLimitScaling,
    WorkloadAwarePreemption,
    WorkloadWithJob,
};

inline constexpr std::size_t engineGateCount = static_cast<std::size_t>(Gate::WorkloadWithJob) + 1;

/// The feature gates of one scheduler: those of 1.36.1 with their defaults, and what was set. A value; copies are
/// independent, const access from any thread.
class FeatureGates {
public:
    FeatureGates();

    bool enabled(Gate gate) const { return engine_[static_cast<std::size_t>(gate)]; }
    /// By name; false for an unknown one.
    bool enabled(std::string_view name) const;
    static bool isKnown(std::string_view name);
    /// All names, bytewise.
    static std::vector<std::string_view> names();

    using Settings = std::map<std::string, bool, std::less<>>;
    /// Sets gates on top of those set before. The error is kube-scheduler's (unknown, locked, a disabled dependency;
    /// several as `[a, b]`), and then nothing is changed.
    tl::expected<void, std::string> set(const Settings& settings);
    /// The same from the text of --feature-gates: `A=true,B=false`.
    tl::expected<void, std::string> set(std::string_view flag);
    /// What was set so far.
    const Settings& settings() const { return settings_; }

    friend bool operator==(const FeatureGates& a, const FeatureGates& b) { return a.all_ == b.all_; }

private:
    Settings settings_;
    std::vector<bool> all_;                       ///< by row of the table
    std::array<bool, engineGateCount> engine_{};  ///< by Gate
    void takeOver(std::vector<bool> all);
};

}
