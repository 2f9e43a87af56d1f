// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/resource.h"

#include "api/pod_requests.h"

#include <algorithm>

namespace berth::framework {

namespace resource_name {
const api::Symbol cpu{"cpu"};
const api::Symbol memory{"memory"};
const api::Symbol ephemeralStorage{"ephemeral-storage"};
const api::Symbol pods{"pods"};
}

Resource::Resource(const api::ResourceList& list)
{
    for (const auto& [name, quantity] : list) {
        if (name == resource_name::cpu)
            milliCpu += quantity.milliValue();
        else if (name == resource_name::memory)
            memory += quantity.value();
        else if (name == resource_name::pods)
            allowedPodNumber += quantity.value();
        else if (name == resource_name::ephemeralStorage)
            ephemeralStorage += quantity.value();
        else if (api::isScalarResourceName(name.view()))
            scalars[name] += quantity.value();
    }
}

Resource Resource::requestedBy(const api::Pod& pod, bool useStatus)
{
    Resource request;
    request.setMax(api::podRequests(pod, {.useStatus = useStatus, .podLevel = true}));
    return request;
}

void Resource::setMax(const api::ResourceList& list)
{
    for (const auto& [name, quantity] : list) {
        if (name == resource_name::cpu)
            milliCpu = std::max(milliCpu, quantity.milliValue());
        else if (name == resource_name::memory)
            memory = std::max(memory, quantity.value());
        else if (name == resource_name::ephemeralStorage)
            ephemeralStorage = std::max(ephemeralStorage, quantity.value());
        else if (api::isScalarResourceName(name.view()))
            scalars[name] = std::max(scalars[name], quantity.value());
    }
}

void Resource::add(const Resource& other)
{
    milliCpu += other.milliCpu;
    memory += other.memory;
    ephemeralStorage += other.ephemeralStorage;
    allowedPodNumber += other.allowedPodNumber;
    for (const auto& [name, amount] : other.scalars)
        scalars[name] += amount;
}

void Resource::sub(const Resource& other)
{
    milliCpu -= other.milliCpu;
    memory -= other.memory;
    ephemeralStorage -= other.ephemeralStorage;
    for (const auto& [name, amount] : other.scalars)
        scalars[name] -= amount;
}

std::int64_t Resource::get(api::Symbol name) const
{
    if (name == resource_name::cpu)
        return milliCpu;
    if (name == resource_name::memory)
        return memory;
    if (name == resource_name::ephemeralStorage)
        return ephemeralStorage;
    const auto* amount = scalars.find(name);
    return amount ? *amount : 0;
}

}
