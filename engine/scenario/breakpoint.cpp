// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/breakpoint.h"

#include <algorithm>

namespace berth::scenario {

namespace {

/// An empty pattern asks for nothing.
bool asks(std::string_view pattern, std::string_view text) { return pattern.empty() || matchesText(pattern, text); }

bool contains(const std::vector<api::Symbol>& plugins, std::string_view name)
{
    return std::any_of(plugins.begin(), plugins.end(), [&](api::Symbol plugin) { return plugin.view() == name; });
}

std::string reasonOf(const trace::Attempt& attempt)
{
    std::string text = attempt.pod;
    if (!attempt.node.empty() && attempt.result == trace::Result::Scheduled)
        return text.append(" was placed on ").append(attempt.node);
    if (attempt.result == trace::Result::Error)
        return text.append(" failed: ").append(attempt.message);
    text.append(" was not placed");
    std::string plugins;
    for (const auto& list : {attempt.unschedulablePlugins, attempt.pendingPlugins})
        for (const api::Symbol plugin : list)
            plugins.append(plugins.empty() ? "" : ", ").append(plugin.view());
    if (!plugins.empty())
        text.append(": refused by ").append(plugins);
    if (attempt.postFilter && !attempt.postFilter->victims.empty())
        text.append("; evicts ").append(std::to_string(attempt.postFilter->victims.size())).append(" on ").append(
            attempt.postFilter->nominatedNode.value_or(""));
    return text;
}

std::string reasonOf(const trace::QueueMove& move)
{
    // Out of the queue means into a scheduling cycle, or gone.
    const auto name = [](trace::QueuePlace place) {
        return place == trace::QueuePlace::None ? std::string("outside") : std::string(trace::queuePlaceName(place));
    };
    return move.pod + " moved: " + name(move.from) + " to " + name(move.to) + ", " + move.cause.str();
}

}

bool matchesText(std::string_view pattern, std::string_view text)
{
    const auto star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == text;
    if (!text.starts_with(pattern.substr(0, star)))
        return false;
    pattern.remove_prefix(star + 1);
    for (auto rest = text.substr(star);; rest.remove_prefix(1)) {
        if (matchesText(pattern, rest))
            return true;
        if (rest.empty())
            return false;
    }
}

bool matches(const Breakpoint& breakpoint, const trace::Attempt& attempt)
{
    if (!breakpoint.enabled || breakpoint.isAboutMoves() || !asks(breakpoint.pod, attempt.pod))
        return false;
    const bool evicts = attempt.postFilter && !attempt.postFilter->victims.empty();
    if ((breakpoint.result && *breakpoint.result != attempt.result) || (breakpoint.preempting && !evicts))
        return false;
    const std::string nominated = attempt.postFilter ? attempt.postFilter->nominatedNode.value_or("") : std::string();
    if (!breakpoint.node.empty() && !matchesText(breakpoint.node, attempt.node) && !matchesText(breakpoint.node, nominated))
        return false;
    return breakpoint.plugin.empty() || contains(attempt.unschedulablePlugins, breakpoint.plugin)
        || contains(attempt.pendingPlugins, breakpoint.plugin);
}

bool matches(const Breakpoint& breakpoint, const trace::QueueMove& move)
{
    return breakpoint.enabled && breakpoint.isAboutMoves() && asks(breakpoint.pod, move.pod)
        && (!breakpoint.from || *breakpoint.from == move.from) && (!breakpoint.to || *breakpoint.to == move.to)
        && asks(breakpoint.cause, move.cause.view());
}

void BreakpointWatch::set(std::vector<Breakpoint> breakpoints, const trace::RunTrace& trace)
{
    breakpoints_ = std::move(breakpoints);
    moves_ = trace.moves.size();
    attempts_ = trace.attempts.size();
    waiting_.clear();
    for (std::size_t i = 0; i < attempts_; ++i)
        if (trace.attempts[i]->result == trace::Result::Waiting)
            waiting_.push_back(i);
}

std::optional<BreakpointHit> BreakpointWatch::look(const trace::RunTrace& trace)
{
    std::optional<BreakpointHit> first;
    const auto take = [&first](std::optional<BreakpointHit> hit) {
        if (hit && (!first || hit->time < first->time))
            first = std::move(hit);
    };
    for (; moves_ < trace.moves.size(); ++moves_)
        take(lookAt(trace.moves[moves_]));
    for (; attempts_ < trace.attempts.size(); ++attempts_)
        waiting_.push_back(attempts_);
    std::erase_if(waiting_, [&](std::size_t index) {
        const trace::Attempt& attempt = *trace.attempts[index];
        if (attempt.result == trace::Result::Waiting)
            return false;
        if (auto hit = lookAt(attempt)) {
            hit->attempt = index;
            take(std::move(hit));
        }
        return true;
    });
    return first;
}

std::optional<BreakpointHit> BreakpointWatch::lookAt(const trace::Attempt& attempt) const
{
    for (std::size_t i = 0; i < breakpoints_.size(); ++i)
        if (matches(breakpoints_[i], attempt))
            return BreakpointHit{i, reasonOf(attempt), attempt.pod, {}, attempt.time};
    return {};
}

std::optional<BreakpointHit> BreakpointWatch::lookAt(const trace::QueueMove& move) const
{
    for (std::size_t i = 0; i < breakpoints_.size(); ++i)
        if (matches(breakpoints_[i], move))
            return BreakpointHit{i, reasonOf(move), move.pod, {}, move.time};
    return {};
}

}
