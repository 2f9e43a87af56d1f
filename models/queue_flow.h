// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/chunked_log.h"
#include "models/cluster.h"
#include "models/pod_end.h"

#include <array>
#include <map>

/// How pods travel through the queue and the cycles: pure functions of the moves of a run.
namespace berth::models {

/// Where a pod is, in the direction that pods travel. Outside: not there yet, or ended.
enum class Lane : std::uint8_t { Gated, Active, Backoff, Unschedulable, InFlight, Permit, Binding, Bound, Outside };
inline constexpr std::size_t laneCount = 8;            ///< without Outside
QString laneName(Lane lane);                           ///< translated

/// One pod going from one lane to another, and why.
struct LaneMove {
    api::Time time;
    QString pod;                                       ///< `namespace/name`
    Lane from = Lane::Outside;
    Lane to = Lane::Outside;
    QString cause;                                     ///< event label, `Pop`, `ScheduleAttemptFailure`, `Scheduled`, …
    QString object;                                    ///< the object of the event, may be empty
    std::vector<std::pair<QString, QString>> verdicts; ///< plugin, `Queue`, `Skip` or `error: …`
    QString during;                                    ///< event in the course of a failed attempt that sent the pod on
    std::optional<api::Time> until;                    ///< into Backoff: when it ends, if known at that moment
    std::int64_t attempt = -1;                         ///< index of the attempt that began or ended with it
    PodEnd end = PodEnd::None;                         ///< to Outside: how it left
};
/// Where it went: the lane, or `ended: completed`.
QString targetName(const LaneMove& move);

/// `NodeResourcesFit: Queue`, one per line; empty without verdicts.
QString verdictText(const LaneMove& move);

/// All moves of a run so far, in order.
struct QueueFlow {
    std::optional<trace::StartRecord> start;           ///< absent until scheduling may begin
    ChunkedLog<LaneMove> moves;
    PodEnds ended;                                     ///< by all of them
};
using QueueFlowPtr = std::shared_ptr<const QueueFlow>;

/// How the scheduler started: `WaitForHandlersSync: all 12 listed objects were delivered before the first attempt`.
QString startText(const trace::StartRecord& start, api::Time origin);

/// The lanes after the first `moves` moves.
class LaneBoard {
public:
    struct Token {
        Lane lane = Lane::Outside;
        std::size_t since = 0;                         ///< index of the move that brought it here
    };

    /// Goes to that moment, forward or back; of another run from the start. Forward costs what was added.
    void goTo(const QueueFlow& flow, std::size_t moves);

    std::size_t moves() const { return moves_; }
    /// Pods of a lane in the order in which they came.
    std::vector<QString> pods(Lane lane) const;
    std::size_t count(Lane lane) const { return lanes_[static_cast<std::size_t>(lane)].size(); }
    /// Who has left by then, and how. A pod that came again under its old name counts here, too.
    const PodEnds& ended() const { return ended_; }
    /// Outside for unknown pods.
    Token token(const QString& pod) const { return tokens_.value(pod); }

private:
    void apply(const LaneMove& move, std::size_t index);

    QueueFlow flow_;                                   ///< what was applied; shares its chunks
    std::size_t moves_ = 0;
    QHash<QString, Token> tokens_;
    PodEnds ended_;
    std::array<std::map<std::size_t, QString>, laneCount> lanes_;   ///< by the move that brought the pod
};

/// How many moves happened up to and at that time.
std::size_t movesUntil(const QueueFlow& flow, api::Time time);

/// What moved along one edge.
struct FlowEdge {
    Lane from = Lane::Outside;
    Lane to = Lane::Outside;
    PodEnd end = PodEnd::None;             ///< only where ends are told apart
    std::size_t count = 0;
    std::vector<std::pair<QString, std::size_t>> causes;   ///< most frequent first
};
enum class EdgesBy : std::uint8_t { Lanes, LanesAndEnds };
/// Every edge that was used by the first `moves` moves, by from, to and, if asked for, the way in which pods ended.
std::vector<FlowEdge> flowEdges(const QueueFlow& flow, std::size_t moves, EdgesBy by = EdgesBy::Lanes);
/// Edge, causes and the last few moves, as lines of text.
QString edgeText(const QueueFlow& flow, std::size_t moves, const FlowEdge& edge, api::Time origin);

/// Indexes of the moves of a pod, or of an edge, oldest first. end: None for all ends.
std::vector<std::size_t> movesOfPod(const QueueFlow& flow, const QString& pod);
std::vector<std::size_t> movesOfEdge(const QueueFlow& flow, Lane from, Lane to, PodEnd end = PodEnd::None);

/// When the backoff that began with that move ends: as the move says, else as the later move out of it shows, else as
/// the queue says now (may be null). Absent: not known.
std::optional<api::Time> backoffEnd(const QueueFlow& flow, std::size_t move, const PodRow* now);

}
