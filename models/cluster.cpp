// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/cluster.h"

#include "api/pod_requests.h"
#include "models/background_delete.h"
#include "models/format.h"
#include "models/natural_order.h"
#include "models/node_groups.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

constexpr std::string_view zoneLabel = "topology.kubernetes.io/zone";

std::vector<std::string> resourceNames(const scenario::ClusterState& state)
{
    std::set<std::string> others;
    for (const auto& node : state.nodes)
        for (const auto& [name, quantity] : node->status.allocatable)
            others.insert(name.str());
    std::vector<std::string> names = {"cpu", "memory", "pods"};
    for (const std::string& name : names)
        others.erase(name);
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

bool isReady(const api::Node& node)
{
    for (const auto& condition : node.status.conditions)
        if (condition.type == "Ready")
            return condition.status == "True";
    return true;
}

NodeRow makeNode(const api::NodePtr& node, const std::vector<std::string>& resources)
{
    NodeRow row;
    row.node = node;
    row.name = toQString(node->meta.name);
    if (const api::Symbol* zone = node->meta.labels.find(zoneLabel))
        row.zone = toQString(*zone);
    row.ready = isReady(*node);
    row.unschedulable = node->spec.unschedulable;
    row.amounts.resize(resources.size());
    for (std::size_t i = 0; i < resources.size(); ++i)
        row.amounts[i].allocatable = amountOf(node->status.allocatable, resources[i]);
    return row;
}

PodRow makePod(const api::PodPtr& pod, const std::vector<std::string>& resources)
{
    PodRow row;
    row.pod = pod;
    row.key = toQString(pod->meta.key());
    row.namespace_ = toQString(pod->meta.namespace_);
    row.name = toQString(pod->meta.name);
    row.node = toQString(pod->spec.nodeName);
    row.nominatedNode = toQString(pod->status.nominatedNodeName);
    row.place = pod->isTerminal() ? PodPlace::Ended : row.node.isEmpty() ? PodPlace::Elsewhere : PodPlace::Bound;
    const api::ResourceList requests = api::podRequests(*pod, {.useStatus = true});
    row.requests.resize(resources.size());
    for (std::size_t i = 0; i < resources.size(); ++i)
        row.requests[i] = i == Cluster::Pods ? 1 : amountOf(requests, resources[i]);
    return row;
}

PodRow* findPod(Cluster& cluster, const std::string& key)
{
    const auto found = cluster.podRows.constFind(toQString(key));
    return found == cluster.podRows.cend() ? nullptr : &cluster.pods[*found];
}

void place(Cluster& cluster, const std::vector<std::string>& keys, PodPlace where)
{
    for (const std::string& key : keys)
        if (PodRow* pod = findPod(cluster, key))
            pod->place = where;
}

void placeInQueue(Cluster& cluster, const trace::QueueRecord& queue)
{
    place(cluster, queue.active, PodPlace::Active);
    place(cluster, queue.backoff, PodPlace::Backoff);
    place(cluster, queue.unschedulable, PodPlace::Unschedulable);
    place(cluster, queue.gated, PodPlace::Gated);
    place(cluster, queue.waiting, PodPlace::Waiting);
    for (const auto& [key, until] : queue.backoffUntil)
        if (PodRow* pod = findPod(cluster, key))
            pod->backoffUntil = until;
    for (const auto& [key, plugin] : queue.gatedBy)
        if (PodRow* pod = findPod(cluster, key))
            pod->gatedBy = toQString(plugin);
    cluster.queue = {queue.active.size(), queue.backoff.size(), queue.unschedulable.size(), queue.gated.size(),
                     queue.waiting.size(), 0, 0};
}

void countAttempts(Cluster& cluster, const Attempts& attempts)
{
    for (std::size_t i = 0; i < attempts.size(); ++i) {
        PodRow* pod = findPod(cluster, attempts[i]->pod);
        if (!pod)
            continue;
        ++pod->attempts;
        pod->lastAttempt = static_cast<std::int64_t>(i);
    }
    for (PodRow& pod : cluster.pods)
        if (pod.lastAttempt >= 0)
            pod.lastMessage = toQString(attempts[static_cast<std::size_t>(pod.lastAttempt)]->message);
}

void putPodsOnNodes(Cluster& cluster)
{
    for (std::uint32_t i = 0; i < cluster.pods.size(); ++i) {
        const PodRow& pod = cluster.pods[i];
        if (pod.hasEnded())
            ++cluster.queue.ended;
        if (pod.hasEnded() || pod.isPending())
            continue;
        ++cluster.queue.bound;
        const auto found = cluster.nodeRows.constFind(pod.node);
        if (found == cluster.nodeRows.cend())
            continue;
        NodeRow& node = cluster.nodes[*found];
        node.pods.push_back(i);
        for (std::size_t r = 0; r < node.amounts.size(); ++r)
            node.amounts[r].requested += pod.requests[r];
    }
}

std::vector<QString> inNaturalOrder(const QSet<QString>& texts)
{
    std::vector<QString> sorted(texts.begin(), texts.end());
    std::sort(sorted.begin(), sorted.end(), [](const QString& a, const QString& b) { return compareNaturally(a, b) < 0; });
    return sorted;
}

/// The orders that canvases draw in: sorting thousands of names is not for the thread that draws.
void arrange(Cluster& cluster)
{
    cluster.nodesByName.resize(cluster.nodes.size());
    std::iota(cluster.nodesByName.begin(), cluster.nodesByName.end(), 0U);
    std::stable_sort(cluster.nodesByName.begin(), cluster.nodesByName.end(), [&cluster](std::uint32_t a, std::uint32_t b) {
        return compareNaturally(cluster.nodes[a].name, cluster.nodes[b].name) < 0;
    });
    cluster.groupingLabels = findGroupingLabels(cluster.nodes);
    for (std::uint32_t i = 0; i < cluster.pods.size(); ++i)
        if (cluster.pods[i].isPending())
            cluster.pendingByPlace.push_back(i);
    std::stable_sort(cluster.pendingByPlace.begin(), cluster.pendingByPlace.end(),
                     [&cluster](std::uint32_t a, std::uint32_t b) {
                         return cluster.pods[a].place < cluster.pods[b].place;
                     });
}

}

std::int64_t amountOf(const api::ResourceList& list, const std::string& resource)
{
    const api::Quantity* quantity = list.find(std::string_view(resource));
    if (!quantity)
        return 0;
    return unitOf(resource) == ResourceUnit::Milli ? quantity->milliValue() : quantity->value();
}

const NodeRow* Cluster::node(const QString& name) const
{
    const auto found = nodeRows.constFind(name);
    return found == nodeRows.cend() ? nullptr : &nodes[*found];
}

const PodRow* Cluster::pod(const QString& key) const
{
    const auto found = podRows.constFind(key);
    return found == podRows.cend() ? nullptr : &pods[*found];
}

ClusterPtr makeCluster(const scenario::ClusterState& state, const Attempts& attempts, api::Time origin)
{
    auto cluster = makeBackgroundDeleted<Cluster>();
    cluster->origin = origin;
    cluster->now = state.time;
    cluster->resources = resourceNames(state);
    QSet<QString> namespaces;
    cluster->nodes.reserve(state.nodes.size());
    for (const auto& node : state.nodes) {
        cluster->nodes.push_back(makeNode(node, cluster->resources));
        const NodeRow& row = cluster->nodes.back();
        cluster->nodeRows.insert(row.name, static_cast<std::uint32_t>(cluster->nodes.size() - 1));
    }
    cluster->pods.reserve(state.pods.size() + state.endedPods.size());
    for (const auto* pods : {&state.pods, &state.endedPods})
        for (const auto& pod : *pods) {
            cluster->pods.push_back(makePod(pod, cluster->resources));
            const PodRow& row = cluster->pods.back();
            cluster->podRows.insert(row.key, static_cast<std::uint32_t>(cluster->pods.size() - 1));
            namespaces.insert(row.namespace_);
        }
    std::ranges::copy_if(state.others, std::back_inserter(cluster->replicaSets), [](const api::ObjectPtr& object) { return object->kind == api::Kind::ReplicaSet; });
    cluster->namespaces = inNaturalOrder(namespaces);
    placeInQueue(*cluster, state.queue);
    countAttempts(*cluster, attempts);
    putPodsOnNodes(*cluster);
    arrange(*cluster);
    return cluster;
}

QString placeName(PodPlace place)
{
    switch (place) {
    case PodPlace::Bound:
        return QCoreApplication::translate("berth::models", "Bound");
    case PodPlace::Active:
        return QCoreApplication::translate("berth::models", "Active");
    case PodPlace::Backoff:
        return QCoreApplication::translate("berth::models", "Backoff");
    case PodPlace::Unschedulable:
        return QCoreApplication::translate("berth::models", "Unschedulable");
    case PodPlace::Gated:
        return QCoreApplication::translate("berth::models", "Gated");
    case PodPlace::Waiting:
        return QCoreApplication::translate("berth::models", "Waiting on Permit");
    case PodPlace::Ended:
        return QCoreApplication::translate("berth::models", "Ended");
    case PodPlace::Elsewhere:
        break;
    }
    return {};
}

}
