// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/attempt.h"

#include <nlohmann/json.hpp>
#include <string>

namespace berth::scenario {

/// An attempt in the golden's form; without explanation only the decision itself.
nlohmann::json attemptJson(const trace::Attempt& attempt, const trace::Explanation* explanation);

/// The whole "why" for reading: PreFilter, the filters by reason, the scores, the outcome.
std::string explanationText(const trace::Attempt& attempt, const trace::Explanation* explanation);

}
