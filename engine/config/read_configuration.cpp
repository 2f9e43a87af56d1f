// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/default_plugins.h"
#include "config/fields.h"
#include "config/plugin_catalog.h"
#include "config/read.h"

#include <algorithm>

namespace berth::config {

namespace {

using api::Value;

std::vector<Plugin> pluginList(const Fields& set, std::string_view name)
{
    std::vector<Plugin> plugins;
    for (const Value& item : set.list(name)) {
        Fields plugin(&item);
        plugins.push_back({plugin.text("name"), plugin.int32("weight").value_or(0)});
    }
    return plugins;
}

Plugins customPlugins(const Fields& fields)
{
    Plugins plugins;
    for (ExtensionPoint point : allExtensionPoints) {
        Fields set = fields.object(fieldName(point));
        plugins[point] = {pluginList(set, "enabled"), pluginList(set, "disabled")};
    }
    return plugins;
}

/// The given entries in their order, then a defaulted one for every enabled plugin that takes arguments and has none.
std::vector<PluginConfig> pluginConfigs(const Fields& profile, const Plugins& plugins, const FeatureGates& gates)
{
    std::vector<PluginConfig> configs;
    for (const Value& item : profile.list("pluginConfig")) {
        Fields entry(&item);
        std::string name = entry.text("name");
        configs.push_back({name, readArgs(argsKindOf(name), entry.get("args"), gates)});
    }
    const std::size_t given = configs.size();
    for (const std::string& name : enabledPluginNames(plugins)) {
        ArgsKind kind = argsKindOf(name);
        bool present = std::any_of(configs.begin(), configs.begin() + static_cast<std::ptrdiff_t>(given),
                                   [&](const PluginConfig& config) { return config.name == name; });
        if (kind != ArgsKind::None && !present)
            configs.push_back({name, readArgs(kind, nullptr, gates)});
    }
    return configs;
}

Profile readProfile(const Fields& fields, bool onlyOne, const FeatureGates& gates)
{
    Profile profile;
    profile.schedulerName = fields.text("schedulerName");
    if (onlyOne && !fields.has("schedulerName"))
        profile.schedulerName = "default-scheduler";
    profile.percentageOfNodesToScore = fields.int32("percentageOfNodesToScore");
    profile.plugins = defaultPlugins(gates);
    if (fields.has("plugins"))
        profile.plugins = mergePlugins(profile.plugins, customPlugins(fields.object("plugins")));
    profile.pluginConfig = pluginConfigs(fields, profile.plugins, gates);
    return profile;
}

std::vector<Profile> readProfiles(const Fields& fields, const FeatureGates& gates)
{
    std::vector<Profile> profiles;
    const std::vector<Value>& given = fields.list("profiles");
    for (const Value& profile : given)
        profiles.push_back(readProfile(Fields(profile.isNull() ? nullptr : &profile), given.size() == 1, gates));
    if (profiles.empty())
        profiles.push_back(readProfile(Fields(nullptr), true, gates));
    return profiles;
}

ExtenderTLSConfig readTls(const Fields& fields)
{
    return {fields.flag("insecure").value_or(false), fields.text("serverName"), fields.text("certFile"),
            fields.text("keyFile"), fields.text("caFile"), fields.bytes("certData"), fields.bytes("keyData"),
            fields.bytes("caData")};
}

Extender readExtender(const Fields& fields)
{
    Extender extender;
    extender.urlPrefix = fields.text("urlPrefix");
    extender.filterVerb = fields.text("filterVerb");
    extender.preemptVerb = fields.text("preemptVerb");
    extender.prioritizeVerb = fields.text("prioritizeVerb");
    extender.weight = fields.int64("weight").value_or(0);
    extender.bindVerb = fields.text("bindVerb");
    extender.enableHTTPS = fields.flag("enableHTTPS").value_or(false);
    if (fields.has("tlsConfig"))
        extender.tlsConfig = readTls(fields.object("tlsConfig"));
    extender.httpTimeout = fields.duration("httpTimeout").value_or(Duration{0});
    extender.nodeCacheCapable = fields.flag("nodeCacheCapable").value_or(false);
    for (const Value& item : fields.list("managedResources")) {
        Fields resource(&item);
        extender.managedResources.push_back(
            {resource.text("name"), resource.flag("ignoredByScheduler").value_or(false)});
    }
    extender.ignorable = fields.flag("ignorable").value_or(false);
    return extender;
}

/// Zero counts as unset.
Duration durationOr(const Fields& fields, std::string_view name, Duration fallback)
{
    Duration given = fields.duration(name).value_or(Duration{0});
    return given == Duration{0} ? fallback : given;
}

/// Empty counts as unset.
std::string filledText(const Fields& fields, std::string_view name, const std::string& fallback)
{
    std::string given = fields.text(name);
    return given.empty() ? fallback : given;
}

LeaderElection readLeaderElection(const Fields& fields)
{
    LeaderElection election;
    election.leaderElect = fields.flag("leaderElect").value_or(election.leaderElect);
    election.leaseDuration = durationOr(fields, "leaseDuration", election.leaseDuration);
    election.renewDeadline = durationOr(fields, "renewDeadline", election.renewDeadline);
    election.retryPeriod = durationOr(fields, "retryPeriod", election.retryPeriod);
    election.resourceLock = filledText(fields, "resourceLock", election.resourceLock);
    election.resourceName = filledText(fields, "resourceName", election.resourceName);
    election.resourceNamespace = filledText(fields, "resourceNamespace", election.resourceNamespace);
    return election;
}

ClientConnection readClientConnection(const Fields& fields)
{
    ClientConnection connection;
    connection.kubeconfig = fields.text("kubeconfig");
    connection.acceptContentTypes = fields.text("acceptContentTypes");
    connection.contentType = filledText(fields, "contentType", connection.contentType);
    if (float qps = fields.float32("qps").value_or(0); qps != 0)
        connection.qps = qps;
    if (std::int32_t burst = fields.int32("burst").value_or(0); burst != 0)
        connection.burst = burst;
    return connection;
}

}

KubeSchedulerConfiguration readConfiguration(const Value& document, const FeatureGates& gates)
{
    Fields fields(&document);
    KubeSchedulerConfiguration config;
    config.parallelism = fields.int32("parallelism").value_or(config.parallelism);
    config.leaderElection = readLeaderElection(fields.object("leaderElection"));
    config.clientConnection = readClientConnection(fields.object("clientConnection"));
    config.enableProfiling = fields.flag("enableProfiling").value_or(true);
    // Contention profiling follows profiling unless it is set.
    config.enableContentionProfiling = fields.flag("enableContentionProfiling").value_or(config.enableProfiling);
    config.percentageOfNodesToScore = fields.int32("percentageOfNodesToScore").value_or(0);
    config.podInitialBackoffSeconds = fields.int64("podInitialBackoffSeconds").value_or(1);
    config.podMaxBackoffSeconds = fields.int64("podMaxBackoffSeconds").value_or(10);
    config.profiles = readProfiles(fields, gates);
    for (const Value& item : fields.list("extenders"))
        config.extenders.push_back(readExtender(Fields(&item)));
    config.delayCacheUntilActive = fields.flag("delayCacheUntilActive").value_or(false);
    return config;
}

}
