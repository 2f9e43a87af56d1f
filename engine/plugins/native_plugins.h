// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_catalog.h"
#include "framework/registry.h"

#include <string>
#include <type_traits>
#include <vector>

namespace berth::plugins {

/// A plugin in C++ that kube-scheduler does not have.
struct NativePlugin {
    std::string name;
    config::ExtensionPoints points;
    framework::Registry::Factory make;
};

/// The points whose interfaces T has.
template <typename T>
config::ExtensionPoints pointsOf()
{
    using enum config::ExtensionPoint;
    config::ExtensionPoints points;
    auto add = [&](bool implemented, config::ExtensionPoint point) {
        if (implemented)
            points.insert(point);
    };
    add(std::is_base_of_v<framework::PreEnqueuePlugin, T>, PreEnqueue);
    add(std::is_base_of_v<framework::QueueSortPlugin, T>, QueueSort);
    add(std::is_base_of_v<framework::PreFilterPlugin, T>, PreFilter);
    add(std::is_base_of_v<framework::FilterPlugin, T>, Filter);
    add(std::is_base_of_v<framework::PostFilterPlugin, T>, PostFilter);
    add(std::is_base_of_v<framework::PreScorePlugin, T>, PreScore);
    add(std::is_base_of_v<framework::ScorePlugin, T>, Score);
    add(std::is_base_of_v<framework::ReservePlugin, T>, Reserve);
    add(std::is_base_of_v<framework::PermitPlugin, T>, Permit);
    add(std::is_base_of_v<framework::PreBindPlugin, T>, PreBind);
    add(std::is_base_of_v<framework::BindPlugin, T>, Bind);
    add(std::is_base_of_v<framework::PostBindPlugin, T>, PostBind);
    return points;
}

/// T is made from a PluginContext if it has such a constructor, else from nothing.
template <typename T>
NativePlugin native(std::string name)
{
    return {std::move(name), pointsOf<T>(),
            [](const framework::PluginContext& context) -> tl::expected<std::unique_ptr<framework::Plugin>, std::string> {
                if constexpr (std::is_constructible_v<T, const framework::PluginContext&>)
                    return std::make_unique<T>(context);
                else
                    return std::make_unique<T>();
            }};
}

/// Those of this build: what a configuration may name beyond the in-tree plugins.
std::vector<NativePlugin> nativePlugins();

}
