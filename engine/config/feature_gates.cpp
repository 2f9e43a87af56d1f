// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/feature_gates.h"

#include "api/go_text.h"
#include "config/feature_gate_table.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace berth::config {

namespace {

/// In the order of Gate.
constexpr std::array<std::string_view, engineGateCount> engineGateNames = {
    "ClearingNominatedNodeNameAfterBinding",
    "DRAAdminAccess",
    "DRAConsumableCapacity",
    "DRADeviceBindingConditions",
    "DRADeviceTaintRules",
    "DRADeviceTaints",
    "DRAExtendedResource",
    "DRAListTypeAttributes",
    "DRANodeAllocatableResources",
    "DRAPartitionableDevices",
    "DRAPrioritizedList",
    "DRAResourceClaimDeviceStatus",
    "DRASchedulerFilterTimeout",
    "DRAWorkloadResourceClaims",
    "DynamicResourceAllocation",
    "GangScheduling",
    "GenericWorkload",
    "InPlacePodLevelResourcesVerticalScaling",
    "InPlacePodVerticalScaling",
    "MatchLabelKeysInPodAffinity",
    "MatchLabelKeysInPodTopologySpread",
    "MatchLabelKeysInPodTopologySpreadSelectorMerge",
    "MutableCSINodeAllocatableCount",
    "NodeDeclaredFeatures",
    "NodeInclusionPolicyInPodTopologySpread",
    "NominatedNodeNameForExpectation",
    "OpportunisticBatching",
    "PodLevelResources",
    "PodObservedGenerationTracking",
    "PodSchedulingReadiness",
    "PodTopologyLabelsAdmission",
    "SchedulerAsyncAPICalls",
    "SchedulerAsyncPreemption",
    "SchedulerPopFromBackoffQ",
    "SchedulerQueueingHints",
    "SELinuxMountReadWriteOncePod",
    "SidecarContainers",
    "StorageCapacityScoring",
    "TaintTolerationComparisonOperators",
    "TopologyAwareWorkloadScheduling",
    "VolumeAttributesClass",
    "VolumeLimitScaling",
    "WorkloadAwarePreemption",
    "WorkloadWithJob",
};

/// The row of the table, gateRowCount for an unknown name.
std::size_t rowOf(std::string_view name)
{
    const auto* found = std::lower_bound(gateTable.begin(), gateTable.end(), name,
                                         [](const GateRow& row, std::string_view key) { return row.name < key; });
    return found != gateTable.end() && found->name == name ? static_cast<std::size_t>(found - gateTable.begin())
                                                           : gateRowCount;
}

std::vector<bool> defaults()
{
    std::vector<bool> all(gateRowCount);
    for (std::size_t i = 0; i < gateRowCount; ++i)
        all[i] = gateTable[i].byDefault;
    return all;
}

/// strconv.ParseBool.
std::optional<bool> parseBool(std::string_view text)
{
    for (std::string_view yes : {"1", "t", "T", "true", "TRUE", "True"})
        if (text == yes)
            return true;
    for (std::string_view no : {"0", "f", "F", "false", "FALSE", "False"})
        if (text == no)
            return false;
    return std::nullopt;
}

std::string_view trim(std::string_view text)
{
    constexpr std::string_view space = " \t\n\v\f\r";
    std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/// What an error says: the message alone, or `[a, b]`.
std::string joined(const std::vector<std::string>& errors)
{
    if (errors.size() == 1)
        return errors.front();
    std::string text = "[";
    for (std::size_t i = 0; i < errors.size(); ++i)
        text += (i == 0 ? "" : ", ") + errors[i];
    return text + "]";
}

/// AllAlpha and AllBeta set the gates of their stage that are not set by name.
void setStage(std::vector<bool>& all, const FeatureGates::Settings& settings, GateStage stage, bool value)
{
    for (std::size_t i = 0; i < gateRowCount; ++i) {
        const GateRow& row = gateTable[i];
        if (row.stage == stage && row.name != "AllAlpha" && row.name != "AllBeta" && !settings.contains(row.name))
            all[i] = value;
    }
}

/// The gates that are on although one that they need is off.
std::vector<std::string> missingDependencies(const std::vector<bool>& all)
{
    std::vector<std::string> errors;
    for (std::size_t i = 0; i < gateRowCount; ++i) {
        std::string disabled;
        for (std::string_view rest = gateTable[i].dependencies; all[i] && !rest.empty();) {
            std::string_view name = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), name.size() + 1));
            if (!all[rowOf(name)])
                disabled += (disabled.empty() ? "" : " ") + std::string(name);
        }
        if (!disabled.empty())
            errors.push_back(std::string(gateTable[i].name) +
                             " is enabled, but depends on features that are disabled: [" + disabled + "]");
    }
    return errors;
}

}

FeatureGates::FeatureGates() { takeOver(defaults()); }

bool FeatureGates::enabled(std::string_view name) const
{
    std::size_t row = rowOf(name);
    return row < gateRowCount && all_[row];
}

bool FeatureGates::isKnown(std::string_view name) { return rowOf(name) < gateRowCount; }

std::vector<std::string_view> FeatureGates::names()
{
    std::vector<std::string_view> names;
    for (const GateRow& row : gateTable)
        names.push_back(row.name);
    return names;
}

tl::expected<void, std::string> FeatureGates::set(const Settings& settings)
{
    Settings merged = settings_;
    for (const auto& [name, value] : settings)
        merged[name] = value;

    std::vector<bool> all = defaults();
    std::vector<std::string> errors;
    for (const auto& [name, value] : merged) {
        std::size_t row = rowOf(name);
        if (row == gateRowCount)
            return tl::unexpected("unrecognized feature gate: " + name);
        if (gateTable[row].locked && gateTable[row].byDefault != value)
            errors.push_back("cannot set feature gate " + name + " to " + (value ? "true" : "false") +
                             ", feature is locked to " + (gateTable[row].byDefault ? "true" : "false"));
        all[row] = value;
        if (name == "AllAlpha" || name == "AllBeta")
            setStage(all, merged, name == "AllAlpha" ? GateStage::Alpha : GateStage::Beta, value);
    }
    if (errors.empty())
        errors = missingDependencies(all);
    if (!errors.empty())
        return tl::unexpected(joined(errors));
    settings_ = std::move(merged);
    takeOver(std::move(all));
    return {};
}

tl::expected<void, std::string> FeatureGates::set(std::string_view flag)
{
    Settings settings;
    while (!flag.empty()) {
        std::string_view entry = flag.substr(0, flag.find(','));
        flag.remove_prefix(std::min(flag.size(), entry.size() + 1));
        if (entry.empty())
            continue;
        std::size_t equals = entry.find('=');
        std::string name(trim(entry.substr(0, equals)));
        if (equals == std::string_view::npos)
            return tl::unexpected("missing bool value for " + name);
        std::string text(trim(entry.substr(equals + 1)));
        std::optional<bool> value = parseBool(text);
        if (!value)
            return tl::unexpected("invalid value of " + name + "=" + text + ", err: strconv.ParseBool: parsing " +
                                  api::goQuote(text) + ": invalid syntax");
        settings[name] = *value;
    }
    return set(settings);
}

void FeatureGates::takeOver(std::vector<bool> all)
{
    all_ = std::move(all);
    for (std::size_t i = 0; i < engineGateCount; ++i)
        engine_[i] = enabled(engineGateNames[i]);
}

}
