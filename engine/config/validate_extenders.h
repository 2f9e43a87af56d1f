// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/field_error.h"
#include "config/types.h"

#include <string>
#include <vector>

namespace berth::config {

/// The part of validateConfiguration that is about extenders.
api::FieldErrors validateExtenders(const std::vector<Extender>& extenders);

/// Why no client can be made for an extender; empty if one can. Certificates are looked at only as far as their text
/// is in the configuration: files named there may lie on another machine.
std::string extenderClientError(const Extender& extender);

}
