// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/profile_plugins.h"
#include "framework/handle.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tl/expected.hpp>

namespace berth::framework {

/// What a plugin is made from.
struct PluginContext {
    Handle& handle;
    api::Symbol profile;                   ///< scheduler name of the profile it is built for
    const config::ResolvedProfile& config; ///< arguments by `config.argsOf<T>(name)`
};

/// Name → how to make the plugin. The in-tree ones come from plugins::inTreeRegistry(); more can be added.
class Registry {
public:
    using Factory = std::function<tl::expected<std::unique_ptr<Plugin>, std::string>(const PluginContext&)>;

    /// False if the name is taken.
    bool add(std::string name, Factory factory) { return factories_.emplace(std::move(name), std::move(factory)).second; }
    const Factory* find(const std::string& name) const
    {
        auto it = factories_.find(name);
        return it == factories_.end() ? nullptr : &it->second;
    }

private:
    std::map<std::string, Factory> factories_;
};

}
