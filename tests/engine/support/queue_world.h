// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/virtual_clock.h"
#include "engine/support/fake_handle.h"
#include "engine/support/scripted_profile.h"
#include "queue/priority_queue.h"

#include <QString>
#include <QStringList>

/// A scheduling queue alone: what it is told comes from the test, what its plugins answer too.
namespace berth::tests {

class QueueWorld {
public:
    cluster::VirtualClock clock;
    FakeHandle handle;
    ScriptedProfile profile;
    std::unique_ptr<framework::Framework> framework;
    std::unique_ptr<queue::PriorityQueue> queue;
    std::vector<trace::QueueMove> moves;

    /// Add plugins to profile, then start. The clock stands half a second before a whole one.
    void start(queue::QueueSettings settings = {})
    {
        clock.advance(500'000'000);
        framework = profile.make(handle);
        queue = std::make_unique<queue::PriorityQueue>(settings, clock, handle.objects,
                                                       std::vector{framework.get()}, false);
        queue->setObserver({[this](trace::QueueMove move) { moves.push_back(std::move(move)); }, {}});
    }

    /// A pod that the listers know; not yet in the queue.
    std::shared_ptr<api::Pod> pod(const std::string& name, int priority = 0)
    {
        auto made = std::make_shared<api::Pod>();
        made->meta.name = name;
        made->meta.namespace_ = api::Symbol("default");
        made->meta.uid = "uid-" + name;
        made->spec.schedulerName = "default-scheduler";
        made->spec.priority = priority;
        handle.objects.put(made);
        return made;
    }
    std::shared_ptr<api::Pod> add(const std::string& name, int priority = 0)
    {
        auto made = pod(name, priority);
        queue->add(made);
        return made;
    }
    /// The pod as it is now, changed.
    template <typename Change>
    api::PodPtr update(const api::PodPtr& before, Change change)
    {
        auto after = std::make_shared<api::Pod>(*before);
        change(*after);
        handle.objects.put(after);
        queue->update(before, after);
        return after;
    }
    /// The next pod comes back, refused by the plugins (by nobody: an error).
    framework::QueuedPodInfoPtr popAndFail(const std::vector<std::string>& rejectors,
                                           const std::vector<std::string>& pending = {})
    {
        auto record = queue->pop();
        fail(record, rejectors, pending);
        return record;
    }
    void fail(const framework::QueuedPodInfoPtr& record, const std::vector<std::string>& rejectors,
              const std::vector<std::string>& pending = {})
    {
        record->unschedulablePlugins.clear();
        record->pendingPlugins.clear();
        record->gatingPlugin = {};
        for (const auto& name : rejectors)
            record->unschedulablePlugins.insert(api::Symbol(name));
        for (const auto& name : pending)
            record->pendingPlugins.insert(api::Symbol(name));
        (void)queue->addUnschedulableIfNotPresent(record);
    }
    QString place(const std::string& name) const
    {
        const auto view = trace::queuePlaceName(queue->placeOf("default/" + name));
        return QString::fromLatin1(view.data(), static_cast<qsizetype>(view.size()));
    }
    /// Names in the order of popping; the pods are then in flight.
    QString popAll()
    {
        QStringList names;
        while (auto record = queue->pop())
            names.append(QString::fromStdString(record->pod().meta.name));
        return names.join(' ');
    }
    void seconds(double amount)
    {
        clock.advance(static_cast<std::int64_t>(amount * 1e9));
        queue->flushBackoffCompleted();
    }
    /// `active → backoff: ScheduleAttemptFailure`, the last move.
    QString lastMove() const
    {
        const auto& move = moves.back();
        const auto name = [](trace::QueuePlace p) {
            const auto view = trace::queuePlaceName(p);
            return std::string(view);
        };
        return QString::fromStdString(name(move.from) + " → " + name(move.to) + ": " + move.cause.str());
    }
};

inline framework::ClusterEventWithHint listens(framework::EventResource resource, framework::ActionType action,
                                               framework::QueueingHintFn hint = nullptr)
{
    return {{resource, action, {}}, std::move(hint)};
}
inline framework::QueueingHintFn saying(framework::QueueingHint answer)
{
    return [answer](const api::Pod&, const api::Object*, const api::Object*) { return answer; };
}

}
