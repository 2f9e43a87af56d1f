// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/field_error.h"
#include "api/node.h"

#include <string>
#include <vector>

namespace berth::api {

/// What the API server's validation of a new object says (spec/api.md §4, §7), after defaulting; empty = valid.
/// In the order of the checks; the oracle's `rejected` has the texts sorted.
std::vector<FieldError> validate(const Object& object);

/// The texts of Kubernetes' checks of names, each empty where the name is good.
std::vector<std::string> isQualifiedName(std::string_view key);          ///< label keys
std::vector<std::string> isValidLabelValue(std::string_view value);
std::vector<std::string> isDnsLabel(std::string_view name);
std::vector<std::string> isDnsSubdomain(std::string_view name);

}
