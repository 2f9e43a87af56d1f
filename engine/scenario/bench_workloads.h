// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/bench.h"

namespace berth::scenario {

/// The workloads of kube-scheduler's own scheduler_perf, by their names there (SchedulingBasic, TopologySpreading, …).
/// Those that need plugins Berth does not have are left out.
std::vector<std::string> workloadNames();
/// Measures a workload in the whole loop, API server, queue and binding included: the init pods are scheduled first, then
/// time runs from the first create of a measured pod to the last bind. Error: no such workload, or an object was refused.
tl::expected<BenchResult, std::string> benchWorkload(const BenchSpec& spec);

}
