// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"

#include <string>
#include <vector>

namespace berth::cache {

/// The zone a node belongs to: region and zone, empty if it has neither.
std::string zoneKey(const api::Node& node);

/// Node names by zone, in the order the scheduler goes through them: zones in order of first appearance, round robin,
/// nodes of a zone in order of arrival (cycle.md §2).
class NodeTree {
public:
    void add(const api::Node& node);
    void remove(const api::Node& node);
    /// A node that changed its zone goes to the end of the new one; otherwise nothing happens.
    void update(const api::Node& before, const api::Node& after);
    std::size_t size() const { return count_; }
    std::vector<std::string> list() const;

private:
    struct Zone {
        std::string key;
        std::vector<std::string> nodes;
    };
    std::vector<Zone> zones_;
    std::size_t count_ = 0;
};

}
