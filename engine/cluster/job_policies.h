// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/job.h"

#include <string>

namespace berth::cluster {

/// What a failed pod means to its Job.
struct PodFailure {
    enum class Action : std::uint8_t { Count, Ignore, FailIndex, FailJob };
    Action action = Action::Count;
    std::string message;                     ///< FailJob: why
};

/// The first rule of spec.podFailurePolicy that the pod meets: by exit codes of its containers or by its conditions.
PodFailure judgeFailure(const api::Workload& job, const api::Pod& pod);

/// The message of the first rule of spec.successPolicy that is met; absent if none is.
std::optional<std::string> metSuccessRule(const api::Workload& job, const Indexes& succeeded);

}
