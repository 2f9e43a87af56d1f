// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/node_verdicts.h"

#include <functional>
#include <vector>

namespace berth::scenario {

class Simulation;

/// A simulation that can say of whole stretches of its run what became of every node. Beside Simulation and not in it: it is
/// the heat map of a run alone that asks.
class VerdictSource {
public:
    virtual ~VerdictSource() = default;
    virtual std::vector<trace::NodeVerdictsPtr> verdicts(std::size_t first, std::size_t count,
                                                         const std::function<bool()>& goOn) = 0;
};

/// What `count` past attempts from `first` on made of each node, recomputed like Simulation::explain() and equal to it, but
/// without the reasons, and so much faster. Null for attempts that are not known any more, and for what is left once goOn,
/// which is asked before each, answers false. Fewer than count where the run ends. Leaves the simulation as it is.
std::vector<trace::NodeVerdictsPtr> verdictsOf(Simulation& simulation, std::size_t first, std::size_t count,
                                               const std::function<bool()>& goOn);

}
