// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/run_duration.h"

namespace berth::formats {
namespace {

using api::Value;

/// Where the pods' metadata stand; null if the object makes none.
Value* podHolder(Value& object)
{
    const auto* kind = object.find("kind");
    if (!kind || !kind->isString())
        return nullptr;
    if (kind->text == "Pod")
        return &object;
    auto* spec = object.find("spec");
    if (spec && kind->text == "CronJob")
        if (auto* jobs = spec->find("jobTemplate"))
            spec = jobs->find("spec");
    auto* pods = spec ? spec->find("template") : nullptr;
    return pods && pods->isObject() ? pods : nullptr;
}

Value& objectMember(Value& object, const char* key)
{
    auto* member = object.find(key);
    if (member && member->isObject())
        return *member;
    auto made = Value::object();
    made.position = object.position;
    return object.set(key, std::move(made));
}

}

void annotatePods(Value& object, std::string_view annotation, const std::string& value)
{
    if (auto* pods = podHolder(object))
        objectMember(objectMember(*pods, "metadata"), "annotations").set(std::string(annotation), Value::string(value));
}

}
