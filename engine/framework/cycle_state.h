// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/symbol.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace berth::framework {

/// What a plugin keeps from one extension point to the next within a cycle.
class StateData {
public:
    virtual ~StateData() = default;
    /// For the copy that a dry run works on. Data that AddPod and RemovePod never change may return itself.
    virtual std::shared_ptr<StateData> clone() const = 0;
    /// For the inspector; one line per fact.
    virtual std::string describe() const { return {}; }
};

/// A set of plugins by name; a handful of entries.
class PluginSet {
public:
    void insert(api::Symbol plugin)
    {
        if (!contains(plugin))
            names_.push_back(plugin);
    }
    bool contains(api::Symbol plugin) const
    {
        for (auto name : names_)
            if (name == plugin)
                return true;
        return false;
    }
    bool empty() const { return names_.empty(); }
    void clear() { names_.clear(); }
    const std::vector<api::Symbol>& names() const { return names_; }
    std::vector<api::Symbol> sorted() const;

private:
    std::vector<api::Symbol> names_;
};

/// The notebook of one scheduling cycle: plugins' data by key, and which plugins sit a point out. One thread at a time.
class CycleState {
public:
    CycleState() = default;
    CycleState(CycleState&&) = default;
    CycleState& operator=(CycleState&&) = default;

    void write(api::Symbol key, std::shared_ptr<StateData> data);
    /// Null where there is none (the plugin words its own error around `not found`).
    StateData* read(api::Symbol key) const;
    template <typename T>
    T* read(api::Symbol key) const
    {
        return static_cast<T*>(read(key));
    }
    void erase(api::Symbol key);

    /// Data are cloned; the skip sets are copied as they are.
    CycleState clone() const;

    PluginSet skipFilter;
    PluginSet skipScore;
    PluginSet skipPreBind;
    PluginSet parallelPreBind;

    /// Asks for a pod (`namespace/name`) to be put into the active queue: at the end of this scheduling cycle if it
    /// succeeds, else at the end of a successful binding cycle. All clones ask in one place.
    void activateLater(const std::string& pod)
    {
        if (!podsToActivate)
            podsToActivate = std::make_shared<std::set<std::string>>();
        podsToActivate->insert(pod);
    }
    std::shared_ptr<std::set<std::string>> podsToActivate;

    struct Entry {
        api::Symbol key;
        std::shared_ptr<StateData> data;
    };
    const std::vector<Entry>& entries() const { return entries_; }

private:
    std::vector<Entry> entries_;
};

}
