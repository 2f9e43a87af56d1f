// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "config/types.h"

#include <string>
#include <vector>

namespace berth::config {

// Error texts show values of kube-scheduler's own types, which have no JSON names: their fields appear as the Go
// program spells them (`{"Enabled":[{"Name":"X","Weight":0}],"Disabled":null}`).

/// Compact JSON as Go writes it, members in the value's order.
std::string goJson(const api::Value& value);

api::Value internalValue(const std::vector<UtilizationShapePoint>& shape);
api::Value internalValue(const PluginSet& set);
/// RawArgs are the document itself.
api::Value internalValue(const PluginArgs& args);

}
