// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/nominator.h"

namespace berth::queue {

void Nominator::add(const api::Pod& pod, const std::optional<framework::NominatingInfo>& nominating)
{
    remove(pod.meta.uid);
    const auto& node = nominating ? nominating->nominatedNodeName : pod.status.nominatedNodeName;
    if (!nominating && node.empty())
        return;
    // A pod that is gone or bound in the meantime takes no room on a promise.
    auto known = listers_->getAs<api::Pod>(api::Kind::Pod, pod.meta.key());
    if (!known || !known->spec.nodeName.empty())
        return;
    ++version_;
    nodeOf_[pod.meta.uid] = node;
    byNode_[node].push_back({pod.meta.key(), pod.meta.namespace_.str(), pod.meta.name, pod.meta.uid});
}

void Nominator::remove(const std::string& uid)
{
    auto it = nodeOf_.find(uid);
    if (it == nodeOf_.end())
        return;
    ++version_;
    auto list = byNode_.find(it->second);
    std::erase_if(list->second, [&](const Reference& reference) { return reference.uid == uid; });
    if (list->second.empty())
        byNode_.erase(list);
    nodeOf_.erase(it);
}

void Nominator::update(const api::Pod& before, const api::Pod& after)
{
    // An update that does not speak of nominations must not undo one that only the scheduler knows of so far.
    std::optional<framework::NominatingInfo> nominating;
    if (before.status.nominatedNodeName.empty() && after.status.nominatedNodeName.empty())
        if (auto it = nodeOf_.find(before.meta.uid); it != nodeOf_.end())
            nominating = framework::NominatingInfo{it->second};
    remove(before.meta.uid);
    add(after, nominating);
}

std::vector<framework::PodInfoPtr> Nominator::nominatedPodsForNode(const std::string& node) const
{
    std::vector<framework::PodInfoPtr> pods;
    auto list = byNode_.find(node);
    if (list == byNode_.end())
        return pods;
    for (const auto& reference : list->second) {
        auto queued = find_(reference.key);
        if (!queued) {
            // In flight: only its identity is known, so it asks for nothing and has priority 0.
            auto bare = std::make_shared<api::Pod>();
            bare->meta.namespace_ = api::Symbol(reference.namespace_);
            bare->meta.name = reference.name;
            bare->meta.uid = reference.uid;
            queued = framework::PodInfo::make(std::move(bare));
        }
        pods.push_back(std::move(queued));
    }
    return pods;
}

std::shared_ptr<const PastNominations> Nominator::remember(std::shared_ptr<const PastNominations> before) const
{
    if (byNode_.empty())
        return nullptr;
    PastNominations::ByNode now;
    for (const auto& [node, references] : byNode_)
        if (!references.empty())
            now.emplace(node, nominatedPodsForNode(node));
    if (now.empty())
        return nullptr;
    return before && before->byNode() == now ? before : std::make_shared<const PastNominations>(std::move(now));
}

std::vector<framework::PodInfoPtr> PastNominations::nominatedPodsForNode(const std::string& node) const
{
    const auto pods = byNode_.find(node);
    return pods == byNode_.end() ? std::vector<framework::PodInfoPtr>() : pods->second;
}

std::map<std::string, std::string> Nominator::all() const
{
    std::map<std::string, std::string> nominations;
    for (const auto& [node, references] : byNode_)
        for (const auto& reference : references)
            nominations[reference.key] = node;
    return nominations;
}

}
