// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/patched_object.h"

#include "api/decode.h"
#include "api/node.h"
#include "scenario/merge_patch.h"

namespace berth::scenario {
namespace {

using api::Value;

bool says(const Value& patch, const char* part, const char* field)
{
    const auto* section = patch.find(part);
    return section && (!field || section->find(field));
}

void keepNode(api::Node& node, const api::Node& stored, const Value& patch)
{
    if (!says(patch, "status", nullptr))
        node.status = stored.status;
    if (!says(patch, "spec", "taints"))
        node.spec.taints = stored.spec.taints;
    if (!says(patch, "spec", "unschedulable"))
        node.spec.unschedulable = stored.spec.unschedulable;
}

/// Labels and annotations that were set since, those that the patch is silent about.
void keepMap(api::StringMap& map, const api::StringMap& stored, const Value* patch)
{
    for (const auto& [key, value] : stored)
        if (!map.contains(key) && (!patch || !patch->find(key.view())))
            map.set(key, value);
}

}

tl::expected<std::shared_ptr<api::Object>, std::string> patchedObject(const api::Object& stored, const Value& patch)
{
    if (!stored.document)
        return tl::unexpected(stored.label() + " has no document that could be patched");
    auto document = *stored.document;
    // The server takes a pod's status over from what is stored if an update has none.
    if (stored.kind == api::Kind::Pod && !says(patch, "status", nullptr))
        std::erase_if(document.members, [](const auto& member) { return member.key == "status"; });
    mergePatch(document, patch);
    auto decoded = api::decodeValue(document, {});
    if (decoded.size() != 1 || !decoded[0].object)
        return tl::unexpected(decoded.empty() || decoded[0].problems.empty() ? "the patched object cannot be read"
                                                                             : decoded[0].problems.front().message);
    auto object = decoded[0].object;
    object->meta.name = stored.meta.name;
    const auto* metadata = patch.find("metadata");
    keepMap(object->meta.labels, stored.meta.labels, metadata ? metadata->find("labels") : nullptr);
    keepMap(object->meta.annotations, stored.meta.annotations, metadata ? metadata->find("annotations") : nullptr);
    if (auto* node = dynamic_cast<api::Node*>(object.get()))
        keepNode(*node, static_cast<const api::Node&>(stored), patch);
    return object;
}

}
