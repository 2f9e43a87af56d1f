// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/trace_text.h"

#include "cluster/virtual_clock.h"

#include <cinttypes>
#include <cstdio>

namespace berth::scenario {
namespace {

/// Fields of one line, with a tabulator between them.
class Line {
public:
    Line& add(std::string_view text)
    {
        text_ += text_.empty() ? "" : "\t";
        for (const char c : text) // a message must not look like the end of its line
            text_ += c == '\n' || c == '\t' ? ' ' : c;
        return *this;
    }
    Line& add(std::int64_t number) { return add(std::to_string(number)); }
    Line& add(api::Time time) { return add(time.nanoseconds - cluster::VirtualClock::epoch.nanoseconds); }
    template <typename List>
    Line& addAll(const List& list)
    {
        std::string joined;
        for (const auto& item : list)
            joined += (joined.empty() ? "" : ",") + std::string(std::string_view(textOf(item)));
        return add(joined);
    }
    std::string_view finish()
    {
        text_ += '\n';
        return text_;
    }

private:
    static const std::string& textOf(const std::string& text) { return text; }
    static const std::string& textOf(const api::Symbol& symbol) { return symbol.str(); }

    std::string text_;
};

using Sink = std::function<void(std::string_view)>;

void write(const trace::Attempt& attempt, const Sink& sink)
{
    Line line;
    line.add("attempt").add(attempt.time).add(attempt.pod).add(attempt.uid).add(attempt.attempt).add(attempt.profile.view());
    line.add(attempt.podGroup).add(attempt.startIndex).add(attempt.nodeHint).add(attempt.evaluatedNodes).add(attempt.feasibleNodes);
    line.add(trace::resultName(attempt.result)).add(attempt.node).add(attempt.total ? std::to_string(*attempt.total) : "");
    line.addAll(attempt.unschedulablePlugins).addAll(attempt.pendingPlugins);
    line.add(attempt.queueAfter ? trace::queuePlaceName(*attempt.queueAfter) : "");
    line.add(attempt.backoffExpiry ? std::to_string(attempt.backoffExpiry->nanoseconds) : "").add(attempt.message);
    if (attempt.postFilter)
        line.add(attempt.postFilter->message).add(attempt.postFilter->nominatedNode.value_or("-")).addAll(attempt.postFilter->victims);
    for (const auto& call : attempt.extenderCalls)
        line.add(call.url).add(call.verb).add(call.outcome);
    sink(line.finish());
}

void write(const trace::QueueMove& move, const Sink& sink)
{
    Line line;
    line.add("move").add(move.time).add(move.pod).add(trace::queuePlaceName(move.from)).add(trace::queuePlaceName(move.to));
    line.add(move.cause.view()).add(move.object).add(move.during.view());
    for (const auto& [plugin, verdict] : move.verdicts)
        line.add(plugin.view()).add(verdict);
    sink(line.finish());
}

void write(const ports::ClusterEventRecord& event, const Sink& sink)
{
    sink(Line().add("event").add(event.time).add(event.object).add(event.type).add(event.reason).add(event.action)
             .add(event.message).finish());
}

void write(const char* what, const api::Pod& pod, const Sink& sink)
{
    sink(Line().add(what).add(pod.meta.key()).add(pod.meta.uid).add(pod.spec.nodeName).add(pod.status.phase)
             .add(pod.status.nominatedNodeName).finish());
}

}

void writeTrace(const Simulation& simulation, const Sink& sink)
{
    const auto& trace = simulation.trace();
    for (const auto& attempt : trace.attempts)
        write(*attempt, sink);
    for (const auto& move : trace.moves)
        write(move, sink);
    for (const auto& event : simulation.clusterEvents())
        write(event, sink);
    for (const auto& pod : simulation.deletedPods())
        sink(Line().add("deleted").add(pod).finish());
    const auto state = simulation.state();
    for (const auto& pod : state.pods)
        write("pod", *pod, sink);
    for (const auto& pod : state.endedPods)
        write("ended", *pod, sink);
    sink(Line().add("time").add(state.time).finish());
}

std::string TraceDigest::text() const
{
    char hex[17];
    std::snprintf(hex, sizeof hex, "%016" PRIx64, hash);
    return std::to_string(records) + " records, " + std::to_string(bytes) + " bytes, digest " + hex;
}

TraceDigest digestOf(const Simulation& simulation)
{
    TraceDigest digest;
    writeTrace(simulation, [&](std::string_view line) {
        ++digest.records;
        digest.bytes += line.size();
        for (const char c : line)
            digest.hash = (digest.hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    });
    return digest;
}

}
