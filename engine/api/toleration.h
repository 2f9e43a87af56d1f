// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"
#include "api/pod.h"

#include <span>

namespace berth::api {

/// Which operators of tolerations mean something. Lt and Gt need the gate TaintTolerationComparisonOperators, off in 1.36;
/// without it they never match.
enum class TolerationOperators : std::uint8_t { Standard, WithComparison };

/// Whether a toleration tolerates a taint (core/v1 ToleratesTaint). Lt: the taint's value is less than the toleration's,
/// Gt: greater, both canonical decimal integers.
bool tolerates(const Toleration& toleration, const Taint& taint,
               TolerationOperators operators = TolerationOperators::Standard);
bool tolerates(std::span<const Toleration> tolerations, const Taint& taint,
               TolerationOperators operators = TolerationOperators::Standard);

/// The first taint with effect NoSchedule or NoExecute, in node order, that nothing tolerates; or nullptr.
const Taint* findUntoleratedTaint(std::span<const Taint> taints, std::span<const Toleration> tolerations,
                                  TolerationOperators operators = TolerationOperators::Standard);

}
