// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/validation_rules.h"

#include <algorithm>
#include <set>

namespace berth::api::rules {

namespace {

constexpr std::int32_t maxPort = 65'535;

/// What all containers of a pod are checked against.
struct Surroundings {
    std::vector<std::string> claimNames;
    const std::vector<std::string>& volumeNames;
};

void checkPortNumber(std::int32_t port, const std::string& path, FieldErrors& errors)
{
    if (port < 1 || port > maxPort)
        errors.push_back(field::invalid(path, port, "must be between 1 and 65535, inclusive"));
}

void checkPortName(const std::string& name, std::set<std::string>& names, const std::string& path, FieldErrors& errors)
{
    if (name.empty())
        return;
    const auto messages = isPortName(name);
    addInvalid(path, name, messages, errors);
    if (messages.empty() && !names.insert(name).second)
        errors.push_back(field::duplicate(path, name));
}

void checkPorts(const std::vector<ContainerPort>& ports, const std::string& path, FieldErrors& errors)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const auto& port = ports[i];
        const std::string at = field::index(path, i);
        checkPortName(port.name, names, at + ".name", errors);
        if (port.containerPort == 0)
            errors.push_back(field::required(at + ".containerPort"));
        else
            checkPortNumber(port.containerPort, at + ".containerPort", errors);
        if (port.hostPort != 0)
            checkPortNumber(port.hostPort, at + ".hostPort", errors);
        if (port.protocol.empty())
            errors.push_back(field::required(at + ".protocol"));
        else if (port.protocol != "TCP" && port.protocol != "UDP" && port.protocol != "SCTP")
            errors.push_back(
                field::notSupported(at + ".protocol", field::Shown::enumText(port.protocol), {"SCTP", "TCP", "UDP"}));
    }
}

void checkHostPorts(const Container& container, std::set<std::string>& taken, const std::string& path,
                    FieldErrors& errors)
{
    for (std::size_t i = 0; i < container.ports.size(); ++i) {
        const auto& port = container.ports[i];
        if (port.hostPort == 0)
            continue;
        const std::string text = port.protocol + "/" + port.hostIP + "/" + std::to_string(port.hostPort);
        if (!taken.insert(text).second)
            errors.push_back(field::duplicate(field::index(path + ".ports", i) + ".hostPort", text));
    }
}

/// Mounts are only in the document: scheduling does not look at them.
void checkMounts(const Value* document, const std::vector<std::string>& volumeNames, const std::string& path,
                 FieldErrors& errors)
{
    const Value* mounts = at(document, {"volumeMounts"});
    std::set<std::string> places;
    for (std::size_t i = 0; mounts && i < mounts->items.size(); ++i) {
        const std::string where = field::index(path + ".volumeMounts", i);
        const std::string name = textAt(&mounts->items[i], {"name"});
        const std::string place = textAt(&mounts->items[i], {"mountPath"});
        if (name.empty())
            errors.push_back(field::required(where + ".name"));
        if (std::find(volumeNames.begin(), volumeNames.end(), name) == volumeNames.end())
            errors.push_back(field::notFound(where + ".name", name));
        if (place.empty())
            errors.push_back(field::required(where + ".mountPath"));
        if (!places.insert(place).second)
            errors.push_back(field::invalid(where + ".mountPath", place, "must be unique"));
    }
}

void checkPullPolicy(const Value* document, const std::string& path, FieldErrors& errors)
{
    const std::string policy = textAt(document, {"imagePullPolicy"});
    if (!policy.empty() && policy != "Always" && policy != "IfNotPresent" && policy != "Never")
        errors.push_back(field::notSupported(path + ".imagePullPolicy", field::Shown::enumText(policy),
                                             {"Always", "IfNotPresent", "Never"}));
}

void checkContainer(const Container& container, const Surroundings& around, const Value* document,
                    const std::string& path, FieldErrors& errors)
{
    if (container.name.empty())
        errors.push_back(field::required(path + ".name"));
    else
        addInvalid(path + ".name", container.name, isDnsLabel(container.name), errors);
    if (container.image.empty())
        errors.push_back(field::required(path + ".image"));
    checkPorts(container.ports, path + ".ports", errors);
    checkMounts(document, around.volumeNames, path, errors);
    checkPullPolicy(document, path, errors);
    checkContainerResources(container.resources, around.claimNames, path + ".resources", errors);
}

void checkRestartPolicy(const Container& container, const std::string& path, FieldErrors& errors)
{
    const auto& policy = container.restartPolicy;
    if (!policy.empty() && policy != "Always" && policy != "OnFailure" && policy != "Never")
        errors.push_back(field::notSupported(path + ".restartPolicy", field::Shown::enumText(policy),
                                             {"Always", "Never", "OnFailure"}));
}

const Value* item(const Value* list, std::size_t i)
{
    return list && i < list->items.size() ? &list->items[i] : nullptr;
}

}

void checkContainers(const PodSpec& spec, const std::vector<std::string>& volumeNames, const std::string& path,
                     const PodSpecContext& context, FieldErrors& errors)
{
    Surroundings around{{}, volumeNames};
    for (const auto& claim : spec.resourceClaims)
        if (!claim.name.empty())
            around.claimNames.push_back(claim.name);
    const std::string containersPath = path + ".containers";
    if (spec.containers.empty())
        errors.push_back(field::required(containersPath));
    std::set<std::string> names;
    const Value* documents = at(context.document, {"containers"});
    for (std::size_t i = 0; i < spec.containers.size(); ++i) {
        const std::string where = field::index(containersPath, i);
        checkContainer(spec.containers[i], around, item(documents, i), where, errors);
        if (!names.insert(spec.containers[i].name).second)
            errors.push_back(field::duplicate(where + ".name", spec.containers[i].name));
        checkRestartPolicy(spec.containers[i], where, errors);
    }
    std::set<std::string> hostPorts;
    for (std::size_t i = 0; i < spec.containers.size(); ++i)
        checkHostPorts(spec.containers[i], hostPorts, field::index(containersPath, i), errors);

    const std::string initPath = path + ".initContainers";
    documents = at(context.document, {"initContainers"});
    for (std::size_t i = 0; i < spec.initContainers.size(); ++i) {
        const auto& container = spec.initContainers[i];
        const std::string where = field::index(initPath, i);
        checkContainer(container, around, item(documents, i), where, errors);
        checkRestartPolicy(container, where, errors);
        if (names.contains(container.name))
            errors.push_back(field::duplicate(where + ".name", container.name));
        else if (!container.name.empty())
            names.insert(container.name);
        // Init containers run one after the other, so each is only compared with itself; the path is always the first's.
        std::set<std::string> own;
        checkHostPorts(container, own, field::index(initPath, 0), errors);
    }
}

}
