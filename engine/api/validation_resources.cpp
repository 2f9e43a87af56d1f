// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/pod_requests.h"
#include "api/validation_rules.h"

#include <algorithm>
#include <array>
#include <set>

namespace berth::api::rules {

namespace {

constexpr std::array<std::string_view, 9> countedResources = {
    "pods",       "resourcequotas",         "services",           "replicationcontrollers", "secrets",
    "configmaps", "persistentvolumeclaims", "services.nodeports", "services.loadbalancers"};
constexpr std::array<std::string_view, 11> otherStandardResources = {"cpu",
                                                                     "memory",
                                                                     "ephemeral-storage",
                                                                     "storage",
                                                                     "requests.cpu",
                                                                     "requests.memory",
                                                                     "requests.ephemeral-storage",
                                                                     "limits.cpu",
                                                                     "limits.memory",
                                                                     "limits.ephemeral-storage",
                                                                     "requests.storage"};

template <std::size_t Size>
bool isOneOf(std::string_view name, const std::array<std::string_view, Size>& names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isStandardResource(std::string_view name)
{
    return isOneOf(name, countedResources) || isOneOf(name, otherStandardResources) || isHugePageResourceName(name)
           || name.starts_with("requests.hugepages-");
}

bool isContainerResource(std::string_view name)
{
    return name == "cpu" || name == "memory" || name == "ephemeral-storage" || isHugePageResourceName(name);
}

bool mayOvercommit(std::string_view name)
{
    return isNativeResourceName(name) && !isHugePageResourceName(name);
}

/// Whether the name is a resource's name at all.
bool checkResourceName(std::string_view name, const std::string& path, FieldErrors& errors)
{
    const auto messages = isQualifiedName(name);
    addInvalid(path, field::Shown::enumText(name), messages, errors);
    if (!messages.empty())
        return false;
    if (name.find('/') != std::string_view::npos || isStandardResource(name))
        return true;
    errors.push_back(
        field::invalid(path, field::Shown::enumText(name), "must be a standard resource type or fully qualified"));
    return false;
}

void checkContainerResourceName(std::string_view name, const std::string& path, FieldErrors& errors)
{
    checkResourceName(name, path, errors);
    if (name.find('/') == std::string_view::npos) {
        if (!isContainerResource(name))
            errors.push_back(
                field::invalid(path, field::Shown::enumText(name), "must be a standard resource for containers"));
    } else if (!isNativeResourceName(name) && !isExtendedResourceName(name)) {
        errors.push_back(
            field::invalid(path, field::Shown::enumText(name), "doesn't follow extended resource name standard"));
    }
}

void checkPodLevelResourceName(std::string_view name, const std::string& path, FieldErrors& errors)
{
    if (checkResourceName(name, path, errors) && !isPodLevelResourceName(name))
        errors.push_back(field::notSupported(path, field::Shown::enumText(name), {"cpu", "hugepages-", "memory"}));
}

/// A huge pages amount must be whole pages of the size that the name says.
void checkHugePages(std::string_view name, const Quantity& quantity, const std::string& path, FieldErrors& errors)
{
    if (!isHugePageResourceName(name))
        return;
    const auto page = Quantity::parse(name.substr(std::string_view("hugepages-").size()));
    const std::int64_t size = page && page->milliValue() % 1000 == 0 ? page->value() : 0;
    if (size <= 0 || quantity.value() % size != 0)
        errors.push_back(
            field::invalid(path, quantity.toString(),
                           quantity.toString() + " is not positive integer multiple of " + std::string(name)));
}

using NameRule = void (*)(std::string_view, const std::string&, FieldErrors&);

void checkAmountOf(std::string_view name, const Quantity& quantity, NameRule nameRule, const std::string& path,
                   FieldErrors& errors)
{
    nameRule(name, path, errors);
    checkAmount(name, quantity, path, errors);
}

void checkAgainstLimit(Symbol name, const Quantity& request, const ResourceList& limits, const std::string& path,
                       FieldErrors& errors)
{
    const Quantity* limit = limits.find(name);
    if (!limit) {
        if (!mayOvercommit(name.view()))
            errors.push_back(field::required(path + ".limits", "Limit must be set for non overcommitable resources"));
        return;
    }
    const int order = request.compare(*limit);
    const std::string rest = name.str() + " limit of " + limit->toString();
    if (order != 0 && !mayOvercommit(name.view()))
        errors.push_back(field::invalid(path + ".requests", request.toString(), "must be equal to " + rest));
    else if (order > 0)
        errors.push_back(
            field::invalid(path + ".requests", request.toString(), "must be less than or equal to " + rest));
}

bool holds(const ResourceList& list, bool (*test)(std::string_view))
{
    return std::any_of(list.begin(), list.end(), [test](const auto& entry) { return test(entry.first.view()); });
}

bool isCpuOrMemory(std::string_view name)
{
    return name == "cpu" || name == "memory";
}

void checkClaims(const std::vector<ContainerResourceClaim>& claims, const std::vector<std::string>& claimNames,
                 const std::string& path, FieldErrors& errors)
{
    std::set<std::string> seen;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const std::string at = field::index(path, i);
        const auto& [name, request] = claims[i];
        if (name.empty()) {
            errors.push_back(field::required(at));
            continue;
        }
        if (seen.contains(name)) {
            errors.push_back(field::duplicate(at, name));
        } else {
            if (!request.empty())
                addInvalid(at + ".request", request, isDnsLabel(request), errors);
            const std::string key = request.empty() ? name : name + "/" + request;
            if (seen.contains(key))
                errors.push_back(field::duplicate(at, key));
            else if (request.empty())
                for (const auto& other : seen)
                    if (other.starts_with(name + "/"))
                        errors.push_back(field::duplicate(at, name));
            seen.insert(key);
        }
        if (std::find(claimNames.begin(), claimNames.end(), name) == claimNames.end()) {
            std::string detail = "must be one of the names in pod.spec.resourceClaims";
            std::set<std::string> sorted(claimNames.begin(), claimNames.end());
            detail += claimNames.empty() ? " which is empty" : ": " + joined({sorted.begin(), sorted.end()}, ", ");
            errors.push_back(field::notFound(at, name, detail));
        }
    }
}

void checkRequirements(const ResourceRequirements& resources, const std::vector<std::string>& claimNames,
                       NameRule nameRule, const std::string& path, FieldErrors& errors)
{
    for (const auto& [name, quantity] : resources.limits) {
        const std::string at = field::key(path + ".limits", name.view());
        checkAmountOf(name.view(), quantity, nameRule, at, errors);
        checkHugePages(name.view(), quantity, at, errors);
    }
    for (const auto& [name, quantity] : resources.requests) {
        const std::string at = field::key(path + ".requests", name.view());
        checkAmountOf(name.view(), quantity, nameRule, at, errors);
        checkAgainstLimit(name, quantity, resources.limits, path, errors);
        checkHugePages(name.view(), quantity, at, errors);
    }
    const bool hugePages =
        holds(resources.limits, isHugePageResourceName) || holds(resources.requests, isHugePageResourceName);
    if (hugePages && !holds(resources.limits, isCpuOrMemory) && !holds(resources.requests, isCpuOrMemory))
        errors.push_back(field::forbidden(path, "HugePages require cpu or memory"));
    checkClaims(resources.claims, claimNames, path + ".claims", errors);
}

/// What the containers ask for together must fit into what the pod asks for.
void checkPodLevelConsistency(const PodSpec& spec, const std::string& path, FieldErrors& errors)
{
    Pod pod;
    pod.spec.containers = spec.containers;
    pod.spec.initContainers = spec.initContainers;
    for (const auto& [name, sum] : aggregateContainerRequests(pod)) {
        const Quantity* request = spec.resources->requests.find(name);
        if (request && sum.compare(*request) > 0)
            errors.push_back(
                field::invalid(field::key(path + ".requests", name.view()), request->toString(),
                               "must be greater than or equal to aggregate container requests of " + sum.toString()));
    }
    for (const auto& [name, sum] : aggregateContainerLimits(pod)) {
        const Quantity* limit = spec.resources->limits.find(name);
        if (isHugePageResourceName(name.view()) && limit && sum.compare(*limit) > 0)
            errors.push_back(
                field::invalid(field::key(path + ".limits", name.view()), limit->toString(),
                               "must be greater than or equal to aggregate container limits of " + sum.toString()));
    }
    for (std::size_t i = 0; i < spec.containers.size(); ++i)
        for (const auto& [name, quantity] : spec.containers[i].resources.limits) {
            const Quantity* limit = spec.resources->limits.find(name);
            if (limit && quantity.compare(*limit) > 0)
                errors.push_back(field::invalid(
                    field::key(field::index(path + ".containers", i), name.view()) + ".limits", quantity.toString(),
                    "must be less than or equal to pod limits of " + limit->toString()));
        }
}

}

void checkNonNegative(std::int64_t value, const std::string& path, FieldErrors& errors)
{
    if (value < 0)
        errors.push_back(field::invalid(path, value, notNegative));
}

void checkPositive(const Quantity& quantity, const std::string& path, FieldErrors& errors)
{
    if (quantity.sign() <= 0)
        errors.push_back(field::invalid(path, quantity.toString(), notZero));
}

void checkAmount(std::string_view resource, const Quantity& quantity, const std::string& path, FieldErrors& errors)
{
    if (quantity.sign() < 0)
        errors.push_back(field::invalid(path, quantity.toString(), notNegative));
    const bool counted = isOneOf(resource, countedResources) || isExtendedResourceName(resource);
    if (counted && quantity.milliValue() % 1000 != 0)
        errors.push_back(field::invalid(path, quantity.toString(), "must be an integer"));
}

void checkContainerResources(const ResourceRequirements& resources, const std::vector<std::string>& claimNames,
                             const std::string& path, FieldErrors& errors)
{
    checkRequirements(resources, claimNames, checkContainerResourceName, path, errors);
}

void checkPodLevelResources(const PodSpec& spec, const std::string& path, FieldErrors& errors)
{
    if (!spec.resources->claims.empty())
        errors.push_back(field::forbidden(path + ".claims", "claims may not be set for Resources at pod-level"));
    std::vector<std::string> claimNames;
    for (const auto& claim : spec.resourceClaims)
        claimNames.push_back(claim.name);
    checkRequirements(*spec.resources, claimNames, checkPodLevelResourceName, path, errors);
    checkPodLevelConsistency(spec, path, errors);
}

}
