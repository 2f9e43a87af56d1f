// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/field_error.h"
#include "api/names.h"
#include "api/node.h"

#include <string>
#include <vector>

namespace berth::api {

/// What the API server's validation of a new object says (spec/api.md §4, §7), after defaulting; empty = valid.
/// In the order of the checks; the oracle's `rejected` has the texts sorted.
std::vector<FieldError> validate(const Object& object);

}
