// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/namespace_lifecycle.h"

#include "api/clone.h"

namespace berth::cluster {

void NamespaceLifecycle::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    const auto& meta = object->meta;
    if (object->kind == api::Kind::Namespace) {
        const bool isLeaving = after && meta.deletionTimestamp;
        if (isLeaving ? leaving_.insert(meta.name).second : leaving_.erase(meta.name) > 0)
            marked_.insert(meta.name);
    } else if (!leaving_.empty() && leaving_.contains(meta.namespace_.str())) {
        marked_.insert(meta.namespace_.str());
    }
}

bool NamespaceLifecycle::sync()
{
    bool any = false;
    for (const auto& name : std::exchange(marked_, {}))
        any |= empty(name);
    return any;
}

bool NamespaceLifecycle::empty(const std::string& name)
{
    const auto ns = world_.server.find(api::Kind::Namespace, name);
    if (!ns || !ns->meta.deletionTimestamp)
        return false;
    bool any = false;
    bool isEmpty = true;
    for (std::size_t kind = 0; kind <= static_cast<std::size_t>(api::Kind::Other); ++kind)
        for (const auto& object : world_.server.listAll(static_cast<api::Kind>(kind))) {
            if (object->meta.namespace_ != name)
                continue;
            if (!object->meta.deletionTimestamp)
                any |= world_.server.removeObject(*object, {.uid = object->meta.uid}).has_value();
            isEmpty &= !world_.server.find(object->kind, MemoryServer::storeKey(*object));
        }
    if (!isEmpty)
        return any;
    auto changed = api::clone(*ns);
    std::erase(changed->meta.finalizers, MemoryServer::namespaceFinalizer);
    return world_.server.update(changed).has_value() || any;
}

}
