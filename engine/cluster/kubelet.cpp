// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/kubelet.h"

#include "cluster/behaviour_annotations.h"
#include "cluster/container_states.h"
#include "cluster/kubelet_admission.h"

#include <algorithm>

namespace berth::cluster {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int32_t killedBySignal = 137;

api::Time later(api::Time time, std::int64_t nanoseconds) { return {time.nanoseconds + nanoseconds}; }

std::string containersOf(const api::Pod& pod)
{
    return pod.spec.containers.empty() ? std::string() : pod.spec.containers.front().name;
}

}

void Kubelet::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    if (object->kind == api::Kind::Node) {
        markedNodes_.insert(object->meta.name);
        return;
    }
    if (!pods_.note(before, after).empty())
        markedPods_.insert(object->meta.key());
}

bool Kubelet::sync()
{
    bool any = false;
    for (const auto& name : std::exchange(markedNodes_, {}))
        any |= syncNode(name);
    for (const auto& key : std::exchange(markedPods_, {}))
        any |= syncPod(key);
    return any;
}

std::shared_ptr<const api::Node> Kubelet::liveNode(const std::string& name) const
{
    auto node = std::static_pointer_cast<const api::Node>(world_.server.find(api::Kind::Node, name));
    return node && annotation(*node, annotations::kubelet) != "stopped" ? node : nullptr;
}

bool Kubelet::syncNode(const std::string& name)
{
    const auto node = liveNode(name);
    const bool wasLive = live_.contains(name);
    if (static_cast<bool>(node) != wasLive) {
        node ? void(live_.insert(name)) : void(live_.erase(name));
        const auto& pods = pods_.on(name);
        markedPods_.insert(pods.begin(), pods.end());
    }
    if (!world_.server.find(api::Kind::Node, name))
        images_.erase(name);
    if (!node)
        return false;
    const auto now = world_.clock.moment();
    const auto ready = std::ranges::find(node->status.conditions, "Ready", &api::NodeCondition::type);
    // Unknown is what others say of a silent kubelet; a False that was given is this kubelet's own word.
    const bool saysReady = ready == node->status.conditions.end() || ready->status == "Unknown";
    if (!saysReady && !images_[name].hasArrived(*node, now))
        return false;
    auto changed = std::make_shared<api::Node>(*node);
    images_[name].addArrived(*changed, now);
    if (saysReady) {
        std::erase_if(changed->status.conditions, [](const api::NodeCondition& c) { return c.type == "Ready"; });
        changed->status.conditions.push_back(
            {"Ready", "True", "KubeletReady", "kubelet is posting ready status", now.truncatedToSecond()});
    }
    return world_.server.update(changed).has_value();
}

void Kubelet::forget(const std::string& key)
{
    const auto life = lives_.find(key);
    if (life == lives_.end())
        return;
    world_.timeLine.cancel(life->second.timer);
    lives_.erase(life);
}

bool Kubelet::syncPod(const std::string& key)
{
    const auto pod = std::static_pointer_cast<const api::Pod>(world_.server.find(api::Kind::Pod, key));
    if (!pod || pod->spec.nodeName.empty()) {
        forget(key);
        return false;
    }
    if (const auto life = lives_.find(key); life != lives_.end() && life->second.uid != pod->meta.uid)
        forget(key);
    const auto node = liveNode(pod->spec.nodeName);
    if (!node)
        return false; // whatever is due waits for the node to come back
    if (pod->isTerminal()) {
        forget(key);
        return finish(*pod);
    }
    const auto life = lives_.find(key);
    return life == lives_.end() ? accept(key, *pod, *node) : proceed(key, life->second, *pod);
}

/// The containers have stopped: a pod that is being deleted may go.
bool Kubelet::finish(const api::Pod& pod)
{
    if (!pod.isTerminating() || pod.meta.deletionGracePeriodSeconds.value_or(0) == 0)
        return false;
    return world_.server
        .remove(api::Kind::Pod, pod.meta.namespace_.str(), pod.meta.name, {.gracePeriodSeconds = 0, .uid = pod.meta.uid})
        .has_value();
}

std::vector<api::PodPtr> Kubelet::acceptedOn(const std::string& node) const
{
    std::vector<api::PodPtr> pods;
    for (const auto& key : pods_.on(node))
        if (lives_.contains(key))
            if (auto pod = std::static_pointer_cast<const api::Pod>(world_.server.find(api::Kind::Pod, key));
                pod && !pod->isTerminal())
                pods.push_back(std::move(pod));
    return pods;
}

bool Kubelet::accept(const std::string& key, const api::Pod& pod, const api::Node& node)
{
    auto changed = std::make_shared<api::Pod>(pod);
    if (const auto problem = problemIn(pod); !problem.empty())
        recordEvent(pod, "Warning", "InvalidAnnotation", problem);
    if (pod.status.phase == "Running") {
        adoptRunning(key, pod, *changed);
        return world_.server.update(changed).has_value();
    }
    if (pod.isTerminating())
        return reject(pod, {}, {});
    if (const auto rejection = rejectionOf(pod, node, acceptedOn(pod.spec.nodeName)))
        return reject(pod, rejection->reason, rejection->message);
    const auto now = world_.clock.moment();
    auto& life = lives_[key];
    life.uid = pod.meta.uid;
    life.node = node.meta.name;
    auto chance = world_.random.fresh("start/" + pod.meta.uid);
    const auto size = bytesIn(pod, annotations::imageSize).value_or(timing_.imageSize);
    const auto fetched = images_[life.node].fetch(pod, node, size, timing_.pullBytesPerSecond, now);
    if (now < fetched)
        world_.timeLine.at(fetched, [this, name = life.node] { markedNodes_.insert(name); });
    life.next = later(fetched, durationIn(pod, annotations::startDelay, chance).value_or(timing_.startDelay)
                                   + durationIn(pod, annotations::initDuration, chance).value_or(0));
    if (pod.spec.activeDeadlineSeconds)
        life.deadline = later(now, *pod.spec.activeDeadlineSeconds * second);
    showPreparing(*changed, now);
    return world_.server.update(changed).has_value();
}

/// A pod that ran before anybody looked, as in a dump: it has been running since it says so.
void Kubelet::adoptRunning(const std::string& key, const api::Pod& pod, api::Pod& changed)
{
    auto& life = lives_[key];
    life.uid = pod.meta.uid;
    life.node = pod.spec.nodeName;
    life.stage = Life::Stage::Running;
    const auto now = world_.clock.moment();
    life.startedAt = pod.status.startTime.value_or(now);
    for (const auto& container : pod.status.containerStatuses)
        life.restarts = std::max(life.restarts, container.restartCount);
    if (pod.spec.activeDeadlineSeconds)
        life.deadline = later(life.startedAt, *pod.spec.activeDeadlineSeconds * second);
    planRun(life, pod);
    if (!changed.status.startTime)
        changed.status.startTime = now.truncatedToSecond();
    if (!pod.status.condition("Ready"))
        showRunning(changed, true, life.restarts, now);
}

bool Kubelet::reject(const api::Pod& pod, const std::string& reason, const std::string& message)
{
    auto failed = std::make_shared<api::Pod>(pod);
    showFailed(*failed, reason, message.empty() ? "" : "Pod was rejected: " + message, world_.clock.moment());
    if (!reason.empty())
        recordEvent(pod, "Warning", reason.c_str(), message);
    return world_.server.update(failed).has_value();
}

bool Kubelet::proceed(const std::string& key, Life& life, const api::Pod& pod)
{
    planStop(life, pod);
    auto changed = std::make_shared<api::Pod>(pod);
    bool isChanged = false;
    const auto now = world_.clock.moment();
    for (auto* due = firstDue(life); due && **due <= now; due = firstDue(life)) {
        isChanged = true;
        if (!happen(life, *due, *changed)) {
            forget(key);
            return world_.server.update(changed).has_value();
        }
    }
    // A pod that was written off while nobody heard of its node.
    const auto* ready = changed->status.condition("Ready");
    if (life.stage == Life::Stage::Running && !life.readyAt && ready && ready->status == "False" && ready->reason.empty()) {
        showReady(*changed, now);
        isChanged = true;
    }
    setTimer(key, life);
    return isChanged && world_.server.update(changed).has_value();
}

/// A pod whose containers do not run has nothing to wait for; the others get what they need, and no more than their
/// grace period.
void Kubelet::planStop(Life& life, const api::Pod& pod)
{
    if (!pod.isTerminating())
        return;
    const auto now = world_.clock.moment();
    const auto grace = pod.meta.deletionGracePeriodSeconds.value_or(0);
    if (life.stopAt && grace >= life.grace)
        return;
    auto stop = later(now, grace * second);
    if (!life.stopAt) {
        auto chance = world_.random.fresh("stop/" + pod.meta.uid);
        const auto needs = durationIn(pod, annotations::terminationDuration, chance);
        if (const auto delay = needs ? needs : timing_.terminationDelay)
            stop = std::min(stop, later(now, *delay));
        if (life.stage == Life::Stage::Running)
            recordEvent(pod, "Normal", "Killing", "Stopping container " + containersOf(pod));
        else
            stop = now;
    } else {
        stop = std::min(stop, *life.stopAt);
    }
    life.stopAt = stop;
    life.grace = grace;
}

std::optional<api::Time>* Kubelet::firstDue(Life& life)
{
    std::optional<api::Time>* first = nullptr;
    for (auto* candidate : {&life.deadline, &life.stopAt, &life.next, &life.readyAt})
        if (*candidate && (!first || **candidate < **first))
            first = candidate;
    return first;
}

bool Kubelet::happen(Life& life, std::optional<api::Time>& due, api::Pod& pod)
{
    const auto now = world_.clock.moment();
    const bool isDeadline = &due == &life.deadline;
    const bool isStop = &due == &life.stopAt;
    const bool isReady = &due == &life.readyAt;
    due.reset();
    if (isDeadline) {
        showFailed(pod, "DeadlineExceeded", "Pod was active on the node longer than the specified deadline", now);
        return false;
    }
    if (isStop) {
        const bool usedAll = pod.meta.deletionTimestamp <= now;
        showEnded(pod, life.stage == Life::Stage::Running && !usedAll ? 0 : killedBySignal, now);
        return false;
    }
    if (isReady)
        showReady(pod, now);
    else if (life.stage == Life::Stage::Running)
        return endRun(life, pod);
    else
        startRun(life, pod);
    return true;
}

void Kubelet::startRun(Life& life, api::Pod& pod)
{
    const auto now = world_.clock.moment();
    if (life.stage == Life::Stage::Waiting)
        ++life.restarts;
    life.stage = Life::Stage::Running;
    life.startedAt = now;
    planRun(life, pod);
    auto chance = world_.random.fresh("ready/" + pod.meta.uid);
    if (const auto delay = durationIn(pod, annotations::readyDelay, chance); delay && *delay > 0)
        life.readyAt = later(now, *delay);
    showRunning(pod, !life.readyAt, life.restarts, now);
    recordEvent(pod, "Normal", "Started", "Container started");
}

/// How long the run that began at startedAt lasts, and how it ends. Jobs end by themselves, others only if they say so.
void Kubelet::planRun(Life& life, const api::Pod& pod)
{
    auto chance = world_.random.fresh("run/" + pod.meta.uid + "/" + std::to_string(life.restarts));
    life.exitCode = exitCodeOf(life, pod);
    auto duration = durationIn(pod, annotations::runDuration, chance);
    const bool isJob = std::ranges::any_of(pod.meta.ownerReferences,
                                           [](const api::OwnerReference& owner) { return owner.kind == "Job"; });
    if (!duration && (isJob || life.exitCode != 0))
        duration = timing_.runDuration;
    life.next = duration ? std::optional(later(life.startedAt, *duration)) : std::nullopt;
}

std::int32_t Kubelet::exitCodeOf(const Life& life, const api::Pod& pod) const
{
    const auto code = static_cast<std::int32_t>(std::clamp<std::int64_t>(
        integerIn(pod, annotations::exitCode).value_or(0), 0, 255));
    const auto failing = code == 0 ? 1 : code;
    if (const auto failures = integerIn(pod, annotations::failures))
        return life.restarts < *failures ? failing : 0;
    if (const auto rate = chanceIn(pod, annotations::failureRate)) {
        auto chance = world_.random.fresh("failure/" + pod.meta.uid + "/" + std::to_string(life.restarts));
        return chance.below(1'000'000) < *rate ? failing : 0;
    }
    return code;
}

bool Kubelet::endRun(Life& life, api::Pod& pod)
{
    const auto now = world_.clock.moment();
    life.readyAt.reset();
    const auto& policy = pod.spec.restartPolicy;
    const bool restarts = policy == "OnFailure" ? life.exitCode != 0 : policy != "Never";
    if (!restarts || life.stopAt) {
        showEnded(pod, life.exitCode, now);
        return false;
    }
    if (now.nanoseconds - life.startedAt.nanoseconds >= timing_.crashBackoffReset)
        life.backoff = 0;
    const auto wait = life.backoff;
    life.backoff = wait == 0 ? timing_.crashBackoffInitial : std::min(wait * 2, timing_.crashBackoffMaximum);
    life.stage = Life::Stage::Waiting;
    life.next = later(now, wait);
    std::string message;
    if (wait > 0) {
        message = "back-off " + std::to_string(wait / second) + "s restarting failed container=" + containersOf(pod)
            + " pod=" + pod.meta.name + "_" + pod.meta.namespace_.str() + "(" + pod.meta.uid + ")";
        recordEvent(pod, "Warning", "BackOff", "Back-off restarting failed container " + containersOf(pod) + " in pod "
                    + pod.meta.name + "_" + pod.meta.namespace_.str() + "(" + pod.meta.uid + ")");
    }
    showCrashed(pod, life.exitCode, message, now);
    return true;
}

void Kubelet::setTimer(const std::string& key, Life& life)
{
    const auto* first = firstDue(life);
    // A container that has come back so often will do so for ever.
    constexpr std::int32_t often = 6;
    const bool isEndless = first == &life.next && life.restarts >= often;
    const auto kind = isEndless ? TimeLine::Kind::Periodic : TimeLine::Kind::Once;
    if (first && life.timer.sequence != 0 && life.timer.when == **first && life.timerKind == kind)
        return;
    world_.timeLine.cancel(life.timer);
    life.timer = {};
    life.timerKind = kind;
    if (first)
        life.timer = world_.timeLine.at(**first, [this, key] { markedPods_.insert(key); }, kind);
}

void Kubelet::recordEvent(const api::Object& object, const char* type, const char* reason, const std::string& message)
{
    world_.server.recordEvent({world_.clock.now(), object.label(), type, reason, {}, message});
}

}
