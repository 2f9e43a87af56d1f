// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/node_info.h"

#include <algorithm>

namespace berth::framework {
namespace {

/// Removal as the scheduler does it: the last one takes the place. The order of pods decides ties in preemption.
bool swapOut(std::vector<PodInfoPtr>& pods, const std::string& uid)
{
    auto it = std::find_if(pods.begin(), pods.end(), [&](const PodInfoPtr& p) { return p->pod->meta.uid == uid; });
    if (it == pods.end())
        return false;
    if (it != pods.end() - 1)
        *it = std::move(pods.back());
    pods.pop_back();
    return true;
}

}

void NodeInfo::setNode(api::NodePtr node)
{
    node_ = std::move(node);
    allocatable_ = Resource(node_->status.allocatable);
}

void NodeInfo::removeNode() { node_ = nullptr; }

void NodeInfo::addPod(const PodInfoPtr& pod)
{
    pods_.push_back(pod);
    if (pod->hasPodAffinity)
        podsWithAffinity_.push_back(pod);
    if (!pod->requiredAntiAffinity.empty())
        podsWithRequiredAntiAffinity_.push_back(pod);
    charge(*pod, 1);
}

bool NodeInfo::removePod(const std::string& uid)
{
    auto it = std::find_if(pods_.begin(), pods_.end(), [&](const PodInfoPtr& p) { return p->pod->meta.uid == uid; });
    if (it == pods_.end())
        return false;
    const PodInfoPtr pod = *it;
    swapOut(pods_, uid);
    if (pod->hasPodAffinity)
        swapOut(podsWithAffinity_, uid);
    if (!pod->requiredAntiAffinity.empty())
        swapOut(podsWithRequiredAntiAffinity_, uid);
    charge(*pod, -1);
    return true;
}

void NodeInfo::charge(const PodInfo& pod, int sign)
{
    if (sign > 0)
        requested_.add(pod.requests);
    else
        requested_.sub(pod.requests);
    nonZeroMilliCpu_ += sign * pod.nonZeroMilliCpu;
    nonZeroMemory_ += sign * pod.nonZeroMemory;
    for (const auto& port : pod.hostPorts) {
        if (sign > 0)
            usedPorts_.add(port);
        else
            usedPorts_.remove(port);
    }
    for (const auto& volume : pod.pod->spec.volumes) {
        if (volume.claimName.empty())
            continue;
        const api::Symbol claim(pod.pod->meta.namespace_.str() + "/" + volume.claimName);
        auto& count = pvcRefCounts_[claim];
        count += sign;
        if (count <= 0)
            pvcRefCounts_.erase(claim);
    }
}

}
