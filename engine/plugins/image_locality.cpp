// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/image_locality.h"

#include "plugins/names.h"
#include "plugins/signatures.h"

#include <algorithm>
#include <set>

namespace berth::plugins {

using framework::Status;

namespace {

constexpr std::int64_t megabyte = 1024 * 1024;
constexpr std::int64_t lowest = 23 * megabyte;             ///< of all images together: below, nothing is gained
constexpr std::int64_t highestPerContainer = 1000 * megabyte;

/// An image without a tag means `latest`; a colon before the last slash belongs to a registry's port.
std::string normalised(const std::string& image)
{
    const auto colon = static_cast<std::ptrdiff_t>(image.rfind(':'));
    const auto slash = static_cast<std::ptrdiff_t>(image.rfind('/'));
    return colon <= slash ? image + ":latest" : image;
}

/// Size, weighed by how much of the cluster has the image: pods shall not all crowd where a rare image is.
std::int64_t weighedSize(const framework::NodeInfo& node, const std::string& image, std::size_t totalNodes)
{
    const auto* states = node.imageStates();
    if (!states || states->empty())
        return 0;
    auto it = states->find(normalised(image));
    if (it == states->end())
        return 0;
    const double spread = static_cast<double>(it->second.numNodes) / static_cast<double>(totalNodes);
    return static_cast<std::int64_t>(static_cast<double>(it->second.size) * spread);
}

}

api::Symbol ImageLocality::name() const { return names::imageLocality; }

Status ImageLocality::score(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node,
                            std::int64_t& score)
{
    const auto totalNodes = handle_->snapshot().list().size();
    std::int64_t sum = 0;
    for (const auto& container : pod.spec.initContainers)
        sum += weighedSize(node, container.image, totalNodes);
    for (const auto& container : pod.spec.containers)
        sum += weighedSize(node, container.image, totalNodes);
    for (const auto& volume : pod.spec.volumes)
        if (volume.source == "image")
            sum += weighedSize(node, volume.imageReference, totalNodes);
    const auto containers = static_cast<std::int64_t>(pod.spec.containers.size() + pod.spec.initContainers.size());
    const auto highest = highestPerContainer * containers;
    if (sum < lowest)
        sum = lowest;
    else if (sum > highest)
        sum = highest;
    score = framework::maxNodeScore * (sum - lowest) / (highest - lowest);
    return Status::success();
}

Status ImageLocality::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    std::set<std::string> images;
    for (const auto* containers : {&pod.spec.initContainers, &pod.spec.containers})
        for (const auto& container : *containers)
            images.insert(normalised(container.image));
    std::string json = "[";
    for (const auto& image : images)
        json += (json.size() > 1 ? "," : "") + signatures::quoted(image);
    fragments.push_back({"v1.Pod.Spec.CanonicalImageNames()", json + "]"});
    return Status::success();
}

}
