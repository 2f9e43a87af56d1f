// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engine/support/fake_handle.h"

#include <memory>
#include <string>
#include <utility>

namespace berth::tests {

/// A plugin with all of PreFilter, Filter and Score at work on the pod `incoming` of a cluster, without a scheduler around it.
template <class Plugin, class Args>
struct PluginCycle {
    FakeHandle handle;
    std::unique_ptr<Plugin> plugin;
    framework::CycleState state;
    std::shared_ptr<const api::Pod> pod;

    explicit PluginCycle(const std::string& cluster, Args args)
    {
        handle.load(cluster);
        plugin = std::make_unique<Plugin>(handle, std::move(args));
        pod = handle.pod("incoming");
    }
    framework::Status preFilter()
    {
        framework::PreFilterResult result;
        return plugin->preFilter(state, *pod, handle.nodes.list(), result);
    }
    framework::Status filter(const std::string& node) { return plugin->filter(state, *pod, handle.node(node)); }
    /// Names of the nodes that pass, blank-separated.
    std::string passing()
    {
        std::string names;
        for (const auto* node : handle.nodes.list())
            if (plugin->filter(state, *pod, *node).isSuccess())
                names += (names.empty() ? "" : " ") + node->name();
        return names;
    }
    framework::Status add(const std::string& other, const std::string& node)
    {
        return plugin->addPod(state, *pod, *framework::PodInfo::make(handle.pod(other)), handle.node(node));
    }
    framework::Status remove(const std::string& other)
    {
        const auto gone = handle.pod(other);
        return plugin->removePod(state, *pod, *framework::PodInfo::make(gone), handle.node(gone->spec.nodeName));
    }
    framework::QueueingHint hint(std::size_t registration, const api::Object* before, const api::Object* after)
    {
        return plugin->eventsToRegister().at(registration).hint(*pod, before, after);
    }
};

}
