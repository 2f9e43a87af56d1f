// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/avalanche.h"

#include "api/owner.h"

#include "api/pod.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace berth::scenario {

namespace {

/// Everything that follows from the links themselves.
void settle(Avalanche& avalanche)
{
    avalanche.depth = 1;
    avalanche.victims = avalanche.waiting = 0;
    avalanche.settled.reset();
    const auto note = [&avalanche](std::optional<api::Time> time) {
        if (time)
            avalanche.settled = std::max(avalanche.settled.value_or(*time), *time);
    };
    for (const AvalancheLink& link : avalanche.links) {
        avalanche.depth = std::max(avalanche.depth, link.depth);
        avalanche.victims += link.victims.size();
        note(link.placed ? link.placed->time : link.gone);
        for (const AvalancheVictim& victim : link.victims) {
            avalanche.waiting += victim.isWaitedFor();
            note(victim.placed ? victim.placed->time : victim.gone);
        }
    }
    // A pod that had to evict twice is waited for once.
    std::set<std::string_view> waiting;
    for (const AvalancheLink& link : avalanche.links)
        if (link.isWaitedFor())
            waiting.insert(link.pod);
    avalanche.waiting += waiting.size();
    if (avalanche.waiting > 0)
        avalanche.settled.reset();
}

}

bool AvalancheFinder::append(const History& history, const trace::RunTrace& trace)
{
    changed_ = false;
    std::erase_if(underWay_, [&](std::size_t index) {
        const trace::Attempt& next = *trace.attempts[index];
        if (next.result == trace::Result::Waiting)
            return false;
        attempt(index, next);
        return true;
    });
    for (; done_ < history.happenings.size(); ++done_) {
        const Happening& next = history.happenings[done_];
        if (next.kind == Happening::Kind::Object)
            change(history.changes[next.index]);
        else if (next.kind == Happening::Kind::Attempt && trace.attempts[next.index]->result == trace::Result::Waiting)
            underWay_.push_back(next.index);
        else if (next.kind == Happening::Kind::Attempt)
            attempt(next.index, *trace.attempts[next.index]);
    }
    return changed_;
}

std::vector<Avalanche> AvalancheFinder::avalanches() const
{
    std::vector<Avalanche> found = avalanches_;
    for (Avalanche& avalanche : found)
        settle(avalanche);
    return found;
}

void AvalancheFinder::change(const cluster::ObjectChange& change)
{
    const api::Object& object = change.after ? *change.after : *change.before;
    if (object.kind != api::Kind::Pod)
        return;
    if (change.after)
        pods_[object.meta.key()] = change.after;
    if (!change.before)
        replace(object.meta, change.time);
    else if (!change.after)
        leave(object.meta, change.time);
}

void AvalancheFinder::attempt(std::size_t index, const trace::Attempt& attempt)
{
    if (attempt.postFilter && !attempt.postFilter->victims.empty())
        evict(index, attempt);
    else if (attempt.result == trace::Result::Scheduled)
        place(index, attempt);
}

/// A new pod stands in for the longest gone one of its controller.
void AvalancheFinder::replace(const api::ObjectMeta& meta, api::Time time)
{
    const auto* owner = api::controllerOf(meta);
    const auto gone = owner ? gone_.find(owner->uid) : gone_.end();
    if (gone == gone_.end() || gone->second.empty())
        return;
    const Place place = gone->second.front();
    gone->second.pop_front();
    victimAt(place).replacement = meta.key();
    victimAt(place).replaced = time;
    stand_[meta.uid] = place;
    changed_ = true;
}

/// Whoever is waited for and is deleted is waited for no more. (Of those that were placed first it makes no difference.)
void AvalancheFinder::leave(const api::ObjectMeta& meta, api::Time time)
{
    if (const auto stands = stand_.find(meta.uid); stands != stand_.end() && !victimAt(stands->second).placed) {
        victimAt(stands->second).gone = time;
        changed_ = true;
    }
    if (const auto evictor = evictors_.find(meta.uid); evictor != evictors_.end())
        for (AvalancheLink& link : avalanches_[evictor->second.avalanche].links)
            if (link.pod == meta.key() && !link.placed) {
                link.gone = time;
                changed_ = true;
            }
}

void AvalancheFinder::evict(std::size_t index, const trace::Attempt& attempt)
{
    const auto stands = stand_.find(attempt.uid);
    const auto began = evictors_.find(attempt.uid);
    std::size_t to = avalanches_.size();
    AvalancheLink link;
    link.attempt = index;
    link.pod = attempt.pod;
    link.nominated = attempt.postFilter->nominatedNode.value_or("");
    link.time = attempt.time;
    if (stands != stand_.end()) {
        to = stands->second.avalanche;
        link.cause = stands->second.link;
        link.depth = avalanches_[to].links[*link.cause].depth + 1;
    } else if (began != evictors_.end()) {
        to = began->second.avalanche; // tried again, and had to evict again
    }
    if (to == avalanches_.size())
        avalanches_.emplace_back();
    Avalanche& avalanche = avalanches_[to];
    const std::size_t at = avalanche.links.size();
    if (stands != stand_.end() && !victimAt(stands->second).link)
        victimAt(stands->second).link = at;
    for (const auto& key : attempt.postFilter->victims) {
        const auto known = pods_.find(key);
        const auto* owner = known == pods_.end() ? nullptr : api::controllerOf(known->second->meta);
        link.victims.push_back({key, owner ? owner->kind + " " + owner->name : std::string(), {}, {}, {}, {}, {}});
        if (owner)
            gone_[owner->uid].push_back({to, at, link.victims.size() - 1});
    }
    avalanche.links.push_back(std::move(link));
    evictors_[attempt.uid] = {to, at, 0};
    changed_ = true;
}

void AvalancheFinder::place(std::size_t index, const trace::Attempt& attempt)
{
    const AvalanchePlacing placing{index, attempt.node, attempt.time};
    if (const auto stands = stand_.find(attempt.uid); stands != stand_.end()) {
        victimAt(stands->second).placed = placing;
        changed_ = true;
    }
    if (const auto evictor = evictors_.find(attempt.uid); evictor != evictors_.end())
        for (AvalancheLink& link : avalanches_[evictor->second.avalanche].links)
            if (link.pod == attempt.pod) {
                link.placed = placing;
                changed_ = true;
            }
}

std::vector<Avalanche> findAvalanches(const History& history, const trace::RunTrace& trace)
{
    AvalancheFinder finder;
    finder.append(history, trace);
    return finder.avalanches();
}

std::vector<Avalanche> avalanchesUntil(std::vector<Avalanche> avalanches, std::size_t attempts, api::Time time)
{
    const auto forget = [&](std::optional<AvalanchePlacing>& placed, std::optional<api::Time>& gone) {
        if (placed && placed->attempt >= attempts)
            placed.reset();
        if (gone && *gone > time)
            gone.reset();
    };
    for (Avalanche& avalanche : avalanches) {
        std::erase_if(avalanche.links, [&](const AvalancheLink& link) { return link.attempt >= attempts; });
        for (AvalancheLink& link : avalanche.links) {
            forget(link.placed, link.gone);
            for (AvalancheVictim& victim : link.victims) {
                forget(victim.placed, victim.gone);
                if (victim.link && *victim.link >= avalanche.links.size())
                    victim.link.reset();
                if (victim.replaced && *victim.replaced > time) {
                    victim.replaced.reset();
                    victim.replacement.clear();
                }
            }
        }
        settle(avalanche);
    }
    std::erase_if(avalanches, [](const Avalanche& avalanche) { return avalanche.links.empty(); });
    return avalanches;
}

}
