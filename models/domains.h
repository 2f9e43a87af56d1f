// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/attempt.h"

#include <QString>

#include <cstdint>
#include <vector>

/// What spreading and pod affinity counted for one attempt, ready to be shown.
namespace berth::models {

struct DomainBar {
    QString value;                         ///< of the topology key
    std::int64_t count = 0;
    std::int64_t withPod = 0;              ///< Spread: the skew if the pod went there
    std::int64_t nodes = 0;                ///< that carry the value
    bool counted = true;
    bool allowed = true;
    QString says;                          ///< `3 pods, skew 2 of at most 1`
};

struct DomainPanel {
    QString title;                         ///< `Spread over zone`
    QString facts;                         ///< `DoNotSchedule · maxSkew 1 · minimum 2 · app=web`
    QString shortName;                     ///< for the map's choice of colours: `Spread: zone`
    bool filters = true;                   ///< false: only scores
    /// Counts up to here are let in (Spread: minimum + maxSkew - self); -1 where nothing is drawn.
    std::int64_t limit = -1;
    std::int64_t highest = 0;              ///< the largest absolute count, at least 1
    std::int64_t nodesWithoutKey = 0;
    std::vector<DomainBar> bars;           ///< by value, in natural order
    std::vector<std::int32_t> nodeBar;     ///< index into bars by node of the explanation; -1: without the key
};

std::vector<DomainPanel> domainPanels(const trace::Explanation& explanation);

}
