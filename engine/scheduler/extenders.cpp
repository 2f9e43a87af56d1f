// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/extenders.h"

#include "config/go_json.h"
#include "scheduler/extender_answers.h"
#include "scheduler/extender_objects.h"

#include <algorithm>

namespace berth::scheduler {

using api::Value;
using framework::NodeInfo;
using framework::NodeList;
using framework::Status;

namespace {

constexpr std::int64_t defaultTimeout = 5'000'000'000;
/// Extenders score up to 10, plugins up to 100.
constexpr std::uint64_t scale = 10;

bool names(const api::ResourceList& resources, const config::ExtenderManagedResource& managed)
{
    return resources.contains(std::string_view(managed.name));
}

bool names(const std::vector<api::Container>& containers, const config::ExtenderManagedResource& managed)
{
    return std::any_of(containers.begin(), containers.end(), [&](const api::Container& container) {
        return names(container.resources.requests, managed) || names(container.resources.limits, managed);
    });
}

/// As Go multiplies and adds: beyond 64 bits it goes round.
std::int64_t wrapped(std::uint64_t number) { return static_cast<std::int64_t>(number); }

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

}

Extender::Extender(config::Extender config) : config_(std::move(config)) {}

bool Extender::isInterestedIn(const api::Pod& pod) const
{
    const auto& managed = config_.managedResources;
    return managed.empty()
        || std::any_of(managed.begin(), managed.end(), [&pod](const config::ExtenderManagedResource& resource) {
               return names(pod.spec.containers, resource) || names(pod.spec.initContainers, resource);
           });
}

ExtenderLine::Answer Extender::ask(ExtenderLine& line, const std::string& verb,
                                   const std::function<std::string()>& body) const
{
    auto url = config_.urlPrefix;
    while (url.ends_with('/'))
        url.pop_back();
    const auto timeout = config_.httpTimeout.count();
    return line.ask(url + "/" + verb, verb, body, timeout == 0 ? defaultTimeout : timeout);
}

std::string Extender::nodesRequest(const api::Pod& pod, const NodeList& nodes) const
{
    Value request = Value::object();
    request.set("Pod", extenderForm(pod));
    Value list = Value::array();
    for (const auto* node : nodes)
        list.items.push_back(config_.nodeCacheCapable ? Value::string(node->name()) : extenderForm(node->node()));
    if (config_.nodeCacheCapable) {
        request.set("Nodes", {});
        request.set("NodeNames", std::move(list));
    } else {
        auto& all = request.set("Nodes", Value::object());
        all.set("metadata", Value::object());
        all.set("items", std::move(list));
        request.set("NodeNames", {});
    }
    return config::goJson(request);
}

tl::expected<NodeList, std::string> Extender::filter(ExtenderLine& line, const api::Pod& pod, const NodeList& nodes,
                                                     const framework::SharedLister& snapshot,
                                                     framework::NodeToStatus& statuses, SentNodes& sent) const
{
    if (config_.filterVerb.empty())
        return nodes;
    auto body = ask(line, config_.filterVerb, [&] { return nodesRequest(pod, nodes); });
    if (!body)
        return tl::unexpected(body.error());
    auto failed = [&line](std::string text) {
        line.note(text);
        return tl::unexpected(std::move(text));
    };
    const auto answer = readFilterAnswer(**body);
    if (!answer)
        return failed(answer.error());
    if (!answer->error.empty())
        return failed(answer->error);

    NodeList left;
    if (config_.nodeCacheCapable && answer->nodeNames) {
        for (const auto& name : *answer->nodeNames) {
            auto known = std::find_if(nodes.begin(), nodes.end(), [&](const auto* node) { return node->name() == name; });
            if (known == nodes.end())
                return failed("extender " + quoted(config_.urlPrefix) + " claims a filtered node " + quoted(name)
                              + " which is not found in the input node list");
            left.push_back(*known);
        }
    } else if (answer->nodes) {
        for (const auto& node : *answer->nodes) {
            sent.emplace_back().setNode(node);
            left.push_back(&sent.back());
        }
    }
    auto refuse = [&](const std::string& name, Status status) {
        if (const auto index = snapshot.indexOf(name); index >= 0)
            statuses.set(static_cast<std::uint32_t>(index), std::move(status));
        else
            statuses.setStranger(name, std::move(status));
    };
    for (const auto& [name, message] : answer->failedAndUnresolvableNodes)
        refuse(name, Status::unschedulableAndUnresolvable(message));
    for (const auto& [name, message] : answer->failedNodes)
        if (!answer->failedAndUnresolvableNodes.contains(name))
            refuse(name, Status::unschedulable(message));
    line.note(std::to_string(left.size()) + " of " + std::to_string(nodes.size()) + " nodes pass");
    return left;
}

tl::expected<Extender::Scores, std::string> Extender::prioritize(ExtenderLine& line, const api::Pod& pod,
                                                                 const NodeList& nodes) const
{
    if (config_.prioritizeVerb.empty())
        return Scores(nodes.size(), 0);
    auto body = ask(line, config_.prioritizeVerb, [&] { return nodesRequest(pod, nodes); });
    if (!body)
        return tl::unexpected(body.error());
    const auto answer = readPrioritizeAnswer(**body);
    if (!answer) {
        line.note(answer.error());
        return tl::unexpected(answer.error());
    }
    const auto factor = static_cast<std::uint64_t>(config_.weight) * scale;
    Scores scores(nodes.size());
    for (const auto& entry : *answer)
        for (std::size_t n = 0; n < nodes.size(); ++n)
            if (nodes[n]->name() == entry.host)
                scores[n] = wrapped(static_cast<std::uint64_t>(scores[n].value_or(0))
                                    + static_cast<std::uint64_t>(entry.score) * factor);
    line.note(std::to_string(answer->size()) + " scores");
    return scores;
}

tl::expected<void, std::string> Extender::bind(ExtenderLine& line, const api::Pod& pod, const std::string& node) const
{
    auto body = ask(line, config_.bindVerb, [&] {
        Value request = Value::object();
        request.set("PodName", Value::string(pod.meta.name));
        request.set("PodNamespace", Value::string(pod.meta.namespace_.str()));
        request.set("PodUID", Value::string(pod.meta.uid));
        request.set("Node", Value::string(node));
        return config::goJson(request);
    });
    if (!body)
        return tl::unexpected(body.error());
    const auto answer = readBindAnswer(**body);
    const auto text = answer ? *answer : answer.error();
    line.note(text.empty() ? "bound to " + node : text);
    if (!text.empty())
        return tl::unexpected(text);
    return {};
}

std::string Extender::preemptRequest(const api::Pod& pod, const Candidates& candidates) const
{
    Value map = Value::object();
    for (const auto& candidate : candidates) {
        Value pods = Value::array();
        for (const auto& victim : candidate.victims) {
            Value uid = Value::object();
            uid.set("UID", Value::string(victim->pod->meta.uid));
            pods.items.push_back(config_.nodeCacheCapable ? std::move(uid) : extenderForm(*victim->pod));
        }
        Value entry = Value::object();
        entry.set("Pods", std::move(pods));
        entry.set("NumPDBViolations", Value::integer(candidate.pdbViolations));
        map.set(candidate.node, std::move(entry));
    }
    // Go writes maps sorted by key.
    std::sort(map.members.begin(), map.members.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    Value request = Value::object();
    request.set("Pod", extenderForm(pod));
    request.set("NodeNameToVictims", config_.nodeCacheCapable ? Value() : map);
    request.set("NodeNameToMetaVictims", config_.nodeCacheCapable ? map : Value());
    return config::goJson(request);
}

tl::expected<plugins::PreemptionCandidate, std::string> Extender::victimsOn(const NodeInfo& node,
                                                                            const std::vector<std::string>& uids) const
{
    plugins::PreemptionCandidate candidate;
    candidate.node = node.name();
    for (const auto& uid : uids) {
        auto pod = std::find_if(node.pods().begin(), node.pods().end(),
                                [&uid](const auto& info) { return info->pod->meta.uid == uid; });
        if (pod == node.pods().end())
            return tl::unexpected("extender: " + config_.urlPrefix + " claims to preempt pod (UID: &{" + uid
                                  + "}) on node: " + node.name() + ", but the pod is not found on that node");
        candidate.victims.push_back(*pod);
    }
    return candidate;
}

tl::expected<Extender::Candidates, std::string> Extender::preempt(ExtenderLine& line, const api::Pod& pod,
                                                                  const Candidates& candidates,
                                                                  const framework::SharedLister& snapshot) const
{
    auto body = ask(line, config_.preemptVerb, [&] { return preemptRequest(pod, candidates); });
    if (!body)
        return tl::unexpected(body.error());
    auto failed = [&line](std::string text) {
        line.note(text);
        return tl::unexpected(std::move(text));
    };
    const auto answer = readPreemptAnswer(**body);
    if (!answer)
        return failed(answer.error());
    std::map<std::int64_t, plugins::PreemptionCandidate> chosen; // by place: as given, then as in the snapshot
    for (const auto& [name, victims] : *answer) {
        const auto* node = snapshot.get(name);
        if (!node)
            return failed("nodeinfo not found for node name " + quoted(name));
        auto candidate = victimsOn(*node, victims.uids);
        if (!candidate)
            return failed(candidate.error());
        candidate->pdbViolations = victims.numPDBViolations;
        auto given = std::find_if(candidates.begin(), candidates.end(),
                                  [&name = name](const auto& other) { return other.node == name; });
        if (given != candidates.end())
            candidate->reprieved = given->reprieved;
        const auto place = given - candidates.begin();
        chosen[given != candidates.end() ? place : place + 1 + snapshot.indexOf(name)] = std::move(*candidate);
    }
    Candidates left;
    for (auto& [place, candidate] : chosen)
        left.push_back(std::move(candidate));
    line.note(std::to_string(left.size()) + " of " + std::to_string(candidates.size()) + " candidates left");
    return left;
}

Extenders::Extenders(const std::vector<config::Extender>& configured)
{
    for (const auto& extender : configured)
        extenders_.emplace_back(extender);
    std::stable_partition(extenders_.begin(), extenders_.end(),
                          [](const Extender& extender) { return !extender.isIgnorable(); });
}

bool Extenders::haveFilter() const
{
    return std::any_of(extenders_.begin(), extenders_.end(),
                       [](const auto& extender) { return !extender.config().filterVerb.empty(); });
}

bool Extenders::havePrioritizer() const
{
    return std::any_of(extenders_.begin(), extenders_.end(),
                       [](const auto& extender) { return !extender.config().prioritizeVerb.empty(); });
}

bool Extenders::havePreemption() const
{
    return std::any_of(extenders_.begin(), extenders_.end(),
                       [](const auto& extender) { return !extender.config().preemptVerb.empty(); });
}

tl::expected<NodeList, std::string> Extenders::filter(ExtenderLine& line, const api::Pod& pod, NodeList nodes,
                                                      const framework::SharedLister& snapshot,
                                                      framework::NodeToStatus& statuses,
                                                      Extender::SentNodes& sent) const
{
    for (const auto& extender : extenders_) {
        if (nodes.empty())
            break;
        if (!extender.isInterestedIn(pod))
            continue;
        auto left = extender.filter(line, pod, nodes, snapshot, statuses, sent);
        if (left)
            nodes = std::move(*left);
        else if (!extender.isIgnorable())
            return tl::unexpected(left.error());
    }
    return nodes;
}

std::vector<Extenders::Scored> Extenders::prioritize(ExtenderLine& line, const api::Pod& pod,
                                                     const NodeList& nodes) const
{
    std::vector<Scored> all;
    for (const auto& extender : extenders_) {
        if (!extender.isInterestedIn(pod))
            continue;
        // An extender that fails here costs the pod nothing but its opinion.
        if (auto scores = extender.prioritize(line, pod, nodes))
            all.push_back({extender.config().urlPrefix, std::move(*scores)});
    }
    return all;
}

std::optional<tl::expected<void, std::string>> Extenders::bind(ExtenderLine& line, const api::Pod& pod,
                                                               const std::string& node) const
{
    for (const auto& extender : extenders_) {
        if (extender.config().bindVerb.empty() || !extender.isInterestedIn(pod))
            continue;
        auto bound = extender.bind(line, pod, node);
        if (bound || !extender.isIgnorable())
            return bound;
    }
    return std::nullopt;
}

tl::expected<Extender::Candidates, std::string> Extenders::preempt(ExtenderLine& line, const api::Pod& pod,
                                                                   Extender::Candidates candidates,
                                                                   const framework::SharedLister& snapshot) const
{
    for (const auto& extender : extenders_) {
        if (extender.config().preemptVerb.empty() || !extender.isInterestedIn(pod))
            continue;
        auto left = extender.preempt(line, pod, candidates, snapshot);
        if (!left) {
            if (extender.isIgnorable())
                continue;
            return tl::unexpected(left.error());
        }
        for (const auto& candidate : *left)
            if (candidate.victims.empty() && !extender.isIgnorable())
                return tl::unexpected("expected at least one victim pod on node " + quoted(candidate.node));
        std::erase_if(*left, [](const auto& candidate) { return candidate.victims.empty(); });
        candidates = std::move(*left);
        if (candidates.empty())
            break;
    }
    return candidates;
}

}
