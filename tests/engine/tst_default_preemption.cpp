// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/cluster_objects.h"
#include "plugins/disruption_budgets.h"
#include "plugins/preemption_choice.h"
#include "plugins/preemption_dry_run.h"
#include "support/preemption_world.h"

#include <QtTest>

#include <limits>
#include <map>
#include <optional>

using namespace berth;
using framework::Code;
using framework::Status;
using test::PreemptionWorld;
using Names = std::vector<std::string>;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

std::shared_ptr<api::PodDisruptionBudget> budget(const std::string& app, std::int32_t allowed)
{
    auto pdb = std::make_shared<api::PodDisruptionBudget>();
    pdb->meta.namespace_ = api::Symbol("default");
    pdb->meta.name = "pdb-" + app + std::to_string(allowed);
    pdb->selector.emplace();
    if (!app.empty())
        pdb->selector->matchLabels.set(api::Symbol("app-" + app), api::Symbol("yes"));
    pdb->disruptionsAllowed = allowed;
    return pdb;
}

void label(api::Pod& pod, const std::string& app)
{
    pod.meta.labels.set(api::Symbol("app-" + app), api::Symbol("yes"));
}

class Waiter final : public framework::WaitingPod {
public:
    Waiter(api::PodPtr pod, bool open) : pod_(std::move(pod)), open_(open) {}
    const api::Pod& pod() const override { return *pod_; }
    std::vector<api::Symbol> pendingPlugins() const override { return {}; }
    void allow(api::Symbol) override {}
    bool reject(api::Symbol, const std::string&) override { return false; }
    bool preempt(api::Symbol plugin, const std::string& message) override
    {
        heard = plugin.str() + ": " + message;
        return open_;
    }
    std::string heard;

private:
    api::PodPtr pod_;
    bool open_;
};

}

class TestDefaultPreemption : public QObject {
    Q_OBJECT

private slots:
    // Who may preempt (preemption.md §3.2).

    void policyNeverDoesNotPreempt()
    {
        PreemptionWorld world;
        world.node("n", 100);
        world.pod("n", "v", 1, 100);
        auto pod = world.podObject("p", 10, 100);
        pod->spec.preemptionPolicy = "Never";
        const auto status = world.preempt(pod);
        QCOMPARE(q(status.message()), q("preemption: not eligible due to preemptionPolicy=Never."));
        QCOMPARE(status.code(), Code::Unschedulable);
        QVERIFY(!world.result);
        QVERIFY(!world.record.offset);
    }

    void waitsForItsOwnTerminatingVictims()
    {
        auto tryWith = [](const std::string& reason, std::int32_t victimPriority, Code nodeCode) {
            PreemptionWorld world;
            world.node("n", 100);
            auto victim = world.podObject("v", victimPriority, 100);
            victim->meta.deletionTimestamp = api::Time::fromSeconds(test::startOfTime);
            victim->status.conditions.push_back({"DisruptionTarget", "True", reason, {}, {}, 0});
            world.place("n", victim);
            auto pod = world.podObject("p", 10, 100);
            pod->status.nominatedNodeName = "n";
            framework::NodeToStatus statuses(1);
            statuses.set(0, Status(nodeCode, {"no room"}));
            return world.preempt(pod, statuses).message();
        };
        const auto refusal = q("preemption: not eligible due to a terminating pod on the nominated node.");
        QCOMPARE(q(tryWith("PreemptionByScheduler", 1, Code::Unschedulable)), refusal);
        QVERIFY(q(tryWith("EvictionByEvictionAPI", 1, Code::Unschedulable)) != refusal);
        QVERIFY(q(tryWith("PreemptionByScheduler", 10, Code::Unschedulable)) != refusal);
        QVERIFY(q(tryWith("PreemptionByScheduler", 1, Code::UnschedulableAndUnresolvable)) != refusal);
    }

    void forgottenPodIsAnError()
    {
        PreemptionWorld world;
        world.node("n", 100);
        const auto pod = world.podObject("p", 10, 100);
        framework::CycleState state;
        const auto status = world.plugin->postFilter(state, *pod, world.filterAll(*pod), world.result, &world.record);
        QCOMPARE(status.code(), Code::Error);
        QCOMPARE(q(status.message()), q("preemption: pod \"p\" not found"));
    }

    // Which nodes (§3.3–3.5).

    void onlyExactlyUnschedulableNodesAreTried()
    {
        framework::NodeToStatus statuses(5);
        statuses.set(3, Status::unschedulable("x"));
        statuses.set(1, Status::unschedulableAndUnresolvable("x"));
        statuses.set(0, Status::unschedulable("x"));
        statuses.set(2, Status::pending("x"));
        QCOMPARE(plugins::candidateNodes(statuses), (std::vector<std::uint32_t>{0, 3}));
        statuses.setAbsent(Status::unschedulable("y"));
        QCOMPARE(plugins::candidateNodes(statuses), (std::vector<std::uint32_t>{0, 3, 4}));
    }

    void numberOfCandidates()
    {
        QCOMPARE(plugins::calculateNumCandidates(5, {}), 5);
        QCOMPARE(plugins::calculateNumCandidates(500, {}), 100);
        QCOMPARE(plugins::calculateNumCandidates(5009, {}), 500);
        QCOMPARE(plugins::calculateNumCandidates(5, {40, 2}), 2);
        QCOMPARE(plugins::calculateNumCandidates(9, {30, 0}), 2);
    }

    /// §4's example: percentage 40, absolute 2, five nodes, offset 4; nodes 5, 1, 2 violate, 3 does not.
    void searchGoesOnUntilACandidateBreaksNoBudget()
    {
        std::uint64_t seed = 1;
        while (ports::splitmix64(seed + 1) % 5 != 4)
            ++seed;
        PreemptionWorld world({40, 2}, true, seed);
        world.object(budget("web", 0));
        for (const std::string name : {"n1", "n2", "n3", "n4", "n5"}) {
            world.node(name, 100);
            auto victim = world.podObject("v" + name, 1, 100);
            label(*victim, name == "n3" || name == "n4" ? "free" : "web");
            world.place(name, victim);
        }
        QVERIFY(world.preempt(world.podObject("p", 10, 100)).isSuccess());
        QCOMPARE(*world.record.offset, 4);
        QCOMPARE(*world.record.numCandidates, 2);
        Names found;
        for (const auto& candidate : world.record.candidates)
            found.push_back(candidate.node);
        QCOMPARE(found, (Names{"n3", "n5", "n1"}));
        QCOMPARE(q(world.nominatedNode()), q("n3"));
    }

    // Whom (§5).

    /// §5's example.
    void mostImportantPodsAreReprievedFirst()
    {
        PreemptionWorld world;
        world.node("n", 500);
        world.pod("n", "a", 10, 300);
        world.pod("n", "b", 5, 200);
        QVERIFY(world.preempt(world.podObject("p", 100, 200)).isSuccess());
        QCOMPARE(world.record.victims, Names{"default/b"});
        QCOMPARE(world.record.candidates.front().reprieved, Names{"default/a"});
        QCOMPARE(q(world.nominatedNode()), q("n"));
    }

    void longerRunningPodsAreMoreImportant()
    {
        PreemptionWorld world;
        world.node("n", 300);
        world.pod("n", "middle", 1, 100, 20);
        world.pod("n", "old", 1, 100, 10);
        world.pod("n", "young", 1, 100, 30);
        QVERIFY(world.preempt(world.podObject("p", 10, 100)).isSuccess());
        QCOMPARE(world.record.victims, Names{"default/young"});
    }

    /// Of two pods that have not started the one asked about is always the older: their order is turned round.
    void podsWithoutStartTimeChangePlaces()
    {
        PreemptionWorld world;
        world.node("n", 300);
        for (const std::string name : {"p1", "p2", "p3"})
            world.pod("n", name, 1, 100, -1);
        QVERIFY(world.preempt(world.podObject("p", 10, 100)).isSuccess());
        QCOMPARE(world.record.candidates.front().reprieved, (Names{"default/p3", "default/p2"}));
        QCOMPARE(world.record.victims, Names{"default/p1"});
    }

    void equalPriorityIsNoVictim()
    {
        PreemptionWorld world;
        world.node("n", 100);
        world.pod("n", "v", 10, 100);
        const auto status = world.preempt(world.podObject("p", 10, 100));
        QCOMPARE(q(status.message()),
                 q("preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod."));
        QCOMPARE(q(world.nominatedNode()), q(""));
        QCOMPARE(world.record.dryRun.size(), std::size_t{1});
        QCOMPARE(world.record.dryRun.front().second.code, Code::UnschedulableAndUnresolvable);
    }

    void nodesThatEvictionsCannotHelpAreCounted()
    {
        PreemptionWorld world;
        world.node("small", 50);
        world.pod("small", "v", 1, 50);
        world.node("closed", 100);
        framework::NodeToStatus statuses(2);
        statuses.set(0, Status::unschedulable("no room"));
        const auto status = world.preempt(world.podObject("p", 10, 100), statuses);
        QCOMPARE(q(status.message()), q("preemption: 0/2 nodes are available: 1 Preemption is not helpful for scheduling, "
                                     "1 no room."));
        framework::NodeToStatus nowhere(2);
        QCOMPARE(q(world.preempt(world.podObject("p", 10, 100), nowhere).message()),
                 q("preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling."));
        QCOMPARE(q(world.nominatedNode()), q(""));
    }

    void nominatedPodsOfEqualPriorityKeepTheirRoom()
    {
        PreemptionWorld world;
        world.node("n", 200);
        world.pod("n", "v", 1, 200);
        world.nominate("n", world.podObject("first", 10, 200));
        QVERIFY(!world.preempt(world.podObject("p", 10, 200)).isSuccess());
        QVERIFY(world.preempt(world.podObject("q", 11, 200)).isSuccess());
    }

    // Disruption budgets (§5.5).

    /// Names of the pods whose eviction breaks a budget. pods: name and apps by which budgets cover it.
    static Names violating(const std::vector<std::shared_ptr<api::PodDisruptionBudget>>& budgets,
                           const std::vector<std::pair<std::string, Names>>& pods)
    {
        PreemptionWorld world;
        for (const auto& pdb : budgets)
            world.object(pdb);
        std::vector<framework::PodInfoPtr> infos;
        for (const auto& [name, apps] : pods) {
            auto pod = world.podObject(name, 1, 100);
            for (const auto& app : apps)
                pod->meta.labels.set(api::Symbol("app-" + app), api::Symbol("yes"));
            infos.push_back(framework::PodInfo::make(pod));
        }
        Names names;
        for (const auto& info : plugins::DisruptionBudgets(world.listers()).split(infos).violating)
            names.push_back(info->pod->meta.name);
        return names;
    }

    void budgetsAreUsedUpInOrder()
    {
        QCOMPARE(violating({budget("web", 2)}, {{"a", {"web"}}, {"b", {}}, {"c", {"web"}}, {"d", {"web"}}}),
                 Names{"d"});
    }

    /// Also those that come after one that is broken already: b breaks "first", and takes the last of "second".
    void everyBudgetThatCoversAPodLosesOne()
    {
        QCOMPARE(violating({budget("first", 0), budget("second", 1)},
                           {{"b", {"first", "second"}}, {"d", {"second"}}}),
                 (Names{"b", "d"}));
    }

    void emptyAndForeignBudgetsProtectNobody()
    {
        auto foreign = budget("web", 0);
        foreign->meta.namespace_ = api::Symbol("elsewhere");
        QCOMPARE(violating({budget("", 0), foreign}, {{"a", {"web"}}}), Names{});
    }

    void podsThatAreCountedAlreadyDoNotCountAgain()
    {
        auto counted = budget("web", 0);
        counted->disruptedPods = {"c"};
        QCOMPARE(violating({counted}, {{"c", {"web"}}, {"d", {"web"}}}), Names{"d"});
    }

    void protectedPodsGetTheFirstChanceToStay()
    {
        PreemptionWorld world;
        world.object(budget("web", 0));
        world.node("n", 200);
        auto guarded = world.podObject("guarded", 1, 100);
        label(*guarded, "web");
        world.place("n", guarded);
        world.pod("n", "important", 5, 100);
        QVERIFY(world.preempt(world.podObject("p", 10, 100)).isSuccess());
        QCOMPARE(world.record.victims, Names{"default/important"});
        QCOMPARE(world.record.candidates.front().pdbViolations, std::int64_t{0});
    }

    void victimsOfBothKindsAreSortedTogether()
    {
        PreemptionWorld world;
        world.object(budget("web", 0));
        world.node("n", 200);
        auto guarded = world.podObject("guarded", 1, 100);
        label(*guarded, "web");
        world.place("n", guarded);
        world.pod("n", "important", 5, 100);
        QVERIFY(world.preempt(world.podObject("p", 10, 200)).isSuccess());
        QCOMPARE(world.record.victims, (Names{"default/important", "default/guarded"}));
        QCOMPARE(world.record.candidates.front().pdbViolations, std::int64_t{1});
    }

    // Which candidate (§7).

    void criteriaInTheirOrder()
    {
        PreemptionWorld world;
        auto candidate = [&](const std::vector<std::pair<int, int>>& priorityAndStart, std::int64_t violations = 0) {
            plugins::PreemptionCandidate made{"n", {}, {}, violations};
            for (auto [priority, start] : priorityAndStart)
                made.victims.push_back(framework::PodInfo::make(world.podObject("v", priority, 1, start)));
            return made;
        };
        auto best = [&](const std::vector<plugins::PreemptionCandidate>& candidates) {
            return plugins::bestCandidates(candidates, world.clock());
        };
        using Positions = std::vector<std::size_t>;
        QCOMPARE(best({candidate({{1, 0}}, 1), candidate({{9, 0}, {9, 0}})}), Positions{1});
        QCOMPARE(best({candidate({{5, 0}}), candidate({{4, 0}, {4, 0}})}), Positions{1});
        QCOMPARE(best({candidate({{5, 0}, {-7, 0}, {5, 0}, {-7, 0}}), candidate({{5, 0}, {-7, 0}}),
                       candidate({{5, 0}, {-7, 0}, {1, 0}})}),
                 Positions{1});
        QCOMPARE(best({candidate({{5, 9}, {4, 9}}), candidate({{5, 0}, {1, 0}})}), Positions{1});
        // The lowest priority there is adds nothing to the sum; then the number decides.
        constexpr int lowest = std::numeric_limits<std::int32_t>::min();
        QCOMPARE(best({candidate({{5, 9}, {lowest, 9}}), candidate({{5, 0}})}), Positions{1});
        QCOMPARE(best({candidate({{5, 10}, {1, 99}}), candidate({{5, 20}, {1, 0}})}), Positions{1});
        QCOMPARE(best({candidate({{5, 7}}), candidate({{5, 9}}), candidate({{5, 9}})}), (Positions{1, 2}));
    }

    void theRecordSaysByWhichCriterionEachCandidateFellBehind()
    {
        PreemptionWorld world;
        world.object(budget("web", 0));
        for (const std::string name : {"n1", "n2", "n3", "n4", "n5"})
            world.node(name, 200);
        auto guarded = world.podObject("guarded", 1, 200, 5);
        label(*guarded, "web");
        world.place("n1", guarded);
        world.pod("n2", "important", 9, 200, 5);
        world.pod("n3", "two", 1, 100, 5);
        world.pod("n3", "three", 1, 100, 5);
        world.pod("n4", "old", 1, 200, 5);
        world.pod("n5", "young", 1, 200, 9);
        QVERIFY(world.preempt(world.podObject("p", 10, 200)).isSuccess());
        QCOMPARE(q(world.nominatedNode()), q("n5"));
        using Criterion = trace::PreemptionCriterion;
        std::map<std::string, std::optional<Criterion>> fell;
        for (const auto& candidate : world.record.candidates)
            fell[candidate.node] = candidate.eliminatedBy;
        QCOMPARE(fell.size(), std::size_t{5});
        QVERIFY(fell["n1"] == Criterion::PdbViolations);
        QVERIFY(fell["n2"] == Criterion::HighestPriority);
        QVERIFY(fell["n3"] == Criterion::PrioritySum);
        QVERIFY(fell["n4"] == Criterion::LatestStart);
        QVERIFY(!fell["n5"]);
    }

    void theRecordKnowsEverybodyWhoWasWeighedAndTheirBudgets()
    {
        PreemptionWorld world;
        world.object(budget("web", 0));
        world.node("n", 300);
        auto guarded = world.podObject("guarded", 1, 100, 5);
        label(*guarded, "web");
        world.place("n", guarded);
        world.pod("n", "important", 5, 200, 7);
        QVERIFY(world.preempt(world.podObject("p", 10, 200)).isSuccess());
        const auto& candidate = world.record.candidates.front();
        QCOMPARE(candidate.highestPriority, 5);
        QCOMPARE(candidate.prioritySum, std::int64_t{5});
        QVERIFY(candidate.earliestStart.has_value());
        QCOMPARE(candidate.pods.size(), std::size_t{2});
        QCOMPARE(q(candidate.pods[0].pod), q("default/important"));
        QVERIFY(candidate.pods[0].victim && candidate.pods[0].budgets.empty());
        QCOMPARE(q(candidate.pods[1].pod), q("default/guarded"));
        QVERIFY(!candidate.pods[1].victim && candidate.pods[1].breaksBudget);
        QCOMPARE(candidate.pods[1].budgets.size(), std::size_t{1});
    }

    void theFirstOfEqualCandidatesIsTaken()
    {
        PreemptionWorld world;
        for (const std::string name : {"n1", "n2"}) {
            world.node(name, 100);
            world.pod(name, "v" + name, 1, 100);
        }
        QVERIFY(world.preempt(world.podObject("p", 10, 100)).isSuccess());
        QCOMPARE(world.record.tied, (Names{"n1", "n2"}));
        QCOMPARE(q(world.nominatedNode()), q("n1"));
    }

    void extendersHaveTheLastWordOnCandidates()
    {
        PreemptionWorld world;
        for (const std::string name : {"n1", "n2"}) {
            world.node(name, 100);
            world.pod(name, "v" + name, 1, 100);
        }
        using Candidates = std::vector<plugins::PreemptionCandidate>;
        world.plugin->filterCandidatesWith([](const api::Pod&, Candidates candidates) {
            candidates.erase(candidates.begin());
            return candidates;
        });
        QVERIFY(world.preempt(world.podObject("p", 10, 100)).isSuccess());
        QCOMPARE(q(world.nominatedNode()), q("n2"));
        world.plugin->filterCandidatesWith([](const api::Pod&, Candidates) { return Candidates{}; });
        const auto none = world.preempt(world.podObject("p", 10, 100));
        QCOMPARE(q(none.message()), q("preemption: no candidate node for preemption"));
        QVERIFY(!world.result);
        world.plugin->filterCandidatesWith(
            [](const api::Pod&, Candidates) -> tl::expected<Candidates, std::string> {
                return tl::unexpected(std::string("down"));
            });
        QCOMPARE(world.preempt(world.podObject("p", 10, 100)).code(), Code::Error);
    }

    // Evictions (§9).

    void oneWritePerTurn()
    {
        PreemptionWorld world;
        world.node("n", 200);
        world.pod("n", "v1", 2, 100);
        world.pod("n", "v2", 1, 100);
        auto lower = world.podObject("lower", 5, 1);
        lower->status.nominatedNodeName = "n";
        world.nominate("n", lower);
        world.nominate("n", world.podObject("flying", 0, 0)); // in flight: says nothing of a node
        auto higher = world.podObject("higher", 11, 0);
        higher->status.nominatedNodeName = "n";
        world.nominate("n", higher);
        const auto pod = world.podObject("p", 10, 200);
        QVERIFY(world.preempt(pod).isSuccess());
        QVERIFY(world.server.calls.empty());
        std::vector<std::size_t> writes;
        while (world.runDeferred())
            writes.push_back(world.server.calls.size());
        QCOMPARE(world.server.calls,
                 (Names{"nominate lower ''", "mark v1", "delete v1", "mark v2", "delete v2"}));
        for (std::size_t i = 1; i < writes.size(); ++i)
            QVERIFY(writes[i] <= writes[i - 1] + 1);
        for (auto stage : world.stages)
            QCOMPARE(stage, framework::Stage::Evict);
        QCOMPARE(world.events, (Names{"v1: Preempted by pod uid-p on node n", "v2: Preempted by pod uid-p on node n"}));
        QVERIFY(world.activated.empty());
        const auto& condition = world.server.lastCondition;
        QCOMPARE(q(condition.type + " " + condition.status), q("DisruptionTarget True"));
        QCOMPARE(q(condition.reason), q("PreemptionByScheduler"));
        QCOMPARE(q(condition.message), q("default-scheduler: preempting to accommodate a higher priority pod"));
    }

    void preemptorIsGatedUntilTheLastVictimLeaves()
    {
        PreemptionWorld world;
        world.node("n", 200);
        world.pod("n", "v1", 2, 100);
        world.pod("n", "v2", 1, 100);
        const auto pod = world.podObject("p", 10, 200);
        QVERIFY(world.plugin->preEnqueue(*pod).isSuccess());
        QVERIFY(world.preempt(pod).isSuccess());
        const auto gated = world.plugin->preEnqueue(*pod);
        QCOMPARE(gated.code(), Code::UnschedulableAndUnresolvable);
        QCOMPARE(q(gated.message()), q("waiting for the preemption for this pod to be finished"));
        QVERIFY(world.plugin->preEnqueue(*world.podObject("other", 1, 1)).isSuccess());
        // The first victim gone opens nothing; the last one gone does, before the task knows.
        world.forget(*world.podObject("v1", 2, 100));
        QVERIFY(!world.plugin->preEnqueue(*pod).isSuccess());
        while (world.server.calls.empty() || world.server.calls.back() != "delete v2")
            QVERIFY(world.runDeferred());
        QVERIFY(!world.plugin->preEnqueue(*pod).isSuccess());
        world.forget(*world.podObject("v2", 1, 100));
        QVERIFY(world.plugin->preEnqueue(*pod).isSuccess());
        while (world.runDeferred()) {
        }
        QVERIFY(world.plugin->preEnqueue(*pod).isSuccess());
    }

    void refusedEvictionWakesThePreemptor()
    {
        PreemptionWorld world;
        world.node("n", 200);
        world.pod("n", "v1", 2, 100);
        world.pod("n", "v2", 1, 100);
        world.server.refusals["delete v1"] = {ports::ApiError::Reason::Other, "no"};
        const auto pod = world.podObject("p", 10, 200);
        QVERIFY(world.preempt(pod).isSuccess());
        while (world.runDeferred()) {
        }
        QCOMPARE(world.server.calls, (Names{"mark v1", "delete v1"}));
        QVERIFY(world.events.empty());
        QCOMPARE(world.activated, Names{"default/p"});
        QVERIFY(world.plugin->preEnqueue(*pod).isSuccess());
    }

    void refusedClearingStopsNoEvictionButWakesThePreemptor()
    {
        PreemptionWorld world;
        world.node("n", 100);
        world.pod("n", "v", 1, 100);
        auto lower = world.podObject("lower", 5, 1);
        lower->status.nominatedNodeName = "n";
        world.nominate("n", lower);
        world.server.refusals["nominate lower ''"] = {ports::ApiError::Reason::NotFound, "gone"};
        QVERIFY(world.preempt(world.podObject("p", 10, 100)).isSuccess());
        while (world.runDeferred()) {
        }
        QCOMPARE(world.server.calls, (Names{"nominate lower ''", "mark v", "delete v"}));
        QCOMPARE(world.activated, Names{"default/p"});
    }

    void vanishedVictimIsDoneWithoutEvent()
    {
        PreemptionWorld world;
        world.node("n", 200);
        world.pod("n", "v1", 2, 100);
        world.pod("n", "v2", 1, 100);
        world.server.refusals["mark v1"] = {ports::ApiError::Reason::NotFound, "gone"};
        QVERIFY(world.preempt(world.podObject("p", 10, 200)).isSuccess());
        while (world.runDeferred()) {
        }
        QCOMPARE(world.server.calls, (Names{"mark v1", "mark v2", "delete v2"}));
        QCOMPARE(world.events, Names{"v2: Preempted by pod uid-p on node n"});
        QVERIFY(world.activated.empty());
    }

    void terminatingVictimsAreLeftAlone()
    {
        PreemptionWorld world;
        world.node("n", 100);
        auto victim = world.podObject("v", 1, 100);
        victim->meta.deletionTimestamp = api::Time::fromSeconds(test::startOfTime);
        world.place("n", victim);
        const auto pod = world.podObject("p", 10, 100);
        QVERIFY(world.preempt(pod).isSuccess());
        QCOMPARE(q(world.nominatedNode()), q("n"));
        QVERIFY(!world.runDeferred());
        QVERIFY(world.plugin->preEnqueue(*pod).isSuccess());
    }

    void victimsWithoutABindingAreSentBackInMemory()
    {
        PreemptionWorld world;
        world.node("n", 300);
        world.pod("n", "waits", 3, 100);
        world.pod("n", "decided", 2, 100);
        world.pod("n", "prebinds", 1, 100);
        Waiter waits(world.podObject("waits", 3, 100), true);
        Waiter decided(world.podObject("decided", 2, 100), false);
        world.waiting = {{"uid-waits", &waits}, {"uid-decided", &decided}};
        world.inPreBind = {{"uid-decided", true}, {"uid-prebinds", true}};
        const auto pod = world.podObject("p", 10, 300);
        QVERIFY(world.preempt(pod).isSuccess());
        while (world.runDeferred()) {
        }
        QCOMPARE(q(waits.heard), q("DefaultPreemption: preempted"));
        // Whoever has been decided on Permit is deleted, even if it could still be stopped in PreBind.
        QCOMPARE(world.server.calls,
                 (Names{"mark decided", "delete decided", "cancel uid-prebinds: preempted by DefaultPreemption"}));
        QCOMPARE(world.events, (Names{"waits: Preempted by pod uid-p on node n (in kube-scheduler memory).",
                                      "decided: Preempted by pod uid-p on node n",
                                      "prebinds: Preempted by pod uid-p on node n (in kube-scheduler memory)."}));
        QVERIFY(world.plugin->preEnqueue(*pod).isSuccess());
    }

    void markedVictimsAreNotMarkedAgain()
    {
        PreemptionWorld world;
        world.node("n", 100);
        auto victim = world.podObject("v", 1, 100);
        victim->status.conditions.push_back({"DisruptionTarget", "True", "PreemptionByScheduler",
                                             "default-scheduler: preempting to accommodate a higher priority pod",
                                             api::Time::fromSeconds(1), 0});
        world.place("n", victim);
        QVERIFY(world.preempt(world.podObject("p", 10, 100)).isSuccess());
        while (world.runDeferred()) {
        }
        QCOMPARE(world.server.calls, Names{"delete v"});
    }

    // Within the cycle (gate off).

    void withoutTheGateVictimsLeaveWithinTheCycle()
    {
        PreemptionWorld world({}, false);
        world.node("n", 200);
        world.pod("n", "v1", 2, 100);
        world.pod("n", "v2", 1, 100);
        auto lower = world.podObject("lower", 5, 1);
        lower->status.nominatedNodeName = "n";
        world.nominate("n", lower);
        const auto pod = world.podObject("p", 10, 200);
        QVERIFY(world.preempt(pod).isSuccess());
        QVERIFY(!world.runDeferred());
        QCOMPARE(world.server.calls,
                 (Names{"mark v1", "delete v1", "mark v2", "delete v2", "nominate lower ''"}));
        QVERIFY(world.plugin->preEnqueue(*pod).isSuccess());
        QVERIFY(world.plugin->eventsToRegister().empty());
    }

    void withoutTheGateARefusalEndsThePreemption()
    {
        PreemptionWorld world({}, false);
        world.node("n", 200);
        world.pod("n", "v1", 2, 100);
        world.pod("n", "v2", 1, 100);
        world.server.refusals["mark v1"] = {ports::ApiError::Reason::Other, "no"};
        const auto status = world.preempt(world.podObject("p", 10, 200));
        QCOMPARE(status.code(), Code::Error);
        QCOMPARE(q(status.message()), q("preemption: no"));
        QVERIFY(!world.result);
        QCOMPARE(world.server.calls, Names{"mark v1"});
    }

    void deletedPodsWakeNobody()
    {
        PreemptionWorld world;
        const auto events = world.plugin->eventsToRegister();
        QCOMPARE(events.size(), std::size_t{1});
        QVERIFY(events.front().event.resource == framework::EventResource::Pod);
        QVERIFY(events.front().event.action == framework::ActionType::Delete);
        const auto pod = world.podObject("p", 1, 1);
        QCOMPARE(q(events.front().hint(*pod, pod.get(), nullptr).text()), q("Skip"));
    }
};

QTEST_APPLESS_MAIN(TestDefaultPreemption)
#include "tst_default_preemption.moc"
