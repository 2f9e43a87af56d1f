// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/validate.h"

#include "config/duration.h"
#include "config/go_json.h"
#include "config/validate_extenders.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

namespace berth::config {

namespace {

using api::FieldErrors;
using api::field::child;
using api::field::index;
using api::field::Shown;
namespace field = api::field;

void append(FieldErrors& errors, FieldErrors more)
{
    errors.insert(errors.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

FieldErrors checkClientConnection(const ClientConnection& connection)
{
    if (connection.burst >= 0)
        return {};
    return {field::invalid("clientConnection.burst", connection.burst, "must be non-negative")};
}

FieldErrors checkLeaderElection(const LeaderElection& election)
{
    FieldErrors errors;
    if (!election.leaderElect)
        return errors;
    const std::string path = "leaderElection";
    auto checkPositive = [&](std::string_view name, Duration duration) {
        if (duration <= Duration{0})
            errors.push_back(field::invalid(child(path, name), Shown::enumText(formatDuration(duration)),
                                            "must be greater than zero"));
    };
    checkPositive("leaseDuration", election.leaseDuration);
    checkPositive("renewDeadline", election.renewDeadline);
    checkPositive("retryPeriod", election.retryPeriod);
    // The value shown is the other field's; that is how the real one words it.
    if (election.leaseDuration <= election.renewDeadline)
        errors.push_back(field::invalid(child(path, "leaseDuration"),
                                        Shown::enumText(formatDuration(election.renewDeadline)),
                                        "must be greater than `RenewDeadline`"));
    auto checkFilled = [&](std::string_view name, const std::string& text) {
        if (text.empty())
            errors.push_back(field::required(child(path, name)));
    };
    checkFilled("resourceLock", election.resourceLock);
    checkFilled("resourceNamespace", election.resourceNamespace);
    checkFilled("resourceName", election.resourceName);
    if (election.resourceLock != "leases")
        errors.push_back(field::invalid(child(path, "resourceLock"), election.resourceLock,
                                        R"(resourceLock value must be "leases")"));
    return errors;
}

FieldErrors checkPercentage(const std::string& path, std::optional<std::int32_t> percentage)
{
    if (!percentage || (*percentage >= 0 && *percentage <= 100))
        return {};
    return {field::invalid(path, *percentage, "not in valid range [0-100]")};
}

bool isRemovedPlugin(std::string_view name)
{
    constexpr std::array<std::string_view, 4> removed = {"AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"};
    return std::find(removed.begin(), removed.end(), name) != removed.end();
}

api::FieldError removedPlugin(const std::string& path, const std::string& name)
{
    return field::invalid(path, name,
                          R"(was invalid in version "v1" (KubeSchedulerConfiguration is version )"
                          R"("kubescheduler.config.k8s.io/v1"))");
}

/// multiPoint and the placement points are not looked at.
FieldErrors checkRemovedPlugins(const std::string& profile, const Plugins& plugins)
{
    FieldErrors errors;
    for (ExtensionPoint point : allExtensionPoints) {
        if (point == ExtensionPoint::MultiPoint || point == ExtensionPoint::PlacementGenerate ||
            point == ExtensionPoint::PlacementScore)
            continue;
        const std::string list = child(child(child(profile, "plugins"), fieldName(point)), "enabled");
        for (std::size_t k = 0; k < plugins[point].enabled.size(); ++k)
            if (const std::string& name = plugins[point].enabled[k].name; isRemovedPlugin(name))
                errors.push_back(removedPlugin(index(list, k), name));
    }
    return errors;
}

FieldErrors checkPluginConfig(const std::string& profilePath, const Profile& profile, const FeatureGates& gates)
{
    FieldErrors errors;
    std::set<std::string_view> seen;
    for (std::size_t j = 0; j < profile.pluginConfig.size(); ++j) {
        const auto& [name, args] = profile.pluginConfig[j];
        const std::string path = index(child(profilePath, "pluginConfig"), j);
        if (!seen.insert(name).second)
            errors.push_back(field::duplicate(path, name));
        if (isRemovedPlugin(name))
            errors.push_back(removedPlugin(path, name));
        else if (name == "NodeResourcesFitArgs") // the name under which the real check is registered by mistake
            errors.push_back(field::invalid(child(path, "args"), Shown::json(goJson(internalValue(args))),
                                            "has to match plugin args"));
        else
            append(errors, validateArgs(child(path, "args"), args, gates));
    }
    return errors;
}

FieldErrors checkProfile(const std::string& path, const Profile& profile, const FeatureGates& gates)
{
    FieldErrors errors;
    if (profile.schedulerName.empty())
        errors.push_back(field::required(child(path, "schedulerName")));
    append(errors, checkPercentage(child(path, "percentageOfNodesToScore"), profile.percentageOfNodesToScore));
    append(errors, checkRemovedPlugins(path, profile.plugins));
    append(errors, checkPluginConfig(path, profile, gates));
    return errors;
}

/// The queue has one order, so the profiles have to agree on who sorts it.
FieldErrors checkCommonQueueSort(const std::vector<Profile>& profiles)
{
    FieldErrors errors;
    const PluginSet& common = profiles[0].plugins[ExtensionPoint::QueueSort];
    if (common.enabled.size() > 1)
        errors.push_back(field::invalid("profiles[0].plugins.queueSort.Enabled",
                                        static_cast<std::int64_t>(common.enabled.size()),
                                        "only one queue sort plugin can be enabled"));
    const std::string name = common.enabled.empty() ? "" : common.enabled[0].name;
    std::string commonArgs = "null";
    for (const PluginConfig& config : profiles[0].pluginConfig)
        if (!name.empty() && config.name == name)
            commonArgs = goJson(internalValue(config.args));
    for (std::size_t i = 1; i < profiles.size(); ++i) {
        const std::string path = index("profiles", i);
        const PluginSet& own = profiles[i].plugins[ExtensionPoint::QueueSort];
        if (own != common)
            errors.push_back(field::invalid(child(path, "plugins.queueSort"), Shown::json(goJson(internalValue(own))),
                                            "must be the same for all profiles"));
        for (const PluginConfig& config : profiles[i].pluginConfig)
            if (std::string args = goJson(internalValue(config.args)); config.name == name && args != commonArgs)
                errors.push_back(field::invalid(child(path, "pluginConfig.args"), Shown::json(args),
                                                "queueSort must be the same for all profiles"));
    }
    return errors;
}

FieldErrors checkProfiles(const std::vector<Profile>& profiles, const FeatureGates& gates)
{
    if (profiles.empty())
        return {field::required("profiles")};
    FieldErrors errors;
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const std::string path = index("profiles", i);
        append(errors, checkProfile(path, profiles[i], gates));
        if (!names.insert(profiles[i].schedulerName).second)
            errors.push_back(field::duplicate(child(path, "schedulerName"), Shown::json("{}")));
    }
    append(errors, checkCommonQueueSort(profiles));
    return errors;
}

FieldErrors checkBackoff(const KubeSchedulerConfiguration& config)
{
    FieldErrors errors;
    if (config.podInitialBackoffSeconds <= 0)
        errors.push_back(
            field::invalid("podInitialBackoffSeconds", config.podInitialBackoffSeconds, "must be greater than 0"));
    if (config.podMaxBackoffSeconds < config.podInitialBackoffSeconds)
        errors.push_back(field::invalid("podMaxBackoffSeconds", config.podMaxBackoffSeconds,
                                        "must be greater than or equal to PodInitialBackoffSeconds"));
    return errors;
}

}

FieldErrors validateConfiguration(const KubeSchedulerConfiguration& config, const FeatureGates& gates)
{
    FieldErrors errors = checkClientConnection(config.clientConnection);
    append(errors, checkLeaderElection(config.leaderElection));
    if (config.parallelism <= 0)
        errors.push_back(
            field::invalid("parallelism", config.parallelism, "should be an integer value greater than zero"));
    append(errors, checkProfiles(config.profiles, gates));
    append(errors, checkPercentage("percentageOfNodesToScore", config.percentageOfNodesToScore));
    append(errors, checkBackoff(config));
    append(errors, validateExtenders(config.extenders));
    return errors;
}

}
