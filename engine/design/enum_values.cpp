// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/enum_values.h"

#include <algorithm>
#include <array>

namespace berth::design {

namespace {

using Text = std::string_view;

constexpr Text taintEffect[] = {"NoSchedule", "PreferNoSchedule", "NoExecute"};
constexpr Text tolerationOperator[] = {"Equal", "Exists", "Lt", "Gt"};
constexpr Text nodeSelectorOperator[] = {"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"};
constexpr Text labelSelectorOperator[] = {"In", "NotIn", "Exists", "DoesNotExist"};
constexpr Text unsatisfiable[] = {"DoNotSchedule", "ScheduleAnyway"};
constexpr Text inclusion[] = {"Honor", "Ignore"};
constexpr Text preemption[] = {"PreemptLowerPriority", "Never"};
constexpr Text restart[] = {"Always", "OnFailure", "Never"};
constexpr Text dns[] = {"ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"};
constexpr Text pull[] = {"Always", "IfNotPresent", "Never"};
constexpr Text protocol[] = {"TCP", "UDP", "SCTP"};
constexpr Text podPhase[] = {"Pending", "Running", "Succeeded", "Failed", "Unknown"};
constexpr Text access[] = {"ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"};
constexpr Text reclaim[] = {"Retain", "Delete", "Recycle"};
constexpr Text binding[] = {"Immediate", "WaitForFirstConsumer"};
constexpr Text volumeMode[] = {"Filesystem", "Block"};
constexpr Text completion[] = {"NonIndexed", "Indexed"};
constexpr Text eviction[] = {"IfHealthyBudget", "AlwaysAllow"};
constexpr Text deployment[] = {"RollingUpdate", "Recreate"};
constexpr Text setUpdate[] = {"RollingUpdate", "OnDelete"};
constexpr Text podManagement[] = {"OrderedReady", "Parallel"};
constexpr Text concurrency[] = {"Allow", "Forbid", "Replace"};
constexpr Text service[] = {"ClusterIP", "NodePort", "LoadBalancer", "ExternalName"};
constexpr Text condition[] = {"True", "False", "Unknown"};
constexpr Text nodeCondition[] = {"Ready", "MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable"};
constexpr Text scoring[] = {"LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"};
constexpr Text defaulting[] = {"System", "List"};
constexpr Text limit[] = {"Container", "Pod", "PersistentVolumeClaim"};

struct Row {
    Text type;
    std::span<const Text> values;
};

constexpr Row rows[] = {
    {"v1.TaintEffect", taintEffect},
    {"v1.TolerationOperator", tolerationOperator},
    {"v1.NodeSelectorOperator", nodeSelectorOperator},
    {"v1.LabelSelectorOperator", labelSelectorOperator},
    {"v1.UnsatisfiableConstraintAction", unsatisfiable},
    {"v1.NodeInclusionPolicy", inclusion},
    {"v1.PreemptionPolicy", preemption},
    {"v1.RestartPolicy", restart},
    {"v1.DNSPolicy", dns},
    {"v1.PullPolicy", pull},
    {"v1.Protocol", protocol},
    {"v1.PodPhase", podPhase},
    {"v1.PersistentVolumeAccessMode", access},
    {"v1.PersistentVolumeReclaimPolicy", reclaim},
    {"v1.VolumeBindingMode", binding},
    {"v1.PersistentVolumeMode", volumeMode},
    {"v1.CompletionMode", completion},
    {"v1.UnhealthyPodEvictionPolicyType", eviction},
    {"v1.DeploymentStrategyType", deployment},
    {"v1.StatefulSetUpdateStrategyType", setUpdate},
    {"v1.DaemonSetUpdateStrategyType", setUpdate},
    {"v1.PodManagementPolicyType", podManagement},
    {"v1.ConcurrencyPolicy", concurrency},
    {"v1.ServiceType", service},
    {"v1.ConditionStatus", condition},
    {"v1.NodeConditionType", nodeCondition},
    {"v1.LimitType", limit},
    {"v1.ScoringStrategyType", scoring},
    {"v1.PodTopologySpreadConstraintsDefaulting", defaulting},
};

}

std::span<const std::string_view> enumValues(std::string_view type)
{
    const auto row = std::find_if(std::begin(rows), std::end(rows), [type](const Row& candidate) { return candidate.type == type; });
    return row == std::end(rows) ? std::span<const std::string_view>() : row->values;
}

}
