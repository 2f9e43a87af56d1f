// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/normalize.h"

#include <algorithm>

namespace berth::plugins {

void normalizeByMaximum(std::vector<framework::NodeScore>& scores, bool reverse)
{
    constexpr auto top = framework::maxNodeScore;
    std::int64_t highest = 0;
    for (const auto& entry : scores)
        highest = std::max(highest, entry.score);
    for (auto& entry : scores) {
        if (highest == 0) {
            if (reverse)
                entry.score = top;
            continue;
        }
        entry.score = top * entry.score / highest;
        if (reverse)
            entry.score = top - entry.score;
    }
}

}
