// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/expand.h"

#include "config/default_plugins.h"
#include "config/expand_profile.h"
#include "config/go_json.h"
#include "config/validate.h"
#include "config/validate_extenders.h"

#include <optional>

namespace berth::config {

namespace {

using Failure = std::optional<BuildError>;
using api::field::goQuoted;

/// The resources that extenders alone look after, in the order of the file.
std::vector<std::string> ignoredByScheduler(const std::vector<Extender>& extenders)
{
    std::vector<std::string> names;
    for (const Extender& extender : extenders)
        for (const ExtenderManagedResource& resource : extender.managedResources)
            if (resource.ignoredByScheduler)
                names.push_back(resource.name);
    return names;
}

Failure checkExtenders(const KubeSchedulerConfiguration& config)
{
    const std::string prefix = "couldn't build extenders: ";
    for (std::size_t i = 0; i < config.extenders.size(); ++i)
        if (std::string error = extenderClientError(config.extenders[i]); !error.empty())
            return BuildError{prefix + error, "extenders[" + std::to_string(i) + "].tlsConfig", "", {}};
    if (ignoredByScheduler(config.extenders).empty())
        return {};
    for (std::size_t i = 0; i < config.profiles.size(); ++i)
        if (!config.profiles[i].configOf("NodeResourcesFit"))
            return BuildError{prefix + "can't find NodeResourcesFitArgs in plugin config",
                              "profiles[" + std::to_string(i) + "]", "NodeResourcesFit", {}};
    return {};
}

std::map<std::string, PluginArgs, std::less<>> argsOfEnabled(const Profile& profile, const PluginCatalog& catalog,
                                                             const std::vector<std::string>& ignoredResources)
{
    std::map<std::string, PluginArgs, std::less<>> args;
    for (const std::string& name : enabledPluginNames(profile.plugins)) {
        if (!catalog.find(name))
            continue;
        const PluginConfig* config = profile.configOf(name);
        PluginArgs& own = args[name] = config ? config->args : PluginArgs{};
        if (auto* fit = std::get_if<NodeResourcesFitArgs>(&own); fit && !ignoredResources.empty())
            fit->ignoredResources = ignoredResources;
    }
    return args;
}

/// Building NodeResourcesFit is what checks its arguments.
Failure checkFit(const Profile& profile, const ResolvedProfile& resolved)
{
    auto found = resolved.args.find("NodeResourcesFit");
    const auto* fit = found == resolved.args.end() ? nullptr : std::get_if<NodeResourcesFitArgs>(&found->second);
    if (!fit)
        return {};
    api::FieldErrors errors = validateFitArgs({}, *fit);
    if (errors.empty())
        return {};
    std::size_t j = 0;
    while (j < profile.pluginConfig.size() && profile.pluginConfig[j].name != "NodeResourcesFit")
        ++j;
    const std::string prefix = "initializing plugin \"NodeResourcesFit\": ";
    const std::string text = prefix + api::field::aggregate(errors);
    for (api::FieldError& error : errors)
        error = {"pluginConfig[" + std::to_string(j) + "].args." + error.path, prefix + error.text};
    return BuildError{text, errors.front().path, "NodeResourcesFit", errors};
}

/// All profiles share one queue; a difference through multiPoint shows only here.
Failure checkSameQueueSort(const KubeSchedulerConfiguration& config, const std::vector<ResolvedProfile>& resolved)
{
    const ResolvedProfile& first = resolved.front();
    const ResolvedProfile& last = resolved.back();
    const std::string& name = last.plugins[ExtensionPoint::QueueSort].front();
    const std::string& firstName = first.plugins[ExtensionPoint::QueueSort].front();
    const std::string profile = " for profile " + goQuoted(last.schedulerName);
    const std::string path = "profiles[" + std::to_string(resolved.size() - 1) + "]";
    if (name != firstName)
        return BuildError{"initializing profiles: different queue sort plugins" + profile + ": " + goQuoted(name) +
                              ", first: " + goQuoted(firstName),
                          path + ".plugins", name, {}};
    auto argsOf = [&](const Profile& own) {
        const PluginConfig* entry = own.configOf(name);
        return entry ? goJson(internalValue(entry->args)) : std::string("null");
    };
    if (argsOf(config.profiles.front()) != argsOf(config.profiles[resolved.size() - 1]))
        return BuildError{"initializing profiles: different queue sort plugin args" + profile, path + ".pluginConfig",
                          name, {}};
    return {};
}

BuildError inProfile(BuildError error, std::size_t i, const Profile& profile)
{
    const std::string prefix =
        "initializing profiles: creating profile for scheduler name " + profile.schedulerName + ": ";
    const std::string path = "profiles[" + std::to_string(i) + "].";
    error.text = prefix + error.text;
    error.path = path + error.path;
    for (api::FieldError& part : error.parts)
        part = {path + part.path, prefix + part.text};
    return error;
}

}

tl::expected<std::vector<ResolvedProfile>, BuildError> expandProfiles(const KubeSchedulerConfiguration& config,
                                                                      const PluginCatalog& catalog)
{
    if (Failure failure = checkExtenders(config))
        return tl::unexpected(*failure);
    const std::vector<std::string> ignored = ignoredByScheduler(config.extenders);
    std::vector<ResolvedProfile> profiles;
    for (std::size_t i = 0; i < config.profiles.size(); ++i) {
        const Profile& profile = config.profiles[i];
        ResolvedProfile built;
        built.args = argsOfEnabled(profile, catalog, ignored);
        if (Failure failure = checkFit(profile, built))
            return tl::unexpected(inProfile(*failure, i, profile));
        tl::expected<ResolvedProfile, BuildError> expanded = expandProfile(profile, catalog);
        if (!expanded)
            return tl::unexpected(inProfile(expanded.error(), i, profile));
        expanded->args = std::move(built.args);
        expanded->percentageOfNodesToScore =
            profile.percentageOfNodesToScore.value_or(config.percentageOfNodesToScore);
        profiles.push_back(std::move(*expanded));
        if (Failure failure = checkSameQueueSort(config, profiles))
            return tl::unexpected(*failure);
    }
    return profiles;
}

}
