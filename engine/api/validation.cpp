// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/validation.h"

#include "api/validation_rules.h"

namespace berth::api {

namespace rules {

const Value* at(const Value* value, std::initializer_list<std::string_view> path)
{
    for (const std::string_view name : path)
        value = value ? value->find(name) : nullptr;
    return value && !value->isNull() ? value : nullptr;
}

std::string textAt(const Value* value, std::initializer_list<std::string_view> path)
{
    const Value* found = at(value, path);
    return found && found->isString() ? found->text : std::string();
}

std::optional<std::int64_t> numberAt(const Value* value, std::initializer_list<std::string_view> path)
{
    const Value* found = at(value, path);
    return found && found->isNumber() ? parseGoInt(found->text) : std::nullopt;
}

}

std::vector<FieldError> validate(const Object& object, const ApiGates& gates)
{
    FieldErrors errors;
    if (const auto* pod = dynamic_cast<const Pod*>(&object))
        rules::checkPod(*pod, gates, errors);
    else if (const auto* node = dynamic_cast<const Node*>(&object))
        rules::checkNode(*node, errors);
    else if (const auto* workload = dynamic_cast<const Workload*>(&object))
        rules::checkWorkload(*workload, gates, errors);
    else if (const auto* controller = dynamic_cast<const ReplicationController*>(&object))
        rules::checkReplicationController(*controller, gates, errors);
    else if (const auto* priorityClass = dynamic_cast<const PriorityClass*>(&object))
        rules::checkPriorityClass(*priorityClass, errors);
    else if (const auto* budget = dynamic_cast<const PodDisruptionBudget*>(&object))
        rules::checkDisruptionBudget(*budget, errors);
    else if (object.kind == Kind::Namespace)
        rules::checkMetadata(object.meta, false, isDnsLabel, errors);
    else {
        rules::checkStorageKind(object, errors);
        rules::checkDeviceKind(object, errors);
    }
    return errors;
}

}
