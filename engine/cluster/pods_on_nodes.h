// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

#include <map>
#include <set>
#include <string>

namespace berth::cluster {

/// Which pods are bound to which node, by keys, whether the node exists or not. A controller that asks keeps one of its own and
/// tells it of every change.
class PodsOnNodes {
public:
    /// Takes notice of a change. The node that the pod is bound to; empty if it is not bound, or if it was no pod.
    const std::string& note(const api::ObjectPtr& before, const api::ObjectPtr& after)
    {
        const auto& object = after ? after : before;
        if (object->kind != api::Kind::Pod)
            return nobody();
        const auto& node = static_cast<const api::Pod&>(*object).spec.nodeName;
        if (node.empty())
            return nobody();
        if (after)
            keys_[node].insert(object->meta.key());
        else
            keys_[node].erase(object->meta.key());
        return node;
    }

    /// In the order of the keys. Lives as long as this; changes with the next note().
    const std::set<std::string>& on(const std::string& node) const
    {
        static const std::set<std::string> none;
        const auto found = keys_.find(node);
        return found == keys_.end() ? none : found->second;
    }

private:
    static const std::string& nobody()
    {
        static const std::string none;
        return none;
    }

    std::map<std::string, std::set<std::string>> keys_;
};

}
