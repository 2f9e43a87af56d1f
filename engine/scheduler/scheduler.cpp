// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"

namespace berth::scheduler {

tl::expected<std::unique_ptr<Scheduler>, std::string> Scheduler::make(const config::LoadResult& configuration,
                                                                      const SchedulerContext& context)
{
    std::unique_ptr<Scheduler> scheduler(new Scheduler(context));
    scheduler->extenders_ = Extenders(configuration.config->extenders);
    if (auto built = scheduler->buildProfiles(configuration, context.registry); !built)
        return tl::unexpected(built.error());
    scheduler->askExtendersAboutVictims();
    scheduler->buildQueue(configuration);
    if (context.keepMetrics)
        scheduler->startMetrics();
    scheduler->fillFromServer();
    return scheduler;
}

Scheduler::Scheduler(const SchedulerContext& context)
    : server_(&context.server), clock_(&context.clock), random_(&context.random), gates_(context.gates),
      explainEverything_(context.explainEverything), keepMoves_(context.keepMoves), keepHints_(context.keepHints),
      bindingDuration_(context.bindingDuration),
      backlog_(context.startSync == trace::StartSync::CachesOnly ? std::make_unique<HandlerBacklog>() : nullptr),
      httpExtender_(context.httpExtender), bindsForExtenders_(context.bindsForExtenders)
{
    if (context.timerSequence)
        timers_.shareSequence(context.timerSequence);
}

Scheduler::~Scheduler() { server_->unwatch(this); }

tl::expected<void, std::string> Scheduler::buildProfiles(const config::LoadResult& configuration,
                                                         const framework::Registry& registry)
{
    for (const auto& profile : configuration.profiles) {
        auto framework = framework::Framework::make(profile, registry, *this);
        if (!framework)
            return tl::unexpected(framework.error());
        if (!extenders_.empty())
            (*framework)->stopSigning();
        profileOrder_.push_back(framework->get());
        profiles_[profile.schedulerName] = std::move(*framework);
    }
    return {};
}

void Scheduler::buildQueue(const config::LoadResult& configuration)
{
    constexpr std::int64_t second = 1'000'000'000;
    queue::QueueSettings settings;
    settings.backoff.initial = configuration.config->podInitialBackoffSeconds * second;
    settings.backoff.maximum = configuration.config->podMaxBackoffSeconds * second;
    settings.popFromBackoff = gates_.enabled(config::Gate::SchedulerPopFromBackoffQ);
    settings.backoff.inWindows = settings.popFromBackoff;
    settings.groupsRetryByTime = gates_.enabled(config::Gate::GenericWorkload);
    queue_ = std::make_unique<queue::PriorityQueue>(settings, *clock_, listers_, profileOrder_,
                                                    !configuration.config->extenders.empty());
    queue::QueueObserver observer;
    if (keepMoves_)
        observer.onMove = [this](trace::QueueMove move) { trace_.moves.push_back(std::move(move)); };
    if (keepHints_)
        observer.onHints = [this](trace::HintRecord hint) { hints_.push_back(std::move(hint)); };
    queue_->setObserver(std::move(observer));
}

void Scheduler::fillFromServer()
{
    server_->watch(this);
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(api::Kind::Other); ++kind)
        for (const auto& object : server_->list(static_cast<api::Kind>(kind)))
            onAdd(object);
}

std::vector<std::string> Scheduler::waitingPods() const
{
    std::vector<std::string> pods;
    for (const auto& [uid, wait] : waiting_)
        pods.push_back(wait->pod().meta.key());
    std::sort(pods.begin(), pods.end());
    return pods;
}

std::vector<std::string> Scheduler::bindingPods() const
{
    std::vector<std::string> pods;
    for (const auto& [uid, pod] : binding_)
        pods.push_back(pod->meta.key());
    std::sort(pods.begin(), pods.end());
    return pods;
}

void Scheduler::forEachWaitingPod(const std::function<void(framework::WaitingPod&)>& visit)
{
    std::vector<PermitWait*> waits; // a visit may end a wait
    for (auto& [uid, wait] : waiting_)
        waits.push_back(wait.get());
    for (auto* wait : waits)
        visit(*wait);
}

framework::WaitingPod* Scheduler::waitingPod(const std::string& uid)
{
    auto it = waiting_.find(uid);
    return it == waiting_.end() ? nullptr : it->second.get();
}

bool Scheduler::cancelPreBind(const std::string& uid, const std::string& cause)
{
    auto it = inPreBind_.find(uid);
    if (it == inPreBind_.end())
        return false;
    it->second->preBindCancelCause = cause;
    return true;
}

void Scheduler::runTimers()
{
    timers_.run(clock_->moment());
    decidedWaits_.clear();
}

void Scheduler::recordEvent(const api::Object& object, const std::string& type, const std::string& reason,
                            const std::string& action, const std::string& message)
{
    trace_.events.push_back({clock_->now(), object.label(), type, reason, action, message});
    server_->recordEvent({trace_.events.back().time, object.label(), type, reason, action, message});
}

void Scheduler::note(api::Symbol plugin, const std::string& text)
{
    constexpr std::size_t mostNotes = 1000; // different ones: a script may number its remarks
    for (auto& note : trace_.notes)
        if (note.plugin == plugin && note.text == text) {
            ++note.count;
            return;
        }
    if (trace_.notes.size() < mostNotes)
        trace_.notes.push_back({clock_->now(), plugin, text, 1});
}

void Scheduler::runFirstTimer()
{
    timers_.runFirst();
    decidedWaits_.clear();
}

trace::Attempt& Scheduler::attemptOf(Cycle& cycle)
{
    auto& shared = trace_.attempts[cycle.attempt];
    if (shared.use_count() > 1)
        shared = std::make_shared<trace::Attempt>(*shared);
    return *shared;
}

}
