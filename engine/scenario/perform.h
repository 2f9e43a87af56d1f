// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/expectation.h"
#include "scenario/folder.h"

namespace berth::scenario {

/// What a step came to.
struct Performed {
    Outcome outcome = Outcome::Finished;   ///< Cancelled: the rest of the step is left undone
    std::vector<Rejected> rejected;
    std::vector<Checked> checked;          ///< its expectations
};

/// A merge patch of one object.
struct ObjectPatch {
    std::string kind;
    std::string namespace_;                ///< empty: as the step says it, or the kind has none
    std::string name;
    api::Value patch;
};

/// What patch, scale, cordon, uncordon, drain, fail and recover of nodes do to objects; empty for all other steps.
std::vector<ObjectPatch> patchesOf(const Step& step);

/// Plays one step, of a steps.yaml or of a scenario file, to its end. The token is looked at, and afterEach called, after
/// every attempt and event.
Performed perform(Simulation& simulation, const Step& step, std::stop_token stop = {},
                  const std::function<void(const Progress&)>& afterEach = {});

}
