// SPDX-License-Identifier: GPL-3.0-or-later
#include "cache/image_states.h"

namespace berth::cache {

void ImageRegistry::addNode(const api::Node& node)
{
    for (const auto& image : node.status.images)
        for (const auto& name : image.names) {
            auto [it, isNew] = images_.try_emplace(name);
            if (isNew)
                it->second.size = image.sizeBytes;
            it->second.nodes.insert(node.meta.name);
            ++generation_;
        }
}

void ImageRegistry::removeNode(const api::Node& node)
{
    for (const auto& image : node.status.images)
        for (const auto& name : image.names) {
            auto it = images_.find(name);
            if (it == images_.end())
                continue;
            it->second.nodes.erase(node.meta.name);
            if (it->second.nodes.empty())
                images_.erase(it);
            ++generation_;
        }
}

std::shared_ptr<const framework::ImageStates> ImageRegistry::summaryOf(const api::Node& node)
{
    if (node.status.images.empty())
        return nullptr;
    auto summary = std::make_shared<framework::ImageStates>();
    for (const auto& image : node.status.images)
        for (const auto& name : image.names)
            if (auto it = images_.find(name); it != images_.end())
                (*summary)[name] = {it->second.size, static_cast<std::int32_t>(it->second.nodes.size())};
    return summary;
}

}
