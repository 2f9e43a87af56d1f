// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

namespace berth::plugins {

/// Higher priority first, then the longer wait. Rule: plugins.md §4, PrioritySort.
class PrioritySort final : public framework::QueueSortPlugin {
public:
    api::Symbol name() const override;
    bool less(const framework::QueuedPodInfo& a, const framework::QueuedPodInfo& b) const override;
};

}
