// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue_flow.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::QueueFlow", text);
}

constexpr std::size_t lastMovesShown = 5;

}

QString laneName(Lane lane)
{
    switch (lane) {
    case Lane::Gated:
        return tr("Gated");
    case Lane::Active:
        return tr("Active");
    case Lane::Backoff:
        return tr("Backoff");
    case Lane::Unschedulable:
        return tr("Unschedulable");
    case Lane::InFlight:
        return tr("In flight");
    case Lane::Permit:
        return tr("Waiting on Permit");
    case Lane::Binding:
        return tr("Binding");
    case Lane::Bound:
        return tr("Bound");
    case Lane::Outside:
        break;
    }
    return tr("outside");
}

QString targetName(const LaneMove& move)
{
    return move.to == Lane::Outside && move.end != PodEnd::None ? tr("ended: %1").arg(podEndName(move.end)) : laneName(move.to);
}

QString verdictText(const LaneMove& move)
{
    QStringList lines;
    for (const auto& [plugin, verdict] : move.verdicts)
        lines << plugin + u": " + verdict;
    return lines.join(u'\n');
}

QString startText(const trace::StartRecord& start, api::Time origin)
{
    const QString mode = toQString(std::string_view(trace::startSyncName(start.mode)));
    const QString listed = formatCount(static_cast<std::int64_t>(start.listed));
    if (start.deliveredAtStart == start.listed)
        return tr("%1: all %2 listed objects were delivered to cache and queue before the first attempt").arg(mode, listed);
    QString text = tr("%1: %2 of %3 listed objects were delivered to cache and queue before the first attempt")
                       .arg(mode, formatCount(static_cast<std::int64_t>(start.deliveredAtStart)), listed);
    if (start.synced)
        text += u"; "_s + tr("all at t = %1, too early attempts: %2").arg(formatMoment(*start.synced, origin), formatCount(static_cast<std::int64_t>(start.attemptsBeforeSync)));
    return text;
}

void LaneBoard::goTo(const QueueFlow& flow, std::size_t moves)
{
    moves = std::min(moves, flow.moves.size());
    if (moves < moves_ || !flow.moves.continues(flow_.moves)) {
        tokens_.clear();
        for (auto& lane : lanes_)
            lane.clear();
        ended_ = {};
        moves_ = 0;
    }
    flow_ = flow;
    for (; moves_ < moves; ++moves_)
        apply(flow_.moves[moves_], moves_);
}

void LaneBoard::apply(const LaneMove& move, std::size_t index)
{
    Token& token = tokens_[move.pod];
    if (token.lane != Lane::Outside)
        lanes_[static_cast<std::size_t>(token.lane)].erase(token.since);
    token = {move.to, index};
    if (move.to != Lane::Outside)
        lanes_[static_cast<std::size_t>(move.to)].emplace(index, move.pod);
    else
        tokens_.remove(move.pod);
    if (move.end != PodEnd::None)
        ++ended_[move.end];
}

std::vector<QString> LaneBoard::pods(Lane lane) const
{
    std::vector<QString> result;
    for (const auto& [since, pod] : lanes_[static_cast<std::size_t>(lane)])
        result.push_back(pod);
    return result;
}

std::size_t movesUntil(const QueueFlow& flow, api::Time time)
{
    std::size_t low = 0;
    for (std::size_t high = flow.moves.size(); low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (flow.moves[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::vector<FlowEdge> flowEdges(const QueueFlow& flow, std::size_t moves, EdgesBy by)
{
    std::map<std::tuple<Lane, Lane, PodEnd>, std::map<QString, std::size_t>> counts;
    for (std::size_t i = 0; i < std::min(moves, flow.moves.size()); ++i) {
        const LaneMove& move = flow.moves[i];
        ++counts[{move.from, move.to, by == EdgesBy::Lanes ? PodEnd::None : move.end}][move.cause];
    }
    std::vector<FlowEdge> edges;
    for (const auto& [ends, causes] : counts) {
        const auto& [from, to, end] = ends;
        FlowEdge edge{from, to, end, 0, {causes.begin(), causes.end()}};
        for (const auto& [cause, count] : causes)
            edge.count += count;
        std::stable_sort(edge.causes.begin(), edge.causes.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        edges.push_back(std::move(edge));
    }
    return edges;
}

QString edgeText(const QueueFlow& flow, std::size_t moves, const FlowEdge& edge, api::Time origin)
{
    QStringList lines;
    lines << tr("%1 → %2: moves: %3").arg(laneName(edge.from), edge.end == PodEnd::None ? laneName(edge.to) : podEndName(edge.end), formatCount(static_cast<qint64>(edge.count)));
    for (const auto& [cause, count] : edge.causes)
        lines << u"%1 × %2"_s.arg(formatCount(static_cast<qint64>(count)), cause);
    lines << tr("Last of them:");
    std::size_t shown = 0;
    for (std::size_t i = std::min(moves, flow.moves.size()); i-- > 0 && shown < lastMovesShown;) {
        const LaneMove& move = flow.moves[i];
        if (move.from != edge.from || move.to != edge.to || (edge.end != PodEnd::None && move.end != edge.end))
            continue;
        ++shown;
        QString line = formatMoment(move.time, origin) + u"  " + move.pod + u"  " + move.cause;
        if (!move.object.isEmpty())
            line += u" (" + move.object + u')';
        lines << line;
    }
    return lines.join(u'\n');
}

std::vector<std::size_t> movesOfPod(const QueueFlow& flow, const QString& pod)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < flow.moves.size(); ++i)
        if (flow.moves[i].pod == pod)
            found.push_back(i);
    return found;
}

std::vector<std::size_t> movesOfEdge(const QueueFlow& flow, Lane from, Lane to, PodEnd end)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < flow.moves.size(); ++i)
        if (flow.moves[i].from == from && flow.moves[i].to == to && (end == PodEnd::None || flow.moves[i].end == end))
            found.push_back(i);
    return found;
}

std::optional<api::Time> backoffEnd(const QueueFlow& flow, std::size_t move, const PodRow* now)
{
    const LaneMove& into = flow.moves[move];
    if (into.to != Lane::Backoff)
        return {};
    if (into.until)
        return into.until;
    for (std::size_t i = move + 1; i < flow.moves.size(); ++i)
        if (flow.moves[i].pod == into.pod)
            return flow.moves[i].cause == u"BackoffComplete" ? std::optional(flow.moves[i].time) : std::nullopt;
    return now && now->place == PodPlace::Backoff ? now->backoffUntil : std::nullopt;
}

}
