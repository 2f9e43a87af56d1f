// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/expectation.h"
#include "scenario/map_reader.h"

#include "api/convert_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

namespace berth::scenario {
namespace {

using api::Problems;
using api::Value;

std::optional<std::int64_t> wholeNumber(const Value& value)
{
    std::int64_t number = -1;
    if (value.kind == Value::Kind::Integer)
        std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
    return number >= 0 ? std::optional(number) : std::nullopt;
}

std::string joined(const std::vector<std::string>& texts, const char* between)
{
    std::string out;
    for (const auto& text : texts)
        out += (out.empty() ? "" : between) + text;
    return out;
}

/// `namespace/name`; without a namespace it is `default`.
std::string podKey(const std::string& text)
{
    return text.find('/') == std::string::npos ? "default/" + text : text;
}

/// One entry of a list of expectations.
class ExpectationReader {
public:
    ExpectationReader(const Value& entry, const std::string& file, Problems& problems)
        : entry_(entry), file_(file), problems_(problems), reader_(entry, "an expectation", file, problems)
    {
    }

    std::optional<Expectation> read()
    {
        if (!entry_.isObject())
            return std::nullopt;
        const auto before = problems_.size();
        Expectation expectation;
        expectation.file = file_;
        expectation.position = entry_.position;
        if (!readDemand(expectation))
            return std::nullopt;
        reader_.finish();
        expectation.text = std::move(text_);
        return problems_.size() == before ? std::optional(std::move(expectation)) : std::nullopt;
    }

private:
    bool readDemand(Expectation& expectation)
    {
        if (entry_.find("pod"))
            expectation.demand = pod();
        else if (entry_.find("pods") && (entry_.find("count") || !entry_.find("node"))) // a node has a number of pods, too
            expectation.demand = pods();
        else if (entry_.find("object"))
            expectation.demand = object();
        else if (entry_.find("node"))
            expectation.demand = node();
        else if (entry_.find("queue"))
            expectation.demand = queue();
        else if (entry_.find("event"))
            expectation.demand = event();
        else if (entry_.find("attempts"))
            expectation.demand = attempts();
        else if (const auto* kind = workloadKind())
            expectation.demand = workload(*kind);
        else
            return complain(entry_, "an expectation is about one of pod, pods, deployment, replicaSet, statefulSet, daemonSet, job, "
                                    "cronJob, object, node, queue, event, attempts");
        return true;
    }

    // What workloads are called here, their kind, and where their numbers stand.
    struct WorkloadKind {
        const char* key;
        const char* kind;
        std::vector<std::pair<const char*, const char*>> numbers;
    };
    const WorkloadKind* workloadKind() const
    {
        static const std::array<WorkloadKind, 6> kinds{{
            {"deployment", "Deployment", {{"replicas", "status.replicas"}, {"ready", "status.readyReplicas"},
                                          {"available", "status.availableReplicas"}, {"updated", "status.updatedReplicas"},
                                          {"unavailable", "status.unavailableReplicas"}}},
            {"replicaSet", "ReplicaSet", {{"replicas", "status.replicas"}, {"ready", "status.readyReplicas"},
                                          {"available", "status.availableReplicas"}}},
            {"statefulSet", "StatefulSet", {{"replicas", "status.replicas"}, {"ready", "status.readyReplicas"},
                                            {"available", "status.availableReplicas"}, {"updated", "status.updatedReplicas"}}},
            {"daemonSet", "DaemonSet", {{"desired", "status.desiredNumberScheduled"}, {"ready", "status.numberReady"},
                                        {"available", "status.numberAvailable"}, {"updated", "status.updatedNumberScheduled"}}},
            {"job", "Job", {{"active", "status.active"}, {"ready", "status.ready"}, {"succeeded", "status.succeeded"},
                            {"failed", "status.failed"}}},
            {"cronJob", "CronJob", {}},
        }};
        for (const auto& kind : kinds)
            if (entry_.find(kind.key))
                return &kind;
        return nullptr;
    }

    PodExpectation pod()
    {
        PodExpectation demand;
        demand.pod = podKey(reader_.text("pod").value_or(""));
        text_ = "pod " + demand.pod;
        if ((demand.exists = reader_.flag("exists")))
            say(*demand.exists ? "exists" : "does not exist");
        demand.nodes = reader_.texts("node");
        if (!demand.nodes.empty())
            say("is on " + joined(demand.nodes, " or "));
        if ((demand.pending = reader_.flag("pending")))
            say(*demand.pending ? "is pending" : "is on a node");
        demand.reasons = reader_.texts("reason");
        for (const auto& reason : demand.reasons)
            say("is pending because of \"" + reason + "\"");
        demand.phase = reader_.text("phase").value_or("");
        if (!demand.phase.empty())
            say("is " + demand.phase);
        if ((demand.attempts = bounds(reader_.take("attempts"), "attempts")))
            say("has had " + demand.attempts->text() + " attempts");
        return demand;
    }

    PodsExpectation pods()
    {
        PodsExpectation demand;
        text_ = "pods";
        if (const auto* which = reader_.take("pods"); which && !(which->isString() && which->text == "all")) {
            MapReader selection(*which, "pods", file_, problems_);
            demand.namespace_ = selection.text("namespace").value_or("");
            if (const auto* selector = selection.take("selector"))
                readSelector(*selector, demand);
            selection.finish();
        }
        text_ += (demand.selectorText.empty() ? "" : " " + demand.selectorText)
            + (demand.namespace_.empty() ? std::string() : " in " + demand.namespace_);
        demand.phase = reader_.text("phase").value_or("");
        text_ += demand.phase.empty() ? "" : " that are " + demand.phase;
        demand.nodes = reader_.texts("node");
        text_ += demand.nodes.empty() ? "" : " on " + joined(demand.nodes, " or ");
        if ((demand.pending = reader_.flag("pending")))
            text_ += *demand.pending ? " that are pending" : " that are on a node";
        const auto* count = reader_.take("count");
        if (!count)
            complain(entry_, "pods: count is missing");
        demand.count = bounds(count, "count").value_or(Bounds{});
        say("number " + demand.count.text());
        return demand;
    }

    /// A LabelSelector, or its matchLabels alone.
    void readSelector(const Value& value, PodsExpectation& demand)
    {
        std::optional<api::LabelSelector> selector;
        if (value.isObject() && !value.find("matchLabels") && !value.find("matchExpressions")) {
            selector.emplace();
            for (const auto& [key, text, position] : value.members) {
                if (!text.isString())
                    complain(text, "selector: a label's value is a text");
                selector->matchLabels.set(api::Symbol(key), api::Symbol(text.text));
            }
        } else {
            auto wrapper = Value::object();
            wrapper.set("selector", value);
            selector = api::fields::labelSelector(wrapper, "selector");
        }
        auto checked = api::Selector::from(selector);
        if (!checked || !value.isObject()) {
            complain(value, "selector: " + (checked ? "labels, or a LabelSelector, are expected" : checked.error()));
            return;
        }
        demand.selector = *checked;
        demand.selectorText = "selected by " + (selector ? selectorText(*selector) : std::string());
    }

    static std::string selectorText(const api::LabelSelector& selector)
    {
        std::vector<std::string> parts;
        for (const auto& [key, value] : selector.matchLabels)
            parts.push_back(key.str() + "=" + value.str());
        for (const auto& requirement : selector.matchExpressions) {
            std::vector<std::string> values;
            for (const auto value : requirement.values)
                values.push_back(value.str());
            parts.push_back(requirement.key.str() + " " + requirement.op + (values.empty() ? "" : " (" + joined(values, ", ") + ")"));
        }
        return joined(parts, ", ");
    }

    ObjectExpectation object()
    {
        ObjectExpectation demand;
        if (const auto* name = reader_.take("object"))
            demand.object = readObjectName(*name, file_, problems_).value_or(ObjectName{});
        text_ = demand.object.text();
        readExists(demand.exists);
        if (const auto* fields = reader_.take("fields")) {
            for (const auto& [path, value, position] : fields->members)
                demand.fields.push_back(field(path, value, path));
            if (!fields->isObject())
                complain(*fields, "fields: paths and what is expected there, `status.readyReplicas: 3`");
        }
        return demand;
    }

    ObjectExpectation workload(const WorkloadKind& kind)
    {
        ObjectExpectation demand;
        const auto name = podKey(reader_.text(kind.key).value_or(""));
        const auto slash = name.find('/');
        demand.object = {kind.kind, name.substr(0, slash), name.substr(slash + 1)};
        text_ = demand.object.text();
        readExists(demand.exists);
        for (const auto& [key, path] : kind.numbers)
            if (const auto* value = reader_.take(key))
                demand.fields.push_back(field(path, *value, key));
        return demand;
    }

    ObjectExpectation::Field field(const std::string& path, const Value& value, const std::string& shortName)
    {
        ObjectExpectation::Field field;
        field.path = path;
        field.shortName = shortName;
        if (value.isString() || value.kind == Value::Kind::Bool)
            field.text = value.isString() ? value.text : value.boolean ? "true" : "false";
        else
            field.bounds = bounds(&value, shortName);
        say("has " + shortName + " " + (field.text ? "\"" + *field.text + "\"" : field.bounds.value_or(Bounds{}).text()));
        return field;
    }

    NodeExpectation node()
    {
        NodeExpectation demand;
        demand.node = reader_.text("node").value_or("");
        text_ = "node " + demand.node;
        readExists(demand.exists);
        if ((demand.ready = reader_.flag("ready")))
            say(*demand.ready ? "is ready" : "is not ready");
        if ((demand.schedulable = reader_.flag("schedulable")))
            say(*demand.schedulable ? "is schedulable" : "is cordoned");
        for (auto [key, list, verb] : {std::tuple("taint", &demand.taints, "has the taint "),
                                       std::tuple("withoutTaint", &demand.withoutTaints, "does not have the taint ")}) {
            *list = reader_.texts(key);
            for (const auto& taint : *list)
                say(verb + taint);
        }
        if ((demand.pods = bounds(reader_.take("pods"), "pods")))
            say("has " + demand.pods->text() + " pods");
        if (const auto* resources = reader_.take("utilisation"))
            readUtilisation(*resources, demand);
        return demand;
    }

    void readUtilisation(const Value& resources, NodeExpectation& demand)
    {
        if (!resources.isObject())
            complain(resources, "utilisation: resources and percentages, `cpu: {atMost: 80}`");
        for (const auto& [name, value, position] : resources.members) {
            const auto percent = bounds(&value, name);
            if (!percent)
                continue;
            demand.utilisation.push_back({api::Symbol(name), *percent});
            say("has " + percent->text() + " % of its " + name + " asked for");
        }
    }

    QueueExpectation queue()
    {
        QueueExpectation demand;
        text_ = "queue";
        const auto* lanes = reader_.take("queue");
        MapReader reader(*lanes, "queue", file_, problems_);
        for (const char* name : {"active", "backoff", "unschedulable", "gated", "waiting"}) {
            const auto* value = reader.take(name);
            if (!value)
                continue;
            QueueExpectation::Lane lane;
            lane.name = name;
            if (value->isArray()) {
                lane.pods.emplace();
                for (const auto& pod : value->items) {
                    if (!pod.isString())
                        complain(pod, std::string(name) + ": the name of a pod is expected");
                    lane.pods->push_back(podKey(pod.text));
                }
                std::sort(lane.pods->begin(), lane.pods->end());
                say(std::string("has in ") + name + (lane.pods->empty() ? " nothing" : " " + joined(*lane.pods, ", ")));
            } else {
                lane.count = bounds(value, name);
                say(std::string("has in ") + name + " " + lane.count.value_or(Bounds{}).text() + " pods");
            }
            demand.lanes.push_back(std::move(lane));
        }
        reader.finish();
        return demand;
    }

    EventExpectation event()
    {
        EventExpectation demand;
        const auto* what = reader_.take("event");
        if (what->isString()) {
            demand.reason = what->text;
        } else {
            MapReader reader(*what, "event", file_, problems_);
            demand.reason = reader.text("reason").value_or("");
            if (const auto* object = reader.take("object"))
                if (const auto name = readObjectName(*object, file_, problems_))
                    demand.object = name->text();
            demand.message = reader.text("message").value_or("");
            reader.finish();
        }
        const auto* count = reader_.take("count");
        demand.count = bounds(count, "count").value_or(Bounds{1, std::nullopt});
        text_ = "event" + (demand.reason.empty() ? std::string() : " " + demand.reason)
            + (demand.object.empty() ? "" : " of " + demand.object)
            + (demand.message.empty() ? "" : " with \"" + demand.message + "\"");
        say("was recorded " + demand.count.text() + " times");
        return demand;
    }

    AttemptsExpectation attempts()
    {
        AttemptsExpectation demand;
        demand.count = bounds(reader_.take("attempts"), "attempts").value_or(Bounds{});
        text_ = "attempts number " + demand.count.text();
        return demand;
    }

    void readExists(std::optional<bool>& exists)
    {
        if ((exists = reader_.flag("exists")))
            say(*exists ? "exists" : "does not exist");
    }

    /// `3`, or `{atLeast: 2, atMost: 5}`.
    std::optional<Bounds> bounds(const Value* value, const std::string& key)
    {
        if (!value)
            return std::nullopt;
        if (const auto number = wholeNumber(*value))
            return Bounds{*number, *number};
        if (!value->isObject()) {
            complain(*value, key + ": a whole number, or a mapping with atLeast and atMost, is expected");
            return std::nullopt;
        }
        MapReader reader(*value, key, file_, problems_);
        const Bounds bounds{reader.number("atLeast"), reader.number("atMost")};
        reader.finish();
        if (!bounds.atLeast && !bounds.atMost)
            complain(*value, key + ": atLeast or atMost is missing");
        return bounds;
    }

    void say(const std::string& part)
    {
        text_ += (hasSaid_ ? " and " : " ") + part;
        hasSaid_ = true;
    }

    bool complain(const Value& where, std::string message)
    {
        problems_.push_back({api::Problem::Severity::Error, std::move(message), file_, where.position, {}, {}});
        return false;
    }

    const Value& entry_;
    const std::string& file_;
    Problems& problems_;
    MapReader reader_;
    std::string text_;
    bool hasSaid_ = false;
};

}

std::string Bounds::text() const
{
    if (atLeast && atMost)
        return *atLeast == *atMost ? std::to_string(*atLeast) : std::to_string(*atLeast) + " to " + std::to_string(*atMost);
    return atLeast ? "at least " + std::to_string(*atLeast) : atMost ? "at most " + std::to_string(*atMost) : "any";
}

std::vector<Expectation> readExpectations(const Value& list, const std::string& file, Problems& problems)
{
    std::vector<Expectation> expectations;
    if (!list.isArray())
        problems.push_back({api::Problem::Severity::Error, "expect: a list is expected", file, list.position, {}, {}});
    for (const auto& entry : list.items)
        if (auto expectation = ExpectationReader(entry, file, problems).read())
            expectations.push_back(std::move(*expectation));
    return expectations;
}

std::optional<ObjectName> readObjectName(const Value& value, const std::string& file, Problems& problems)
{
    ObjectName name;
    const auto before = problems.size();
    if (value.isString()) {
        const auto space = value.text.find(' ');
        const auto slash = value.text.find('/', std::min(space, value.text.size()));
        name.kind = value.text.substr(0, space);
        if (space != std::string::npos && slash != std::string::npos)
            name.namespace_ = value.text.substr(space + 1, slash - space - 1);
        if (space != std::string::npos)
            name.name = value.text.substr(slash == std::string::npos ? space + 1 : slash + 1);
    } else {
        MapReader reader(value, "an object", file, problems);
        name = {reader.text("kind").value_or(""), reader.text("namespace").value_or(""), reader.text("name").value_or("")};
        reader.finish();
    }
    const auto kind = api::kindFromName(name.kind);
    if (problems.size() == before && (name.kind.empty() || name.name.empty()))
        problems.push_back({api::Problem::Severity::Error, "an object is named `Kind [namespace/]name`", file, value.position, {}, {}});
    else if (problems.size() == before && !kind)
        problems.push_back({api::Problem::Severity::Error, "unknown kind \"" + name.kind + "\"", file, value.position, {}, {}});
    if (problems.size() != before)
        return std::nullopt;
    if (api::isNamespaced(*kind) && name.namespace_.empty())
        name.namespace_ = "default";
    if (!api::isNamespaced(*kind))
        name.namespace_.clear();
    return name;
}

}
