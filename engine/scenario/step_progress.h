// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/folder.h"
#include "scenario/recording.h"

#include <vector>

namespace berth::scenario {

/// Where a step began, so that one can go on with it after a stop, or from an earlier moment.
struct StepStart {
    std::size_t commands = 0;              ///< of the recording, before it
    api::Time time;
};

/// What is left of a step that began there, once the first so many commands of the run were done: times count from its beginning, and
/// what was done of it is not done again. Performing it leads to where performing the whole step would have led.
Step restOf(const Step& step, const StepStart& start, const Commands& commands, std::size_t done, api::Time now);

/// What is left of all steps at that point of the run; starts has those that had begun when it was written down.
std::vector<Step> stepsLeft(const std::vector<Step>& steps, const std::vector<StepStart>& starts, const Commands& commands, std::size_t done,
                            api::Time now);

}
