// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/pod_standing.h"

namespace berth::cluster {

/// Orders pods by how little is lost with them, the first to be deleted first: those without a node, then Pending and
/// Unknown ones, those that are not ready, those of low cost (annotation controller.kubernetes.io/pod-deletion-cost),
/// those whose node has more pods of this kind, those ready for less time, those restarted more often, younger ones.
/// Times count by their order of magnitude (powers of two), so that among pods of about one age chance, here the uid,
/// decides. related: what counts for "pods of this kind", active ones only.
Pods rankForDeletion(Pods pods, const Pods& related, api::Time now);

/// The annotation's value, 0 where it is absent or no integer.
std::int32_t deletionCost(const api::Pod& pod);

}
