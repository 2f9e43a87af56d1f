// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"

/// A small cluster and attempts on it, made by hand: three nodes in two zones, four pods.
namespace berth::models::example {

ClusterPtr cluster();
AttemptsPtr attempts();
/// n2 chosen before n10; n3 is full. n10 has the same total as n2.
trace::Attempt scored();
std::shared_ptr<const trace::Explanation> scoredExplanation();
/// No node fits: 2 Insufficient cpu, 1 tainted.
trace::Attempt rejected();
std::shared_ptr<const trace::Explanation> rejectedExplanation();

}
