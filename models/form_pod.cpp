// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of what is scheduled, and of where it goes: pods, the templates of workloads, nodes.
#include "models/form_build.h"

using namespace Qt::StringLiterals;

namespace berth::models::forms {

using design::pathOf;

namespace {

FormField affinityTerms(const QString& title, const design::Path& path, bool isPreferred)
{
    const std::string term = isPreferred ? "podAffinityTerm." : "";
    const auto at = [&term](const char* field) { return term + field; };
    std::vector<FormColumn> columns;
    if (isPreferred)
        columns.push_back(column(tr("Weight"), "weight", FormKind::Integer, tr("1 to 100")));
    columns.push_back(column(tr("Pods"), at("labelSelector").c_str(), FormKind::Selector, selectorTip()));
    columns.push_back(column(tr("Topology key"), at("topologyKey").c_str(), FormKind::Text, tr("The node label whose values are the places"), topologyKeys()));
    columns.push_back(column(tr("Namespaces"), at("namespaces").c_str(), FormKind::TextList, tr("Whose pods count; empty: the pod's own")));
    columns.push_back(column(tr("Namespace labels"), at("namespaceSelector").c_str(), FormKind::Selector, tr("Whose pods count as well, by the labels of namespaces; * chooses all")));
    columns.push_back(column(tr("Match label keys"), at("matchLabelKeys").c_str(), FormKind::TextList, tr("Only pods with the same values of these labels")));
    columns.push_back(column(tr("Mismatch label keys"), at("mismatchLabelKeys").c_str(), FormKind::TextList, tr("Only pods with other values of these labels")));
    api::Value row = isPreferred ? objectOf({{"weight", api::Value::integer(100)}}) : api::Value::object();
    design::apply(row, {pathOf(at("labelSelector.matchLabels.app")), text("web")});
    design::apply(row, {pathOf(at("topologyKey")), text("kubernetes.io/hostname")});
    return rows(title, path, std::move(columns), std::move(row));
}

FormSection affinity(const design::Path& spec)
{
    constexpr const char* required = "requiredDuringSchedulingIgnoredDuringExecution";
    constexpr const char* preferred = "preferredDuringSchedulingIgnoredDuringExecution";
    const QString fields = tr("Of the node itself: metadata.name=n1");
    FormSection section{tr("Affinity"), {}, false};
    section.fields = {
        rows(tr("Required nodes (any row)"), spec / "affinity.nodeAffinity" / required / "nodeSelectorTerms",
             {column(tr("Requirements (all)"), "matchExpressions", FormKind::Requirements, requirementsTip()), column(tr("Fields (all)"), "matchFields", FormKind::Requirements, fields)}, zoneTerm()),
        rows(tr("Preferred nodes"), spec / "affinity.nodeAffinity" / preferred,
             {column(tr("Weight"), "weight", FormKind::Integer, tr("1 to 100")), column(tr("Requirements (all)"), "preference.matchExpressions", FormKind::Requirements, requirementsTip()),
              column(tr("Fields (all)"), "preference.matchFields", FormKind::Requirements, fields)},
             objectOf({{"weight", api::Value::integer(100)}, {"preference", zoneTerm()}})),
        affinityTerms(tr("Required near pods"), spec / "affinity.podAffinity" / required, false),
        affinityTerms(tr("Preferred near pods"), spec / "affinity.podAffinity" / preferred, true),
        affinityTerms(tr("Required away from pods"), spec / "affinity.podAntiAffinity" / required, false),
        affinityTerms(tr("Preferred away from pods"), spec / "affinity.podAntiAffinity" / preferred, true),
    };
    return section;
}

FormField containers(const QString& title, const design::Path& path, const QString& tooltip)
{
    FormColumn hostPort = column(tr("Host port"), "ports[0].hostPort", FormKind::Integer, tr("The first port that is taken on the node itself"));
    hostPort.with = {{pathOf("ports[0].containerPort"), api::Value::integer(80)}};
    return rows(title, path,
                {column(tr("Name"), "name"), column(tr("CPU"), "resources.requests.cpu", FormKind::Quantity, tr("Request: 500m, 2")),
                 column(tr("Memory"), "resources.requests.memory", FormKind::Quantity, tr("Request: 512Mi, 4Gi")),
                 column(tr("GPUs"), "resources.limits[nvidia.com/gpu]", FormKind::Quantity, tr("Limit of nvidia.com/gpu, which is the request too")),
                 column(tr("CPU limit"), "resources.limits.cpu", FormKind::Quantity), column(tr("Memory limit"), "resources.limits.memory", FormKind::Quantity),
                 column(tr("Disk"), "resources.requests[ephemeral-storage]", FormKind::Quantity, tr("Request of ephemeral-storage")), std::move(hostPort), column(tr("Image"), "image")},
                objectOf({{"name", text("more")}, {"image", text("registry.k8s.io/pause:3.10")}, {"resources.requests.cpu", text("100m")}}), tooltip);
}

FormSection spread(const design::Path& spec)
{
    std::vector<FormColumn> columns = {
        column(tr("Topology key"), "topologyKey", FormKind::Text, tr("The node label whose values are the places"), topologyKeys()),
        column(tr("Max skew"), "maxSkew", FormKind::Integer, tr("How many more one place may have than another")),
        column(tr("If it cannot"), "whenUnsatisfiable", FormKind::Choice, {}, choicesOf("v1.UnsatisfiableConstraintAction")),
        column(tr("Pods"), "labelSelector", FormKind::Selector, selectorTip()),
        column(tr("Min domains"), "minDomains", FormKind::Integer, tr("Fewer places than these count as if one were empty")),
        column(tr("Node affinity"), "nodeAffinityPolicy", FormKind::Choice, tr("Whether nodes that the pod's node affinity excludes count; empty: Honor"), choicesOf("v1.NodeInclusionPolicy")),
        column(tr("Node taints"), "nodeTaintsPolicy", FormKind::Choice, tr("Whether nodes that the pod does not tolerate count; empty: Ignore"), choicesOf("v1.NodeInclusionPolicy")),
        column(tr("Match label keys"), "matchLabelKeys", FormKind::TextList, tr("Only pods with the same values of these labels"))};
    return {tr("Topology spread"),
            {rows({}, spec / "topologySpreadConstraints", std::move(columns),
                  objectOf({{"maxSkew", api::Value::integer(1)}, {"topologyKey", text("topology.kubernetes.io/zone")}, {"whenUnsatisfiable", text("DoNotSchedule")}, {"labelSelector.matchLabels.app", text("web")}}))},
            false};
}

FormSection placement(const design::Path& spec, const FormContext& context)
{
    FormSection section{tr("Placement"), {}, true};
    section.fields = {
        field(tr("Priority class"), spec / "priorityClassName", FormKind::Choice, tr("How important: pods of higher priority may evict others"), context.priorityClasses),
        nodeLabels(tr("Node selector"), spec / "nodeSelector", tr("Labels that the node must have")),
        rows(tr("Tolerations"), spec / "tolerations", tolerationColumns(context.taints), tolerationRow(context.taints), tr("Taints that the pod puts up with")),
    };
    return section;
}

FormSection volumes(const design::Path& spec, const FormContext& context)
{
    QStringList sources;
    for (const QString& claim : context.claims)
        sources << u"claim "_s + claim;
    sources << QStringList{u"emptyDir"_s, u"emptyDir 1Gi"_s, u"ephemeral 10Gi"_s, u"configMap settings"_s, u"secret keys"_s, u"hostPath /var/data"_s};
    FormSection section{tr("Volumes and devices"), {}, false};
    section.fields = {
        rows(tr("Volumes"), spec / "volumes", {column(tr("Volume"), "name"), column(tr("Source"), "", FormKind::Volume, tr("claim NAME, emptyDir SIZE, ephemeral SIZE CLASS, configMap NAME, secret NAME, hostPath PATH"), sources)},
             objectOf({{"name", text("data")}, {"persistentVolumeClaim.claimName", text(context.claims.isEmpty() ? "data" : qUtf8Printable(context.claims.front()))}})),
        rows(tr("Device claims"), spec / "resourceClaims",
             {column(tr("Name"), "name"), column(tr("Claim"), "resourceClaimName", FormKind::Text, tr("A ResourceClaim of the pod's namespace")),
              column(tr("Template"), "resourceClaimTemplateName", FormKind::Text, tr("Or a ResourceClaimTemplate, for a claim of the pod's own"))},
             objectOf({{"name", text("device")}, {"resourceClaimTemplateName", text("device")}})),
    };
    return section;
}

FormSection more(const design::Path& spec, const FormContext& context, bool isTemplate)
{
    FormSection section{tr("More"), {}, false};
    section.fields = {
        rows(tr("Scheduling gates"), spec / "schedulingGates", {column(tr("Gate"), "name")}, objectOf({{"name", text("example.com/hold")}}), tr("As long as there are any the pod is not looked at")),
        field(tr("Scheduler"), spec / "schedulerName", FormKind::Text, tr("schedulerName; empty: default-scheduler")),
        field(tr("Preemption"), spec / "preemptionPolicy", FormKind::Choice, {}, choicesOf("v1.PreemptionPolicy")),
        field(tr("Restart"), spec / "restartPolicy", FormKind::Choice, {}, choicesOf("v1.RestartPolicy")),
        field(tr("Grace seconds"), spec / "terminationGracePeriodSeconds", FormKind::Integer, tr("How long the pod may take to end")),
        field(tr("Runtime class"), spec / "runtimeClassName", FormKind::Choice, {}, context.runtimeClasses),
        field(tr("Host network"), spec / "hostNetwork", FormKind::Flag, tr("Its ports are taken on the node itself")),
        resources(tr("Requests of the pod as a whole"), spec / "resources.requests", tr("In place of what its containers add up to")),
        resources(tr("Overhead"), spec / "overhead", tr("What the runtime takes beside the containers")),
        containers(tr("Containers that run first"), spec / "initContainers", tr("One after the other, before the others: the largest counts")),
    };
    if (!isTemplate)
        section.fields.push_back(field(tr("Node"), spec / "nodeName", FormKind::Choice, tr("nodeName: placed by hand, past the scheduler"), context.nodes));
    return section;
}

}

std::vector<FormSection> podSections(const design::Path& spec, const FormContext& context, bool isTemplate)
{
    std::vector<FormSection> sections;
    if (isTemplate)
        sections.push_back({tr("Pods"), {texts(tr("Labels of its pods"), design::Path(spec.begin(), spec.end() - 1) / "metadata.labels", u"key"_s, "value")}, true});
    sections.push_back({tr("Containers"), {containers({}, spec / "containers", {})}, true});
    sections.push_back(placement(spec, context));
    sections.push_back(spread(spec));
    sections.push_back(affinity(spec));
    sections.push_back(volumes(spec, context));
    sections.push_back(more(spec, context, isTemplate));
    return sections;
}

std::vector<FormSection> nodeSections()
{
    FormSection scheduling{tr("Scheduling"), {}, true};
    scheduling.fields = {
        field(tr("Zone"), pathOf("metadata.labels[topology.kubernetes.io/zone]"), FormKind::Text, tr("The label topology.kubernetes.io/zone")),
        field(tr("Region"), pathOf("metadata.labels[topology.kubernetes.io/region]"), FormKind::Text, tr("The label topology.kubernetes.io/region")),
        field(tr("Cordoned"), pathOf("spec.unschedulable"), FormKind::Flag, tr("spec.unschedulable: no new pods, except those that tolerate it")),
        rows(tr("Taints"), pathOf("spec.taints"), {column(tr("Key"), "key"), column(tr("Value"), "value"), column(tr("Effect"), "effect", FormKind::Choice, {}, choicesOf("v1.TaintEffect"))},
             objectOf({{"key", text("dedicated")}, {"effect", text("NoSchedule")}}), tr("Keep away pods that do not tolerate them")),
    };
    FormSection amounts{tr("Resources"), {resources(tr("Allocatable"), pathOf("status.allocatable"), tr("What pods may ask for")), resources(tr("Capacity"), pathOf("status.capacity"), tr("What the machine has"))}, true};
    FormSection state{tr("State"), {}, false};
    state.fields = {
        rows(tr("Conditions"), pathOf("status.conditions"),
             {column(tr("Condition"), "type", FormKind::Choice, {}, choicesOf("v1.NodeConditionType")), column(tr("Status"), "status", FormKind::Choice, {}, choicesOf("v1.ConditionStatus")), column(tr("Reason"), "reason")},
             objectOf({{"type", text("MemoryPressure")}, {"status", text("True")}})),
        rows(tr("Images"), pathOf("status.images"), {column(tr("Names"), "names", FormKind::TextList, tr("As pods write them")), column(tr("Bytes"), "sizeBytes", FormKind::Integer)},
             objectOf({{"names[0]", text("registry.k8s.io/pause:3.10")}, {"sizeBytes", api::Value::integer(320'000)}}), tr("Images that are on the node already: ImageLocality prefers it")),
        field(tr("Declared features"), pathOf("status.declaredFeatures"), FormKind::TextList, tr("What the kubelet says that it can do")),
    };
    return {std::move(scheduling), std::move(amounts), std::move(state)};
}

}
