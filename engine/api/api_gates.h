// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace berth::api {

/// The feature gates that decide how the API server reads an object, with their values in 1.36.
struct ApiGates {
    bool matchLabelKeysInPodAffinity = true;
    bool matchLabelKeysInPodTopologySpread = true;
    bool matchLabelKeysInPodTopologySpreadSelectorMerge = true;
    bool podLevelResources = true;
    bool genericWorkload = false;
    bool taintTolerationComparisonOperators = false;
};

}
