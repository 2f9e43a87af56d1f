// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"
#include "design/document.h"

namespace berth::design {

/// A document that begins where a run has come to.
struct Kept {
    Document document;
    std::size_t placements = 0;            ///< pods that have got a node, or another than before
    std::size_t gone = 0;                  ///< pods that were kept before, and that the run has deleted since
    std::size_t ofJobs = 0;                ///< pods on nodes that were left out: a Job counts from nothing whenever it is run
    bool isChange() const { return placements > 0 || gone > 0; }
};

/// Pods that are objects of the document get their nodes. Pods that its Deployments, ReplicaSets, StatefulSets and DaemonSets have made
/// come in as objects, without owners, as after `kubectl delete --cascade=orphan`: controllers adopt what they select before they make
/// anything, so nothing is made twice. A Deployment selects through its ReplicaSets, which come along. pods: all of the cluster;
/// those that have ended keep no place; replicaSets: all of it. Only a run of this very document (isOfDocument) says which pods of it are gone.
Kept keepPlacements(const Document& document, const std::vector<api::PodPtr>& pods, const std::vector<api::ObjectPtr>& replicaSets,
                    bool isOfDocument);

}
