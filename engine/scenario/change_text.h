// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/smallest_change.h"

#include <nlohmann/json.hpp>

namespace berth::scenario {

/// The changes as a numbered list for reading.
std::string changesText(const SmallestChanges& changes);

/// `{pod, fitsOn?, error?, complete, tried, changes: [{text, node, edits: [{kind, object, text}], objects: [{action, object,
/// patch?, document?}]}]}`.
nlohmann::json changesJson(const SmallestChanges& changes);

}
