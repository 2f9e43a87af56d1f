// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/deployment.h"
#include "cluster/deployment_sets.h"
#include "cluster/object_edit.h"
#include "cluster/replica_set.h"
#include "cluster/safe_names.h"
#include "support/workloads.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace berth;
using namespace berth::test;
using cluster::Workloads;

namespace {

std::string deploymentText(const std::string& spec, const std::string& image = "v1")
{
    return "{kind: Deployment, apiVersion: apps/v1, metadata: {name: web}, spec: {" + spec
        + ", selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, "
          "spec: {containers: [{name: c, image: " + image + "}]}}}}";
}

/// A Deployment and its ReplicaSets, whose pods the test plays.
struct Rollout {
    std::shared_ptr<const api::Workload> deployment;
    Workloads sets;
    cluster::Pods pods;
    api::Time now;
    std::vector<std::string> messages;

    explicit Rollout(const std::string& text) : deployment(stored<api::Workload>(text)) {}

    void change(const std::string& text)
    {
        auto changed = stored<api::Workload>(text);
        changed->meta.annotations = deployment->meta.annotations;
        changed->meta.generation = deployment->meta.generation + 1;
        cluster::setStatus(*changed, cluster::statusOf(*deployment));
        deployment = changed;
    }

    /// One step carried out; whether anything came of it.
    bool step()
    {
        auto result = cluster::planDeployment({deployment, sets, pods, {}}, now);
        for (const auto& update : result.plan.updates)
            for (auto& set : sets)
                if (set->meta.name == update->meta.name)
                    set = std::static_pointer_cast<const api::Workload>(update);
        for (const auto& gone : result.plan.deletions)
            std::erase(sets, std::static_pointer_cast<const api::Workload>(gone));
        for (const auto& made : result.plan.creations) {
            made->meta.uid = "uid-" + made->meta.name;
            made->meta.creationTimestamp = now;
            made->meta.generation = 1;
            sets.push_back(std::static_pointer_cast<const api::Workload>(made));
            now.nanoseconds += 1'000'000'000;
        }
        if (result.deployment)
            deployment = result.deployment;
        for (const auto& message : messagesOf(result.plan))
            messages.push_back(message);
        return result.deployment || !result.plan.isEmpty();
    }

    /// The status of a ReplicaSet, as if so many of its pods were there and available.
    void play(std::size_t index, std::int32_t replicas, std::int32_t available)
    {
        auto set = std::make_shared<api::Workload>(*sets.at(index));
        cluster::editDocument(*set, [&](api::Value& document) {
            auto& status = document.set("status", api::Value::object());
            cluster::setNumber(status, "replicas", replicas);
            cluster::setNumber(status, "readyReplicas", available);
            cluster::setNumber(status, "availableReplicas", available);
            cluster::setNumber(status, "observedGeneration", set->meta.generation);
        });
        sets[index] = set;
    }
    void playAll()
    {
        for (std::size_t i = 0; i < sets.size(); ++i)
            play(i, size(i), size(i));
    }
    /// Sizes of the ReplicaSets, as a Deployment of so many replicas and so much surge would have left them in a rollout.
    void force(const std::vector<std::int32_t>& sizes, std::int32_t replicas, std::int32_t surge)
    {
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            auto set = std::make_shared<api::Workload>(*sets.at(i));
            cluster::setReplicas(*set, sizes[i]);
            auto& annotations = set->meta.annotations;
            annotations.set(api::Symbol(cluster::deployment_annotation::desiredReplicas), api::Symbol(std::to_string(replicas)));
            annotations.set(api::Symbol(cluster::deployment_annotation::maxReplicas),
                            api::Symbol(std::to_string(replicas + surge)));
            sets[i] = set;
        }
    }
    void settle()
    {
        for (int i = 0; i < 200 && (step() || i == 0); ++i)
            playAll();
    }
    std::int32_t size(std::size_t index) const { return cluster::replicasOf(*sets.at(index)); }
    std::vector<std::int32_t> sizes() const
    {
        std::vector<std::int32_t> sizes;
        for (const auto& set : sets)
            sizes.push_back(cluster::replicasOf(*set));
        return sizes;
    }
    std::string reason(const char* type) const
    {
        const auto conditions = cluster::conditionsOf(cluster::statusOf(*deployment));
        const auto* condition = cluster::findCondition(conditions, type);
        return condition ? condition->reason : std::string();
    }
};

using Sizes = std::vector<std::int32_t>;

}

class TestDeployment : public QObject {
    Q_OBJECT
private slots:
    void surgeRoundsUpAndUnavailabilityDown()
    {
        const api::IntOrString half{true, 0, "50%"};
        const api::IntOrString zero{false, 0, {}};
        auto bounds = cluster::rollingBounds({}, {}, 10);
        QCOMPARE(bounds.maxSurge, 3);
        QCOMPARE(bounds.maxUnavailable, 2);
        bounds = cluster::rollingBounds(half, half, 3);
        QCOMPARE(bounds.maxSurge, 2);
        QCOMPARE(bounds.maxUnavailable, 1);
        bounds = cluster::rollingBounds(zero, api::IntOrString{true, 0, "10%"}, 5);
        QCOMPARE(bounds.maxSurge, 0);
        QCOMPARE(bounds.maxUnavailable, 1); // one of the two must give
    }

    void hashesInSafeLetters()
    {
        const auto deployment = stored<api::Workload>(deploymentText("replicas: 1"));
        const auto& podTemplate = cluster::valueAt(*deployment, {"spec", "template"});
        const auto hash = cluster::templateHash(podTemplate, 0);
        QVERIFY(!hash.empty() && hash.size() <= 10);
        QVERIFY(hash.find_first_not_of(cluster::safeLetters) == std::string::npos);
        QVERIFY(hash != cluster::templateHash(podTemplate, 1));
        QCOMPARE(cluster::safeEncode("0123456789"), std::string("456789bcdf"));
    }

    void makesTheFirstReplicaSet()
    {
        Rollout rollout(deploymentText("replicas: 3, minReadySeconds: 5"));
        QVERIFY(rollout.step());
        QCOMPARE(rollout.sizes(), Sizes{3});
        const auto& set = *rollout.sets[0];
        const auto hash = set.meta.labels.find("pod-template-hash")->str();
        QCOMPARE(set.meta.name, "web-" + hash);
        QCOMPARE(set.podTemplate.meta.labels.find("pod-template-hash")->str(), hash);
        QCOMPARE(set.selector->matchLabels.find("pod-template-hash")->str(), hash);
        QCOMPARE(set.meta.annotations.find("deployment.kubernetes.io/desired-replicas")->str(), std::string("3"));
        QCOMPARE(set.meta.annotations.find("deployment.kubernetes.io/max-replicas")->str(), std::string("4"));
        QCOMPARE(cluster::minReadySeconds(set), 5);
        QCOMPARE(set.meta.ownerReferences[0].uid, std::string("uid-web"));
        QCOMPARE(rollout.messages, std::vector<std::string>{"Scaled up replica set web-" + hash + " from 0 to 3"});
        QCOMPARE(rollout.deployment->meta.annotations.find("deployment.kubernetes.io/revision")->str(), std::string("1"));
        QCOMPARE(rollout.reason("Progressing"), std::string("NewReplicaSetCreated"));
        QCOMPARE(rollout.reason("Available"), std::string("MinimumReplicasUnavailable"));
        rollout.settle();
        QCOMPARE(rollout.reason("Progressing"), std::string("NewReplicaSetAvailable"));
        QCOMPARE(rollout.reason("Available"), std::string("MinimumReplicasAvailable"));
        const auto status = cluster::deploymentStatus(*rollout.deployment);
        QCOMPARE(status.updatedReplicas, 3);
        QCOMPARE(status.unavailableReplicas, 0);
    }

    /// The example of the documentation: 10 replicas, surge 3, unavailable 2: 13 pods at most, 8 available at least.
    void rollsWithinItsBounds()
    {
        Rollout rollout(deploymentText("replicas: 10, strategy: {rollingUpdate: {maxSurge: 3, maxUnavailable: 2}}"));
        rollout.settle();
        rollout.change(
            deploymentText("replicas: 10, strategy: {rollingUpdate: {maxSurge: 3, maxUnavailable: 2}}", "v2"));
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{10, 3}));
        rollout.step(); // 10 are available, 8 must be
        QCOMPARE(rollout.sizes(), (Sizes{8, 3}));
        rollout.play(0, 8, 8);
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{8, 5}));
        rollout.play(1, 5, 2); // two of the new ones are available: as many old ones may go
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{6, 5}));
        rollout.settle();
        QCOMPARE(rollout.sizes(), (Sizes{0, 10}));
        QCOMPARE(cluster::revisionOf(*rollout.deployment), 2);
    }

    void everyStepKeepsTheBounds()
    {
        for (const auto* bounds : {"maxSurge: 0, maxUnavailable: 1", "maxSurge: 1, maxUnavailable: 0", "maxSurge: 40%",
                                   "maxSurge: 0, maxUnavailable: 100%", "maxSurge: 25%, maxUnavailable: 25%"}) {
            const auto spec = std::string("replicas: 7, strategy: {rollingUpdate: {") + bounds + "}}";
            Rollout rollout(deploymentText(spec));
            rollout.settle();
            rollout.change(deploymentText(spec, "v2"));
            const auto allowed = cluster::deploymentSpec(*rollout.deployment).bounds;
            for (int i = 0; i < 100 && rollout.step(); ++i) {
                const auto sizes = rollout.sizes();
                QVERIFY2(sizes[0] + sizes[1] <= 7 + allowed.maxSurge, bounds);
                QVERIFY2(cluster::totalAvailable(rollout.sets) >= 7 - allowed.maxUnavailable || i > 0, bounds);
                rollout.playAll();
            }
            QCOMPARE(rollout.sizes(), (Sizes{0, 7}));
        }
    }

    void unhealthyOldPodsGoFirst()
    {
        const auto* spec = "replicas: 4, strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}";
        Rollout rollout(deploymentText(spec));
        rollout.settle();
        rollout.play(0, 4, 2); // a bad version: two never came up
        rollout.change(deploymentText(spec, "v2"));
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{4, 1}));
        // The bound: 5 pods less 4 that must be available less 1 that is not yet = nothing may go.
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{4, 1}));
        rollout.play(1, 1, 1);
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{3, 1}));
    }

    void recreateWaitsForTheOldPodsToBeGone()
    {
        const auto* spec = "replicas: 2, strategy: {type: Recreate}";
        Rollout rollout(deploymentText(spec));
        rollout.settle();
        const auto& first = *rollout.sets[0];
        const auto pod = standing(*cluster::podFromTemplate(first, {}), {"old"});
        rollout.pods = {pod};
        rollout.change(deploymentText(spec, "v2"));
        rollout.step();
        QCOMPARE(rollout.sizes(), Sizes{0});
        rollout.play(0, 0, 0);
        rollout.settle();
        QCOMPARE(rollout.sizes(), Sizes{0}); // the old pod still runs down
        rollout.pods.clear();
        rollout.settle();
        QCOMPARE(rollout.sizes(), (Sizes{0, 2}));
    }

    void sharesAScalingInProportion()
    {
        // The example of the documentation: 10 replicas, maxSurge 3, maxUnavailable 2, 8 old and 5 new ones in a stuck
        // rollout; scaled to 15, the old one gets 3 and the new one 2 more.
        const std::string strategy = "strategy: {rollingUpdate: {maxSurge: 3, maxUnavailable: 2}}";
        Rollout rollout(deploymentText("replicas: 10, " + strategy));
        rollout.settle();
        rollout.change(deploymentText("replicas: 10, " + strategy, "v2"));
        rollout.step();
        rollout.step();
        rollout.play(0, 8, 8);
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{8, 5}));
        rollout.change(deploymentText("replicas: 15, " + strategy, "v2"));
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{11, 7}));
        rollout.change(deploymentText("replicas: 0, " + strategy, "v2"));
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{0, 0}));
    }

    /// Sizes from the oldest to the current ReplicaSet; all but the two of 10 and that of 5 to 1 are cases of Kubernetes' own tests of
    /// Deployments. What rounding leaves over is the largest one's, and where several are the largest the youngest gains
    /// and the oldest loses.
    void sharesWhatIsLeftOver_data()
    {
        QTest::addColumn<Sizes>("sizes");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("surgeBefore");
        QTest::addColumn<int>("after");
        QTest::addColumn<int>("surge");
        QTest::addColumn<Sizes>("shared");
        const auto row = [](const char* name, Sizes sizes, int before, int after, Sizes shared, int surgeBefore = 0, int surge = 0) {
            QTest::newRow(name) << std::move(sizes) << before << surgeBefore << after << surge << std::move(shared);
        };
        row("5 to 10", {3, 2}, 5, 10, {6, 4});
        row("5 to 3", {3, 2}, 5, 3, {2, 1});
        row("9 to 4", {1, 8}, 9, 4, {0, 4});
        row("7 to 10", {2, 3, 2}, 7, 10, {3, 4, 3});
        row("13 to 8", {3, 8, 2}, 13, 8, {2, 5, 1});
        row("over, growing: the youngest of the largest", {1, 1, 1}, 3, 4, {1, 1, 2});
        row("over, shrinking: the oldest of the largest", {1, 1, 1}, 3, 2, {0, 1, 1});
        row("over, growing: the largest though it is the oldest", {4, 3, 3}, 10, 11, {5, 3, 3});
        row("over, shrinking: the largest though it is in the middle", {3, 4, 3}, 10, 9, {3, 3, 3});
        row("5 to 1", {1, 1, 1, 1, 1}, 5, 1, {0, 0, 0, 0, 1});
        row("6 to 0", {1, 2, 3}, 6, 0, {0, 0, 0});
        row("with surge", {6, 6}, 10, 20, {11, 11}, 2, 2);
        row("another surge", {8, 5}, 10, 50, {34, 22}, 3, 6);
    }
    void sharesWhatIsLeftOver()
    {
        QFETCH(Sizes, sizes);
        QFETCH(int, before);
        QFETCH(int, surgeBefore);
        QFETCH(int, after);
        QFETCH(int, surge);
        const auto spec = [](int replicas, int most) {
            return "replicas: " + std::to_string(replicas) + ", strategy: {rollingUpdate: {maxUnavailable: 1, maxSurge: "
                + std::to_string(most) + "}}";
        };
        Rollout rollout(deploymentText(spec(before, surgeBefore), "v0"));
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            rollout.change(deploymentText(spec(before, surgeBefore), "v" + std::to_string(i)));
            rollout.settle();
        }
        rollout.force(sizes, before, surgeBefore);
        rollout.change(deploymentText(spec(after, surge), "v" + std::to_string(sizes.size() - 1)));
        rollout.step();
        QTEST(rollout.sizes(), "shared");
    }

    void sharesByItsStatusWhereAnAnnotationIsGone()
    {
        const auto* spec = "replicas: 10, strategy: {rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}";
        Rollout rollout(deploymentText(spec));
        rollout.settle();
        rollout.change(deploymentText(spec, "v2"));
        rollout.settle();
        QCOMPARE(cluster::deploymentStatus(*rollout.deployment).replicas, 10);
        rollout.force({6, 4}, 10, 0);
        for (auto& set : rollout.sets) {
            auto changed = std::make_shared<api::Workload>(*set);
            changed->meta.annotations.erase(api::Symbol(cluster::deployment_annotation::maxReplicas));
            set = changed;
        }
        rollout.change(deploymentText("replicas: 20, strategy: {rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}", "v2"));
        rollout.step();
        QCOMPARE(rollout.sizes(), (Sizes{12, 8}));
    }

    void aPausedOneScalesButDoesNotRoll()
    {
        Rollout rollout(deploymentText("replicas: 2"));
        rollout.settle();
        rollout.change(deploymentText("replicas: 4, paused: true", "v2"));
        rollout.settle();
        QCOMPARE(rollout.sizes(), Sizes{4});
        QCOMPARE(rollout.reason("Progressing"), std::string("DeploymentPaused"));
        rollout.change(deploymentText("replicas: 4", "v2"));
        rollout.settle();
        QCOMPARE(rollout.sizes(), (Sizes{0, 4}));
    }

    void rollingBackTakesTheOldReplicaSetAgain()
    {
        Rollout rollout(deploymentText("replicas: 2"));
        rollout.settle();
        rollout.change(deploymentText("replicas: 2", "v2"));
        rollout.settle();
        rollout.change(deploymentText("replicas: 2", "v1"));
        rollout.settle();
        QCOMPARE(rollout.sizes(), (Sizes{2, 0}));
        QCOMPARE(cluster::revisionOf(*rollout.sets[0]), 3);
        QCOMPARE(rollout.sets[0]->meta.annotations.find("deployment.kubernetes.io/revision-history")->str(),
                 std::string("1"));
    }

    void forgetsRevisionsBeyondTheLimit()
    {
        Rollout rollout(deploymentText("replicas: 1, revisionHistoryLimit: 2"));
        for (const auto* image : {"v1", "v2", "v3", "v4", "v5"}) {
            rollout.change(deploymentText("replicas: 1, revisionHistoryLimit: 2", image));
            rollout.settle();
        }
        QCOMPARE(rollout.sizes(), (Sizes{0, 0, 1}));
        QCOMPARE(cluster::revisionOf(*rollout.sets[0]), 3);
    }

    void saysWhenItTakesTooLong()
    {
        Rollout rollout(deploymentText("replicas: 1, progressDeadlineSeconds: 60"));
        rollout.step();
        rollout.play(0, 1, 0);
        rollout.step();
        QCOMPARE(rollout.reason("Progressing"), std::string("ReplicaSetUpdated"));
        const auto plan = cluster::planDeployment({rollout.deployment, rollout.sets, {}, {}}, rollout.now);
        QVERIFY(plan.plan.wakeAt);
        rollout.now = *plan.plan.wakeAt;
        rollout.step();
        QCOMPARE(rollout.reason("Progressing"), std::string("ProgressDeadlineExceeded"));
        rollout.play(0, 1, 1);
        rollout.step();
        QCOMPARE(rollout.reason("Progressing"), std::string("NewReplicaSetAvailable"));
    }

    void aTakenNameCountsAsACollision()
    {
        const auto deployment = stored<api::Workload>(deploymentText("replicas: 1"));
        const auto first = cluster::planDeployment({deployment, {}, {}, {}}, {});
        const auto taken = first.plan.creations[0]->meta.name;
        const auto second =
            cluster::planDeployment({deployment, {}, {}, [&](const std::string& name) { return name == taken; }}, {});
        QVERIFY(second.plan.creations[0]->meta.name != taken);
        QCOMPARE(cluster::deploymentStatus(*second.deployment).collisionCount, 1);
    }
};

QTEST_APPLESS_MAIN(TestDeployment)
#include "tst_deployment.moc"
