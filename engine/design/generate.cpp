// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/generate.h"

#include "api/quantity.h"
#include "api/text.h"

#include <algorithm>
#include <set>

namespace berth::design {

extern const std::string_view nodeShapesCsv;

namespace {

using api::Value;

/// Small, and the same everywhere (splitmix64).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next()
    {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }
    /// 0 to most.
    std::int64_t upTo(std::int64_t most) { return static_cast<std::int64_t>(next() % (static_cast<std::uint64_t>(most) + 1)); }

private:
    std::uint64_t state_;
};

std::vector<std::string> split(std::string_view text, char at)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == at)
            parts.emplace_back();
        else if (c != ' ' && c != '\r')
            parts.back() += c;
    return parts;
}

/// a, b, … z, aa, ab, …
std::string letters(std::size_t index)
{
    std::string text;
    for (std::size_t n = index + 1; n > 0; n = (n - 1) / 26)
        text.insert(text.begin(), static_cast<char>('a' + (n - 1) % 26));
    return text;
}

/// The numbers behind a prefix, from 1, those that are taken left out.
class Names {
public:
    Names(std::string prefix, const std::vector<std::string>& taken) : prefix_(std::move(prefix)), taken_(taken.begin(), taken.end()) {}
    std::string next()
    {
        std::string name;
        do {
            name = prefix_ + "-" + std::to_string(++number_);
        } while (taken_.contains(name));
        return name;
    }

private:
    std::string prefix_;
    std::set<std::string> taken_;
    std::size_t number_ = 0;
};

Value textsOf(const std::map<std::string, std::string>& texts)
{
    Value object = Value::object();
    for (const auto& [key, text] : texts)
        object.set(key, Value::string(text));
    return object;
}

Value resourcesOf(const NodeShape& shape)
{
    Value resources = Value::object();
    resources.set("cpu", Value::string(shape.cpu));
    resources.set("memory", Value::string(shape.memory));
    resources.set("pods", Value::string(shape.pods));
    if (shape.gpus > 0)
        resources.set("nvidia.com/gpu", Value::string(std::to_string(shape.gpus)));
    return resources;
}

Value taintsOf(const std::vector<TaintWish>& taints)
{
    Value list = Value::array();
    for (const TaintWish& taint : taints) {
        Value one = Value::object();
        one.set("key", Value::string(taint.key));
        if (!taint.value.empty())
            one.set("value", Value::string(taint.value));
        one.set("effect", Value::string(taint.effect));
        list.items.push_back(std::move(one));
    }
    return list;
}

std::string nodeText(const NodesWish& wish, const std::string& name, const std::string& zone)
{
    std::map<std::string, std::string> labels = wish.labels;
    labels["kubernetes.io/hostname"] = name;
    if (!zone.empty())
        labels["topology.kubernetes.io/zone"] = zone;
    if (!wish.shape.name.empty())
        labels["node.kubernetes.io/instance-type"] = wish.shape.name;
    Value metadata = Value::object();
    metadata.set("name", Value::string(name));
    metadata.set("labels", textsOf(labels));
    Value spec = Value::object();
    if (!wish.taints.empty())
        spec.set("taints", taintsOf(wish.taints));
    Value ready = Value::object();
    ready.set("type", Value::string("Ready"));
    ready.set("status", Value::string("True"));
    Value conditions = Value::array();
    conditions.items.push_back(std::move(ready));
    Value status = Value::object();
    status.set("capacity", resourcesOf(wish.shape));
    status.set("allocatable", resourcesOf(wish.shape));
    status.set("conditions", std::move(conditions));
    Value node = Value::object();
    node.set("apiVersion", Value::string("v1"));
    node.set("kind", Value::string("Node"));
    node.set("metadata", std::move(metadata));
    node.set("spec", std::move(spec));
    node.set("status", std::move(status));
    return api::toYaml(node);
}

/// Draws amounts: of cpu in steps of 50m, of anything else in 32nds of what lies between the two.
class Amounts {
public:
    static tl::expected<Amounts, std::string> make(const RequestWish& wish, bool isCpu)
    {
        const auto least = api::Quantity::parse(wish.least);
        const auto most = api::Quantity::parse(wish.distribution == RequestWish::Distribution::Fixed ? wish.least : wish.most);
        if (!least || !most)
            return tl::unexpected("“" + (least ? wish.most : wish.least) + "” is no quantity");
        Amounts amounts;
        amounts.wish_ = wish;
        amounts.isCpu_ = isCpu;
        amounts.least_ = isCpu ? least->milliValue() : least->value();
        amounts.most_ = std::max(amounts.least_, isCpu ? most->milliValue() : most->value());
        return amounts;
    }

    std::string draw(Random& random) const
    {
        using Distribution = RequestWish::Distribution;
        if (wish_.distribution == Distribution::Fixed)
            return wish_.least;
        const std::int64_t step = isCpu_ ? 50 : std::max<std::int64_t>((most_ - least_) / 32, 1);
        std::int64_t amount = least_;
        if (wish_.distribution == Distribution::Uniform)
            amount += random.upTo((most_ - least_) / step) * step;
        else
            while (amount > 0 && amount * 2 <= most_ && random.upTo(1) == 1)
                amount *= 2;
        if (isCpu_)
            return api::Quantity::fromMilli(amount).toString();
        constexpr std::int64_t mebi = 1024 * 1024;
        return api::Quantity(amount < mebi ? amount : amount / mebi * mebi, api::Quantity::Format::BinarySI).toString();
    }

private:
    RequestWish wish_;
    bool isCpu_ = false;
    std::int64_t least_ = 0;
    std::int64_t most_ = 0;
};

/// The zone that the node gets which is the index-th.
std::size_t zoneOf(const NodesWish& wish, std::size_t index, Random& random)
{
    using Distribution = NodesWish::Distribution;
    if (wish.distribution == Distribution::InTurns)
        return index % wish.zones;
    if (wish.distribution == Distribution::AtRandom)
        return static_cast<std::size_t>(random.upTo(static_cast<std::int64_t>(wish.zones) - 1));
    std::size_t zone = 0;
    while (zone + 1 < wish.zones && random.upTo(1) == 1)
        ++zone;
    return zone;
}

Value tolerationsOf(const std::vector<TaintWish>& taints)
{
    Value list = Value::array();
    for (const TaintWish& taint : taints) {
        Value one = Value::object();
        one.set("key", Value::string(taint.key));
        one.set("operator", Value::string(taint.value.empty() ? "Exists" : "Equal"));
        if (!taint.value.empty())
            one.set("value", Value::string(taint.value));
        one.set("effect", Value::string(taint.effect));
        list.items.push_back(std::move(one));
    }
    return list;
}

Value spreadOverZones(const std::string& app)
{
    Value labels = Value::object();
    labels.set("app", Value::string(app));
    Value selector = Value::object();
    selector.set("matchLabels", std::move(labels));
    Value constraint = Value::object();
    constraint.set("maxSkew", Value::integer(1));
    constraint.set("topologyKey", Value::string("topology.kubernetes.io/zone"));
    constraint.set("whenUnsatisfiable", Value::string("DoNotSchedule"));
    constraint.set("labelSelector", std::move(selector));
    Value list = Value::array();
    list.items.push_back(std::move(constraint));
    return list;
}

Value containerOf(const PodsWish& wish, const std::string& cpu, const std::string& memory)
{
    Value requests = Value::object();
    requests.set("cpu", Value::string(cpu));
    requests.set("memory", Value::string(memory));
    Value resources = Value::object();
    if (wish.gpus > 0) {
        requests.set("nvidia.com/gpu", Value::string(std::to_string(wish.gpus)));
        Value limits = Value::object();
        limits.set("nvidia.com/gpu", Value::string(std::to_string(wish.gpus)));
        resources.set("limits", std::move(limits));
    }
    resources.set("requests", std::move(requests));
    Value container = Value::object();
    container.set("name", Value::string("main"));
    container.set("image", Value::string("registry.k8s.io/pause:3.10"));
    container.set("resources", std::move(resources));
    return container;
}

std::string podText(const PodsWish& wish, const std::string& name, const std::string& cpu, const std::string& memory)
{
    std::map<std::string, std::string> labels = wish.labels;
    labels.emplace("app", wish.prefix);
    Value metadata = Value::object();
    metadata.set("name", Value::string(name));
    metadata.set("namespace", Value::string(wish.space));
    metadata.set("labels", textsOf(labels));
    Value spec = Value::object();
    if (!wish.priorityClass.empty())
        spec.set("priorityClassName", Value::string(wish.priorityClass));
    if (!wish.nodeSelector.empty())
        spec.set("nodeSelector", textsOf(wish.nodeSelector));
    if (!wish.tolerations.empty())
        spec.set("tolerations", tolerationsOf(wish.tolerations));
    if (wish.spreadOverZones)
        spec.set("topologySpreadConstraints", spreadOverZones(labels["app"]));
    Value containers = Value::array();
    containers.items.push_back(containerOf(wish, cpu, memory));
    spec.set("containers", std::move(containers));
    Value pod = Value::object();
    pod.set("apiVersion", Value::string("v1"));
    pod.set("kind", Value::string("Pod"));
    pod.set("metadata", std::move(metadata));
    pod.set("spec", std::move(spec));
    return api::toYaml(pod);
}

}

const std::vector<NodeShape>& nodeShapes()
{
    static const std::vector<NodeShape> shapes = [] {
        std::vector<NodeShape> all;
        std::size_t at = nodeShapesCsv.find('\n') + 1; // behind the head
        while (at < nodeShapesCsv.size()) {
            const std::size_t end = std::min(nodeShapesCsv.find('\n', at), nodeShapesCsv.size());
            std::string line(nodeShapesCsv.substr(at, end - at));
            at = end + 1;
            std::vector<std::string> fields(1);
            for (const char c : line)
                if (c == ',')
                    fields.emplace_back();
                else
                    fields.back() += c;
            if (fields.size() == 6)
                all.push_back({fields[0], fields[1], fields[2], fields[3], fields[4], std::stoi(fields[5])});
        }
        return all;
    }();
    return shapes;
}

const NodeShape* findNodeShape(std::string_view name)
{
    const auto& shapes = nodeShapes();
    const auto at = std::find_if(shapes.begin(), shapes.end(), [name](const NodeShape& shape) { return shape.name == name; });
    return at == shapes.end() ? nullptr : &*at;
}

tl::expected<TaintWish, std::string> taintOf(std::string_view text)
{
    const auto colon = text.rfind(':');
    const std::string effect(colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1));
    if (effect != "NoSchedule" && effect != "PreferNoSchedule" && effect != "NoExecute")
        return tl::unexpected("“" + std::string(text) + "” is no taint: write key=value:NoSchedule, with NoSchedule, PreferNoSchedule or NoExecute");
    const std::string_view head = text.substr(0, colon);
    const auto equals = head.find('=');
    TaintWish taint{std::string(head.substr(0, equals)), equals == std::string_view::npos ? std::string() : std::string(head.substr(equals + 1)), effect};
    if (taint.key.empty())
        return tl::unexpected("“" + std::string(text) + "” is no taint: it has no key");
    return taint;
}

tl::expected<std::vector<TaintWish>, std::string> taintListOf(std::string_view text)
{
    std::vector<TaintWish> taints;
    for (const std::string& part : split(text, ',')) {
        if (part.empty())
            continue;
        auto taint = taintOf(part);
        if (!taint)
            return tl::unexpected(taint.error());
        taints.push_back(std::move(*taint));
    }
    return taints;
}

tl::expected<std::map<std::string, std::string>, std::string> labelsOf(std::string_view text)
{
    std::map<std::string, std::string> labels;
    for (const std::string& part : split(text, ',')) {
        if (part.empty())
            continue;
        const auto equals = part.find('=');
        if (equals == std::string::npos || equals == 0)
            return tl::unexpected("“" + part + "” is no label: write key=value");
        labels[part.substr(0, equals)] = part.substr(equals + 1);
    }
    return labels;
}

std::vector<std::string> generateNodes(const NodesWish& wish, const std::vector<std::string>& taken)
{
    Names names(wish.prefix, taken);
    std::vector<std::string> texts;
    Random random(wish.seed);
    for (std::size_t i = 0; i < wish.count; ++i)
        texts.push_back(nodeText(wish, names.next(), wish.zones == 0 ? std::string() : wish.zonePrefix + letters(zoneOf(wish, i, random))));
    return texts;
}

tl::expected<std::vector<std::string>, std::string> generatePods(const PodsWish& wish, const std::vector<std::string>& taken)
{
    const auto cpu = Amounts::make(wish.cpu, true);
    if (!cpu)
        return tl::unexpected(cpu.error());
    const auto memory = Amounts::make(wish.memory, false);
    if (!memory)
        return tl::unexpected(memory.error());
    Random random(wish.seed);
    Names names(wish.prefix, taken);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < wish.count; ++i) {
        const std::string cpuText = cpu->draw(random);
        texts.push_back(podText(wish, names.next(), cpuText, memory->draw(random)));
    }
    return texts;
}

}
