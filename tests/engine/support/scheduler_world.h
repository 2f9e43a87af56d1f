// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decode.h"
#include "cluster/memory_server.h"
#include "engine/support/scripted_profile.h"
#include "scheduler/scheduler.h"

#include <QString>
#include <QStringList>

/// A scheduler with a scripted profile over an API server in memory.
namespace berth::tests {

class SchedulerWorld {
public:
    cluster::VirtualClock clock;
    cluster::MemoryServer server{clock};
    ports::SeededRandom random{0};
    ScriptedProfile profile;
    config::LoadResult configuration = config::defaultConfiguration();
    std::unique_ptr<scheduler::Scheduler> scheduler;

    SchedulerWorld() { profile.inTree("DefaultBinder", {ExtensionPoint::Bind}); }

    void start(std::int64_t bindingDuration = 0)
    {
        configuration.profiles = {profile.profile()};
        scheduler::SchedulerContext context{server, clock, random, profile.registry(), {}};
        context.bindingDuration = bindingDuration;
        auto made = scheduler::Scheduler::make(configuration, context);
        if (!made)
            throw std::runtime_error(made.error());
        scheduler = std::move(*made);
    }
    /// One document; what it does not say stays as it was if the object exists.
    void apply(const std::string& yaml)
    {
        for (const auto& document : api::decodeStream(yaml, "test")) {
            auto errors = document.object ? server.put(document.object, true)
                                          : api::FieldErrors{{{}, document.problems.front().message}};
            if (!errors.empty())
                throw std::runtime_error(errors.front().text);
        }
        rest();
    }
    void node(const std::string& name)
    {
        apply("{apiVersion: v1, kind: Node, metadata: {name: " + name
              + "}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}}");
    }
    void pod(const std::string& name, const std::string& spec = {}, const std::string& metadata = {})
    {
        apply("{apiVersion: v1, kind: Pod, metadata: {name: " + name + metadata
              + "}, spec: {containers: [{name: c, image: i}]" + spec + "}}");
    }
    void remove(api::Kind kind, const std::string& name)
    {
        (void)server.remove(kind, kind == api::Kind::Pod ? "default" : "", name);
        rest();
    }
    void rest()
    {
        while (scheduler->runDeferred()) {
        }
    }
    /// One cycle and all that follows from it at once.
    bool attempt()
    {
        const bool any = scheduler->scheduleOne();
        rest();
        return any;
    }
    /// The clock moves, timer by timer.
    void advance(double seconds)
    {
        const api::Time target{clock.moment().nanoseconds + static_cast<std::int64_t>(seconds * 1e9)};
        for (auto next = scheduler->nextTimer(); next && *next < target; next = scheduler->nextTimer())
            moveTo(*next);
        moveTo(target);
        scheduler->queue().flushBackoffCompleted();
    }
    std::shared_ptr<const api::Pod> podNow(const std::string& name) const
    {
        return std::static_pointer_cast<const api::Pod>(server.get(api::Kind::Pod, "default/" + name));
    }
    QString nodeOf(const std::string& name) const
    {
        const auto found = podNow(name);
        return found ? QString::fromStdString(found->spec.nodeName) : "no such pod";
    }
    QString place(const std::string& name) const
    {
        return QString::fromStdString(std::string(trace::queuePlaceName(scheduler->queue().placeOf("default/" + name))));
    }
    /// reason: note, of the last event.
    QString lastEvent() const
    {
        return server.events().empty() ? QString()
                                       : QString::fromStdString(server.events().back().reason + ": "
                                                                + server.events().back().message);
    }
    const trace::Attempt& lastAttempt() const { return *scheduler->trace().attempts.back(); }

private:
    void moveTo(api::Time time)
    {
        clock.advance(time.nanoseconds - clock.moment().nanoseconds);
        scheduler->runTimers();
        rest();
    }
};

}
