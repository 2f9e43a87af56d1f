// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/attempt.h"

namespace berth::trace {

std::string_view resultName(Result result)
{
    constexpr std::string_view names[] = {"waiting", "scheduled", "unschedulable", "error", "feasible"};
    return names[static_cast<int>(result)];
}

std::string_view placedPointName(PlacedPoint point)
{
    constexpr std::string_view names[] = {"Reserve", "Permit", "WaitOnPermit", "PreBindPreFlight", "PreBind", "Bind"};
    return names[static_cast<int>(point)];
}

std::string_view queuePlaceName(QueuePlace place)
{
    constexpr std::string_view names[] = {"none", "active", "backoff", "unschedulable", "gated"};
    return names[static_cast<int>(place)];
}

}
