// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/extension_point.h"
#include "config/plugin_args.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::config {

// kubescheduler.config.k8s.io/v1, after defaulting: fields that the file may leave out have their value.
// Plain data; names are those of the API.

struct Plugin {
    std::string name;
    std::int32_t weight = 0;   ///< 0 = unset; counts as 1 where it matters
    friend bool operator==(const Plugin&, const Plugin&) = default;
};

struct PluginSet {
    std::vector<Plugin> enabled;
    std::vector<Plugin> disabled;   ///< `*` stands for all
    friend bool operator==(const PluginSet&, const PluginSet&) = default;
};

/// The 15 plugin sets: `plugins[ExtensionPoint::Score].enabled`. Merged with the defaults, not yet expanded.
using Plugins = PerExtensionPoint<PluginSet>;

struct PluginConfig {
    std::string name;
    PluginArgs args;
};

struct Profile {
    std::string schedulerName;
    std::optional<std::int32_t> percentageOfNodesToScore;   ///< unset = the global one
    Plugins plugins;
    std::vector<PluginConfig> pluginConfig;

    /// The entry of that plugin, or nullptr.
    const PluginConfig* configOf(std::string_view plugin) const;
};

struct ExtenderManagedResource {
    std::string name;
    bool ignoredByScheduler = false;
    friend bool operator==(const ExtenderManagedResource&, const ExtenderManagedResource&) = default;
};

struct ExtenderTLSConfig {
    bool insecure = false;
    std::string serverName;
    std::string certFile;
    std::string keyFile;
    std::string caFile;
    std::string certData;   ///< bytes (base64 in the file); before certFile
    std::string keyData;
    std::string caData;
    friend bool operator==(const ExtenderTLSConfig&, const ExtenderTLSConfig&) = default;
};

struct Extender {
    std::string urlPrefix;
    std::string filterVerb;       ///< empty verbs are not supported by the extender
    std::string preemptVerb;
    std::string prioritizeVerb;
    std::int64_t weight = 0;
    std::string bindVerb;
    bool enableHTTPS = false;
    std::optional<ExtenderTLSConfig> tlsConfig;
    Duration httpTimeout{0};      ///< 0 = 5 seconds when it is called
    bool nodeCacheCapable = false;
    std::vector<ExtenderManagedResource> managedResources;
    bool ignorable = false;
    friend bool operator==(const Extender&, const Extender&) = default;
};

struct LeaderElection {
    bool leaderElect = true;
    Duration leaseDuration = std::chrono::seconds(15);
    Duration renewDeadline = std::chrono::seconds(10);
    Duration retryPeriod = std::chrono::seconds(2);
    std::string resourceLock = "leases";
    std::string resourceName = "kube-scheduler";
    std::string resourceNamespace = "kube-system";
    friend bool operator==(const LeaderElection&, const LeaderElection&) = default;
};

struct ClientConnection {
    std::string kubeconfig;
    std::string acceptContentTypes;
    std::string contentType = "application/vnd.kubernetes.protobuf";
    float qps = 50;
    std::int32_t burst = 100;
    friend bool operator==(const ClientConnection&, const ClientConnection&) = default;
};

struct KubeSchedulerConfiguration {
    std::int32_t parallelism = 16;
    LeaderElection leaderElection;
    ClientConnection clientConnection;
    bool enableProfiling = true;
    bool enableContentionProfiling = true;
    std::int32_t percentageOfNodesToScore = 0;   ///< 0 = adaptive
    std::int64_t podInitialBackoffSeconds = 1;
    std::int64_t podMaxBackoffSeconds = 10;
    std::vector<Profile> profiles;
    std::vector<Extender> extenders;
    bool delayCacheUntilActive = false;
};

}
