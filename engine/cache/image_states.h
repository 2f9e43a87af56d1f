// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/node_info.h"

#include <map>
#include <set>

namespace berth::cache {

/// Which nodes have which image, cluster-wide. The size is that of the node that brought the image first and stays until
/// nobody has it (plugins.md §3).
class ImageRegistry {
public:
    void addNode(const api::Node& node);
    void removeNode(const api::Node& node);
    /// What a node's clone in the snapshot knows of its images, as of now. Shared while nothing changes.
    std::shared_ptr<const framework::ImageStates> summaryOf(const api::Node& node);
    /// Grows whenever any image comes or goes anywhere.
    std::uint64_t generation() const { return generation_; }

private:
    struct State {
        std::int64_t size = 0;
        std::set<std::string> nodes;
    };
    std::map<std::string, State> images_;
    std::uint64_t generation_ = 0;
};

}
