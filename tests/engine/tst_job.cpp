// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/job.h"
#include "cluster/job_policies.h"
#include "support/workloads.h"

#include <QTest>

using namespace berth;
using namespace berth::test;

namespace {

api::Time at(std::int64_t seconds) { return api::Time::fromSeconds(seconds); }

std::shared_ptr<api::Workload> jobOf(const std::string& spec)
{
    return stored<api::Workload>("{kind: Job, apiVersion: batch/v1, metadata: {name: j}, spec: {" + spec
                                 + ", template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}");
}

/// A Job and its pods, which the test ends.
struct Work {
    std::shared_ptr<const api::Workload> job;
    cluster::Pods pods;
    api::Time now;

    explicit Work(const std::string& spec) : job(jobOf(spec)) {}

    /// One step carried out; how many pods it made.
    std::size_t step()
    {
        auto result = cluster::planJob({job, pods}, now);
        for (const auto& update : result.plan.updates)
            for (auto& pod : pods)
                if (pod->meta.uid == update->meta.uid)
                    pod = std::static_pointer_cast<const api::Pod>(update);
        for (const auto& gone : result.plan.deletions)
            std::erase_if(pods, [&gone](const api::PodPtr& pod) { return pod->meta.uid == gone->meta.uid; });
        for (const auto& made : result.plan.creations) {
            const auto name = made->meta.generateName + std::to_string(++made_);
            pods.push_back(standing(*made, {name, "n1", "Running"}));
        }
        if (result.job)
            job = result.job;
        return result.plan.creations.size();
    }
    void end(std::size_t index, const std::string& phase, std::int32_t exitCode = 0)
    {
        auto pod = std::make_shared<api::Pod>(*pods.at(index));
        pod->status.phase = phase;
        api::ContainerStatus status;
        status.name = "c";
        status.state = {api::ContainerState::Kind::Terminated, {}, {}, exitCode, {}, now};
        pod->status.containerStatuses = {status};
        pods[index] = pod;
    }
    cluster::JobStatus status() const { return cluster::jobStatus(*job); }
    QString ended() const
    {
        const auto status = cluster::jobStatus(*job);
        const auto* condition = cluster::finishedCondition(status.conditions);
        return condition ? QString::fromStdString(condition->type + " " + condition->message) : QString();
    }

private:
    int made_ = 0;
};

}

class TestJob : public QObject {
    Q_OBJECT
private slots:
    void writesIndexesAsTheStatusHasThem()
    {
        QCOMPARE(cluster::toText({0, 2, 3, 5, 6, 7, 9}), std::string("0,2,3,5-7,9"));
        QCOMPARE(cluster::parseIndexes("0,2,3,5-7,99,x", 10), (cluster::Indexes{0, 2, 3, 5, 6, 7}));
        QCOMPARE(cluster::toText({}), std::string());
    }

    void podsAreTrackedAndCountedOnce()
    {
        Work work("completions: 2");
        QCOMPARE(work.step(), 1U);
        const auto& pod = *work.pods[0];
        QCOMPARE(pod.meta.finalizers, std::vector<std::string>{cluster::jobTrackingFinalizer});
        QCOMPARE(pod.meta.labels.find("job-name")->str(), std::string("j"));
        QCOMPARE(pod.meta.labels.find("batch.kubernetes.io/controller-uid")->str(), std::string("uid-j"));
        work.end(0, "Succeeded");
        work.step();
        QVERIFY(work.pods[0]->meta.finalizers.empty());
        QCOMPARE(work.status().succeeded, 1);
        work.step();
        QCOMPARE(work.status().succeeded, 1);
    }

    void failuresPauseLongerEachTime()
    {
        Work work("backoffLimit: 10");
        std::vector<std::int64_t> pauses;
        for (int i = 0; i < 8; ++i) {
            QCOMPARE(work.step(), 1U);
            work.end(work.pods.size() - 1, "Failed", 1);
            QCOMPARE(work.step(), 0U);
            const auto wake = cluster::planJob({work.job, work.pods}, work.now).plan.wakeAt;
            QVERIFY(wake);
            pauses.push_back(wake->seconds() - work.now.seconds());
            work.now = *wake;
        }
        QCOMPARE(pauses, (std::vector<std::int64_t>{10, 20, 40, 80, 160, 320, 360, 360}));
    }

    void withoutCompletionsOneSuccessIsEnough()
    {
        Work work("parallelism: 3");
        QCOMPARE(work.step(), 3U);
        work.end(0, "Succeeded");
        QCOMPARE(work.step(), 0U); // no new ones, those at work go on
        QCOMPARE(work.pods.size(), 3U);
        work.end(1, "Succeeded");
        work.end(2, "Failed", 1);
        work.step();
        work.step();
        QCOMPARE(work.ended(), "Complete Reached expected number of succeeded pods");
    }

    void lessParallelismTakesPodsAwayUncounted()
    {
        Work work("parallelism: 3, completions: 9");
        work.step();
        auto smaller = jobOf("parallelism: 1, completions: 9");
        cluster::setStatus(*smaller, cluster::statusOf(*work.job));
        work.job = smaller;
        work.step();
        QCOMPARE(work.pods.size(), 1U);
        work.step();
        QCOMPARE(work.status().failed, 0);
    }

    void anIndexMayFailForItself()
    {
        Work work("completions: 2, parallelism: 2, completionMode: Indexed, backoffLimitPerIndex: 1");
        QCOMPARE(work.step(), 2U);
        work.end(0, "Failed", 1);
        QCOMPARE(work.step(), 0U);
        work.now = at(10);
        QCOMPARE(work.step(), 1U);
        QCOMPARE(work.pods[2]->meta.annotations.find("batch.kubernetes.io/job-index-failure-count")->str(), std::string("1"));
        work.end(2, "Failed", 1);
        work.step();
        QCOMPARE(cluster::toText(work.status().failedIndexes), std::string("0"));
        QVERIFY(work.ended().isEmpty()); // the other one goes on
        work.end(1, "Succeeded");
        work.step();
        work.step();
        QCOMPARE(work.ended(), "Failed Job has failed indexes");
    }

    void rulesDecideWhatAFailureMeans()
    {
        const auto job = jobOf("podFailurePolicy: {rules: ["
                               "{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}, "
                               "{action: FailJob, onExitCodes: {containerName: c, operator: NotIn, values: [1, 2]}}, "
                               "{action: Count, onExitCodes: {operator: In, values: [1]}}]}");
        auto failed = std::make_shared<api::Pod>();
        failed->meta.name = "p";
        failed->meta.namespace_ = api::Symbol("default");
        failed->status.phase = "Failed";
        api::ContainerStatus status;
        status.name = "c";
        status.state.kind = api::ContainerState::Kind::Terminated;
        status.state.exitCode = 7;
        failed->status.containerStatuses = {status};
        using Action = cluster::PodFailure::Action;
        QVERIFY(cluster::judgeFailure(*job, *failed).action == Action::FailJob);
        QCOMPARE(cluster::judgeFailure(*job, *failed).message,
                 std::string("Container c for pod default/p failed with exit code 7 matching FailJob rule at index 1"));
        failed->status.containerStatuses[0].state.exitCode = 2;
        QVERIFY(cluster::judgeFailure(*job, *failed).action == Action::Count);
        failed->status.conditions.push_back({"DisruptionTarget", "True", {}, {}, {}, 0});
        QVERIFY(cluster::judgeFailure(*job, *failed).action == Action::Ignore);
    }

    void aSuccessPolicyMayEndItEarly()
    {
        Work work("completions: 4, parallelism: 4, completionMode: Indexed, "
                  "successPolicy: {rules: [{succeededIndexes: '1-3', succeededCount: 2}]}");
        work.step();
        work.end(0, "Succeeded");
        work.end(2, "Succeeded");
        work.step();
        QVERIFY(work.ended().isEmpty());
        work.end(3, "Succeeded");
        work.step(); // stops index 1
        work.step();
        QCOMPARE(work.ended(), "Complete Matched rules at index 0");
        QCOMPARE(work.status().failed, 0);
    }
};

QTEST_APPLESS_MAIN(TestJob)
#include "tst_job.moc"
