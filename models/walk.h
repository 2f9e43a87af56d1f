// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"

#include <QMetaType>

/// An attempt looked at one extension point after the other. The attempt itself is long over: what is not known yet at
/// a point is taken out of its explanation, and everything that is shown is made from the rest.
namespace berth::models {

enum class WalkPoint : std::uint8_t { PreFilter, Filter, PostFilter, PreScore, Score, Normalize, Select, Reserve, Permit, PreBind, Bind };
QString walkPointName(WalkPoint point);

/// Where somebody is in an attempt. A value: the same attempt and count give the same picture.
struct Walk {
    std::int64_t attempt = -1;             ///< index in the run; -1: nobody walks
    QString pod;
    std::vector<WalkPoint> points;         ///< that this attempt went through, in order
    std::size_t known = 0;                 ///< so many of them are shown

    bool isActive() const { return attempt >= 0; }
    /// Empty at the end.
    std::optional<WalkPoint> next() const { return known < points.size() ? std::optional(points[known]) : std::nullopt; }
    std::optional<WalkPoint> last() const { return known > 0 && known <= points.size() ? std::optional(points[known - 1]) : std::nullopt; }
};

/// The points that an attempt went through, the one where it failed included.
std::vector<WalkPoint> walkPoints(const trace::Attempt& attempt, const trace::Explanation& explanation);

/// The view of an attempt after so many of its points, at least one; with all of them it is the whole attempt.
AttemptViewPtr makeWalkView(const trace::Attempt& attempt, const trace::Explanation& explanation, std::size_t known,
                            const Cluster* cluster, api::Time origin);

/// `Filter is done. Next: PreScore`.
QString walkText(const Walk& walk);

}

Q_DECLARE_METATYPE(berth::models::Walk)
