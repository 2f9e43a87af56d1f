// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/framework.h"
#include "trace/metrics.h"

#include <map>
#include <string>
#include <vector>

namespace berth::queue {

/// How a pod goes back to work after an event.
enum class Strategy : std::uint8_t { Skip, AfterBackoff, Immediately };

/// Who is to be asked about which events: the registrations of every profile's plugins (queue.md §8, §11).
class Hints {
public:
    /// extenders: the pseudo plugin `Extender` is asked again at everything.
    void addProfile(framework::Framework& profile, bool extenders);

    /// Where the durations of asked hints go. Not owned; null: nowhere.
    void setMetrics(trace::Metrics* metrics) { metrics_ = metrics; }

    /// Whether any plugin of any profile listens to such an event.
    bool anyoneListens(const framework::ClusterEvent& event) const;
    /// Whether a plugin, of any profile, has registered for the event (for pods that it gates).
    bool pluginListens(api::Symbol plugin, const framework::ClusterEvent& event) const;
    /// Whether any plugin registered this resource with this action (watches are only made for those).
    bool isWatched(framework::EventResource resource, framework::ActionType action) const;

    using Verdicts = std::vector<std::pair<api::Symbol, std::string>>;
    /// What an event is worth to a pod. verdicts, if given, gets what the asked plugins said, up to the decisive one.
    Strategy worth(const framework::QueuedPodInfo& pod, const framework::ClusterEvent& event, const api::Object* before,
                   const api::Object* after, Verdicts* verdicts = nullptr) const;
    /// All rejecting plugins' verdicts, for the record. Empty if nobody has anything to say.
    std::map<std::string, std::string> askAll(const framework::QueuedPodInfo& pod, const framework::ClusterEvent& event,
                                              const api::Object* before, const api::Object* after) const;

private:
    struct Hint {
        framework::ClusterEvent event;
        api::Symbol plugin;
        framework::QueueingHintFn function;
    };
    const std::vector<Hint>* hintsOf(const api::Pod& pod) const;
    framework::QueueingHint ask(const Hint& hint, const framework::ClusterEvent& event, const api::Pod& pod,
                                const api::Object* before, const api::Object* after) const;

    std::map<std::string, std::vector<Hint>> byProfile_;
    std::map<api::Symbol, std::vector<framework::ClusterEvent>> byPlugin_;
    trace::Metrics* metrics_ = nullptr;
};

/// `Pod ns/name`, empty for null.
std::string objectLabel(const api::Object* object);

}
