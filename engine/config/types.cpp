// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/types.h"

namespace berth::config {

const PluginConfig* Profile::configOf(std::string_view plugin) const
{
    for (const PluginConfig& config : pluginConfig)
        if (config.name == plugin)
            return &config;
    return nullptr;
}

}
