// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/api_gates.h"
#include "api/cluster_objects.h"
#include "api/node.h"

namespace berth::api {

/// Fills in what the API server's defaulting fills in , as far as the typed fields reach.
/// Idempotent. The document is not touched.
void applyDefaults(Object& object, const ApiGates& gates = {});

/// The create step of pods between defaulting and validation (PrepareForCreate): matchLabelKeys and mismatchLabelKeys
/// merged into their selectors, the SchedulingGated condition, fields of switched-off gates dropped. To be done once,
/// on the pod as given. The status that was given stays, as in-memory servers want it, but conditions only if there is
/// a phase too.
void preparePodForCreate(Pod& pod, const ApiGates& gates = {});

}
