// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/preemption_executor.h"

#include "plugins/victim_eviction.h"

#include <optional>

namespace berth::plugins {
namespace {

using framework::Stage;
using framework::Status;

/// Pods that were promised the node but must make way, and whose status says so. A pod that is being scheduled right
/// now is known to the nominator by name only, and is left alone.
std::vector<api::PodPtr> nominationsToClear(const framework::Handle& handle, const std::string& node,
                                            const api::Pod& preemptor)
{
    std::vector<api::PodPtr> pods;
    for (const auto& info : handle.nominator().nominatedPodsForNode(node))
        if (info->pod->priority() < preemptor.priority() && !info->pod->status.nominatedNodeName.empty())
            pods.push_back(info->pod);
    return pods;
}

ports::ApiResult clearNomination(framework::Handle& handle, const api::Pod& pod)
{
    return handle.apiServer().patchPodStatus({pod.meta.namespace_.str(), pod.meta.name, {}, std::string()});
}

/// Pods that are leaving already need no push.
std::vector<api::PodPtr> victimsToEvict(const PreemptionCandidate& candidate)
{
    std::vector<api::PodPtr> victims;
    for (const auto& info : candidate.victims)
        if (!info->pod->isTerminating())
            victims.push_back(info->pod);
    return victims;
}

}

/// One preemption beside the cycles: nominations are cleared, then the victims leave in order. Each turn makes at most
/// one API write and asks for the next turn, so that the rest of the scheduler comes to rest in between.
class PreemptionExecutor::Task : public std::enable_shared_from_this<Task> {
public:
    Task(PreemptionExecutor& executor, std::string node, api::PodPtr preemptor, std::vector<api::PodPtr> victims)
        : executor_(executor), node_(std::move(node)), preemptor_(std::move(preemptor)), victims_(std::move(victims)),
          nominations_(nominationsToClear(executor.handle_, node_, *preemptor_)),
          attempt_(executor.handle_.attemptCount())
    {
    }

    void start()
    {
        executor_.preempting_.insert(preemptor_->meta.uid);
        if (nominations_.empty())
            beginVictim();
        awaitTurn();
    }

private:
    void awaitTurn()
    {
        executor_.handle_.defer(Stage::Evict, attempt_, [self = shared_from_this()] { self->takeTurn(); });
    }

    void takeTurn()
    {
        if (nextNomination_ < nominations_.size()) {
            if (!clearNomination(executor_.handle_, *nominations_[nextNomination_++]))
                failed_ = true; // the preemptor will be told, but the evictions go on
            return awaitTurn();
        }
        if (!eviction_)
            beginVictim();
        eviction_->proceed();
        if (!eviction_->isFinished())
            return awaitTurn();
        const bool refused = !eviction_->errorText().empty();
        failed_ |= refused;
        if (refused || ++nextVictim_ == victims_.size())
            return finish();
        beginVictim();
        awaitTurn();
    }

    void beginVictim()
    {
        const auto& victim = victims_[nextVictim_];
        // From the last victim on the preemptor need only wait for this pod to go, not for the task to notice.
        if (nextVictim_ + 1 == victims_.size())
            executor_.pendingLastVictim_[preemptor_->meta.uid] = victim->meta.key();
        eviction_.emplace(executor_.handle_, VictimEviction::Parties{preemptor_, victim, node_, executor_.plugin_});
    }

    void finish()
    {
        executor_.preempting_.erase(preemptor_->meta.uid);
        executor_.pendingLastVictim_.erase(preemptor_->meta.uid);
        // Not all victims will leave, so no event may come that wakes the preemptor.
        if (failed_)
            executor_.handle_.activate({preemptor_->meta.key()});
    }

    PreemptionExecutor& executor_;
    std::string node_;
    api::PodPtr preemptor_;
    std::vector<api::PodPtr> victims_;
    std::vector<api::PodPtr> nominations_;
    std::uint64_t attempt_;
    std::size_t nextNomination_ = 0;
    std::size_t nextVictim_ = 0;
    std::optional<VictimEviction> eviction_;
    bool failed_ = false;
};

Status PreemptionExecutor::actuate(const PreemptionCandidate& candidate, const api::PodPtr& preemptor)
{
    if (!handle_.gates().enabled(config::Gate::SchedulerAsyncPreemption))
        return evictWithinCycle(candidate, preemptor);
    evictBesideCycles(candidate, preemptor);
    return Status::success();
}

void PreemptionExecutor::evictBesideCycles(const PreemptionCandidate& candidate, const api::PodPtr& preemptor)
{
    auto victims = victimsToEvict(candidate);
    if (!victims.empty())
        std::make_shared<Task>(*this, candidate.node, preemptor, std::move(victims))->start();
}

Status PreemptionExecutor::evictWithinCycle(const PreemptionCandidate& candidate, const api::PodPtr& preemptor)
{
    for (const auto& victim : victimsToEvict(candidate)) {
        VictimEviction eviction(handle_, {preemptor, victim, candidate.node, plugin_});
        while (!eviction.isFinished())
            eviction.proceed();
        if (!eviction.errorText().empty())
            return Status::error(eviction.errorText());
    }
    for (const auto& pod : nominationsToClear(handle_, candidate.node, *preemptor))
        (void)clearNomination(handle_, *pod); // a nomination that stays is no reason to give up the preemption
    return Status::success();
}

bool PreemptionExecutor::isRunningPreemption(const std::string& uid) const
{
    if (!preempting_.contains(uid))
        return false;
    const auto pending = pendingLastVictim_.find(uid);
    if (pending == pendingLastVictim_.end())
        return true;
    const auto victim = handle_.listers().getAs<api::Pod>(api::Kind::Pod, pending->second);
    return victim && !victim->isTerminating();
}

}
