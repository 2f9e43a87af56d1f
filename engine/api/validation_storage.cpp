// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert_fields.h"
#include "api/validation_rules.h"

#include <algorithm>
#include <array>
#include <set>

namespace berth::api::rules {

namespace {

/// In the order in which a second source is noticed.
constexpr std::array<std::string_view, 22> volumeSources = {"hostPath",
                                                            "gcePersistentDisk",
                                                            "awsElasticBlockStore",
                                                            "glusterfs",
                                                            "flocker",
                                                            "nfs",
                                                            "rbd",
                                                            "quobyte",
                                                            "cephfs",
                                                            "iscsi",
                                                            "cinder",
                                                            "fc",
                                                            "flexVolume",
                                                            "azureFile",
                                                            "vsphereVolume",
                                                            "photonPersistentDisk",
                                                            "portworxVolume",
                                                            "azureDisk",
                                                            "scaleIO",
                                                            "local",
                                                            "storageos",
                                                            "csi"};

bool isAccessMode(std::string_view mode)
{
    return mode == "ReadWriteOnce" || mode == "ReadOnlyMany" || mode == "ReadWriteMany" || mode == "ReadWriteOncePod";
}

/// detail: of the error where there is none at all.
void checkAccessModes(const Value& spec, const std::string& path, std::string_view detail, FieldErrors& errors)
{
    const std::string where = path + ".accessModes";
    const auto modes = fields::texts(spec, "accessModes");
    if (modes.empty())
        errors.push_back(field::required(where, detail));
    bool single = false;
    bool shared = false;
    for (const auto& mode : modes) {
        if (!isAccessMode(mode))
            errors.push_back(
                field::notSupported(where, field::Shown::enumText(mode),
                                    {"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"}));
        single = single || mode == "ReadWriteOncePod";
        shared = shared || (isAccessMode(mode) && mode != "ReadWriteOncePod");
    }
    if (single && shared)
        errors.push_back(field::forbidden(where, "may not use ReadWriteOncePod with other access modes"));
}

void checkOptionalName(const Value& object, const char* name, const std::string& path, FieldErrors& errors)
{
    if (const std::string text = fields::text(object, name); !text.empty())
        addInvalid(field::child(path, name), text, isDnsSubdomain(text), errors);
}

void checkVolumeMode(const Value& spec, const std::string& path, FieldErrors& errors)
{
    const auto mode = fields::optionalText(spec, "volumeMode");
    if (mode && *mode != "Block" && *mode != "Filesystem")
        errors.push_back(
            field::notSupported(path + ".volumeMode", field::Shown::enumText(*mode), {"Block", "Filesystem"}));
}

ResourceList rounded(ResourceList list)
{
    for (auto& entry : list)
        entry.second.roundUpToMilli();
    return list;
}

NodeSelectorRequirement requirementOf(const Value& value)
{
    return {fields::symbol(value, "key"), fields::text(value, "operator"), fields::symbols(value, "values"),
            fields::given(value, "values") != nullptr};
}

NodeSelector nodeSelectorOf(const Value& value)
{
    return {fields::list(value, "nodeSelectorTerms", [](const Value& term) {
        return NodeSelectorTerm{fields::list(term, "matchExpressions", requirementOf),
                                fields::list(term, "matchFields", requirementOf)};
    })};
}

std::string amountsJson(const ResourceList& list)
{
    std::string json;
    for (const auto& [name, quantity] : list)
        json.append(json.empty() ? "{" : ",")
            .append(field::jsonQuoted(name.view()))
            .append(":")
            .append(field::jsonQuoted(quantity.toString()));
    return json.empty() ? "{}" : json + "}";
}

void checkCapacity(const Value& spec, FieldErrors& errors)
{
    const std::string path = "spec.capacity";
    const ResourceList capacity = rounded(fields::resourceList(spec, "capacity"));
    if (capacity.empty())
        errors.push_back(field::required(path));
    if (!capacity.contains("storage") || capacity.size() > 1) {
        const bool absent = !fields::given(spec, "capacity");
        errors.push_back(
            field::notSupported(path, field::Shown::json(absent ? "null" : amountsJson(capacity)), {"storage"}));
    }
    for (const auto& [name, quantity] : capacity) {
        if (quantity.value() < 0)
            errors.push_back(
                field::invalid(field::key(path, name.view()), quantity.value(), "must be a valid resource quantity"));
        checkPositive(quantity, field::key(path, name.view()), errors);
    }
}

/// Whether a node affinity is given at all.
bool checkVolumeAffinity(const Value& spec, FieldErrors& errors)
{
    const Value* affinity = fields::given(spec, "nodeAffinity");
    if (!affinity)
        return false;
    if (const Value* required = fields::given(*affinity, "required"))
        checkNodeSelector(nodeSelectorOf(*required), "spec.nodeAffinity.required", errors);
    else
        errors.push_back(field::required("spec.nodeAffinity.required", "must specify required node constraints"));
    return true;
}

void checkVolumeSources(const Value& spec, bool hasAffinity, FieldErrors& errors)
{
    bool found = false;
    for (const std::string_view source : volumeSources) {
        const Value* value = fields::given(spec, source);
        if (!value)
            continue;
        const std::string path = "spec." + std::string(source);
        if (found) {
            errors.push_back(field::forbidden(path, "may not specify more than 1 volume type"));
            continue;
        }
        found = true;
        const bool needsPath = source == "hostPath" || source == "local";
        if (needsPath && fields::text(*value, "path").empty())
            errors.push_back(field::required(path + ".path"));
        if (source == "local" && !hasAffinity)
            errors.push_back(field::required("spec.nodeAffinity", "Local volume requires node affinity"));
        if (source == "csi") {
            checkDriverName(fields::text(*value, "driver"), path + ".driver", errors);
            if (fields::text(*value, "volumeHandle").empty())
                errors.push_back(field::required(path + ".volumeHandle"));
        }
    }
    if (!found)
        errors.push_back(field::required("spec", "must specify a volume type"));
}

void checkReclaimPolicy(const std::string& policy, FieldErrors& errors)
{
    if (!policy.empty() && policy != "Delete" && policy != "Recycle" && policy != "Retain")
        errors.push_back(field::notSupported("spec.persistentVolumeReclaimPolicy", field::Shown::enumText(policy),
                                             {"Delete", "Recycle", "Retain"}));
}

void checkVolume(const Object& volume, FieldErrors& errors)
{
    checkMetadata(volume.meta, false, isDnsSubdomain, errors);
    const Value& spec = fields::objectAt(*volume.document, "spec");
    checkAccessModes(spec, "spec", {}, errors);
    checkCapacity(spec, errors);
    checkReclaimPolicy(fields::text(spec, "persistentVolumeReclaimPolicy"), errors);
    checkVolumeSources(spec, checkVolumeAffinity(spec, errors), errors);
    checkOptionalName(spec, "storageClassName", "spec", errors);
    checkVolumeMode(spec, "spec", errors);
}

void checkStorageClass(const Object& object, FieldErrors& errors)
{
    checkMetadata(object.meta, false, isDnsSubdomain, errors);
    std::string provisioner = fields::text(*object.document, "provisioner");
    std::transform(provisioner.begin(), provisioner.end(), provisioner.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (provisioner.empty())
        errors.push_back(field::required("provisioner"));
    else
        checkLabelKey(provisioner, "provisioner", errors);
    // Volumes may also be recycled, which classes do not offer.
    const std::string reclaim = fields::text(*object.document, "reclaimPolicy");
    if (!reclaim.empty() && reclaim != "Delete" && reclaim != "Retain")
        errors.push_back(field::notSupported("reclaimPolicy", field::Shown::enumText(reclaim), {"Delete", "Retain"}));
    const auto mode = fields::optionalText(*object.document, "volumeBindingMode");
    if (mode && *mode != "Immediate" && *mode != "WaitForFirstConsumer")
        errors.push_back(field::notSupported("volumeBindingMode", field::Shown::enumText(*mode),
                                             {"Immediate", "WaitForFirstConsumer"}));
}

void checkCsiNode(const Object& object, FieldErrors& errors)
{
    constexpr std::size_t nodeIdMaxLength = 256;
    checkMetadata(object.meta, false, isDnsSubdomain, errors);
    const Value* drivers = at(object.document.get(), {"spec", "drivers"});
    std::set<std::string> names;
    for (std::size_t i = 0; drivers && i < drivers->items.size(); ++i) {
        const Value& driver = drivers->items[i];
        const std::string path = field::index("spec.drivers", i);
        const std::string name = fields::text(driver, "name");
        const std::string nodeId = fields::text(driver, "nodeID");
        checkDriverName(name, path + ".name", errors);
        if (nodeId.empty())
            errors.push_back(field::required(path + ".nodeID"));
        if (nodeId.size() > nodeIdMaxLength)
            errors.push_back(field::invalid(path + ".nodeID", nodeId, "must be 256 characters or less"));
        checkNonNegative(numberAt(&driver, {"allocatable", "count"}).value_or(0), path + ".allocatable.count", errors);
        if (!names.insert(name).second)
            errors.push_back(field::duplicate(path + ".name", name));
        std::set<std::string> keys;
        for (const auto& key : fields::texts(driver, "topologyKeys")) {
            if (key.empty())
                errors.push_back(field::required(path));
            if (!keys.insert(key).second)
                errors.push_back(field::duplicate(path, key));
            checkLabelKey(key, path, errors);
        }
    }
}

void checkStorageCapacity(const Object& object, FieldErrors& errors)
{
    checkMetadata(object.meta, true, isDnsSubdomain, errors);
    checkLabelSelector(fields::labelSelector(*object.document, "nodeTopology"), "nodeTopology", errors);
    const std::string name = fields::text(*object.document, "storageClassName");
    addInvalid("storageClassName", name, isDnsSubdomain(name), errors);
    if (const Value* capacity = fields::given(*object.document, "capacity")) {
        const auto quantity = Quantity::parse(capacity->text);
        if (quantity && quantity->sign() < 0)
            errors.push_back(field::invalid("capacity", quantity->toString(), notNegative));
    }
}

}

void checkDriverName(const std::string& name, const std::string& path, FieldErrors& errors)
{
    constexpr std::size_t maxLength = 63;
    if (name.empty()) {
        errors.push_back(field::required(path));
        return;
    }
    if (name.size() > maxLength)
        errors.push_back(field::tooLong(path, maxLength));
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    addInvalid(path, name, isDnsSubdomain(lower), errors);
}

void checkClaimSpec(const Value& spec, const std::string& path, FieldErrors& errors)
{
    checkAccessModes(spec, path, "at least 1 access mode is required", errors);
    checkLabelSelector(fields::labelSelector(spec, "selector"), path + ".selector", errors);
    const std::string storagePath = field::key(path + ".resources", "storage");
    const ResourceList requests = rounded(fields::resourceList(fields::objectAt(spec, "resources"), "requests"));
    if (const Quantity* storage = requests.find("storage"))
        checkPositive(*storage, storagePath, errors);
    else
        errors.push_back(field::required(storagePath));
    checkOptionalName(spec, "storageClassName", path, errors);
    checkVolumeMode(spec, path, errors);
    checkOptionalName(spec, "volumeAttributesClassName", path, errors);
}

void checkStorageKind(const Object& object, FieldErrors& errors)
{
    if (!object.document)
        return;
    switch (object.kind) {
    case Kind::PersistentVolumeClaim:
        checkMetadata(object.meta, true, isDnsSubdomain, errors);
        return checkClaimSpec(fields::objectAt(*object.document, "spec"), "spec", errors);
    case Kind::PersistentVolume: return checkVolume(object, errors);
    case Kind::StorageClass: return checkStorageClass(object, errors);
    case Kind::CSINode: return checkCsiNode(object, errors);
    case Kind::CSIStorageCapacity: return checkStorageCapacity(object, errors);
    default: return;
    }
}

}
