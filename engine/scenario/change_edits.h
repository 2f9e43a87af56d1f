// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/document_patch.h"
#include "scenario/smallest_change.h"

#include <functional>

namespace berth::scenario {

/// An edit with how it is made. Exactly one of the last four members is set.
struct PlannedEdit : Edit {
    std::string target;                    ///< name of the node or `namespace/name` of the pod that is edited
    std::function<void(api::Pod&, DocumentPatch&)> onPod;
    std::function<void(api::Node&, DocumentPatch&)> onNode;
    api::PodPtr removed;
    struct NewNode {
        api::NodePtr node;
        nlohmann::json document;           ///< null if the model was not read from one
    };
    std::optional<NewNode> added;
};

using EditPtr = std::shared_ptr<const PlannedEdit>;

/// What can be done to the waiting pod, nodes and other pods. Positions are those in the object's own lists.
namespace edits {

extern const api::Symbol unschedulableTaintKey;   ///< node.kubernetes.io/unschedulable
extern const api::Symbol hostnameKey;             ///< kubernetes.io/hostname

// To the pod.
EditPtr addToleration(const api::Pod& pod, const api::Taint& taint);
EditPtr alterNodeSelector(const api::Pod& pod, api::Symbol key, api::Symbol value);
EditPtr dropNodeSelector(const api::Pod& pod, api::Symbol key);
/// A requirement of a term of the required node affinity, found again by its key and operator.
EditPtr allowValue(const api::Pod& pod, std::size_t term, const api::NodeSelectorRequirement& requirement, bool isField,
                   api::Symbol value);
/// A term that has no other requirement goes with all of the required node affinity: an empty one would match nothing.
EditPtr dropRequirement(const api::Pod& pod, std::size_t term, const api::NodeSelectorRequirement& requirement,
                        bool isField);
EditPtr dropRequiredNodeAffinity(const api::Pod& pod);
EditPtr relaxSpread(const api::Pod& pod, std::size_t constraint, std::int32_t maxSkew);
EditPtr softenSpread(const api::Pod& pod, std::size_t constraint);
/// original: the term's position before any other term was dropped.
EditPtr dropPodAffinity(const api::Pod& pod, bool isAnti, std::size_t original, const api::PodAffinityTerm& term);
/// Container lists: `containers`, `initContainers`, or `` for the pod's own resources.
EditPtr lowerRequest(const api::Pod& pod, const std::string& list, std::size_t container, api::Symbol resource,
                     const api::Quantity& to);
EditPtr dropHostPort(const api::Pod& pod, const std::string& list, std::size_t container, std::size_t port);

// To nodes.
EditPtr uncordon(const api::Node& node);
EditPtr setLabel(const api::Node& node, api::Symbol key, api::Symbol value);
EditPtr removeLabel(const api::Node& node, api::Symbol key);
EditPtr removeTaint(const api::Node& node, const api::Taint& taint);
/// Room for `more` of a resource. FreeResources where pods hold that much, else EnlargeNode: either way the node's
/// allocatable grows, which to the scheduler is the same as pods going.
EditPtr makeRoom(const api::Node& node, api::Symbol resource, const api::Quantity& more, bool canBeFreed);

// To others.
EditPtr evict(const api::PodPtr& pod, const std::string& node);
EditPtr freeHostPort(const api::PodPtr& holder, const std::string& node, const std::string& port);
/// Another node of the model's shape, under a name of its own.
EditPtr addNode(const api::Node& model, const std::string& name);

}

}
