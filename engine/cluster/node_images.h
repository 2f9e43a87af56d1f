// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"
#include "api/pod.h"

#include <map>
#include <string>

namespace berth::cluster {

/// The images that one node is fetching or has fetched. One at a time, as the kubelet does unless told otherwise; images
/// that are there are not fetched again, and none is ever thrown away.
class NodeImages {
public:
    /// When all images of the pod will be there; `now` if they are. Those missing are fetched from now on, each of
    /// `size` bytes.
    api::Time fetch(const api::Pod& pod, const api::Node& node, std::int64_t size, std::int64_t bytesPerSecond,
                    api::Time now);
    /// Adds to the node's status what has arrived by now; true if something has.
    bool addArrived(api::Node& node, api::Time now);
    /// Whether addArrived has something to add.
    bool hasArrived(const api::Node& node, api::Time now) const;

private:
    struct Fetch {
        std::int64_t size = 0;
        api::Time arrives;
    };
    std::map<std::string, Fetch> fetches_;
    api::Time freeAt_;                     ///< when the last of them is done
};

/// The image's name as nodes list it: with its tag, `latest` where none is written.
std::string taggedImage(const std::string& image);

}
