// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/stateful_set_pods.h"

#include "api/convert_fields.h"
#include "cluster/object_edit.h"
#include "cluster/pod_making.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

const Value& claimTemplates(const api::Workload& set) { return valueAt(set, {"spec", "volumeClaimTemplates"}); }

std::string nameOf(const Value& claimTemplate) { return fields::text(fields::objectAt(claimTemplate, "metadata"), "name"); }

Value volumeOfClaim(const std::string& name, const std::string& claim)
{
    Value volume = Value::object();
    setText(volume, "name", name);
    setText(volume.set("persistentVolumeClaim", Value::object()), "claimName", claim);
    return volume;
}

/// A claim's volume takes the place of a volume of its name.
void setClaimVolumes(Value& spec, const api::Workload& set, std::int32_t ordinal)
{
    const auto names = claimTemplateNames(set);
    if (names.empty())
        return;
    Value volumes = Value::array();
    for (const auto& name : names)
        volumes.items.push_back(volumeOfClaim(name, claimName(set, name, ordinal)));
    if (const Value* given = fields::given(spec, "volumes"))
        for (const auto& volume : given->items)
            if (std::ranges::find(names, fields::text(volume, "name")) == names.end())
                volumes.items.push_back(volume);
    spec.set("volumes", std::move(volumes));
}

}

std::vector<std::string> claimTemplateNames(const api::Workload& set)
{
    std::vector<std::string> names;
    for (const auto& item : claimTemplates(set).items)
        names.push_back(nameOf(item));
    return names;
}

std::string claimName(const api::Workload& set, const std::string& claimTemplate, std::int32_t ordinal)
{
    return claimTemplate + "-" + set.meta.name + "-" + std::to_string(ordinal);
}

std::shared_ptr<api::Pod> statefulPod(const api::Workload& set, const Revision& revision, std::int32_t ordinal)
{
    const auto name = set.meta.name + "-" + std::to_string(ordinal);
    return podFromTemplate(set, revision.podTemplate, [&](Value& document) {
        Value& meta = section(document, "metadata");
        setText(meta, "generateName", set.meta.name + "-");
        setText(meta, "name", name);
        Value& labels = section(meta, "labels");
        setText(labels, "statefulset.kubernetes.io/pod-name", name);
        setText(labels, "apps.kubernetes.io/pod-index", std::to_string(ordinal));
        setText(labels, "controller-revision-hash", revision.name);
        Value& spec = section(document, "spec");
        setText(spec, "hostname", name);
        setText(spec, "subdomain", fields::text(valueAt(set, {"spec"}), "serviceName"));
        setClaimVolumes(spec, set, ordinal);
    });
}

std::shared_ptr<api::Object> claimFor(const api::Workload& set, const Value& claimTemplate, std::int32_t ordinal,
                                      bool isOwnedBySet)
{
    Value document = ownedDocument("v1", "PersistentVolumeClaim", set);
    Value& meta = *document.find("metadata");
    if (!isOwnedBySet)
        std::erase_if(meta.members, [](const Value::Member& member) { return member.key == "ownerReferences"; });
    setText(meta, "name", claimName(set, nameOf(claimTemplate), ordinal));
    const Value& given = fields::objectAt(claimTemplate, "metadata");
    Value labels = fields::objectAt(given, "labels");
    if (set.selector)
        for (const auto& [key, value] : set.selector->matchLabels)
            setText(labels, key.str(), value.str());
    meta.set("labels", std::move(labels));
    if (const Value* annotations = fields::given(given, "annotations"))
        meta.set("annotations", *annotations);
    document.set("spec", fields::objectAt(claimTemplate, "spec"));
    return makeObject(std::move(document));
}

std::shared_ptr<api::Object> claimOwnedByPod(const api::ObjectPtr& claim, const api::Pod& pod)
{
    const auto& owners = claim->meta.ownerReferences;
    if (std::ranges::any_of(owners, [&pod](const auto& owner) { return owner.uid == pod.meta.uid; }))
        return nullptr;
    auto owned = std::make_shared<api::Opaque>(static_cast<const api::Opaque&>(*claim));
    owned->meta.ownerReferences = {controllerReference(pod)};
    writeMetadata(*owned);
    return owned;
}

}
