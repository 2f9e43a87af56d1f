// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/form.h"

#include "design/enum_values.h"
#include "design/selector_text.h"
#include "models/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

using design::pathOf;

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Form", text);
}

QStringList choicesOf(const char* type)
{
    QStringList choices;
    for (const std::string_view value : design::enumValues(type))
        choices << toQString(value);
    return choices;
}

/// Objects of texts: `{key: gpu, effect: NoSchedule}`.
api::Value objectOf(std::initializer_list<std::pair<const char*, api::Value>> members)
{
    api::Value object = api::Value::object();
    for (const auto& [path, value] : members)
        design::apply(object, {pathOf(path), value});
    return object;
}

api::Value text(const char* value)
{
    return api::Value::string(value);
}

FormField field(const QString& title, const design::Path& path, FormKind kind = FormKind::Text, const QString& tooltip = {}, const QStringList& choices = {})
{
    FormField result;
    result.title = title;
    result.path = path;
    result.kind = kind;
    result.tooltip = tooltip;
    result.choices = choices;
    return result;
}

FormField rows(const QString& title, const design::Path& path, std::vector<FormColumn> columns, api::Value row, const QString& tooltip = {})
{
    FormField result = field(title, path, FormKind::Rows, tooltip);
    result.columns = std::move(columns);
    result.row = std::move(row);
    return result;
}

FormField texts(const QString& title, const design::Path& path, const QString& key, const char* value, const QString& tooltip = {})
{
    FormField result = field(title, path, FormKind::Texts, tooltip);
    result.key = key;
    result.row = text(value);
    return result;
}

design::Path operator/(design::Path path, const char* more)
{
    for (std::string& step : pathOf(more))
        path.push_back(std::move(step));
    return path;
}

FormSection metadata(bool isNamespaced)
{
    FormSection section{tr("Metadata"), {field(tr("Name"), pathOf("metadata.name"))}, true};
    if (isNamespaced)
        section.fields.push_back(field(tr("Namespace"), pathOf("metadata.namespace")));
    section.fields.push_back(texts(tr("Labels"), pathOf("metadata.labels"), u"key"_s, "value"));
    section.fields.push_back(texts(tr("Annotations"), pathOf("metadata.annotations"), u"key"_s, "value"));
    return section;
}

std::vector<FormSection> nodeSections()
{
    std::vector<FormColumn> taint = {{tr("Key"), pathOf("key"), FormKind::Text, {}, {}},
                                     {tr("Value"), pathOf("value"), FormKind::Text, {}, {}},
                                     {tr("Effect"), pathOf("effect"), FormKind::Choice, choicesOf("v1.TaintEffect"), {}}};
    return {
        {tr("Scheduling"),
         {field(tr("Zone"), pathOf("metadata.labels[topology.kubernetes.io/zone]"), FormKind::Text, tr("The label topology.kubernetes.io/zone")),
          field(tr("Cordoned"), pathOf("spec.unschedulable"), FormKind::Flag, tr("spec.unschedulable: no new pods, except those that tolerate it")),
          rows(tr("Taints"), pathOf("spec.taints"), std::move(taint), objectOf({{"key", text("dedicated")}, {"effect", text("NoSchedule")}}), tr("Keep away pods that do not tolerate them"))},
         true},
        {tr("Resources"),
         {texts(tr("Allocatable"), pathOf("status.allocatable"), u"cpu"_s, "1", tr("What pods may ask for")),
          texts(tr("Capacity"), pathOf("status.capacity"), u"cpu"_s, "1", tr("What the machine has"))},
         true},
    };
}

std::vector<FormColumn> tolerationColumns()
{
    return {{tr("Key"), pathOf("key"), FormKind::Text, {}, {}},
            {tr("Operator"), pathOf("operator"), FormKind::Choice, choicesOf("v1.TolerationOperator"), {}},
            {tr("Value"), pathOf("value"), FormKind::Text, {}, {}},
            {tr("Effect"), pathOf("effect"), FormKind::Choice, choicesOf("v1.TaintEffect"), tr("Empty: any")},
            {tr("Seconds"), pathOf("tolerationSeconds"), FormKind::Integer, {}, tr("NoExecute: how long the pod may stay")}};
}

FormField affinityTerms(const QString& title, const design::Path& path, bool isPreferred)
{
    const char* const term = isPreferred ? "podAffinityTerm." : "";
    std::vector<FormColumn> columns;
    if (isPreferred)
        columns.push_back({tr("Weight"), pathOf("weight"), FormKind::Integer, {}, {}});
    columns.push_back({tr("Pods"), pathOf(std::string(term) + "labelSelector"), FormKind::Selector, {}, tr("A label selector: app=web,tier in (a,b)")});
    columns.push_back({tr("Topology key"), pathOf(std::string(term) + "topologyKey"), FormKind::Text, {}, {}});
    api::Value row = isPreferred ? objectOf({{"weight", api::Value::integer(100)}}) : api::Value::object();
    design::apply(row, {pathOf(std::string(term) + "labelSelector.matchLabels.app"), text("web")});
    design::apply(row, {pathOf(std::string(term) + "topologyKey"), text("kubernetes.io/hostname")});
    return rows(title, path, std::move(columns), std::move(row));
}

FormSection affinity(const design::Path& spec)
{
    constexpr const char* required = "requiredDuringSchedulingIgnoredDuringExecution";
    constexpr const char* preferred = "preferredDuringSchedulingIgnoredDuringExecution";
    const QString how = tr("zone=a, gpu, !old, disk in (ssd,nvme), cpus>4");
    const api::Value zone = objectOf({{"matchExpressions[0].key", text("topology.kubernetes.io/zone")}, {"matchExpressions[0].operator", text("In")}, {"matchExpressions[0].values[0]", text("zone-a")}});
    FormSection section{tr("Affinity"), {}, false};
    section.fields = {
        rows(tr("Required nodes (any row)"), spec / "affinity.nodeAffinity" / required / "nodeSelectorTerms", {{tr("Requirements (all)"), pathOf("matchExpressions"), FormKind::Requirements, {}, how}}, zone),
        rows(tr("Preferred nodes"), spec / "affinity.nodeAffinity" / preferred,
             {{tr("Weight"), pathOf("weight"), FormKind::Integer, {}, {}}, {tr("Requirements (all)"), pathOf("preference.matchExpressions"), FormKind::Requirements, {}, how}},
             objectOf({{"weight", api::Value::integer(100)}, {"preference", zone}})),
        affinityTerms(tr("Required near pods"), spec / "affinity.podAffinity" / required, false),
        affinityTerms(tr("Preferred near pods"), spec / "affinity.podAffinity" / preferred, true),
        affinityTerms(tr("Required away from pods"), spec / "affinity.podAntiAffinity" / required, false),
        affinityTerms(tr("Preferred away from pods"), spec / "affinity.podAntiAffinity" / preferred, true),
    };
    return section;
}

FormSection containers(const design::Path& spec)
{
    std::vector<FormColumn> columns = {{tr("Name"), pathOf("name"), FormKind::Text, {}, {}},
                                       {tr("CPU"), pathOf("resources.requests.cpu"), FormKind::Quantity, {}, tr("Request: 500m, 2")},
                                       {tr("Memory"), pathOf("resources.requests.memory"), FormKind::Quantity, {}, tr("Request: 512Mi, 4Gi")},
                                       {tr("GPUs"), pathOf("resources.limits[nvidia.com/gpu]"), FormKind::Quantity, {}, tr("Limit of nvidia.com/gpu, which is the request too")},
                                       {tr("CPU limit"), pathOf("resources.limits.cpu"), FormKind::Quantity, {}, {}},
                                       {tr("Memory limit"), pathOf("resources.limits.memory"), FormKind::Quantity, {}, {}},
                                       {tr("Image"), pathOf("image"), FormKind::Text, {}, {}}};
    const api::Value row = objectOf({{"name", text("more")}, {"image", text("registry.k8s.io/pause:3.10")}, {"resources.requests.cpu", text("100m")}});
    return {tr("Containers"), {rows({}, spec / "containers", std::move(columns), row)}, true};
}

FormSection spread(const design::Path& spec)
{
    std::vector<FormColumn> columns = {{tr("Topology key"), pathOf("topologyKey"), FormKind::Text, {}, {}},
                                       {tr("Max skew"), pathOf("maxSkew"), FormKind::Integer, {}, {}},
                                       {tr("If it cannot"), pathOf("whenUnsatisfiable"), FormKind::Choice, choicesOf("v1.UnsatisfiableConstraintAction"), {}},
                                       {tr("Pods"), pathOf("labelSelector"), FormKind::Selector, {}, tr("A label selector: app=web,tier in (a,b)")},
                                       {tr("Min domains"), pathOf("minDomains"), FormKind::Integer, {}, {}}};
    const api::Value row = objectOf({{"maxSkew", api::Value::integer(1)}, {"topologyKey", text("topology.kubernetes.io/zone")}, {"whenUnsatisfiable", text("DoNotSchedule")}, {"labelSelector.matchLabels.app", text("web")}});
    return {tr("Topology spread"), {rows({}, spec / "topologySpreadConstraints", std::move(columns), row)}, false};
}

std::vector<FormSection> podSections(const design::Path& spec, const FormContext& context, bool isTemplate)
{
    FormSection where{tr("Placement"), {}, true};
    where.fields = {
        field(tr("Priority class"), spec / "priorityClassName", FormKind::Choice, tr("How important: pods of higher priority may evict others"), context.priorityClasses),
        texts(tr("Node selector"), spec / "nodeSelector", u"topology.kubernetes.io/zone"_s, "zone-a", tr("Labels that the node must have")),
        rows(tr("Tolerations"), spec / "tolerations", tolerationColumns(), objectOf({{"key", text("dedicated")}, {"operator", text("Exists")}, {"effect", text("NoSchedule")}}), tr("Taints that the pod puts up with")),
    };
    FormSection rest{tr("More"), {}, false};
    rest.fields = {
        rows(tr("Claims"), spec / "volumes", {{tr("Volume"), pathOf("name"), FormKind::Text, {}, {}}, {tr("Claim"), pathOf("persistentVolumeClaim.claimName"), FormKind::Choice, context.claims, tr("A PersistentVolumeClaim of the pod's namespace")}},
             objectOf({{"name", text("data")}, {"persistentVolumeClaim.claimName", text(context.claims.isEmpty() ? "data" : qUtf8Printable(context.claims.front()))}}), tr("Volumes by PersistentVolumeClaim")),
        rows(tr("Scheduling gates"), spec / "schedulingGates", {{tr("Gate"), pathOf("name"), FormKind::Text, {}, {}}}, objectOf({{"name", text("example.com/hold")}}), tr("As long as there are any the pod is not looked at")),
        field(tr("Scheduler"), spec / "schedulerName", FormKind::Text, tr("schedulerName; empty: default-scheduler")),
        field(tr("Preemption"), spec / "preemptionPolicy", FormKind::Choice, {}, choicesOf("v1.PreemptionPolicy")),
    };
    if (!isTemplate)
        rest.fields.push_back(field(tr("Node"), spec / "nodeName", FormKind::Choice, tr("nodeName: placed by hand, past the scheduler"), context.nodes));
    std::vector<FormSection> sections = {containers(spec), std::move(where), spread(spec), affinity(spec), std::move(rest)};
    if (isTemplate)
        sections.insert(sections.begin(), {tr("Pods"), {texts(tr("Labels of its pods"), design::Path(spec.begin(), spec.end() - 1) / "metadata.labels", u"key"_s, "value")}, true});
    return sections;
}

std::vector<FormSection> workloadSections(const QString& kind, const FormContext& context)
{
    FormSection size{tr("Size"), {}, true};
    const bool isCronJob = kind == u"CronJob";
    if (isCronJob)
        size.fields = {field(tr("Schedule"), pathOf("spec.schedule"), FormKind::Text, tr("Minute, hour, day, month, weekday: */10 * * * *")),
                       field(tr("If one still runs"), pathOf("spec.concurrencyPolicy"), FormKind::Choice, {}, choicesOf("v1.ConcurrencyPolicy"))};
    if (isCronJob || kind == u"Job") {
        const design::Path job = pathOf(isCronJob ? "spec.jobTemplate.spec" : "spec");
        size.fields.push_back(field(tr("Completions"), job / "completions", FormKind::Integer, tr("How many pods are to succeed")));
        size.fields.push_back(field(tr("Parallelism"), job / "parallelism", FormKind::Integer, tr("How many run at once")));
        size.fields.push_back(field(tr("Suspended"), pathOf("spec.suspend"), FormKind::Flag));
    } else {
        if (kind != u"DaemonSet")
            size.fields.push_back(field(tr("Replicas"), pathOf("spec.replicas"), FormKind::Integer));
        size.fields.push_back(field(tr("Selector"), pathOf("spec.selector"), FormKind::Selector, tr("Must match the labels of its pods")));
    }
    std::vector<FormSection> sections = {std::move(size)};
    for (FormSection& section : podSections(pathOf(isCronJob ? "spec.jobTemplate.spec.template.spec" : "spec.template.spec"), context, true))
        sections.push_back(std::move(section));
    return sections;
}

std::vector<FormSection> storageSections(const QString& kind, const FormContext& context)
{
    if (kind == u"StorageClass")
        return {{tr("Storage class"), {field(tr("Provisioner"), pathOf("provisioner")), field(tr("Binding"), pathOf("volumeBindingMode"), FormKind::Choice, {}, choicesOf("v1.VolumeBindingMode"))}, true}};
    const bool isClaim = kind == u"PersistentVolumeClaim";
    FormSection section{isClaim ? tr("Claim") : tr("Volume"), {}, true};
    section.fields = {field(tr("Size"), pathOf(isClaim ? "spec.resources.requests.storage" : "spec.capacity.storage"), FormKind::Quantity),
                      field(tr("Storage class"), pathOf("spec.storageClassName"), FormKind::Choice, {}, context.storageClasses),
                      field(tr("Access modes"), pathOf("spec.accessModes"), FormKind::TextList, choicesOf("v1.PersistentVolumeAccessMode").join(u", "_s))};
    if (isClaim)
        section.fields.push_back(field(tr("Volume"), pathOf("spec.volumeName"), FormKind::Text, tr("The PersistentVolume it is bound to")));
    else
        section.fields.push_back(rows(tr("Nodes (any row)"), pathOf("spec.nodeAffinity.required.nodeSelectorTerms"), {{tr("Requirements (all)"), pathOf("matchExpressions"), FormKind::Requirements, {}, {}}},
                                      objectOf({{"matchExpressions[0].key", text("topology.kubernetes.io/zone")}, {"matchExpressions[0].operator", text("In")}, {"matchExpressions[0].values[0]", text("zone-a")}})));
    return {std::move(section)};
}

std::vector<FormSection> sectionsOf(const QString& kind, const FormContext& context)
{
    if (kind == u"Node")
        return nodeSections();
    if (kind == u"Pod")
        return podSections(pathOf("spec"), context, false);
    if (kind == u"Deployment" || kind == u"ReplicaSet" || kind == u"StatefulSet" || kind == u"DaemonSet" || kind == u"Job" || kind == u"CronJob")
        return workloadSections(kind, context);
    if (kind == u"PersistentVolumeClaim" || kind == u"PersistentVolume" || kind == u"StorageClass")
        return storageSections(kind, context);
    if (kind == u"PriorityClass")
        return {{tr("Priority"),
                 {field(tr("Value"), pathOf("value"), FormKind::Integer, tr("Higher is more important")), field(tr("For all others"), pathOf("globalDefault"), FormKind::Flag, tr("Pods that name no class get this one")),
                  field(tr("Preemption"), pathOf("preemptionPolicy"), FormKind::Choice, {}, choicesOf("v1.PreemptionPolicy")), field(tr("Description"), pathOf("description"))},
                 true}};
    if (kind == u"PodDisruptionBudget")
        return {{tr("Budget"),
                 {field(tr("Min available"), pathOf("spec.minAvailable"), FormKind::IntOrText, tr("A number, or a percentage")), field(tr("Max unavailable"), pathOf("spec.maxUnavailable"), FormKind::IntOrText, tr("A number, or a percentage; only one of the two")),
                  field(tr("Pods"), pathOf("spec.selector"), FormKind::Selector, tr("A label selector: app=web,tier in (a,b)"))},
                 true}};
    return {};
}

bool isNamespacedHere(const QString& kind)
{
    for (const auto& one : {u"Node"_s, u"Namespace"_s, u"PriorityClass"_s, u"PersistentVolume"_s, u"StorageClass"_s, u"CSINode"_s, u"CSIDriver"_s, u"ResourceSlice"_s, u"DeviceClass"_s, u"VolumeAttachment"_s})
        if (kind == one)
            return false;
    return true;
}

QString joined(const api::Value& list)
{
    QStringList all;
    for (const api::Value& value : list.items)
        all << toQString(value.text);
    return all.join(u", "_s);
}

}

QString FormField::name() const
{
    QString name;
    for (const std::string& step : path)
        name += (name.isEmpty() ? QString() : u"."_s) + toQString(step);
    return name;
}

std::vector<FormSection> formOf(const QString& kind, const FormContext& context)
{
    std::vector<FormSection> sections = {metadata(isNamespacedHere(kind))};
    for (FormSection& section : sectionsOf(kind, context))
        sections.push_back(std::move(section));
    return sections;
}

QString formText(FormKind kind, const api::Value* value)
{
    if (!value)
        return {};
    switch (kind) {
    case FormKind::Flag: return value->boolean ? u"true"_s : QString();
    case FormKind::TextList: return joined(*value);
    case FormKind::Selector: return toQString(design::selectorText(*value));
    case FormKind::Requirements: return toQString(design::requirementsText(*value));
    default: break;
    }
    if (value->kind == api::Value::Kind::Bool)
        return value->boolean ? u"true"_s : u"false"_s;
    return toQString(value->text);
}

tl::expected<std::optional<api::Value>, QString> formValue(FormKind kind, const QString& typed)
{
    const std::string text = typed.trimmed().toStdString();
    if (text.empty())
        return std::nullopt;
    switch (kind) {
    case FormKind::Flag: return text == "true" ? std::optional(api::Value::boolean_(true)) : std::nullopt;
    case FormKind::Integer:
    case FormKind::IntOrText: {
        bool isNumber = false;
        const qlonglong number = typed.trimmed().toLongLong(&isNumber);
        if (isNumber)
            return api::Value::integer(number);
        if (kind == FormKind::Integer)
            return tl::unexpected(tr("“%1” is no whole number.").arg(typed));
        return api::Value::string(text);
    }
    case FormKind::TextList: {
        api::Value list = api::Value::array();
        for (const QString& one : typed.split(u',', Qt::SkipEmptyParts))
            list.items.push_back(api::Value::string(one.trimmed().toStdString()));
        return list;
    }
    case FormKind::Selector:
    case FormKind::Requirements: {
        auto value = kind == FormKind::Selector ? design::selectorOf(text) : design::requirementsOf(text);
        if (!value)
            return tl::unexpected(toQString(value.error()) + u'.');
        return std::move(*value);
    }
    default: return api::Value::string(text);
    }
}

}
