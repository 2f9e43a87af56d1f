// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert_fields.h"
#include "api/validation_rules.h"

#include <algorithm>
#include <array>
#include <set>

/// The kinds of resource.k8s.io. What CEL expressions say, attributes, capacities and counters are not looked at here.
namespace berth::api::rules {

namespace {

constexpr std::int64_t mostRequests = 32;
constexpr std::int64_t mostAlternatives = 8;
constexpr std::int64_t mostDevices = 128;
constexpr std::int64_t mostDevicesWithTaints = 64;

const std::vector<Value>& itemsOf(const Value& object, std::string_view key)
{
    static const std::vector<Value> none;
    const Value* list = fields::given(object, key);
    return list && list->isArray() ? list->items : none;
}

void checkMost(std::size_t count, std::int64_t most, const std::string& path, FieldErrors& errors)
{
    if (static_cast<std::int64_t>(count) > most)
        errors.push_back(field::tooMany(path, static_cast<std::int64_t>(count), most));
}

void checkSubdomain(const std::string& name, const std::string& path, FieldErrors& errors)
{
    if (name.empty())
        errors.push_back(field::required(path));
    else
        addInvalid(path, name, isDnsSubdomain(name), errors);
}

void checkSelectors(const Value& holder, const std::string& path, FieldErrors& errors)
{
    const auto& selectors = itemsOf(holder, "selectors");
    checkMost(selectors.size(), mostRequests, path + ".selectors", errors);
    for (std::size_t i = 0; i < selectors.size(); ++i)
        if (!fields::given(selectors[i], "cel"))
            errors.push_back(field::required(field::index(path + ".selectors", i) + ".cel"));
}

void checkDeviceTaintEffect(const std::string& effect, const std::string& path, FieldErrors& errors)
{
    if (effect != "NoSchedule" && effect != "NoExecute" && effect != "None")
        errors.push_back(
            field::notSupported(path, field::Shown::enumText(effect), {"NoExecute", "NoSchedule", "None"}));
}

void checkDeviceTolerations(const Value& request, const std::string& path, FieldErrors& errors)
{
    const auto& tolerations = itemsOf(request, "tolerations");
    for (std::size_t i = 0; i < tolerations.size(); ++i) {
        const Value& toleration = tolerations[i];
        const std::string where = field::index(path + ".tolerations", i);
        const std::string key = fields::text(toleration, "key");
        const std::string value = fields::text(toleration, "value");
        const std::string effect = fields::text(toleration, "effect");
        const std::string given = fields::text(toleration, "operator");
        const std::string op = given.empty() ? "Equal" : given;
        if (!key.empty())
            checkLabelKey(key, where + ".key", errors);
        if (op == "Exists") {
            if (!value.empty())
                errors.push_back(field::invalid(where + ".value", value, "must be empty for operator `Exists`"));
        } else if (op == "Equal") {
            addInvalid(where + ".value", value, isValidLabelValue(value), errors);
        } else {
            errors.push_back(
                field::notSupported(where + ".operator", field::Shown::enumText(op), {"Equal", "Exists"}));
        }
        if (!effect.empty())
            checkDeviceTaintEffect(effect, where + ".effect", errors);
    }
}

/// What one way to satisfy a request asks for: `exactly`, or an item of `firstAvailable`.
void checkDeviceRequest(const Value& request, const std::string& path, FieldErrors& errors)
{
    checkSubdomain(fields::text(request, "deviceClassName"), path + ".deviceClassName", errors);
    checkSelectors(request, path, errors);
    const std::string given = fields::text(request, "allocationMode");
    const std::int64_t count = fields::int64(request, "count");
    if (given == "All") {
        if (count != 0)
            errors.push_back(
                field::invalid(path + ".count", count, "must not be specified when allocationMode is 'All'"));
    } else if (given.empty() || given == "ExactCount") {
        if (count < 0) // 0 is the default, and stands for 1
            errors.push_back(field::invalid(path + ".count", count, notZero));
    } else {
        errors.push_back(
            field::notSupported(path + ".allocationMode", field::Shown::enumText(given), {"All", "ExactCount"}));
    }
    checkDeviceTolerations(request, path, errors);
}

void checkAlternatives(const Value& request, const std::string& path, FieldErrors& errors)
{
    const auto& alternatives = itemsOf(request, "firstAvailable");
    checkMost(alternatives.size(), mostAlternatives, path, errors);
    if (static_cast<std::int64_t>(alternatives.size()) > mostAlternatives)
        return;
    std::set<std::string> names;
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
        const std::string where = field::index(path, i);
        const std::string name = fields::text(alternatives[i], "name");
        addInvalid(where + ".name", name, isDnsLabel(name), errors);
        checkDeviceRequest(alternatives[i], where, errors);
        if (!names.insert(name).second)
            errors.push_back(field::duplicate(where, name));
    }
}

/// The names that constraints and configurations may refer to: `request`, and `request/alternative`.
std::set<std::string> requestNames(const Value& devices)
{
    std::set<std::string> names;
    for (const Value& request : itemsOf(devices, "requests")) {
        const std::string name = fields::text(request, "name");
        names.insert(name);
        for (const Value& alternative : itemsOf(request, "firstAvailable"))
            names.insert(name + "/" + fields::text(alternative, "name"));
    }
    return names;
}

void checkRequestReferences(const Value& holder, const std::set<std::string>& known, const std::string& path,
                            FieldErrors& errors)
{
    std::set<std::string> seen;
    const auto names = fields::texts(holder, "requests");
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string where = field::index(path + ".requests", i);
        if (!known.contains(names[i]))
            errors.push_back(field::invalid(where, names[i],
                                            "must be the name of a request in the claim or the name of a request and a "
                                            "subrequest separated by '/'"));
        if (!seen.insert(names[i]).second)
            errors.push_back(field::duplicate(where, names[i]));
    }
}

void checkOpaque(const Value& configuration, const std::string& path, FieldErrors& errors)
{
    const Value* opaque = fields::given(configuration, "opaque");
    if (!opaque) {
        errors.push_back(field::required(path + ".opaque"));
        return;
    }
    checkDriverName(fields::text(*opaque, "driver"), path + ".opaque.driver", errors);
    const Value* parameters = fields::given(*opaque, "parameters");
    if (!parameters)
        errors.push_back(field::required(path + ".opaque.parameters"));
    else if (!parameters->isObject())
        errors.push_back(field::invalid(path + ".opaque.parameters", std::string("<value omitted>"),
                                        "must be a valid JSON object"));
}

void checkRequests(const Value& devices, const std::string& path, FieldErrors& errors)
{
    const auto& requests = itemsOf(devices, "requests");
    checkMost(requests.size(), mostRequests, path, errors);
    if (static_cast<std::int64_t>(requests.size()) > mostRequests)
        return;
    constexpr const char* exactlyOne = "exactly one of `exactly` or `firstAvailable` is required";
    std::set<std::string> names;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const std::string where = field::index(path, i);
        const std::string name = fields::text(requests[i], "name");
        addInvalid(where + ".name", name, isDnsLabel(name), errors);
        const Value* exactly = fields::given(requests[i], "exactly");
        const bool alternatives = !itemsOf(requests[i], "firstAvailable").empty();
        if (exactly && alternatives)
            errors.push_back(field::invalid(where, field::Shown::json("null"),
                                            std::string(exactlyOne) + ", but multiple fields are set"));
        else if (exactly)
            checkDeviceRequest(*exactly, where + ".exactly", errors);
        else if (alternatives)
            checkAlternatives(requests[i], where + ".firstAvailable", errors);
        else
            errors.push_back(field::required(where, exactlyOne));
        if (!names.insert(name).second)
            errors.push_back(field::duplicate(where, name));
    }
}

void checkDeviceClaim(const Value& spec, const std::string& path, FieldErrors& errors)
{
    const Value& devices = fields::objectAt(spec, "devices");
    checkRequests(devices, path + ".devices.requests", errors);
    const auto known = requestNames(devices);
    const auto& constraints = itemsOf(devices, "constraints");
    for (std::size_t i = 0; i < constraints.size(); ++i)
        checkRequestReferences(constraints[i], known, field::index(path + ".devices.constraints", i), errors);
    const auto& configurations = itemsOf(devices, "config");
    for (std::size_t i = 0; i < configurations.size(); ++i) {
        const std::string where = field::index(path + ".devices.config", i);
        checkRequestReferences(configurations[i], known, where, errors);
        checkOpaque(configurations[i], where, errors);
    }
}

void checkDeviceTaints(const Value& device, const std::string& path, FieldErrors& errors)
{
    const auto& taints = itemsOf(device, "taints");
    for (std::size_t i = 0; i < taints.size(); ++i) {
        const std::string where = field::index(path + ".taints", i);
        const std::string value = fields::text(taints[i], "value");
        const std::string effect = fields::text(taints[i], "effect");
        checkLabelKey(fields::text(taints[i], "key"), where + ".key", errors);
        addInvalid(where + ".value", value, isValidLabelValue(value), errors);
        if (effect.empty())
            errors.push_back(field::required(where + ".effect"));
        else
            checkDeviceTaintEffect(effect, where + ".effect", errors);
    }
}

/// Which of the fields that say where devices are is set, as an error lists them.
std::vector<std::string> nodeFields(const Value& holder)
{
    std::vector<std::string> set;
    for (const char* name : {"nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"}) {
        const Value* value = fields::given(holder, name);
        if (value && (value->kind != Value::Kind::Bool || value->boolean))
            set.push_back("`" + std::string(name) + "`");
    }
    return set;
}

void checkNodeFields(const Value& holder, const std::string& path, FieldErrors& errors)
{
    if (const auto name = fields::optionalText(holder, "nodeName"))
        checkSubdomain(*name, path + ".nodeName", errors);
    for (const char* name : {"allNodes", "perDeviceNodeSelection"})
        if (fields::optionalFlag(holder, name) == false)
            errors.push_back(field::invalid(field::child(path, name), field::Shown::json("false"),
                                            "must be either unset or set to true"));
}

void checkExactlyOneNodeField(const Value& holder, const std::string& path, const std::string& rule,
                              const std::string& severalRule, FieldErrors& errors)
{
    const auto set = nodeFields(holder);
    if (set.empty())
        errors.push_back(field::required(path, rule));
    if (set.size() > 1)
        errors.push_back(field::invalid(path, "{" + joined(set, ", ") + "}", severalRule));
}

void checkDevices(const Value& spec, FieldErrors& errors)
{
    const std::string path = "spec.devices";
    const auto& devices = itemsOf(spec, "devices");
    const bool tainted = std::any_of(devices.begin(), devices.end(),
                                     [](const Value& device) { return !itemsOf(device, "taints").empty(); });
    const std::int64_t most = tainted ? mostDevicesWithTaints : mostDevices;
    checkMost(devices.size(), most, path, errors);
    if (static_cast<std::int64_t>(devices.size()) > most)
        return;
    const bool perDevice = fields::flag(spec, "perDeviceNodeSelection");
    const std::string needed = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when "
                               "`perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    std::set<std::string> names;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const std::string where = field::index(path, i);
        const std::string name = fields::text(devices[i], "name");
        addInvalid(where + ".name", name, isDnsLabel(name), errors);
        if (!names.insert(name).second)
            errors.push_back(field::duplicate(where, name));
        checkNodeFields(devices[i], where, errors);
        if (perDevice)
            checkExactlyOneNodeField(devices[i], where, needed, needed, errors);
        else if (!nodeFields(devices[i]).empty())
            errors.push_back(field::invalid(where, field::Shown::json("null"),
                                            "`nodeName`, `nodeSelector` and `allNodes` can only be set if "
                                            "`perDeviceNodeSelection` is set to true in the ResourceSlice spec"));
        checkDeviceTaints(devices[i], where, errors);
    }
}

/// Parts between slashes, each a subdomain.
void checkPoolName(const std::string& name, FieldErrors& errors)
{
    const std::string path = "spec.pool.name";
    if (name.empty()) {
        errors.push_back(field::required(path));
        return;
    }
    for (std::size_t from = 0; from <= name.size();) {
        const auto to = std::min(name.find('/', from), name.size());
        const std::string part = name.substr(from, to - from);
        addInvalid(path, part, isDnsSubdomain(part), errors);
        from = to + 1;
    }
}

void checkSlice(const Object& slice, FieldErrors& errors)
{
    checkMetadata(slice.meta, false, isDnsSubdomain, errors);
    const Value& spec = fields::objectAt(*slice.document, "spec");
    checkDriverName(fields::text(spec, "driver"), "spec.driver", errors);
    const Value& pool = fields::objectAt(spec, "pool");
    checkPoolName(fields::text(pool, "name"), errors);
    if (const auto count = fields::int64(pool, "resourceSliceCount"); count <= 0)
        errors.push_back(field::invalid("spec.pool.resourceSliceCount", count, notZero));
    if (const auto generation = fields::int64(pool, "generation"); generation < 0)
        errors.push_back(field::invalid("spec.pool.generation", generation, "must be greater than or equal to zero"));
    checkNodeFields(spec, "spec", errors);
    const std::string rule = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
    checkExactlyOneNodeField(spec, "spec", rule, rule + ", but multiple fields are set", errors);
    checkDevices(spec, errors);
}

void checkClass(const Object& deviceClass, FieldErrors& errors)
{
    checkMetadata(deviceClass.meta, false, isDnsSubdomain, errors);
    const Value& spec = fields::objectAt(*deviceClass.document, "spec");
    checkSelectors(spec, "spec", errors);
    const auto& configurations = itemsOf(spec, "config");
    for (std::size_t i = 0; i < configurations.size(); ++i)
        checkOpaque(configurations[i], field::index("spec.config", i), errors);
}

}

void checkDeviceKind(const Object& object, FieldErrors& errors)
{
    if (!object.document)
        return;
    switch (object.kind) {
    case Kind::ResourceClaim:
        checkMetadata(object.meta, true, isDnsSubdomain, errors);
        return checkDeviceClaim(fields::objectAt(*object.document, "spec"), "spec", errors);
    case Kind::ResourceClaimTemplate:
        checkMetadata(object.meta, true, isDnsSubdomain, errors);
        return checkDeviceClaim(fields::objectAt(fields::objectAt(*object.document, "spec"), "spec"), "spec.spec", errors);
    case Kind::ResourceSlice: return checkSlice(object, errors);
    case Kind::DeviceClass: return checkClass(object, errors);
    default: return;
    }
}

}
