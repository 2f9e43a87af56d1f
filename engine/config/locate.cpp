// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/locate.h"

#include "api/locate.h"

#include <optional>
#include <string>
#include <vector>

namespace berth::config {

namespace {

using api::Value;

/// profiles N plugins POINT enabled K: the name of the merged list's entry.
std::optional<std::string> mergedName(const KubeSchedulerConfiguration& config, const std::vector<std::string>& parts)
{
    if (parts.size() < 6 || parts[0] != "profiles" || parts[2] != "plugins" || parts[4] != "enabled")
        return std::nullopt;
    std::optional<std::size_t> profile = api::asIndex(parts[1]);
    std::optional<ExtensionPoint> point = extensionPointOf(parts[3]);
    std::optional<std::size_t> entry = api::asIndex(parts[5]);
    if (!profile || !point || !entry || *profile >= config.profiles.size())
        return std::nullopt;
    const std::vector<Plugin>& enabled = config.profiles[*profile].plugins[*point].enabled;
    return *entry < enabled.size() ? std::optional(enabled[*entry].name) : std::nullopt;
}

const Value* entryNamed(const Value& list, const std::string& name)
{
    const Value* last = nullptr;
    for (const Value& item : list.items)
        if (const Value* field = item.find("name"); field && field->text == name)
            last = &item;
    return last;
}

}

api::Position locate(const Value& document, const KubeSchedulerConfiguration& config, std::string_view path)
{
    const std::vector<std::string> parts = api::pathSteps(path);
    const std::optional<std::string> name = mergedName(config, parts);
    const Value* value = &document;
    api::Position position = document.position;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        value = i == 5 && name ? entryNamed(*value, *name) : api::child(*value, parts[i]);
        if (!value)
            return position;
        position = value->position;
    }
    return position;
}

}
