// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"
#include "plugins/preemption_candidate.h"
#include "trace/attempt.h"

namespace berth::plugins {

/// Writes the candidates down for people, in place of those that were noted before. Reads no clock: a reading moves it.
void noteCandidates(const std::vector<PreemptionCandidate>& candidates, const framework::Listers& listers,
                    trace::PostFilterRecord& record);

}
