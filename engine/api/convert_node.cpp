// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert.h"
#include "api/convert_fields.h"

namespace berth::api {
namespace {

using namespace fields;

Taint convertTaint(const Value& value)
{
    return {symbol(value, "key"), symbol(value, "value"), symbol(value, "effect"), time(value, "timeAdded")};
}

NodeCondition convertNodeCondition(const Value& value)
{
    return {text(value, "type"), text(value, "status"), text(value, "reason"), text(value, "message"),
            time(value, "lastTransitionTime")};
}

}

std::shared_ptr<Object> convertNode(const DocumentPtr& root)
{
    auto node = std::make_shared<Node>();
    const Value& spec = objectAt(*root, "spec");
    node->spec.unschedulable = flag(spec, "unschedulable");
    node->spec.taints = list(spec, "taints", convertTaint);
    node->spec.providerID = text(spec, "providerID");
    const Value& status = objectAt(*root, "status");
    node->status.capacity = resourceList(status, "capacity");
    node->status.allocatable = resourceList(status, "allocatable");
    node->status.hasAllocatable = given(status, "allocatable") != nullptr;
    node->status.conditions = list(status, "conditions", convertNodeCondition);
    node->status.images = list(status, "images", [](const Value& image) {
        return ContainerImage{texts(image, "names"), int64(image, "sizeBytes")};
    });
    node->status.declaredFeatures = texts(status, "declaredFeatures");
    return node;
}

}
