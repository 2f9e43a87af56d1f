// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert.h"

#include "api/convert_fields.h"

#include <charconv>

namespace berth::api {
namespace {

using namespace fields;

std::uint64_t resourceVersionOf(const std::string& text)
{
    std::uint64_t version = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
    return error == std::errc{} && end == text.data() + text.size() ? version : 0;
}

std::shared_ptr<Object> convertByKind(const DocumentPtr& root, Kind kind, const std::string& apiVersion)
{
    switch (kind) {
    case Kind::Pod: return convertPod(root);
    case Kind::Node: return convertNode(root);
    case Kind::Namespace: return std::make_shared<Namespace>();
    case Kind::PriorityClass: return convertPriorityClass(root);
    case Kind::Service: return convertService(root);
    case Kind::ReplicationController: return convertReplicationController(root);
    case Kind::ReplicaSet:
    case Kind::StatefulSet:
    case Kind::Deployment:
    case Kind::DaemonSet:
    case Kind::Job: return convertWorkload(root, kind, apiVersion);
    case Kind::PodDisruptionBudget: return convertPodDisruptionBudget(root);
    default: return std::make_shared<Opaque>(kind, apiVersion);
    }
}

}

ObjectMeta convertMeta(const Value& value)
{
    ObjectMeta meta;
    meta.name = text(value, "name");
    meta.generateName = text(value, "generateName");
    meta.namespace_ = symbol(value, "namespace");
    meta.uid = text(value, "uid");
    meta.resourceVersion = resourceVersionOf(text(value, "resourceVersion"));
    meta.generation = int64(value, "generation");
    meta.creationTimestamp = time(value, "creationTimestamp");
    meta.deletionTimestamp = time(value, "deletionTimestamp");
    meta.deletionGracePeriodSeconds = optionalInt64(value, "deletionGracePeriodSeconds");
    meta.labels = stringMap(value, "labels");
    meta.annotations = stringMap(value, "annotations");
    meta.ownerReferences = list(value, "ownerReferences", [](const Value& owner) {
        return OwnerReference{text(owner, "apiVersion"), text(owner, "kind"), text(owner, "name"), text(owner, "uid"),
                              flag(owner, "controller"), flag(owner, "blockOwnerDeletion")};
    });
    meta.finalizers = texts(value, "finalizers");
    return meta;
}

std::shared_ptr<Object> convertObject(const DocumentPtr& document, const std::string& kindText, const std::string& apiVersion)
{
    auto object = convertByKind(document, kindFromName(kindText).value_or(Kind::Other), apiVersion);
    object->apiVersion = apiVersion;
    object->kindText = kindText;
    object->meta = convertMeta(objectAt(*document, "metadata"));
    object->document = document;
    return object;
}

}
