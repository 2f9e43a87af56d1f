// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/step_progress.h"

#include "cluster/virtual_clock.h"

#include <algorithm>

namespace berth::scenario {

namespace {

using Kind = Command::Kind;

/// Commands of the step so far, by what they are.
struct Done {
    int attempts = 0;
    int advances = 0;
    std::size_t actions = 0;               ///< anything that is not the passing of time
};

Done doneSince(const StepStart& start, const Commands& commands, std::size_t done)
{
    Done count;
    for (std::size_t i = start.commands; i < std::min(done, commands.size()); ++i) {
        const Kind kind = commands[i]->kind;
        count.attempts += kind == Kind::Attempt;
        count.advances += kind == Kind::Advance;
        const bool isTime = kind == Kind::Attempt || kind == Kind::Advance || kind == Kind::Event || kind == Kind::MoveClock || kind == Kind::Begin;
        count.actions += !isTime;
    }
    return count;
}

/// The action is over, what is expected of it is not looked at yet.
void actNoMore(Step& step) { step.action = step.expectations.empty() ? "run" : "expect"; }

}

Step restOf(const Step& step, const StepStart& start, const Commands& commands, std::size_t done, api::Time now)
{
    const Done before = doneSince(start, commands, done);
    Step rest = step;
    const std::int64_t epoch = cluster::VirtualClock::epoch.nanoseconds;
    if (step.after) {
        rest.after.reset();
        rest.at = start.time.nanoseconds - epoch + *step.after;
    }
    const std::int64_t began = std::max(start.time.nanoseconds, rest.at ? epoch + *rest.at : start.time.nanoseconds);
    const std::string& action = step.action;
    if (action == "settle" && step.limit && now.nanoseconds > began)
        rest.limit = std::max<std::int64_t>(0, *step.limit - (now.nanoseconds - began));
    else if (action == "settle" && !step.limit)
        rest.rounds = std::max(1, (step.rounds == 0 ? 60 : step.rounds) - before.advances);
    else if (action == "attempt" && before.attempts >= std::max(1, step.count))
        actNoMore(rest);
    else if (action == "attempt")
        rest.count = std::max(1, step.count) - before.attempts;
    else if (action == "advance" && before.advances > 0)
        actNoMore(rest);
    else if (!step.targets.empty() && before.actions < step.targets.size())
        rest.targets.erase(rest.targets.begin(), rest.targets.begin() + static_cast<std::ptrdiff_t>(before.actions));
    else if (before.actions > 0)
        actNoMore(rest);
    return rest;
}

std::vector<Step> stepsLeft(const std::vector<Step>& steps, const std::vector<StepStart>& starts, const Commands& commands, std::size_t done,
                            api::Time now)
{
    // One that ended where the next one began is over.
    std::size_t next = 0;
    while (next + 1 < starts.size() && starts[next + 1].commands <= done)
        ++next;
    std::vector<Step> left;
    for (std::size_t i = next; i < steps.size(); ++i)
        left.push_back(i == next && i < starts.size() && starts[i].commands <= done ? restOf(steps[i], starts[i], commands, done, now) : steps[i]);
    return left;
}

}
