// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/device_classes.h"

namespace berth::plugins {

std::string extendedResourceNameOf(const api::Object& deviceClass)
{
    const auto* spec = deviceClass.document ? deviceClass.document->find("spec") : nullptr;
    const auto* name = spec ? spec->find("extendedResourceName") : nullptr;
    return name && name->isString() ? name->text : std::string();
}

std::string deviceClassOf(const framework::Listers& listers, api::Symbol resource)
{
    const auto& classes = listers.all(api::Kind::DeviceClass);
    if (classes.empty())
        return {};
    const api::Object* chosen = nullptr;
    for (const auto& [key, object] : classes) {
        if (!(resource == extendedResourceNameOf(*object)))
            continue;
        // Iterated by name, so of equally old ones the lowest name is met first and stays.
        if (!chosen || chosen->meta.creationTimestamp < object->meta.creationTimestamp)
            chosen = object.get();
    }
    if (chosen)
        return chosen->meta.name;
    if (!resource.view().starts_with(implicitDeviceClassPrefix))
        return {};
    const std::string name(resource.view().substr(implicitDeviceClassPrefix.size()));
    return classes.contains(name) ? name : std::string();
}

}
