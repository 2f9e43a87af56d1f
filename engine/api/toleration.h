// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"
#include "api/pod.h"

#include <span>

namespace berth::api {

/// Whether a toleration tolerates a taint (core/v1 ToleratesTaint). The operators Lt and Gt never match: their gate
/// TaintTolerationComparisonOperators is off in 1.36.
bool tolerates(const Toleration& toleration, const Taint& taint);
bool tolerates(std::span<const Toleration> tolerations, const Taint& taint);

/// The first taint with effect NoSchedule or NoExecute, in node order, that nothing tolerates; or nullptr.
const Taint* findUntoleratedTaint(std::span<const Taint> taints, std::span<const Toleration> tolerations);

}
