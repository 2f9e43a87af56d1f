// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"
#include "framework/pod_info.h"
#include "ports/clock.h"

#include <vector>

/// Which of two victims is the greater loss (util/utils.go).
namespace berth::plugins {

/// A pod that has not started counts as starting now, so two readings of it differ.
api::Time startTimeOf(const api::Pod& pod, ports::Clock& clock);

/// Higher priority, then longer running. Of two pods that have not started the first is older each time it is asked.
bool moreImportantPod(const api::Pod& a, const api::Pod& b, ports::Clock& clock);

/// When the oldest of the victims with the highest priority started. pods: not empty.
api::Time earliestStartTime(const std::vector<framework::PodInfoPtr>& pods, ports::Clock& clock);

}
