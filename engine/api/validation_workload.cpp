// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/validation_rules.h"

namespace berth::api::rules {

namespace {

constexpr const char* mismatch = "`selector` does not match template `labels`";

field::Shown shownLabels(const StringMap& labels)
{
    return field::Shown::json(labels.empty() ? "null" : mapJson(labels));
}

void checkTemplate(const Pod& podTemplate, const Value* document, std::vector<std::string> extraVolumes,
                   const ApiGates& gates, FieldErrors& errors)
{
    const std::string path = "spec.template";
    checkLabels(podTemplate.meta.labels, path + ".labels", errors);
    checkAnnotations(podTemplate.meta.annotations, path + ".annotations", errors);
    PodSpecContext context;
    context.document = at(document, {"spec", "template", "spec"});
    context.extraVolumes = std::move(extraVolumes);
    context.gates = gates;
    checkPodSpec(podTemplate.spec, path + ".spec", context, errors);
}

/// Controllers that keep pods running take no pods that end by themselves. namedType: how the restart policy prints.
void checkRunsForever(const Pod& podTemplate, const Value* document, std::string_view kind, FieldErrors& errors)
{
    const std::string path = "spec.template.spec";
    if (podTemplate.spec.restartPolicy != "Always")
        errors.push_back(field::notSupported(path + ".restartPolicy",
                                             field::Shown::enumText(podTemplate.spec.restartPolicy), {"Always"}));
    if (numberAt(document, {"spec", "template", "spec", "activeDeadlineSeconds"}))
        errors.push_back(field::forbidden(path + ".activeDeadlineSeconds",
                                          "activeDeadlineSeconds in " + std::string(kind) + " is not Supported"));
}

void checkSelectorGiven(const Workload& workload, std::string_view kindInText, FieldErrors& errors)
{
    if (!workload.selector) {
        errors.push_back(field::required("spec.selector"));
        return;
    }
    checkLabelSelector(workload.selector, "spec.selector", errors);
    if (workload.selector->isEmpty())
        errors.push_back(field::invalid("spec.selector", field::Shown::json(selectorJson(*workload.selector)),
                                        "empty selector is invalid for " + std::string(kindInText)));
}

void checkMinReadySeconds(const Workload& workload, FieldErrors& errors)
{
    checkNonNegative(numberAt(workload.document.get(), {"spec", "minReadySeconds"}).value_or(0), "spec.minReadySeconds",
                     errors);
}

/// Whether the selector can be used; notes where it does not match the template. An empty one matches anything.
bool checkSelectorMatches(const Workload& workload, FieldErrors& errors)
{
    const auto selector = Selector::from(workload.selector);
    if (selector && !selector->matches(workload.podTemplate.meta.labels))
        errors.push_back(
            field::invalid("spec.template.metadata.labels", shownLabels(workload.podTemplate.meta.labels), mismatch));
    return selector.has_value();
}

void checkReplicaSetOrDeployment(const Workload& workload, const ApiGates& gates, FieldErrors& errors)
{
    const Value* document = workload.document.get();
    checkNonNegative(workload.replicas.value_or(1), "spec.replicas", errors);
    if (workload.kind == Kind::ReplicaSet)
        checkMinReadySeconds(workload, errors);
    checkSelectorGiven(workload, "deployment", errors);
    if (checkSelectorMatches(workload, errors)) {
        checkTemplate(workload.podTemplate, document, {}, gates, errors);
        checkRunsForever(workload.podTemplate, document, "ReplicaSet", errors);
    } else {
        errors.push_back(field::invalid("spec.selector", field::Shown::json(selectorJson(*workload.selector)),
                                        "invalid label selector"));
    }
    if (workload.kind == Kind::Deployment)
        checkMinReadySeconds(workload, errors);
}

std::vector<std::string> claimTemplateNames(const Value* document)
{
    std::vector<std::string> names;
    if (const Value* templates = at(document, {"spec", "volumeClaimTemplates"}))
        for (const auto& item : templates->items)
            names.push_back(textAt(&item, {"metadata", "name"}));
    return names;
}

void checkStatefulSet(const Workload& set, const ApiGates& gates, FieldErrors& errors)
{
    const Value* document = set.document.get();
    const std::string management = textAt(document, {"spec", "podManagementPolicy"});
    if (!management.empty() && management != "OrderedReady" && management != "Parallel")
        errors.push_back(field::invalid("spec.podManagementPolicy", field::Shown::enumText(management),
                                        "must be 'OrderedReady' or 'Parallel'"));
    if (const Value* templates = at(document, {"spec", "volumeClaimTemplates"}))
        for (std::size_t i = 0; i < templates->items.size(); ++i)
            if (const Value* spec = at(&templates->items[i], {"spec"}))
                checkClaimSpec(*spec, field::index("spec.volumeClaimTemplates", i) + ".spec", errors);
    checkNonNegative(set.replicas.value_or(1), "spec.replicas", errors);
    checkMinReadySeconds(set, errors);
    checkNonNegative(numberAt(document, {"spec", "ordinals", "start"}).value_or(0), "spec.ordinals.start", errors);
    if (const std::string service = textAt(document, {"spec", "serviceName"}); !service.empty())
        addInvalid("spec.serviceName", service, isDnsLabel(service), errors);
    checkSelectorGiven(set, "statefulset", errors);
    if (checkSelectorMatches(set, errors)) {
        checkTemplate(set.podTemplate, document, claimTemplateNames(document), gates, errors);
        // The set looks at these once more by itself.
        checkLabels(set.podTemplate.meta.labels, "spec.template.labels", errors);
        checkAnnotations(set.podTemplate.meta.annotations, "spec.template.annotations", errors);
    } else {
        errors.push_back(field::invalid("spec.selector", field::Shown::json(selectorJson(*set.selector)), ""));
    }
    checkRunsForever(set.podTemplate, document, "StatefulSet", errors);
}

void checkDaemonSet(const Workload& set, const ApiGates& gates, FieldErrors& errors)
{
    checkLabelSelector(set.selector, "spec.selector", errors);
    checkSelectorMatches(set, errors);
    if (set.selector && set.selector->isEmpty())
        errors.push_back(field::invalid("spec.selector", field::Shown::json(selectorJson(*set.selector)),
                                        "empty selector is invalid for daemonset"));
    checkTemplate(set.podTemplate, set.document.get(), {}, gates, errors);
    checkRunsForever(set.podTemplate, set.document.get(), "DaemonSet", errors);
    checkMinReadySeconds(set, errors);
}

/// A job's selector is made by the API server, so it is not looked at.
void checkJob(const Workload& job, const ApiGates& gates, FieldErrors& errors)
{
    checkNonNegative(job.parallelism.value_or(1), "spec.parallelism", errors);
    checkNonNegative(job.completions.value_or(1), "spec.completions", errors);
    checkNonNegative(numberAt(job.document.get(), {"spec", "backoffLimit"}).value_or(0), "spec.backoffLimit", errors);
    if (textAt(job.document.get(), {"spec", "completionMode"}) == "Indexed" && !job.completions)
        errors.push_back(field::required("spec.completions", "when completion mode is Indexed"));
    checkTemplate(job.podTemplate, job.document.get(), {}, gates, errors);
    const std::string path = "spec.template.spec.restartPolicy";
    const std::string& policy = job.podTemplate.spec.restartPolicy;
    if (policy.empty() || policy == "Always")
        errors.push_back(field::required(path, "valid values: \"OnFailure\", \"Never\""));
    else if (policy != "OnFailure" && policy != "Never")
        errors.push_back(field::notSupported(path, field::Shown::enumText(policy), {"OnFailure", "Never"}));
}

}

void checkWorkload(const Workload& workload, const ApiGates& gates, FieldErrors& errors)
{
    checkMetadata(workload.meta, true, workload.kind == Kind::StatefulSet ? isDnsLabel : isDnsSubdomain, errors);
    switch (workload.kind) {
    case Kind::StatefulSet: return checkStatefulSet(workload, gates, errors);
    case Kind::DaemonSet: return checkDaemonSet(workload, gates, errors);
    case Kind::Job: return checkJob(workload, gates, errors);
    default: return checkReplicaSetOrDeployment(workload, gates, errors);
    }
}

void checkReplicationController(const ReplicationController& controller, const ApiGates& gates, FieldErrors& errors)
{
    const Value* document = controller.document.get();
    checkMetadata(controller.meta, true, isDnsSubdomain, errors);
    checkNonNegative(numberAt(document, {"spec", "minReadySeconds"}).value_or(0), "spec.minReadySeconds", errors);
    if (controller.selector.empty())
        errors.push_back(field::required("spec.selector"));
    checkNonNegative(controller.replicas.value_or(1), "spec.replicas", errors);
    if (!controller.podTemplate) {
        errors.push_back(field::required("spec.template"));
        return;
    }
    if (!Selector::fromMap(controller.selector).matches(controller.podTemplate->meta.labels))
        errors.push_back(field::invalid("spec.template.metadata.labels",
                                        shownLabels(controller.podTemplate->meta.labels), mismatch));
    checkTemplate(*controller.podTemplate, document, {}, gates, errors);
    checkRunsForever(*controller.podTemplate, document, "ReplicationController", errors);
}

}
