// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/obstacles.h"

#include "api/pod_requests.h"
#include "api/toleration.h"
#include "plugins/names.h"
#include "scenario/eviction_sets.h"

#include <algorithm>
#include <charconv>

namespace berth::scenario {

namespace names = plugins::names;
namespace resource_name = framework::resource_name;

Obstacles::Obstacles(const WhatIf& world, const trace::Explanation& explanation, const std::vector<EditPtr>& made,
                     std::size_t mostEdits)
    : world_(world), explanation_(explanation), made_(made), mostEdits_(mostEdits)
{
}

std::vector<Obstacle> Obstacles::everywhere() const
{
    std::vector<Obstacle> found;
    for (const auto& entry : explanation_.preFilter)
        if (trace::isRejected(entry.status.code)) {
            const auto& affinity = world_.pod().pod->spec.affinity;
            const bool byAffinity = entry.plugin == names::nodeAffinity && affinity && affinity->nodeAffinity
                && affinity->nodeAffinity->required;
            found.push_back(byAffinity ? Obstacle{{edits::dropRequiredNodeAffinity(world_.originalPod())}} : Obstacle{});
        }
    return found;
}

std::vector<Obstacle> Obstacles::on(std::size_t index) const
{
    const auto* node = world_.scheduler().snapshot().get(explanation_.nodes[index]);
    std::vector<Obstacle> found;
    if (!node)
        return {{}}; // known to an extender alone
    for (const auto& failure : explanation_.filters[index]) {
        if (failure.forNominated)
            continue; // they are an obstacle of their own
        const auto plugin = explanation_.filterPlugins[failure.plugin];
        if (plugin == names::nodeUnschedulable)
            cordon(*node, found);
        else if (plugin == names::taintToleration)
            taints(*node, found);
        else if (plugin == names::nodeAffinity)
            nodeSelection(*node, found);
        else if (plugin == names::nodePorts)
            hostPorts(*node, found);
        else if (plugin == names::nodeResourcesFit)
            found.push_back(resources(*node, failure.status.reasons));
        else if (plugin == names::interPodAffinity)
            podAffinity(*node, found);
        else if (plugin == names::podTopologySpread)
            spread(*node, found);
        else
            found.emplace_back();
    }
    // Every filter is content with the node as it is: then it is full of pods that were promised a place on it.
    if (found.empty())
        found.push_back(nominated(*node));
    return found;
}

void Obstacles::cordon(const Node& node, std::vector<Obstacle>& found) const
{
    api::Taint taint;
    taint.key = edits::unschedulableTaintKey;
    taint.effect = api::Symbol("NoSchedule");
    found.push_back({{edits::addToleration(world_.originalPod(), taint)}, {edits::uncordon(original(node))}});
}

void Obstacles::taints(const Node& node, std::vector<Obstacle>& found) const
{
    const auto operators = world_.scheduler().gates().enabled(config::Gate::TaintTolerationComparisonOperators)
        ? api::TolerationOperators::WithComparison
        : api::TolerationOperators::Standard;
    for (const auto& taint : node.node().spec.taints) {
        const bool keepsAway = taint.effect.view() == "NoSchedule" || taint.effect.view() == "NoExecute";
        if (!keepsAway || api::tolerates(world_.pod().pod->spec.tolerations, taint, operators))
            continue;
        const bool byCordon = node.node().spec.unschedulable && taint.key == edits::unschedulableTaintKey;
        found.push_back({{edits::addToleration(world_.originalPod(), taint)},
                         {byCordon ? edits::uncordon(original(node)) : edits::removeTaint(original(node), taint)}});
    }
}

void Obstacles::nodeSelection(const Node& node, std::vector<Obstacle>& found) const
{
    const auto& pod = world_.originalPod();
    const auto& labels = node.node().meta.labels;
    const auto before = found.size();
    for (const auto& [key, value] : world_.pod().pod->spec.nodeSelector) {
        const auto* now = labels.find(key);
        if (now && *now == value)
            continue;
        Obstacle ways{{edits::dropNodeSelector(pod, key)}};
        if (now)
            ways.push_back({edits::alterNodeSelector(pod, key, *now)});
        if (!(key == edits::hostnameKey))
            ways.push_back({edits::setLabel(original(node), key, value)});
        found.push_back(std::move(ways));
    }
    const auto& affinity = world_.pod().pod->spec.affinity;
    const bool hasRequired = affinity && affinity->nodeAffinity && affinity->nodeAffinity->required;
    if (hasRequired && !api::RequiredNodeAffinity({}, affinity->nodeAffinity).matches(node.facts()))
        found.push_back(nodeAffinity(node));
    if (found.size() == before)
        found.emplace_back(); // the profile's added affinity refuses
}

namespace {

bool meets(const api::NodeSelectorRequirement& requirement, bool isField, const framework::NodeInfo& node)
{
    api::NodeSelectorTerm term;
    (isField ? term.matchFields : term.matchExpressions).push_back(requirement);
    return api::ParsedTerm(term, {}).matches(node.facts());
}

/// A label that meets a requirement: its value, or none where no label may be there. Absent: no label does.
struct WantedLabel {
    bool remove = false;
    std::vector<api::Symbol> values;
};

WantedLabel wantedLabel(const api::NodeSelectorRequirement& requirement)
{
    const auto& op = requirement.op;
    if (op == "In")
        return {false, requirement.values};
    if (op == "Exists")
        return {false, {api::Symbol("true")}};
    if (op == "DoesNotExist" || op == "NotIn")
        return {true, {}};
    std::int64_t number = 0;
    const auto text = requirement.values.empty() ? std::string_view() : requirement.values.front().view();
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
        return {};
    return {false, {api::Symbol(std::to_string(op == "Gt" ? number + 1 : number - 1))}};
}

}

Obstacle Obstacles::nodeAffinity(const Node& node) const
{
    Obstacle ways;
    const auto& pod = world_.originalPod();
    const auto& terms = world_.pod().pod->spec.affinity->nodeAffinity->required->nodeSelectorTerms;
    for (std::size_t t = 0; t < terms.size(); ++t) {
        Alternative drops, labels, values;
        bool canLabel = true, canAllow = true;
        for (bool isField : {false, true})
            for (const auto& requirement : isField ? terms[t].matchFields : terms[t].matchExpressions) {
                if (meets(requirement, isField, node))
                    continue;
                drops.push_back(edits::dropRequirement(pod, t, requirement, isField));
                const auto* now = isField ? nullptr : node.node().meta.labels.find(requirement.key);
                if (requirement.op == "In" && (isField || now))
                    values.push_back(edits::allowValue(pod, t, requirement, isField,
                                                       isField ? api::Symbol(node.name()) : *now));
                else
                    canAllow = false;
                const auto wanted = wantedLabel(requirement);
                if (isField || requirement.key == edits::hostnameKey || (!wanted.remove && wanted.values.empty()))
                    canLabel = false;
                else
                    labels.push_back(wanted.remove
                                         ? edits::removeLabel(original(node), requirement.key)
                                         : edits::setLabel(original(node), requirement.key, wanted.values.front()));
            }
        if (drops.empty())
            continue; // an empty term, which matches nothing
        ways.push_back(std::move(drops));
        if (canLabel)
            ways.push_back(std::move(labels));
        if (canAllow)
            ways.push_back(std::move(values));
    }
    std::size_t requirements = 0;
    for (const auto& term : terms)
        requirements += term.matchExpressions.size() + term.matchFields.size();
    if (requirements != 1) // else it is the same as dropping the one
        ways.push_back({edits::dropRequiredNodeAffinity(pod)});
    return ways;
}

void Obstacles::hostPorts(const Node& node, std::vector<Obstacle>& found) const
{
    const auto inConflict = [](const framework::HostPort& wanted, const api::Pod& other) {
        framework::HostPortInfo used;
        for (const auto& port : framework::hostPortsOf(other))
            used.add(port);
        return used.conflicts(wanted);
    };
    const auto each = [&](const std::string& list, const std::vector<api::Container>& containers) {
        for (std::size_t c = 0; c < containers.size(); ++c) {
            if (list == "initContainers" && containers[c].restartPolicy != "Always")
                continue;
            for (std::size_t p = 0; p < containers[c].ports.size(); ++p) {
                const auto& port = containers[c].ports[p];
                const framework::HostPort wanted{port.hostIP, port.protocol, port.hostPort};
                if (!node.usedPorts().conflicts(wanted))
                    continue;
                Alternative freeing;
                for (const auto& other : node.pods())
                    if (inConflict(wanted, *other->pod))
                        freeing.push_back(edits::freeHostPort(
                            other->pod, node.name(), port.protocol + "/" + std::to_string(port.hostPort)));
                found.push_back({{edits::dropHostPort(world_.originalPod(), list, c, p)}, std::move(freeing)});
            }
        }
    };
    each("initContainers", world_.pod().pod->spec.initContainers);
    each("containers", world_.pod().pod->spec.containers);
}

namespace {

std::int64_t podsAllowed(const framework::NodeInfo& node) { return node.allocatable().allowedPodNumber; }

/// What a node has of a resource for one more pod, cpu in thousandths; `pods` counts pods.
std::int64_t freeOn(const framework::NodeInfo& node, api::Symbol resource)
{
    return resource == resource_name::pods
        ? podsAllowed(node) - static_cast<std::int64_t>(node.pods().size())
        : node.allocatable().get(resource) - node.requested().get(resource);
}

api::Quantity quantityOf(api::Symbol resource, std::int64_t amount)
{
    if (resource == resource_name::cpu)
        return api::Quantity::fromMilli(amount);
    const bool isBytes = resource == resource_name::memory || resource == resource_name::ephemeralStorage
        || api::isHugePageResourceName(resource.view());
    return api::Quantity(amount, isBytes ? api::Quantity::Format::BinarySI : api::Quantity::Format::DecimalSI);
}

}

Obstacle Obstacles::resources(const Node& node, const std::vector<std::string>& reasons) const
{
    framework::Resource wanted;
    wanted.setMax(api::podRequests(*world_.pod().pod));
    std::vector<std::pair<api::Symbol, std::int64_t>> lacking;
    for (const auto& reason : reasons) {
        constexpr std::string_view prefix = "Insufficient ";
        const auto resource = reason.starts_with(prefix) ? api::Symbol(std::string_view(reason).substr(prefix.size()))
                                                         : resource_name::pods;
        const auto asked = resource == resource_name::pods ? 1 : wanted.get(resource);
        lacking.emplace_back(resource, asked - freeOn(node, resource));
    }
    Obstacle ways;
    lowerRequests(node, lacking, ways);
    Alternative room;
    bool evictable = true;
    for (const auto& [resource, deficit] : lacking) {
        const bool isSlot = resource == resource_name::pods;
        const auto held = isSlot ? static_cast<std::int64_t>(node.pods().size()) : node.requested().get(resource);
        // Since the node was as it was: other edits may have made it larger already.
        const auto grown = isSlot ? podsAllowed(node) : node.allocatable().get(resource);
        const framework::Resource first(original(node).status.allocatable);
        const auto before = isSlot ? first.allowedPodNumber : first.get(resource);
        room.push_back(edits::makeRoom(original(node), resource, quantityOf(resource, deficit + grown - before),
                                       held >= deficit));
        evictable = evictable && held >= deficit;
    }
    ways.push_back(std::move(room));
    if (evictable)
        for (const auto& set : evictionSets(node, lacking, mostEdits_)) {
            Alternative evictions;
            for (const auto& pod : set)
                evictions.push_back(edits::evict(pod, node.name()));
            ways.push_back(std::move(evictions));
        }
    return ways;
}

void Obstacles::lowerRequests(const Node& node, const std::vector<std::pair<api::Symbol, std::int64_t>>& lacking,
                              Obstacle& ways) const
{
    const auto& spec = world_.pod().pod->spec;
    Alternative lowered;
    const auto lower = [&](const api::ResourceRequirements& resources, const std::string& list, std::size_t container,
                           api::Symbol resource, std::int64_t deficit) {
        const auto* now = resources.requests.find(resource);
        if (!now)
            return false;
        auto to = *now;
        to.sub(quantityOf(resource, deficit));
        if (to.sign() <= 0)
            return false;
        lowered.push_back(edits::lowerRequest(world_.originalPod(), list, container, resource, to));
        return true;
    };
    /// The largest asker: where less is least noticed, and what decides where the maximum counts.
    const auto lowerLargest = [&](api::Symbol resource, std::int64_t deficit) {
        const std::vector<api::Container>* lists[] = {&spec.containers, &spec.initContainers};
        const api::Quantity* most = nullptr;
        std::pair<std::size_t, std::size_t> where;
        for (std::size_t l = 0; l < 2; ++l)
            for (std::size_t c = 0; c < lists[l]->size(); ++c) {
                const auto* asked = (*lists[l])[c].resources.requests.find(resource);
                if (asked && (!most || asked->compare(*most) > 0))
                    most = asked, where = {l, c};
            }
        return most && lower((*lists[where.first])[where.second].resources, where.first ? "initContainers" : "containers",
                             where.second, resource, deficit);
    };
    for (const auto& [resource, deficit] : lacking) {
        if (resource == resource_name::pods || freeOn(node, resource) <= 0)
            return; // nothing would be left to ask for
        const bool atPodLevel = spec.resources && spec.resources->requests.contains(resource);
        if (!(atPodLevel ? lower(*spec.resources, {}, 0, resource, deficit) : lowerLargest(resource, deficit)))
            return;
    }
    ways.push_back(std::move(lowered));
}

Obstacle Obstacles::nominated(const Node& node) const
{
    Alternative deletions;
    for (const auto& other : world_.scheduler().nominator().nominatedPodsForNode(node.name()))
        if (other->pod->priority() >= world_.pod().pod->priority())
            deletions.push_back(edits::evict(other->pod, node.name()));
    return deletions.empty() ? Obstacle{} : Obstacle{std::move(deletions)};
}

}
