// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/limit_ranges.h"

#include "api/convert_fields.h"
#include "cluster/node_taints.h"
#include "cluster/object_edit.h"

#include <algorithm>
#include <cstdio>

namespace berth::cluster {
namespace {

using api::ResourceList;
namespace fields = api::fields;

/// One item of spec.limits, with the defaults that the API server completes it by.
struct Limits {
    std::string type;
    ResourceList defaultLimit;
    ResourceList defaultRequest;
    ResourceList min;
    ResourceList max;
    ResourceList ratio;
};

void fillIn(ResourceList& list, const ResourceList& from)
{
    for (const auto& [name, quantity] : from)
        if (!list.contains(name))
            list.set(name, quantity);
}

std::vector<Limits> limitsOf(const api::Object& limitRange)
{
    return fields::list(valueAt(limitRange, {"spec"}), "limits", [](const api::Value& item) {
        Limits limits{fields::text(item, "type"),
                      fields::resourceList(item, "default"),
                      fields::resourceList(item, "defaultRequest"),
                      fields::resourceList(item, "min"),
                      fields::resourceList(item, "max"),
                      fields::resourceList(item, "maxLimitRequestRatio")};
        if (limits.type == "Container") {
            fillIn(limits.defaultLimit, limits.max);
            fillIn(limits.defaultRequest, limits.defaultLimit);
            fillIn(limits.defaultRequest, limits.min);
        }
        return limits;
    });
}

std::string joined(const std::vector<std::string>& texts, const char* separator)
{
    std::string all;
    for (const auto& text : texts)
        all.append(all.empty() ? "" : separator).append(text);
    return all;
}

std::vector<std::string> setMissing(ResourceList& list, const ResourceList& defaults)
{
    std::vector<std::string> set;
    for (const auto& [name, quantity] : defaults)
        if (!list.contains(name)) {
            list.set(name, quantity);
            set.push_back(name.str());
        }
    return set;
}

void setDefaults(std::vector<api::Container>& containers, const Limits& limits, const std::string& what,
                 std::vector<std::string>& notes)
{
    for (auto& container : containers) {
        const auto requests = setMissing(container.resources.requests, limits.defaultRequest);
        const auto bounds = setMissing(container.resources.limits, limits.defaultLimit);
        if (!requests.empty())
            notes.push_back(joined(requests, ", ") + " request for " + what + " " + container.name);
        if (!bounds.empty())
            notes.push_back(joined(bounds, ", ") + " limit for " + what + " " + container.name);
    }
}

std::string sixDecimals(double number)
{
    char text[64];
    std::snprintf(text, sizeof text, "%f", number);
    return text;
}

double asDouble(std::string_view name, const api::Quantity& quantity)
{
    return static_cast<double>(name == "cpu" ? quantity.milliValue() : quantity.value());
}

/// Requests and limits of one container, or of the pod as a whole, against one item.
void check(const Limits& limits, const ResourceList& requests, const ResourceList& bounds, std::vector<std::string>& errors)
{
    const auto usage = [&limits](const char* extreme, const api::Symbol& name, const api::Quantity& bound) {
        return std::string(extreme) + " " + name.str() + " usage per " + limits.type + " is " + bound.toString();
    };
    for (const auto& [name, least] : limits.min) {
        if (const auto* request = requests.find(name); !request)
            errors.push_back(usage("minimum", name, least) + ".  No request is specified");
        else if (request->compare(least) < 0)
            errors.push_back(usage("minimum", name, least) + ", but request is " + request->toString());
        else if (const auto* limit = bounds.find(name); limit && limit->compare(least) < 0)
            errors.push_back(usage("minimum", name, least) + ", but limit is " + limit->toString());
    }
    for (const auto& [name, most] : limits.max) {
        if (const auto* limit = bounds.find(name); !limit)
            errors.push_back(usage("maximum", name, most) + ".  No limit is specified");
        else if (limit->compare(most) > 0)
            errors.push_back(usage("maximum", name, most) + ", but limit is " + limit->toString());
        else if (const auto* request = requests.find(name); request && request->compare(most) > 0)
            errors.push_back(usage("maximum", name, most) + ", but request is " + request->toString());
    }
    for (const auto& [name, most] : limits.ratio) {
        const auto what = name.str() + " max limit to request ratio per " + limits.type + " is " + most.toString();
        const auto* request = requests.find(name);
        const auto* limit = bounds.find(name);
        if (!request || !limit || request->isZero() || limit->isZero()) {
            errors.push_back(what + ", but no request is specified or request is 0.");
            continue;
        }
        const auto ratio = asDouble(name.view(), *limit) / asDouble(name.view(), *request);
        if (ratio > static_cast<double>(most.milliValue()) / 1000.0)
            errors.push_back(what + ", but provided ratio is " + sixDecimals(ratio));
    }
}

/// What all containers ask for together, and the largest of the init containers if that is more.
ResourceList podTotal(const api::Pod& pod, ResourceList api::ResourceRequirements::*part)
{
    ResourceList total;
    for (const auto& container : pod.spec.containers)
        for (const auto& [name, quantity] : container.resources.*part)
            total[name].add(quantity);
    for (const auto& container : pod.spec.initContainers)
        for (const auto& [name, quantity] : container.resources.*part)
            if (auto& sum = total[name]; sum.compare(quantity) < 0)
                sum = quantity;
    return total;
}

bool concerns(const api::Object& limitRange, const api::Pod& pod)
{
    return limitRange.meta.namespace_ == pod.meta.namespace_;
}

}

void applyLimitDefaults(api::Pod& pod, const std::vector<api::ObjectPtr>& limitRanges)
{
    std::vector<std::string> notes;
    for (const auto& limitRange : limitRanges)
        if (concerns(*limitRange, pod))
            for (const auto& limits : limitsOf(*limitRange))
                if (limits.type == "Container") {
                    setDefaults(pod.spec.containers, limits, "container", notes);
                    setDefaults(pod.spec.initContainers, limits, "init container", notes);
                }
    if (!notes.empty())
        pod.meta.annotations.set(api::Symbol("kubernetes.io/limit-ranger"),
                                 api::Symbol("LimitRanger plugin set: " + joined(notes, "; ")));
}

std::vector<std::string> limitErrors(const api::Pod& pod, const std::vector<api::ObjectPtr>& limitRanges)
{
    std::vector<std::string> errors;
    for (const auto& limitRange : limitRanges) {
        if (!concerns(*limitRange, pod))
            continue;
        for (const auto& limits : limitsOf(*limitRange)) {
            if (limits.type == "Container")
                for (const auto* containers : {&pod.spec.containers, &pod.spec.initContainers})
                    for (const auto& container : *containers)
                        check(limits, container.resources.requests, container.resources.limits, errors);
            else if (limits.type == "Pod")
                check(limits, podTotal(pod, &api::ResourceRequirements::requests),
                      podTotal(pod, &api::ResourceRequirements::limits), errors);
        }
    }
    return errors;
}

void addDefaultTolerations(api::Pod& pod)
{
    constexpr std::int64_t defaultSeconds = 300;
    for (const auto key : {taints::notReady, taints::unreachable}) {
        const bool isTolerated = std::ranges::any_of(pod.spec.tolerations, [&](const api::Toleration& toleration) {
            return (toleration.key == key || toleration.key.empty())
                && (toleration.effect == "NoExecute" || toleration.effect.empty());
        });
        if (!isTolerated)
            pod.spec.tolerations.push_back(
                {api::Symbol(key), "Exists", {}, api::Symbol("NoExecute"), defaultSeconds});
    }
}

}
