// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/container_states.h"

namespace berth::cluster {
namespace {

using api::ContainerState;

bool isSidecar(const api::Container& container) { return container.restartPolicy == "Always"; }

/// One status per container, in the order of the spec; those that are there keep what they say of resources.
void makeStatuses(std::vector<api::ContainerStatus>& statuses, const std::vector<api::Container>& containers)
{
    if (statuses.size() == containers.size())
        return;
    statuses.clear();
    for (const auto& container : containers)
        statuses.emplace_back().name = container.name;
}

std::string containerNames(const api::Pod& pod)
{
    std::string names;
    for (const auto& container : pod.spec.containers)
        names.append(names.empty() ? "" : " ").append(container.name);
    return names;
}

void showReadiness(api::Pod& pod, bool isReady, const std::string& reason, const std::string& message, api::Time now)
{
    for (auto& status : pod.status.containerStatuses)
        status.ready = isReady;
    setCondition(pod.status, "Ready", isReady, isReady ? "" : reason, isReady ? "" : message, now);
    setCondition(pod.status, "ContainersReady", isReady, isReady ? "" : reason, isReady ? "" : message, now);
}

void showNotReady(api::Pod& pod, api::Time now)
{
    showReadiness(pod, false, "ContainersNotReady", "containers with unready status: [" + containerNames(pod) + "]", now);
}

ContainerState terminated(const ContainerState& running, std::int32_t exitCode, api::Time now)
{
    ContainerState state;
    state.kind = ContainerState::Kind::Terminated;
    state.reason = exitCode == 0 ? "Completed" : "Error";
    state.exitCode = exitCode;
    state.startedAt = running.startedAt;
    state.finishedAt = now.truncatedToSecond();
    return state;
}

ContainerState waiting(const std::string& reason, const std::string& message = {})
{
    ContainerState state;
    state.kind = ContainerState::Kind::Waiting;
    state.reason = reason;
    state.message = message;
    return state;
}

}

void setCondition(api::PodStatus& status, const std::string& type, bool isTrue, const std::string& reason,
                  const std::string& message, api::Time now)
{
    const std::string value = isTrue ? "True" : "False";
    for (auto& condition : status.conditions)
        if (condition.type == type) {
            if (condition.status != value)
                condition.lastTransitionTime = now.truncatedToSecond();
            condition.status = value;
            condition.reason = reason;
            condition.message = message;
            return;
        }
    status.conditions.push_back({type, value, reason, message, now.truncatedToSecond(), 0});
}

void showPreparing(api::Pod& pod, api::Time now)
{
    auto& status = pod.status;
    status.startTime = now.truncatedToSecond();
    makeStatuses(status.containerStatuses, pod.spec.containers);
    makeStatuses(status.initContainerStatuses, pod.spec.initContainers);
    const bool hasInit = !pod.spec.initContainers.empty();
    for (auto& container : status.containerStatuses)
        container.state = waiting(hasInit ? "PodInitializing" : "ContainerCreating");
    for (auto& container : status.initContainerStatuses)
        container.state = waiting("PodInitializing");
    setCondition(status, "PodReadyToStartContainers", true, {}, {}, now);
    setCondition(status, "Initialized", !hasInit, hasInit ? "ContainersNotInitialized" : "", {}, now);
    showNotReady(pod, now);
}

void showRunning(api::Pod& pod, bool isReady, std::int32_t restarts, api::Time now)
{
    auto& status = pod.status;
    status.phase = "Running";
    makeStatuses(status.containerStatuses, pod.spec.containers);
    makeStatuses(status.initContainerStatuses, pod.spec.initContainers);
    ContainerState running;
    running.kind = ContainerState::Kind::Running;
    running.startedAt = now.truncatedToSecond();
    for (auto& container : status.containerStatuses) {
        if (container.state.kind == ContainerState::Kind::Terminated)
            container.lastState = container.state;
        container.state = running;
        container.restartCount = restarts;
    }
    for (std::size_t i = 0; i < status.initContainerStatuses.size(); ++i) {
        auto& container = status.initContainerStatuses[i];
        if (container.state.kind != ContainerState::Kind::Waiting)
            continue;
        container.state = isSidecar(pod.spec.initContainers[i]) ? running : terminated(running, 0, now);
        container.ready = true;
    }
    setCondition(status, "Initialized", true, {}, {}, now);
    if (isReady)
        showReady(pod, now);
    else
        showNotReady(pod, now);
}

void showReady(api::Pod& pod, api::Time now) { showReadiness(pod, true, {}, {}, now); }

void showCrashed(api::Pod& pod, std::int32_t exitCode, const std::string& waitMessage, api::Time now)
{
    for (auto& container : pod.status.containerStatuses) {
        container.lastState = terminated(container.state, exitCode, now);
        container.state = waitMessage.empty() ? container.lastState : waiting("CrashLoopBackOff", waitMessage);
    }
    showNotReady(pod, now);
}

void showEnded(api::Pod& pod, std::int32_t exitCode, api::Time now)
{
    pod.status.phase = exitCode == 0 ? "Succeeded" : "Failed";
    for (auto* statuses : {&pod.status.containerStatuses, &pod.status.initContainerStatuses})
        for (auto& container : *statuses)
            if (container.state.kind != ContainerState::Kind::Terminated)
                container.state = terminated(container.state, exitCode, now);
    const std::string reason = exitCode == 0 ? "PodCompleted" : "PodFailed";
    showReadiness(pod, false, reason, {}, now);
    if (exitCode == 0)
        setCondition(pod.status, "Initialized", true, reason, {}, now);
}

void showFailed(api::Pod& pod, const std::string& reason, const std::string& message, api::Time now)
{
    pod.status.phase = "Failed";
    pod.status.reason = reason;
    pod.status.message = message;
    if (!pod.status.startTime)
        pod.status.startTime = now.truncatedToSecond();
    for (auto& container : pod.status.containerStatuses)
        if (container.state.kind == ContainerState::Kind::Running) {
            constexpr std::int32_t killed = 137;
            container.state = terminated(container.state, killed, now);
            container.ready = false;
        }
    if (pod.status.condition("Ready"))
        showReadiness(pod, false, "PodFailed", {}, now);
}

}
