// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of the waiting pod.
#include "scenario/change_edits.h"

#include "api/pod_requests.h"
#include "framework/resource.h"

#include <algorithm>

namespace berth::scenario::edits {

using Path = DocumentPatch::Path;
using nlohmann::json;

namespace {

const Path requiredNodeAffinity{"spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution"};

Path under(Path path, std::initializer_list<std::string> more)
{
    path.insert(path.end(), more);
    return path;
}

std::shared_ptr<PlannedEdit> planned(EditKind kind, const api::Pod& pod, const std::string& field, std::string text)
{
    auto edit = std::make_shared<PlannedEdit>();
    edit->kind = kind;
    edit->object = pod.label();
    edit->target = pod.meta.key();
    edit->key = edit->object + " " + field;
    edit->text = std::move(text);
    return edit;
}

std::string nameOf(const api::Taint& taint)
{
    return taint.key.str() + (taint.value.empty() ? "" : "=" + taint.value.str()) + ":" + taint.effect.str();
}

std::string nameOf(const api::NodeSelectorRequirement& requirement)
{
    std::string text = requirement.key.str() + " " + requirement.op;
    for (std::size_t i = 0; i < requirement.values.size(); ++i)
        text += (i ? "," : " ") + requirement.values[i].str();
    return text;
}

std::vector<api::NodeSelectorRequirement>& requirementsOf(api::NodeSelectorTerm& term, bool isField)
{
    return isField ? term.matchFields : term.matchExpressions;
}

/// The requirement's place in its term now, or npos.
std::size_t find(const std::vector<api::NodeSelectorRequirement>& list, const api::NodeSelectorRequirement& wanted)
{
    auto it = std::find_if(list.begin(), list.end(), [&](const auto& each) {
        return each.key == wanted.key && each.op == wanted.op
            && std::equal(wanted.values.begin(), wanted.values.end(), each.values.begin(),
                          each.values.begin()
                              + static_cast<std::ptrdiff_t>(std::min(each.values.size(), wanted.values.size())));
    });
    return it == list.end() ? std::string::npos : static_cast<std::size_t>(it - list.begin());
}

Path pathOf(std::size_t term, bool isField, std::size_t requirement)
{
    return under(requiredNodeAffinity, {"nodeSelectorTerms", std::to_string(term),
                                        isField ? "matchFields" : "matchExpressions", std::to_string(requirement)});
}

void dropRequired(api::Pod& pod, DocumentPatch& patch)
{
    pod.spec.affinity->nodeAffinity->required.reset();
    patch.remove(requiredNodeAffinity);
}

}

EditPtr addToleration(const api::Pod& pod, const api::Taint& taint)
{
    auto edit = planned(EditKind::AddToleration, pod, "tolerations " + nameOf(taint),
                        "let the pod tolerate the taint " + nameOf(taint));
    api::Toleration toleration;
    toleration.key = taint.key;
    toleration.op = taint.value.empty() ? "Exists" : "Equal";
    toleration.value = taint.value;
    toleration.effect = taint.effect;
    edit->onPod = [toleration](api::Pod& p, DocumentPatch& patch) {
        p.spec.tolerations.push_back(toleration);
        json value{{"key", toleration.key.str()}, {"operator", toleration.op}, {"effect", toleration.effect.str()}};
        if (!toleration.value.empty())
            value["value"] = toleration.value.str();
        patch.append({"spec", "tolerations"}, std::move(value));
    };
    return edit;
}

EditPtr alterNodeSelector(const api::Pod& pod, api::Symbol key, api::Symbol value)
{
    auto edit = planned(EditKind::AlterNodeSelector, pod, "nodeSelector " + key.str() + "=" + value.str(),
                        "let the pod's nodeSelector ask for " + key.str() + "=" + value.str());
    edit->onPod = [key, value](api::Pod& p, DocumentPatch& patch) {
        p.spec.nodeSelector.set(key, value);
        patch.set({"spec", "nodeSelector", key.str()}, value.str());
    };
    return edit;
}

EditPtr dropNodeSelector(const api::Pod& pod, api::Symbol key)
{
    auto edit = planned(EditKind::DropNodeSelector, pod, "nodeSelector " + key.str(),
                        "drop " + key.str() + " from the pod's nodeSelector");
    edit->onPod = [key](api::Pod& p, DocumentPatch& patch) {
        p.spec.nodeSelector.erase(key);
        patch.remove({"spec", "nodeSelector", key.str()});
    };
    return edit;
}

EditPtr allowValue(const api::Pod& pod, std::size_t term, const api::NodeSelectorRequirement& requirement, bool isField,
                   api::Symbol value)
{
    auto edit = planned(EditKind::AlterNodeSelector, pod,
                        "nodeAffinity " + std::to_string(term) + " " + nameOf(requirement) + " allow " + value.str(),
                        "let the pod's node affinity allow " + value.str() + " for " + requirement.key.str());
    edit->onPod = [=](api::Pod& p, DocumentPatch& patch) {
        auto& required = p.spec.affinity->nodeAffinity->required;
        if (!required)
            return; // dropped by another edit
        auto& list = requirementsOf(required->nodeSelectorTerms[term], isField);
        const auto at = find(list, requirement);
        if (at == std::string::npos)
            return;
        // metadata.name may only be compared with a single value.
        auto path = under(pathOf(term, isField, at), {"values"});
        if (isField) {
            list[at].values = {value};
            patch.set(path, json::array({value.str()}));
        } else {
            list[at].values.push_back(value);
            patch.append(path, value.str());
        }
    };
    return edit;
}

EditPtr dropRequirement(const api::Pod& pod, std::size_t term, const api::NodeSelectorRequirement& requirement,
                        bool isField)
{
    auto edit = planned(EditKind::DropNodeSelector, pod,
                        "nodeAffinity " + std::to_string(term) + " " + nameOf(requirement),
                        "drop \"" + nameOf(requirement) + "\" from the pod's required node affinity");
    edit->amount = 1; // requirement
    edit->onPod = [=](api::Pod& p, DocumentPatch& patch) {
        auto& required = p.spec.affinity->nodeAffinity->required;
        if (!required)
            return;
        auto& its = required->nodeSelectorTerms[term];
        auto& list = requirementsOf(its, isField);
        const auto at = find(list, requirement);
        if (at == std::string::npos)
            return;
        if (its.matchExpressions.size() + its.matchFields.size() == 1)
            return dropRequired(p, patch);
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
        patch.remove(pathOf(term, isField, at));
    };
    return edit;
}

EditPtr dropRequiredNodeAffinity(const api::Pod& pod)
{
    auto edit = planned(EditKind::DropNodeSelector, pod, "nodeAffinity", "drop the pod's required node affinity");
    for (const auto& term : pod.spec.affinity->nodeAffinity->required->nodeSelectorTerms)
        edit->amount += static_cast<std::int64_t>(term.matchExpressions.size() + term.matchFields.size());
    edit->onPod = dropRequired;
    return edit;
}

EditPtr relaxSpread(const api::Pod& pod, std::size_t constraint, std::int32_t maxSkew)
{
    const auto& written = pod.spec.topologySpreadConstraints[constraint];
    auto edit = planned(EditKind::RelaxSpread, pod, "maxSkew " + std::to_string(constraint),
                        "raise maxSkew over " + written.topologyKey.str() + " from " + std::to_string(written.maxSkew)
                            + " to " + std::to_string(maxSkew));
    edit->amount = maxSkew - written.maxSkew;
    edit->extent = maxSkew;
    edit->onPod = [=](api::Pod& p, DocumentPatch& patch) {
        p.spec.topologySpreadConstraints[constraint].maxSkew = maxSkew;
        patch.set({"spec", "topologySpreadConstraints", std::to_string(constraint), "maxSkew"}, maxSkew);
    };
    return edit;
}

EditPtr softenSpread(const api::Pod& pod, std::size_t constraint)
{
    const auto& key = pod.spec.topologySpreadConstraints[constraint].topologyKey;
    auto edit = planned(EditKind::SoftenSpread, pod, "whenUnsatisfiable " + std::to_string(constraint),
                        "let the spread over " + key.str() + " be ScheduleAnyway");
    edit->onPod = [=](api::Pod& p, DocumentPatch& patch) {
        auto& its = p.spec.topologySpreadConstraints[constraint];
        its.whenUnsatisfiable = "ScheduleAnyway";
        its.minDomains.reset(); // only allowed with DoNotSchedule
        const Path path{"spec", "topologySpreadConstraints", std::to_string(constraint)};
        patch.set(under(path, {"whenUnsatisfiable"}), its.whenUnsatisfiable);
        patch.remove(under(path, {"minDomains"}));
    };
    return edit;
}

EditPtr dropPodAffinity(const api::Pod& pod, bool isAnti, std::size_t original, const api::PodAffinityTerm& term)
{
    const std::string field = isAnti ? "podAntiAffinity" : "podAffinity";
    // Edits are made in descending order of their keys, so that positions in front of a dropped term stay right.
    auto number = std::to_string(original);
    number.insert(0, 6 - std::min<std::size_t>(6, number.size()), '0');
    auto edit = planned(EditKind::DropPodAffinity, pod, field + " " + number,
                        "drop the pod's required " + std::string(isAnti ? "anti-affinity" : "affinity") + " term "
                            + std::to_string(original) + " over " + term.topologyKey.str());
    edit->onPod = [=](api::Pod& p, DocumentPatch& patch) {
        auto& list = (isAnti ? p.spec.affinity->podAntiAffinity : p.spec.affinity->podAffinity)->required;
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(original));
        patch.remove({"spec", "affinity", field, "requiredDuringSchedulingIgnoredDuringExecution",
                      std::to_string(original)});
    };
    return edit;
}

namespace {

api::ResourceRequirements& resourcesOf(api::Pod& pod, const std::string& list, std::size_t container)
{
    if (list.empty())
        return *pod.spec.resources;
    return (list == "initContainers" ? pod.spec.initContainers : pod.spec.containers)[container].resources;
}

}

EditPtr lowerRequest(const api::Pod& pod, const std::string& list, std::size_t container, api::Symbol resource,
                     const api::Quantity& to)
{
    auto copy = pod;
    const auto* now = resourcesOf(copy, list, container).requests.find(resource);
    const auto whose = list.empty() ? std::string("the pod")
                                    : "container "
            + (list == "initContainers" ? pod.spec.initContainers : pod.spec.containers)[container].name;
    auto edit = planned(EditKind::LowerRequest, pod,
                        "request " + list + " " + std::to_string(container) + " " + resource.str(),
                        "let " + whose + " request " + to.toString() + " of " + resource.str() + " instead of "
                            + now->toString());
    const bool isCpu = resource == framework::resource_name::cpu;
    const auto units = [isCpu](const api::Quantity& q) { return isCpu ? q.milliValue() : q.value(); };
    const auto before = units(*now);
    edit->amount = before > 0 ? static_cast<std::int64_t>(1000.0 * static_cast<double>(before - units(to))
                                                          / static_cast<double>(before))
                              : 0;
    edit->extent = -units(to);
    // What cannot be overcommitted is limited to what is requested.
    const bool sameLimit = api::isExtendedResourceName(resource.view()) || api::isHugePageResourceName(resource.view());
    edit->onPod = [=](api::Pod& p, DocumentPatch& patch) {
        auto& resources = resourcesOf(p, list, container);
        Path path = list.empty() ? Path{"spec"} : Path{"spec", list, std::to_string(container)};
        resources.requests.set(resource, to);
        patch.set(under(path, {"resources", "requests", resource.str()}), to.toString());
        if (!sameLimit)
            return;
        resources.limits.set(resource, to);
        patch.set(under(path, {"resources", "limits", resource.str()}), to.toString());
    };
    return edit;
}

EditPtr dropHostPort(const api::Pod& pod, const std::string& list, std::size_t container, std::size_t port)
{
    const auto& its = (list == "initContainers" ? pod.spec.initContainers : pod.spec.containers)[container];
    auto edit = planned(EditKind::DropHostPort, pod,
                        "hostPort " + list + " " + std::to_string(container) + " " + std::to_string(port),
                        "drop host port " + its.ports[port].protocol + "/" + std::to_string(its.ports[port].hostPort)
                            + " of container " + its.name);
    edit->onPod = [=](api::Pod& p, DocumentPatch& patch) {
        auto& containers = list == "initContainers" ? p.spec.initContainers : p.spec.containers;
        containers[container].ports[port].hostPort = 0;
        patch.remove({"spec", list, std::to_string(container), "ports", std::to_string(port), "hostPort"});
    };
    return edit;
}

}
