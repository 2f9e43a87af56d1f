// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/node.h"

namespace berth::api {

/// Fills in what the API server's defaulting fills in (spec/api.md §5), as far as the typed fields reach.
/// Idempotent. The document is not touched.
void applyDefaults(Object& object);

/// The create step of pods that follows validation (PrepareForCreate): matchLabelKeys and mismatchLabelKeys merged
/// into their selectors, the SchedulingGated condition, fields of switched-off gates dropped.
void preparePodForCreate(Pod& pod);

}
