// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/priority_sort.h"

#include "plugins/names.h"

namespace berth::plugins {

api::Symbol PrioritySort::name() const { return names::prioritySort; }

bool PrioritySort::less(const framework::QueuedPodInfo& a, const framework::QueuedPodInfo& b) const
{
    const auto first = a.pod().priority();
    const auto second = b.pod().priority();
    return first > second || (first == second && a.timestamp < b.timestamp);
}

}
