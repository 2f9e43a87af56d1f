// SPDX-License-Identifier: GPL-3.0-or-later
// A small cluster and fourteen steps, all from a seed, and how they are done.
#pragma once
#include "scenario/player.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace berth::test {

inline std::string number(std::mt19937& random, int below) { return std::to_string(random() % static_cast<unsigned>(below)); }

inline std::string nodeText(std::mt19937& random, const std::string& name)
{
    return "{apiVersion: v1, kind: Node, metadata: {name: " + name + ", labels: {zone: z" + number(random, 3)
        + "}}, spec: {" + (random() % 5 == 0 ? "taints: [{key: t, effect: NoSchedule}]" : "")
        + "}, status: {allocatable: {cpu: " + std::to_string(1 + random() % 4) + ", memory: 4Gi, pods: "
        + std::to_string(2 + random() % 4) + "}}}\n---\n";
}

inline std::string podText(std::mt19937& random, const std::string& name)
{
    std::string spec = "priority: " + number(random, 3);
    if (random() % 4 == 0)
        spec += ", tolerations: [{key: t, operator: Exists}]";
    if (random() % 6 == 0)
        spec += ", schedulingGates: [{name: example.com/g}]";
    if (random() % 4 == 0)
        spec += ", nodeSelector: {zone: z" + number(random, 3) + "}";
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", labels: {app: a" + number(random, 2) + "}}, spec: {"
        + spec + ", containers: [{name: c, image: i, resources: {requests: {cpu: " + std::to_string(200 + 300 * (random() % 6))
        + "m}}}]}}\n---\n";
}

inline std::vector<api::DecodedDocument> documents(const std::string& yaml) { return api::decodeStream(yaml, "generated"); }

inline scenario::FilesRun generated(std::uint32_t seed)
{
    std::mt19937 random(seed);
    scenario::FilesRun run;
    std::string cluster;
    std::vector<std::string> nodes{"n0", "n1", "n2", "n3"};
    std::vector<std::string> pods{"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"};
    for (const auto& name : nodes)
        cluster += nodeText(random, name);
    for (const auto& name : pods)
        cluster += podText(random, name);
    run.cluster = documents(cluster);
    run.seed = seed;
    const std::vector<std::string> actions{"create", "update", "delete", "advance", "attempt", "attempt", "flush", "schedule", "settle"};
    for (int i = 0; i < 14; ++i) {
        scenario::Step step;
        step.action = actions[random() % actions.size()];
        step.count = 2;
        step.rounds = 4;
        step.seconds = static_cast<double>(random() % 16) / 4;
        const bool node = random() % 3 == 0;
        auto& alive = node ? nodes : pods;
        step.kind = node ? "Node" : "Pod";
        step.namespace_ = node ? "" : "default";
        if (step.action == "create") {
            // A name is never used twice, as a UID is not: the server makes them from names.
            step.name = (node ? "n" : "p") + std::to_string(100 + i);
            alive.push_back(step.name);
        } else {
            const auto chosen = alive.begin() + static_cast<std::ptrdiff_t>(random() % alive.size());
            step.name = *chosen;
            if (step.action == "delete" && alive.size() > 1)
                alive.erase(chosen);
            else if (step.action == "delete")
                step.action = "attempt";
        }
        if (step.action == "create" || step.action == "update")
            step.objects = documents(node ? nodeText(random, step.name) : podText(random, step.name));
        run.steps.push_back(std::move(step));
    }
    run.timing.bindingDuration = random() % 2 ? static_cast<std::int64_t>(random() % 4) * 700'000'000 : 0;
    if (random() % 4 == 0)
        run.timing.startSync = trace::StartSync::CachesOnly;
    return run;
}

inline std::unique_ptr<scenario::Simulation> start(const scenario::FilesRun& run, bool keepHistory)
{
    scenario::Setup setup;
    setup.seed = run.seed;
    setup.timing = run.timing;
    setup.keepHistory = keepHistory;
    return std::move(*scenario::Simulation::start(std::move(setup)));
}

/// Does a step as one thing that a run can stop after; of `attempt` and `schedule` one attempt.
inline void play(scenario::Simulation& simulation, const scenario::Step& step)
{
    if (step.action == "create" || step.action == "update")
        simulation.create(step.objects, step.action == "update");
    else if (step.action == "delete")
        simulation.remove(step.kind, step.namespace_, step.name);
    else if (step.action == "advance")
        simulation.advance(static_cast<std::int64_t>(step.seconds * 1e9));
    else if (step.action == "flush")
        simulation.flushUnschedulable();
    else if (step.action == "settle")
        simulation.settle({}, {}, step.rounds);
    else
        simulation.attemptOne();
}

}
