// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/node.h"

#include <memory>

namespace berth::api {

using DocumentPtr = std::shared_ptr<const Value>;

/// The typed object of a document that checkAgainstType has found good: fields of other shapes than the type's are
/// taken for absent. Kinds without a type of their own become Opaque. The document is kept in the object.
/// apiVersion: the version the object is served under.
std::shared_ptr<Object> convertObject(const DocumentPtr& document, const std::string& kindText, const std::string& apiVersion);

/// The parts, one per family of kinds (convert_pod.cpp, …). root owns value.
ObjectMeta convertMeta(const Value& value);
PodSpec convertPodSpec(const Value& value, const DocumentPtr& root);
std::shared_ptr<Object> convertPod(const DocumentPtr& root);
std::shared_ptr<Object> convertNode(const DocumentPtr& root);
std::shared_ptr<Object> convertPriorityClass(const DocumentPtr& root);
std::shared_ptr<Object> convertService(const DocumentPtr& root);
std::shared_ptr<Object> convertReplicationController(const DocumentPtr& root);
std::shared_ptr<Object> convertWorkload(const DocumentPtr& root, Kind kind, const std::string& apiVersion);
std::shared_ptr<Object> convertPodDisruptionBudget(const DocumentPtr& root);

}
