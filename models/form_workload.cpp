// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of what makes pods.
#include "models/form_build.h"

#include "design/pod_place.h"

#include <iterator>

using namespace Qt::StringLiterals;

namespace berth::models::forms {

using design::pathOf;

namespace {

/// What a workload's form has before and behind the sections of its pods.
struct AroundPods {
    std::vector<FormSection> before;
    std::vector<FormSection> behind;
};

FormSection jobSize(const design::Path& job)
{
    FormSection section{tr("Size"), {}, true};
    section.fields = {
        field(tr("Completions"), job / "completions", FormKind::Integer, tr("How many pods are to succeed")),
        field(tr("Parallelism"), job / "parallelism", FormKind::Integer, tr("How many run at once")),
    };
    return section;
}

FormSection jobRules(const design::Path& job)
{
    FormSection section{tr("How it runs"), {}, false};
    section.fields = {
        field(tr("Completion"), job / "completionMode", FormKind::Choice, tr("Indexed: each pod has a number of its own"), choicesOf("v1.CompletionMode")),
        field(tr("Retries"), job / "backoffLimit", FormKind::Integer, tr("backoffLimit: how many pods may fail; empty: 6")),
        field(tr("Deadline in seconds"), job / "activeDeadlineSeconds", FormKind::Integer),
        field(tr("Kept for seconds"), job / "ttlSecondsAfterFinished", FormKind::Integer, tr("Once it is finished; empty: for good")),
    };
    return section;
}

AroundPods aroundCronJob()
{
    FormSection schedule{tr("Schedule"), {}, true};
    schedule.fields = {
        field(tr("Schedule"), pathOf("spec.schedule"), FormKind::Text, tr("Minute, hour, day, month, weekday: */10 * * * *")),
        field(tr("Time zone"), pathOf("spec.timeZone"), FormKind::Text, tr("Europe/Berlin; empty: UTC")),
        field(tr("If one still runs"), pathOf("spec.concurrencyPolicy"), FormKind::Choice, {}, choicesOf("v1.ConcurrencyPolicy")),
        field(tr("Suspended"), pathOf("spec.suspend"), FormKind::Flag),
    };
    FormSection late{tr("Late and finished ones"), {}, false};
    late.fields = {
        field(tr("May start late by seconds"), pathOf("spec.startingDeadlineSeconds"), FormKind::Integer),
        field(tr("Successful ones kept"), pathOf("spec.successfulJobsHistoryLimit"), FormKind::Integer),
        field(tr("Failed ones kept"), pathOf("spec.failedJobsHistoryLimit"), FormKind::Integer),
    };
    return {{std::move(schedule), jobSize(pathOf("spec.jobTemplate.spec"))}, {jobRules(pathOf("spec.jobTemplate.spec")), std::move(late)}};
}

AroundPods aroundJob()
{
    FormSection size = jobSize({"spec"});
    size.fields.push_back(field(tr("Suspended"), pathOf("spec.suspend"), FormKind::Flag));
    return {{std::move(size)}, {jobRules({"spec"})}};
}

FormSection size(const QString& kind)
{
    FormSection section{tr("Size"), {}, true};
    if (kind != u"DaemonSet")
        section.fields.push_back(field(tr("Replicas"), pathOf("spec.replicas"), FormKind::Integer));
    const QString tip = tr("Must match the labels of its pods");
    if (kind == u"ReplicationController")
        section.fields.push_back(texts(tr("Selector"), pathOf("spec.selector"), u"app"_s, "web", tip));
    else
        section.fields.push_back(field(tr("Selector"), pathOf("spec.selector"), FormKind::Selector, tip));
    if (kind == u"StatefulSet")
        section.fields.push_back(field(tr("Service"), pathOf("spec.serviceName"), FormKind::Text, tr("Gives its pods their names")));
    return section;
}

/// What happens to the pods that are there when the template changes.
FormSection renewal(const QString& kind)
{
    FormSection section{tr("Renewal"), {}, false};
    const QString share = tr("A number, or a percentage");
    if (kind == u"Deployment")
        section.fields = {field(tr("Strategy"), pathOf("spec.strategy.type"), FormKind::Choice, {}, choicesOf("v1.DeploymentStrategyType")),
                          field(tr("Max surge"), pathOf("spec.strategy.rollingUpdate.maxSurge"), FormKind::IntOrText, share),
                          field(tr("Max unavailable"), pathOf("spec.strategy.rollingUpdate.maxUnavailable"), FormKind::IntOrText, share),
                          field(tr("Paused"), pathOf("spec.paused"), FormKind::Flag),
                          field(tr("Seconds to get on"), pathOf("spec.progressDeadlineSeconds"), FormKind::Integer, tr("progressDeadlineSeconds; empty: 600")),
                          field(tr("Old ones kept"), pathOf("spec.revisionHistoryLimit"), FormKind::Integer, tr("revisionHistoryLimit; empty: 10"))};
    else if (kind == u"StatefulSet")
        section.fields = {field(tr("Order"), pathOf("spec.podManagementPolicy"), FormKind::Choice, {}, choicesOf("v1.PodManagementPolicyType")),
                          field(tr("Strategy"), pathOf("spec.updateStrategy.type"), FormKind::Choice, {}, choicesOf("v1.StatefulSetUpdateStrategyType")),
                          field(tr("Partition"), pathOf("spec.updateStrategy.rollingUpdate.partition"), FormKind::Integer, tr("Pods with smaller numbers stay as they are")),
                          field(tr("First number"), pathOf("spec.ordinals.start"), FormKind::Integer)};
    else if (kind == u"DaemonSet")
        section.fields = {field(tr("Strategy"), pathOf("spec.updateStrategy.type"), FormKind::Choice, {}, choicesOf("v1.DaemonSetUpdateStrategyType")),
                          field(tr("Max surge"), pathOf("spec.updateStrategy.rollingUpdate.maxSurge"), FormKind::IntOrText, share),
                          field(tr("Max unavailable"), pathOf("spec.updateStrategy.rollingUpdate.maxUnavailable"), FormKind::IntOrText, share)};
    section.fields.push_back(field(tr("Ready for seconds"), pathOf("spec.minReadySeconds"), FormKind::Integer, tr("Until a pod counts as available")));
    return section;
}

FormSection claimTemplates(const FormContext& context)
{
    const api::Value row = objectOf({{"metadata.name", text("data")}, {"spec.accessModes[0]", text("ReadWriteOnce")}, {"spec.resources.requests.storage", text("10Gi")}});
    return {tr("Claims of each pod"),
            {rows({}, pathOf("spec.volumeClaimTemplates"),
                  {column(tr("Name"), "metadata.name"), column(tr("Size"), "spec.resources.requests.storage", FormKind::Quantity),
                   column(tr("Storage class"), "spec.storageClassName", FormKind::Choice, {}, context.storageClasses), column(tr("Access modes"), "spec.accessModes", FormKind::TextList)},
                  row)},
            false};
}

AroundPods around(const QString& kind, const FormContext& context)
{
    if (kind == u"CronJob")
        return aroundCronJob();
    if (kind == u"Job")
        return aroundJob();
    AroundPods sections{{size(kind)}, {}};
    if (kind == u"StatefulSet")
        sections.behind.push_back(claimTemplates(context));
    sections.behind.push_back(renewal(kind));
    return sections;
}

}

std::vector<FormSection> workloadSections(const QString& kind, const FormContext& context)
{
    const design::Path spec = design::podSpecOf(kind.toStdString());
    if (spec.size() < 2)
        return {};
    AroundPods sections = around(kind, context);
    std::vector<FormSection> all = std::move(sections.before);
    for (std::vector<FormSection> more : {podSections(spec, context, true), std::move(sections.behind)})
        std::move(more.begin(), more.end(), std::back_inserter(all));
    return all;
}

}
