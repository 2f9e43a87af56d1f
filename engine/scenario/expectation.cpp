// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/expectation.h"

#include "api/value.h"
#include "framework/resource.h"
#include "scenario/present_document.h"

#include <algorithm>

namespace berth::scenario {
namespace {

std::string number(std::int64_t n) { return std::to_string(n); }

std::string joined(const std::vector<std::string>& texts)
{
    std::string out;
    for (const auto& text : texts)
        out += (out.empty() ? "" : ", ") + text;
    return out.empty() ? "nothing" : out;
}

/// Rounded down. Amounts so large that a hundredfold would not fit lose their last digits.
std::int64_t percentOf(std::int64_t part, std::int64_t all)
{
    constexpr std::int64_t large = INT64_MAX / 10000;
    const std::int64_t unit = std::max(part, all) > large ? 10000 : 1;
    return part / unit * 100 / (all / unit);
}

/// Looks at the cluster as it is. Every function returns what there is where a demand does not hold, or nothing.
class Checker {
public:
    explicit Checker(const Simulation& simulation) : simulation_(simulation), state_(simulation.state()) {}

    api::Time time() const { return state_.time; }

    std::string operator()(const PodExpectation& demand) const
    {
        const auto pod = findPod(demand.pod);
        if (!pod)
            return demand.exists == false ? "" : "there is no such pod";
        if (demand.exists == false)
            return "it exists, " + whereIs(*pod);
        const auto& node = pod->spec.nodeName;
        if (!demand.nodes.empty() && std::find(demand.nodes.begin(), demand.nodes.end(), node) == demand.nodes.end())
            return whereIs(*pod) + (node.empty() ? because(*pod) : "");
        if (demand.pending && *demand.pending != (node.empty() && !pod->isTerminal()))
            return whereIs(*pod) + (node.empty() ? because(*pod) : "");
        if (!demand.phase.empty() && demand.phase != pod->status.phase)
            return "it is " + pod->status.phase;
        if (!demand.reasons.empty() && !node.empty())
            return whereIs(*pod);
        for (const auto& reason : demand.reasons)
            if (reasonOf(*pod).find(reason) == std::string::npos)
                return "it is pending" + because(*pod);
        const auto attempts = attemptsOf(*pod);
        return demand.attempts && !demand.attempts->holds(attempts) ? "it has had " + number(attempts) : "";
    }

    std::string operator()(const PodsExpectation& demand) const
    {
        std::int64_t count = 0;
        std::vector<std::string> names;
        const auto look = [&](const api::Pod& pod) {
            if (!isMeant(demand, pod))
                return;
            ++count;
            if (names.size() < 5)
                names.push_back(pod.meta.key() + (pod.spec.nodeName.empty() ? "" : " on " + pod.spec.nodeName));
        };
        for (const auto& pod : state_.pods)
            look(*pod);
        for (const auto& pod : state_.endedPods)
            look(*pod);
        return demand.count.holds(count) ? "" : "there are " + number(count) + ": " + joined(names)
                + (count > static_cast<std::int64_t>(names.size()) ? ", …" : "");
    }

    std::string operator()(const ObjectExpectation& demand) const
    {
        const auto object = findObject(demand.object);
        if (!object)
            return demand.exists == false ? "" : "there is no such object";
        if (demand.exists == false)
            return "it exists";
        std::vector<std::string> wrong;
        const auto document = presentDocument(*object);
        for (const auto& field : demand.fields) {
            const auto* value = valueAt(document, field.path);
            const auto found = textOf(value);
            const auto holds = field.text ? found == *field.text : field.bounds->holds(numberOf(value));
            if (!holds)
                wrong.push_back(field.shortName + " is " + (value ? found : field.text ? "absent" : "0"));
        }
        return wrong.empty() ? "" : joined(wrong);
    }

    std::string operator()(const NodeExpectation& demand) const
    {
        const auto node = std::find_if(state_.nodes.begin(), state_.nodes.end(),
                                       [&](const auto& n) { return n->meta.name == demand.node; });
        if (node == state_.nodes.end())
            return demand.exists == false ? "" : "there is no such node";
        if (demand.exists == false)
            return "it exists";
        if (demand.ready && *demand.ready != isReady(**node))
            return *demand.ready ? "it is not ready" : "it is ready";
        if (demand.schedulable && *demand.schedulable == (*node)->spec.unschedulable)
            return *demand.schedulable ? "it is cordoned" : "it is schedulable";
        for (const auto& key : demand.taints)
            if (!hasTaint(**node, key))
                return "its taints are " + taintsOf(**node);
        for (const auto& key : demand.withoutTaints)
            if (hasTaint(**node, key))
                return "its taints are " + taintsOf(**node);
        return load(demand, **node);
    }

    std::string operator()(const QueueExpectation& demand) const
    {
        for (const auto& lane : demand.lanes) {
            auto pods = podsIn(lane.name);
            if (lane.count && !lane.count->holds(static_cast<std::int64_t>(pods.size())))
                return "in " + lane.name + " are " + number(static_cast<std::int64_t>(pods.size())) + ": " + joined(pods);
            std::sort(pods.begin(), pods.end());
            if (lane.pods && *lane.pods != pods)
                return "in " + lane.name + ": " + joined(pods);
        }
        return {};
    }

    std::string operator()(const EventExpectation& demand) const
    {
        std::int64_t count = 0;
        std::string last;
        for (const auto& event : simulation_.clusterEvents()) {
            if ((!demand.object.empty() && event.object != demand.object) || (!demand.reason.empty() && event.reason != demand.reason))
                continue;
            last = event.message;
            count += demand.message.empty() || event.message.find(demand.message) != std::string::npos ? 1 : 0;
        }
        return demand.count.holds(count) ? "" : "it was recorded " + number(count) + " times"
                + (last.empty() || demand.message.empty() ? "" : "; the last one of that reason says \"" + last + "\"");
    }

    std::string operator()(const AttemptsExpectation& demand) const
    {
        const auto count = static_cast<std::int64_t>(simulation_.trace().attempts.size());
        return demand.count.holds(count) ? "" : "there were " + number(count);
    }

private:
    api::PodPtr findPod(const std::string& key) const
    {
        for (const auto* pods : {&state_.pods, &state_.endedPods})
            for (const auto& pod : *pods)
                if (pod->meta.key() == key)
                    return pod;
        return nullptr;
    }

    api::ObjectPtr findObject(const ObjectName& name) const
    {
        const auto isIt = [&](const auto& object) { return object->kindText == name.kind && object->meta.key() == name.key(); };
        if (name.kind == "Pod")
            return findPod(name.key());
        if (const auto node = std::find_if(state_.nodes.begin(), state_.nodes.end(), isIt); node != state_.nodes.end())
            return *node;
        const auto other = std::find_if(state_.others.begin(), state_.others.end(), isIt);
        return other == state_.others.end() ? nullptr : *other;
    }

    static bool isMeant(const PodsExpectation& demand, const api::Pod& pod)
    {
        const auto& node = pod.spec.nodeName;
        return (demand.namespace_.empty() || pod.meta.namespace_ == demand.namespace_)
            && (demand.phase.empty() || demand.phase == pod.status.phase)
            && (demand.nodes.empty() || std::find(demand.nodes.begin(), demand.nodes.end(), node) != demand.nodes.end())
            && (!demand.pending || *demand.pending == (node.empty() && !pod.isTerminal())) && demand.selector.matches(pod.meta.labels);
    }

    static std::string whereIs(const api::Pod& pod)
    {
        if (pod.isTerminal())
            return "it is " + pod.status.phase;
        return pod.spec.nodeName.empty() ? "it is pending" : "it is on node " + pod.spec.nodeName;
    }

    const trace::Attempt* lastAttempt(const api::Pod& pod) const
    {
        const auto& attempts = simulation_.trace().attempts;
        const auto found = std::find_if(attempts.rbegin(), attempts.rend(), [&](const auto& attempt) { return attempt->uid == pod.meta.uid; });
        return found == attempts.rend() ? nullptr : found->get();
    }

    /// What is known of why it is pending: the message of its last attempt, and what its status says.
    std::string reasonOf(const api::Pod& pod) const
    {
        const auto* attempt = lastAttempt(pod);
        std::string reason = attempt ? attempt->message : std::string();
        if (const auto* condition = pod.status.condition("PodScheduled"); condition && condition->status != "True") {
            if (reason != condition->message)
                reason += (reason.empty() ? "" : "; ") + condition->message;
            reason += (reason.empty() ? "" : "; ") + condition->reason;
        }
        return reason;
    }

    std::string because(const api::Pod& pod) const
    {
        const auto reason = reasonOf(pod);
        return reason.empty() ? " and has not been tried" : ": " + reason;
    }

    std::int64_t attemptsOf(const api::Pod& pod) const
    {
        const auto& attempts = simulation_.trace().attempts;
        return std::count_if(attempts.begin(), attempts.end(), [&](const auto& attempt) { return attempt->uid == pod.meta.uid; });
    }

    static bool isReady(const api::Node& node)
    {
        return std::any_of(node.status.conditions.begin(), node.status.conditions.end(),
                           [](const auto& condition) { return condition.type == "Ready" && condition.status == "True"; });
    }

    static bool hasTaint(const api::Node& node, const std::string& key)
    {
        return std::any_of(node.spec.taints.begin(), node.spec.taints.end(), [&](const auto& taint) { return taint.key == key; });
    }

    static std::string taintsOf(const api::Node& node)
    {
        std::vector<std::string> taints;
        for (const auto& taint : node.spec.taints)
            taints.push_back(taint.key.str() + ":" + taint.effect.str());
        return joined(taints);
    }

    std::string load(const NodeExpectation& demand, const api::Node& node) const
    {
        framework::Resource requested;
        std::int64_t pods = 0;
        for (const auto& pod : state_.pods) {
            if (pod->spec.nodeName != node.meta.name)
                continue;
            ++pods;
            requested.add(framework::Resource::requestedBy(*pod));
        }
        if (demand.pods && !demand.pods->holds(pods))
            return "it has " + number(pods);
        const framework::Resource allocatable(node.status.allocatable);
        for (const auto& [resource, percent] : demand.utilisation) {
            const auto all = resource == "pods" ? allocatable.allowedPodNumber : allocatable.get(resource);
            const auto used = resource == "pods" ? pods : requested.get(resource);
            if (all == 0)
                return "it has no " + resource.str();
            const auto found = percentOf(used, all);
            if (!percent.holds(found))
                return resource.str() + ": " + number(found) + " % are asked for";
        }
        return {};
    }

    std::vector<std::string> podsIn(const std::string& lane) const
    {
        const auto& queue = state_.queue;
        return lane == "active" ? queue.active : lane == "backoff" ? queue.backoff : lane == "unschedulable" ? queue.unschedulable
             : lane == "gated" ? queue.gated : queue.waiting;
    }

    /// Members by name, list entries by number or by their own name or type, with dots between; names with dots come whole
    /// where they are a member.
    static const api::Value* valueAt(const api::Value& document, const std::string& path)
    {
        const auto* value = &document;
        std::size_t at = 0;
        while (value && at < path.size()) {
            auto end = std::min(path.find('.', at), path.size());
            while (value->isObject() && end < path.size() && !value->find(path.substr(at, end - at)))
                end = std::min(path.find('.', end + 1), path.size());
            const auto step = path.substr(at, end - at);
            value = value->isArray() ? entryOf(*value, step) : value->find(step);
            at = end + 1;
        }
        return value;
    }

    static const api::Value* entryOf(const api::Value& list, const std::string& step)
    {
        const bool isPlace = !step.empty() && step.size() < 7
            && std::all_of(step.begin(), step.end(), [](unsigned char c) { return std::isdigit(c); });
        if (isPlace)
            return std::stoul(step) < list.items.size() ? &list.items[std::stoul(step)] : nullptr;
        const auto found = std::find_if(list.items.begin(), list.items.end(), [&step](const api::Value& entry) {
            const auto* name = entry.find("name") ? entry.find("name") : entry.find("type");
            return name && name->text == step;
        });
        return found == list.items.end() ? nullptr : &*found;
    }

    static std::string textOf(const api::Value* value)
    {
        if (!value)
            return {};
        if (value->kind == api::Value::Kind::Bool)
            return value->boolean ? "true" : "false";
        return value->isArray() || value->isObject() ? std::string(value->goKind()) : value->text;
    }

    static std::int64_t numberOf(const api::Value* value)
    {
        return value && value->kind == api::Value::Kind::Integer ? std::strtoll(value->text.c_str(), nullptr, 10) : 0;
    }

    const Simulation& simulation_;
    ClusterState state_;
};

}

api::Problem Checked::toProblem() const
{
    return {api::Problem::Severity::Error, "expected: " + text + "; found: " + found, file, position, {}, {}};
}

Checked check(const Expectation& expectation, const Simulation& simulation)
{
    const Checker checker(simulation);
    return {expectation.file, expectation.position, expectation.text, std::visit(checker, expectation.demand), checker.time()};
}

}
