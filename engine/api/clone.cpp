// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/clone.h"

#include "api/cluster_objects.h"
#include "api/node.h"

namespace berth::api {
namespace {

template <typename T>
std::shared_ptr<Object> copyAs(const Object& object)
{
    return std::make_shared<T>(static_cast<const T&>(object));
}

}

std::shared_ptr<Object> clone(const Object& object)
{
    switch (object.kind) {
    case Kind::Pod: return copyAs<Pod>(object);
    case Kind::Node: return copyAs<Node>(object);
    case Kind::Namespace: return copyAs<Namespace>(object);
    case Kind::PriorityClass: return copyAs<PriorityClass>(object);
    case Kind::Service: return copyAs<Service>(object);
    case Kind::ReplicationController: return copyAs<ReplicationController>(object);
    case Kind::ReplicaSet:
    case Kind::StatefulSet:
    case Kind::Deployment:
    case Kind::DaemonSet:
    case Kind::Job: return copyAs<Workload>(object);
    case Kind::PodDisruptionBudget: return copyAs<PodDisruptionBudget>(object);
    default: return copyAs<Opaque>(object);
    }
}

}
