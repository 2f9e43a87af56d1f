// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/node_images.h"

#include <algorithm>
#include <set>

namespace berth::cluster {
namespace {

bool hasImage(const api::Node& node, const std::string& name)
{
    return std::ranges::any_of(node.status.images, [&](const api::ContainerImage& image) {
        return std::ranges::find(image.names, name) != image.names.end();
    });
}

}

std::string taggedImage(const std::string& image)
{
    const auto colon = image.rfind(':');
    const auto slash = image.rfind('/');
    const bool isTagged = colon != std::string::npos && (slash == std::string::npos || colon > slash);
    return isTagged ? image : image + ":latest";
}

api::Time NodeImages::fetch(const api::Pod& pod, const api::Node& node, std::int64_t size, std::int64_t bytesPerSecond,
                            api::Time now)
{
    constexpr double second = 1e9;
    auto ready = now;
    for (const auto* containers : {&pod.spec.initContainers, &pod.spec.containers})
        for (const auto& container : *containers) {
            const auto name = taggedImage(container.image);
            if (container.image.empty() || hasImage(node, name))
                continue;
            auto [fetch, isNew] = fetches_.try_emplace(name);
            if (isNew) {
                const auto duration = bytesPerSecond > 0
                    ? static_cast<std::int64_t>(static_cast<double>(size) / static_cast<double>(bytesPerSecond) * second)
                    : 0;
                freeAt_ = {std::max(now, freeAt_).nanoseconds + duration};
                fetch->second = {size, freeAt_};
            }
            ready = std::max(ready, fetch->second.arrives);
        }
    return ready;
}

bool NodeImages::hasArrived(const api::Node& node, api::Time now) const
{
    return std::ranges::any_of(fetches_, [&](const auto& entry) {
        return entry.second.arrives <= now && !hasImage(node, entry.first);
    });
}

bool NodeImages::addArrived(api::Node& node, api::Time now)
{
    bool any = false;
    for (const auto& [name, fetch] : fetches_)
        if (fetch.arrives <= now && !hasImage(node, name)) {
            node.status.images.push_back({{name}, fetch.size});
            any = true;
        }
    return any;
}

}
