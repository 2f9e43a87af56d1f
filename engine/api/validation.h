// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/api_gates.h"
#include "api/cluster_objects.h"
#include "api/field_error.h"
#include "api/names.h"
#include "api/node.h"

#include <string>
#include <vector>

namespace berth::api {

/// What the API server's validation of a new object says, after defaulting (applyDefaults) and, for pods, the create
/// step (preparePodForCreate); empty = valid. In the order of the checks. Where the typed fields do not reach,
/// object.document is read; without one those checks are skipped.
std::vector<FieldError> validate(const Object& object, const ApiGates& gates = {});

}
