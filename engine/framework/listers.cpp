// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/handle.h"

namespace berth::framework {

api::ObjectPtr Listers::get(api::Kind kind, const std::string& key) const
{
    const auto& objects = all(kind);
    auto it = objects.find(key);
    return it == objects.end() ? nullptr : it->second;
}

const api::StringMap& Listers::namespaceLabels(api::Symbol ns) const
{
    static const api::StringMap none;
    auto object = get(api::Kind::Namespace, ns.str());
    return object ? all(api::Kind::Namespace).find(ns.str())->second->meta.labels : none;
}

void Listers::put(const api::ObjectPtr& object)
{
    objects_[static_cast<std::size_t>(object->kind)][object->meta.key()] = object;
}

void Listers::erase(const api::Object& object)
{
    objects_[static_cast<std::size_t>(object.kind)].erase(object.meta.key());
}

}
