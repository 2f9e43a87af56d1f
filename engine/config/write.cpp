// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/write.h"

#include "api/text.h"
#include "config/duration.h"
#include "config/fields.h"
#include "config/write_args.h"
#include "config/write_minimal.h"

#include <array>
#include <charconv>

namespace berth::config {

namespace {

using api::Value;

void setFilled(Value& object, const char* name, const std::string& text)
{
    if (!text.empty())
        object.set(name, Value::string(text));
}

void setTrue(Value& object, const char* name, bool flag)
{
    if (flag)
        object.set(name, Value::boolean_(true));
}

Value duration(Duration value) { return Value::string(formatDuration(value)); }

Value float32(float number)
{
    std::array<char, 32> digits{};
    Value value;
    value.kind = Value::Kind::Float;
    value.text.assign(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
    return value;
}

Value leaderElection(const LeaderElection& election)
{
    Value value = Value::object();
    value.set("leaderElect", Value::boolean_(election.leaderElect));
    value.set("leaseDuration", duration(election.leaseDuration));
    value.set("renewDeadline", duration(election.renewDeadline));
    value.set("retryPeriod", duration(election.retryPeriod));
    value.set("resourceLock", Value::string(election.resourceLock));
    value.set("resourceName", Value::string(election.resourceName));
    value.set("resourceNamespace", Value::string(election.resourceNamespace));
    return value;
}

Value clientConnection(const ClientConnection& connection)
{
    Value value = Value::object();
    value.set("kubeconfig", Value::string(connection.kubeconfig));
    value.set("acceptContentTypes", Value::string(connection.acceptContentTypes));
    value.set("contentType", Value::string(connection.contentType));
    value.set("qps", float32(connection.qps));
    value.set("burst", Value::integer(connection.burst));
    return value;
}

Value pluginList(const std::vector<Plugin>& plugins)
{
    Value list = Value::array();
    for (const Plugin& plugin : plugins) {
        Value entry = Value::object();
        entry.set("name", Value::string(plugin.name));
        entry.set("weight", Value::integer(plugin.weight));
        list.items.push_back(std::move(entry));
    }
    return list;
}

Value pluginSets(const Plugins& plugins)
{
    Value sets = Value::object();
    for (ExtensionPoint point : allExtensionPoints) {
        Value set = Value::object();
        if (!plugins[point].enabled.empty())
            set.set("enabled", pluginList(plugins[point].enabled));
        if (!plugins[point].disabled.empty())
            set.set("disabled", pluginList(plugins[point].disabled));
        sets.set(std::string(fieldName(point)), std::move(set));
    }
    return sets;
}

Value profileValue(const Profile& profile)
{
    Value configs = Value::array();
    for (const PluginConfig& config : profile.pluginConfig) {
        Value entry = Value::object();
        entry.set("name", Value::string(config.name));
        entry.set("args", argsValue(config.args));
        configs.items.push_back(std::move(entry));
    }
    Value value = Value::object();
    value.set("schedulerName", Value::string(profile.schedulerName));
    if (profile.percentageOfNodesToScore)
        value.set("percentageOfNodesToScore", Value::integer(*profile.percentageOfNodesToScore));
    value.set("plugins", pluginSets(profile.plugins));
    if (!configs.items.empty())
        value.set("pluginConfig", std::move(configs));
    return value;
}

Value tlsConfig(const ExtenderTLSConfig& tls)
{
    Value value = Value::object();
    setTrue(value, "insecure", tls.insecure);
    setFilled(value, "serverName", tls.serverName);
    setFilled(value, "certFile", tls.certFile);
    setFilled(value, "keyFile", tls.keyFile);
    setFilled(value, "caFile", tls.caFile);
    setFilled(value, "certData", encodeBase64(tls.certData));
    setFilled(value, "keyData", encodeBase64(tls.keyData));
    setFilled(value, "caData", encodeBase64(tls.caData));
    return value;
}

Value extenderValue(const Extender& extender)
{
    Value value = Value::object();
    value.set("urlPrefix", Value::string(extender.urlPrefix));
    setFilled(value, "filterVerb", extender.filterVerb);
    setFilled(value, "preemptVerb", extender.preemptVerb);
    setFilled(value, "prioritizeVerb", extender.prioritizeVerb);
    if (extender.weight != 0)
        value.set("weight", Value::integer(extender.weight));
    setFilled(value, "bindVerb", extender.bindVerb);
    setTrue(value, "enableHTTPS", extender.enableHTTPS);
    if (extender.tlsConfig)
        value.set("tlsConfig", tlsConfig(*extender.tlsConfig));
    value.set("httpTimeout", duration(extender.httpTimeout));
    setTrue(value, "nodeCacheCapable", extender.nodeCacheCapable);
    Value resources = Value::array();
    for (const ExtenderManagedResource& resource : extender.managedResources) {
        Value entry = Value::object();
        entry.set("name", Value::string(resource.name));
        setTrue(entry, "ignoredByScheduler", resource.ignoredByScheduler);
        resources.items.push_back(std::move(entry));
    }
    if (!resources.items.empty())
        value.set("managedResources", std::move(resources));
    setTrue(value, "ignorable", extender.ignorable);
    return value;
}

Value explicitValue(const KubeSchedulerConfiguration& config)
{
    Value profiles = Value::array();
    for (const Profile& profile : config.profiles)
        profiles.items.push_back(profileValue(profile));
    Value extenders = Value::array();
    for (const Extender& extender : config.extenders)
        extenders.items.push_back(extenderValue(extender));

    Value value = Value::object();
    value.set("apiVersion", Value::string("kubescheduler.config.k8s.io/v1"));
    value.set("kind", Value::string("KubeSchedulerConfiguration"));
    value.set("parallelism", Value::integer(config.parallelism));
    value.set("leaderElection", leaderElection(config.leaderElection));
    value.set("clientConnection", clientConnection(config.clientConnection));
    value.set("enableProfiling", Value::boolean_(config.enableProfiling));
    value.set("enableContentionProfiling", Value::boolean_(config.enableContentionProfiling));
    value.set("percentageOfNodesToScore", Value::integer(config.percentageOfNodesToScore));
    value.set("podInitialBackoffSeconds", Value::integer(config.podInitialBackoffSeconds));
    value.set("podMaxBackoffSeconds", Value::integer(config.podMaxBackoffSeconds));
    value.set("profiles", std::move(profiles));
    if (!extenders.items.empty())
        value.set("extenders", std::move(extenders));
    setTrue(value, "delayCacheUntilActive", config.delayCacheUntilActive);
    return value;
}

}

api::Value toValue(const KubeSchedulerConfiguration& config, const FeatureGates& gates, WriteStyle style)
{
    Value value = explicitValue(config);
    return style == WriteStyle::Explicit ? value : withoutDefaults(std::move(value), config, gates);
}

std::string toYaml(const KubeSchedulerConfiguration& config, const FeatureGates& gates, WriteStyle style)
{
    return api::toYaml(toValue(config, gates, style));
}

}
