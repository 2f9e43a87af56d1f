// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"
#include "models/queue_flow.h"

/// Who was where when: the moves of a run by pod. Pure functions of a run.
namespace berth::models {

/// A pod's stay in one lane.
struct TimeSpan {
    std::uint32_t begin = 0;               ///< index of the move that brought the pod
    std::uint32_t end = 0;                 ///< of the one that took it away; the number of moves if it is still there
    Lane lane = Lane::Outside;
    std::int64_t attempt = -1;             ///< In flight and what follows: the attempt it belongs to
};

/// Where a pod left.
struct TimeEnd {
    std::uint32_t move = 0;                ///< index
    PodEnd end = PodEnd::None;
};

struct TimeRow {
    QString pod;
    std::vector<TimeSpan> spans;           ///< in order of time, without stays outside
    std::vector<TimeEnd> ends;             ///< in order of time; more than one if the pod came again under its name
};

enum class TimeAxis : std::uint8_t { Virtual, Order };

struct TimeLine {
    QueueFlowPtr flow;
    std::vector<TimeRow> rows;             ///< in the order in which pods came
    QHash<QString, std::uint32_t> rowOf;
    api::Time origin;
    api::Time end;

    /// Seconds since the start, or the place in the order of moves. move may be their number.
    double position(std::size_t move, TimeAxis axis) const;
    double length(TimeAxis axis) const;
};

using TimeLinePtr = std::shared_ptr<const TimeLine>;

/// Costs as much as the flow has moves: not for the GUI thread.
TimeLinePtr makeTimeLine(QueueFlowPtr flow, api::Time origin, api::Time now);

enum class RowOrder : std::uint8_t { Arrival, Name, MostAttempts, LongestWait };
/// Rows of the line whose pod contains the text, in an order: the most attempts, or the longest time before being bound, first.
std::vector<std::uint32_t> orderRows(const TimeLine& line, RowOrder order, const QString& filter);

/// One part of an attempt: an extension point (depth 0) or a plugin in it (depth 1). Widths are numbers of calls.
struct CallSpan {
    QString name;
    int depth = 0;
    double begin = 0;
    double calls = 0;
};
/// What an attempt called, one after the other: plugins of PreFilter and PreScore once, of Filter and Score once per node.
std::vector<CallSpan> callSpans(const trace::Attempt& attempt, const trace::Explanation& explanation);

}
