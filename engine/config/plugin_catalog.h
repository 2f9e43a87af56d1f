// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/extension_point.h"
#include "config/plugin_args.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

namespace berth::config {

/// A set of extension points.
class ExtensionPoints {
public:
    ExtensionPoints() = default;
    ExtensionPoints(std::initializer_list<ExtensionPoint> points)
    {
        for (ExtensionPoint point : points)
            bits_ |= bit(point);
    }
    bool contains(ExtensionPoint point) const { return (bits_ & bit(point)) != 0; }
    void insert(ExtensionPoint point) { bits_ |= bit(point); }
    bool empty() const { return bits_ == 0; }

private:
    static std::uint32_t bit(ExtensionPoint point) { return std::uint32_t{1} << static_cast<unsigned>(point); }
    std::uint32_t bits_ = 0;
};

/// The plugins that exist, and what the configuration has to know of each.
class PluginCatalog {
public:
    struct Entry {
        ExtensionPoints points;              ///< what it implements
        ArgsKind args = ArgsKind::None;
        bool inTree = true;
    };

    /// The in-tree plugins of 1.36.1, those behind feature gates included.
    static PluginCatalog inTree();

    /// Adds a scripted or native plugin of the user. False, and nothing done, if the name is taken
    /// (kube-scheduler: `a plugin named X already exists`).
    bool add(std::string name, ExtensionPoints points);
    /// nullptr for a name that is not registered.
    const Entry* find(std::string_view name) const;
    /// All by name, bytewise.
    const std::map<std::string, Entry, std::less<>>& entries() const { return entries_; }

private:
    std::map<std::string, Entry, std::less<>> entries_;
};

/// The args kind whose name is plugin + `Args`, None if there is no such kind.
ArgsKind argsKindOf(std::string_view plugin);
/// `NodeAffinityArgs`; empty for None.
std::string_view kindName(ArgsKind kind);

}
