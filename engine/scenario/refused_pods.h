// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"
#include "ports/api_server.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace berth::scenario {

/// Workloads whose controllers are refused the pods that they want to make, as the events of a run tell it (FailedCreate), until
/// one is made. Fed a piece at a time; costs what was added.
class RefusedPods {
public:
    /// All events of the run so far.
    void append(const std::vector<ports::ClusterEventRecord>& events);
    /// One warning for each of them that is there, in the API server's words, about the topmost owner: who wrote a Deployment knows
    /// nothing of its ReplicaSets. others: the objects of now.
    api::Problems problems(const std::vector<api::ObjectPtr>& others) const;

private:
    struct Refusal {
        std::string message;
        std::size_t count = 0;             ///< in a row
    };
    std::size_t done_ = 0;
    std::map<std::string, Refusal> refusals_;          ///< by label
};

}
