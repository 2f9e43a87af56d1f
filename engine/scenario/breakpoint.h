// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/run_trace.h"

#include <optional>
#include <string>
#include <vector>

namespace berth::scenario {

/// Where a run is to stop. Everything that is given must hold of one thing that happens: of a queue move if a place or cause is
/// given, else of an attempt whose outcome is known. A run stops after the attempt or the passing of time in which it happened.
struct Breakpoint {
    std::string pod = {};                              ///< `namespace/name`, `*` stands for any text; empty: any pod
    std::string node = {};                             ///< chosen or nominated; `*` as above; empty: whatever
    std::string plugin = {};                           ///< among those that refused the pod or let it wait; empty: whatever
    std::optional<trace::Result> result = {};
    bool preempting = false;                           ///< only attempts that evict somebody
    std::optional<trace::QueuePlace> from = {};        ///< a move out of there
    std::optional<trace::QueuePlace> to = {};
    std::string cause = {};                            ///< of the move, as the trace has it
    bool enabled = true;

    bool isAboutMoves() const { return from || to || !cause.empty(); }
    /// Nothing is asked: it would stop at every attempt.
    bool isEmpty() const { return pod.empty() && node.empty() && plugin.empty() && !result && !preempting && !isAboutMoves(); }
    bool operator==(const Breakpoint&) const = default;
};

/// That a run stopped, and at what.
struct BreakpointHit {
    std::size_t breakpoint = 0;                        ///< in the list that was set
    std::string reason;                                ///< `default/web-1 was not placed: NodeResourcesFit refused it`
    std::string pod;
    std::optional<std::size_t> attempt;                ///< its index; absent for a move
    api::Time time;
};

bool matches(const Breakpoint& breakpoint, const trace::Attempt& attempt);
bool matches(const Breakpoint& breakpoint, const trace::QueueMove& move);
/// `*` in the pattern stands for any text.
bool matchesText(std::string_view pattern, std::string_view text);

/// Looks at what a trace got since the last time. A value of the run loop's thread.
class BreakpointWatch {
public:
    /// The past is not looked at: what happened up to now stops nobody.
    void set(std::vector<Breakpoint> breakpoints, const trace::RunTrace& trace);
    /// The first thing since the last call that a breakpoint matches.
    std::optional<BreakpointHit> look(const trace::RunTrace& trace);

private:
    std::optional<BreakpointHit> lookAt(const trace::Attempt& attempt) const;
    std::optional<BreakpointHit> lookAt(const trace::QueueMove& move) const;

    std::vector<Breakpoint> breakpoints_;
    std::size_t attempts_ = 0;                         ///< looked at
    std::size_t moves_ = 0;
    std::vector<std::size_t> waiting_;                 ///< attempts whose outcome is still to come
};

}
