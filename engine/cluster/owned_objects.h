// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/pod_standing.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace berth::cluster {

/// The objects of one kind by who controls them, so that a controller need not look through all of them. Fed with every
/// change; what it answers is in order of appearance.
class OwnedObjects {
public:
    void note(const api::ObjectPtr& before, const api::ObjectPtr& after);

    /// Those controlled by the owner, and, if orphans are wanted, those of its namespace that nobody controls.
    template <typename T>
    std::vector<std::shared_ptr<const T>> of(const api::Object& owner, bool withOrphans) const
    {
        std::vector<std::shared_ptr<const T>> found;
        append(found, groups_, owner.meta.uid);
        if (withOrphans)
            append(found, groups_, orphanGroup(owner.meta.namespace_.str()));
        return found;
    }

private:
    using Group = std::map<std::uint64_t, api::ObjectPtr>;   ///< by appearance
    using Groups = std::unordered_map<std::string, Group>;   ///< looked up, never walked

    static std::string orphanGroup(const std::string& ns) { return "orphans/" + ns; }
    static std::string groupOf(const api::Object& object);

    template <typename T>
    static void append(std::vector<std::shared_ptr<const T>>& found, const Groups& groups, const std::string& name)
    {
        const auto group = groups.find(name);
        if (group == groups.end())
            return;
        for (const auto& [order, object] : group->second)
            found.push_back(std::static_pointer_cast<const T>(object));
    }

    Groups groups_;
    std::unordered_map<std::string, std::uint64_t> order_;   ///< by key
    std::uint64_t appeared_ = 0;
};

}
