// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/simulation.h"

namespace berth::scenario {

/// Does to the simulation what was done to another one, in order.
void replay(Simulation& simulation, const Commands& commands);

/// The commands that were over by the moment (a TimeMachine's): what a branch from there begins with.
Commands commandsUntil(const Recording& recording, const History& history, std::size_t moment);

/// A run of its own that is where the recorded one was at the moment, made by doing everything again: same setup, same seed,
/// same commands. From then on it goes its own way. If HTTP extenders take part they are asked again, so a branch of such a run
/// is as repeatable as they are. Error: the configuration's.
tl::expected<std::unique_ptr<Simulation>, std::string> branch(const Recording& recording, const History& history, std::size_t moment);

}
