// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/verdicts.h"

#include "scenario/simulation.h"

namespace berth::scenario {

std::vector<trace::NodeVerdictsPtr> verdictsOf(Simulation& simulation, std::size_t first, std::size_t count,
                                               const std::function<bool()>& goOn)
{
    auto* source = dynamic_cast<VerdictSource*>(&simulation);
    return source ? source->verdicts(first, count, goOn) : std::vector<trace::NodeVerdictsPtr>();
}

}
