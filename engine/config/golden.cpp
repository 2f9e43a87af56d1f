// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/load.h"
#include "config/write.h"

#include <filesystem>

namespace berth::config {

namespace {

using api::Value;
using nlohmann::json;

json toJsonValue(const Value& value)
{
    json result;
    switch (value.kind) {
    case Value::Kind::Null:
        break;
    case Value::Kind::Bool:
        result = value.boolean;
        break;
    case Value::Kind::Integer:
    case Value::Kind::Float:
        result = json::parse(value.text);
        break;
    case Value::Kind::String:
        result = value.text;
        break;
    case Value::Kind::Array:
        result = json::array();
        for (const Value& item : value.items)
            result.push_back(toJsonValue(item));
        break;
    case Value::Kind::Object:
        result = json::object();
        for (const Value::Member& member : value.members)
            result[member.key] = toJsonValue(member.value);
        break;
    }
    return result;
}

json weights(const std::vector<WeightedPlugin>& plugins)
{
    json list = json::array();
    for (const WeightedPlugin& plugin : plugins)
        list.push_back({{"name", plugin.name}, {"weight", plugin.weight}});
    return list;
}

json profileLists(const ResolvedProfile& profile)
{
    json lists = json::object();
    for (ExtensionPoint point : allExtensionPoints) {
        const std::string name(fieldName(point));
        if (point == ExtensionPoint::Score)
            lists[name] = weights(profile.score);
        else if (point == ExtensionPoint::PlacementScore && !profile.placementScore.empty())
            lists[name] = weights(profile.placementScore);
        else if (point == ExtensionPoint::PlacementGenerate && !profile.plugins[point].empty())
            lists[name] = profile.plugins[point];
        else if (point != ExtensionPoint::MultiPoint && point != ExtensionPoint::PlacementScore &&
                 point != ExtensionPoint::PlacementGenerate)
            lists[name] = profile.plugins[point];
    }
    return lists;
}

}

json effectiveConfig(const KubeSchedulerConfiguration& config, const std::vector<ResolvedProfile>& profiles)
{
    json lists = json::object();
    for (const ResolvedProfile& profile : profiles)
        lists[profile.schedulerName] = profileLists(profile);
    return {{"config", toJsonValue(toValue(config))}, {"profiles", std::move(lists)}};
}

json configurationGolden(const std::vector<std::string>& files, const FeatureGates& gates)
{
    json list = json::array();
    for (const std::string& file : files) {
        json entry = {{"file", std::filesystem::path(file).filename().string()}};
        LoadResult result = loadConfigurationFile(file, gates);
        if (result.ok())
            entry["effectiveConfig"] = effectiveConfig(*result.config, result.profiles);
        else
            entry["configError"] = result.error;
        list.push_back(std::move(entry));
    }
    return list;
}

}
