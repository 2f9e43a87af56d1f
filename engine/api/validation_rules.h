// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/api_gates.h"
#include "api/cluster_objects.h"
#include "api/names.h"
#include "api/node.h"
#include "api/validation.h"

#include <initializer_list>
#include <string>
#include <vector>

/// The parts that validate() is made of. Each check appends what it finds to errors; path is where the value stands.
namespace berth::api::rules {

inline constexpr const char* notNegative = "must be greater than or equal to 0";
inline constexpr const char* notZero = "must be greater than zero";

/// One Invalid error per message.
void addInvalid(const std::string& path, const field::Shown& value, const std::vector<std::string>& messages,
                FieldErrors& errors);
std::string joined(const std::vector<std::string>& messages, std::string_view separator);

// Metadata and selectors.
using NameCheck = std::vector<std::string> (*)(std::string_view);
void checkMetadata(const ObjectMeta& meta, bool namespaced, NameCheck nameCheck, FieldErrors& errors);
void checkLabelKey(std::string_view key, const std::string& path, FieldErrors& errors);
void checkLabels(const StringMap& labels, const std::string& path, FieldErrors& errors);
void checkAnnotations(const StringMap& annotations, const std::string& path, FieldErrors& errors);
void checkLabelSelector(const std::optional<LabelSelector>& selector, const std::string& path, FieldErrors& errors);
/// checksValues: not of preferred terms, whose values may be anything.
void checkNodeSelectorTerm(const NodeSelectorTerm& term, bool checksValues, const std::string& path,
                           FieldErrors& errors);
void checkNodeSelector(const NodeSelector& selector, const std::string& path, FieldErrors& errors);
/// A label selector as JSON prints it.
std::string selectorJson(const LabelSelector& selector);
std::string mapJson(const StringMap& map);

// Amounts.
void checkNonNegative(std::int64_t value, const std::string& path, FieldErrors& errors);
void checkPositive(const Quantity& quantity, const std::string& path, FieldErrors& errors);
/// Not negative, and whole where the resource is counted in pieces.
void checkAmount(std::string_view resource, const Quantity& quantity, const std::string& path, FieldErrors& errors);
/// Requests and limits of a container; claimNames: of the pod's resourceClaims.
void checkContainerResources(const ResourceRequirements& resources, const std::vector<std::string>& claimNames,
                             const std::string& path, FieldErrors& errors);
/// Pod-level resources, and what containers ask for compared with them.
void checkPodLevelResources(const PodSpec& spec, const std::string& path, FieldErrors& errors);

void checkIntOrPercent(const std::optional<IntOrString>& value, const std::string& path, FieldErrors& errors);

// Pods.
struct PodSpecContext {
    const ObjectMeta* podMeta = nullptr;   ///< null for templates
    const Value* document = nullptr;       ///< the spec as read, may be null
    std::vector<std::string> extraVolumes; ///< names that stand for volumes besides spec.volumes
    ApiGates gates;
};
void checkContainers(const PodSpec& spec, const std::vector<std::string>& volumeNames, const std::string& path,
                     const PodSpecContext& context, FieldErrors& errors);
void checkAffinity(const Affinity& affinity, const std::string& path, FieldErrors& errors);
/// matchLabelKeys and mismatchLabelKeys of a term against its selector, which they have been merged into.
void checkLabelKeys(const std::vector<Symbol>& match, const std::vector<Symbol>& mismatch,
                    const std::optional<LabelSelector>& selector, const std::string& path, FieldErrors& errors);
void checkTolerations(const std::vector<Toleration>& tolerations, const std::string& path, const ApiGates& gates,
                      FieldErrors& errors);
void checkTolerationValue(const Toleration& toleration, const std::string& path, const ApiGates& gates,
                          FieldErrors& errors);
/// emptyAllowed: of tolerations.
void checkTaintEffect(Symbol effect, bool emptyAllowed, const std::string& path, FieldErrors& errors);
void checkPodSpec(const PodSpec& spec, const std::string& path, const PodSpecContext& context, FieldErrors& errors);
void checkPreemptionPolicy(std::string_view policy, const std::string& path, FieldErrors& errors);

// Kinds.
void checkPod(const Pod& pod, const ApiGates& gates, FieldErrors& errors);
void checkNode(const Node& node, FieldErrors& errors);
void checkWorkload(const Workload& workload, const ApiGates& gates, FieldErrors& errors);
void checkReplicationController(const ReplicationController& controller, const ApiGates& gates, FieldErrors& errors);
void checkPriorityClass(const PriorityClass& priorityClass, FieldErrors& errors);
void checkDisruptionBudget(const PodDisruptionBudget& budget, FieldErrors& errors);

/// Storage kinds, from their documents; other kinds are left alone.
void checkStorageKind(const Object& object, FieldErrors& errors);
/// Kinds of resource.k8s.io, from their documents; other kinds are left alone.
void checkDeviceKind(const Object& object, FieldErrors& errors);
/// The spec of a volume claim.
void checkClaimSpec(const Value& spec, const std::string& path, FieldErrors& errors);
/// The name of a CSI driver.
void checkDriverName(const std::string& name, const std::string& path, FieldErrors& errors);

/// The value of a path of member names below a document; null where there is none.
const Value* at(const Value* value, std::initializer_list<std::string_view> path);
/// The text of a member, empty where it is absent.
std::string textAt(const Value* value, std::initializer_list<std::string_view> path);
std::optional<std::int64_t> numberAt(const Value* value, std::initializer_list<std::string_view> path);

}
