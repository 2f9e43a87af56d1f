// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of what says how much is allowed, and what is more important.
#include "models/form_build.h"

using namespace Qt::StringLiterals;

namespace berth::models::forms {

using design::pathOf;

namespace {

std::vector<FormSection> priorityClass()
{
    return {{tr("Priority"),
             {field(tr("Value"), pathOf("value"), FormKind::Integer, tr("Higher is more important")), field(tr("For all others"), pathOf("globalDefault"), FormKind::Flag, tr("Pods that name no class get this one")),
              field(tr("Preemption"), pathOf("preemptionPolicy"), FormKind::Choice, {}, choicesOf("v1.PreemptionPolicy")), field(tr("Description"), pathOf("description"))},
             true}};
}

std::vector<FormSection> budget()
{
    return {{tr("Budget"),
             {field(tr("Min available"), pathOf("spec.minAvailable"), FormKind::IntOrText, tr("A number, or a percentage")),
              field(tr("Max unavailable"), pathOf("spec.maxUnavailable"), FormKind::IntOrText, tr("A number, or a percentage; only one of the two")),
              field(tr("Pods"), pathOf("spec.selector"), FormKind::Selector, selectorTip()),
              field(tr("Unhealthy pods"), pathOf("spec.unhealthyPodEvictionPolicy"), FormKind::Choice, tr("Whether they may go in any case"), choicesOf("v1.UnhealthyPodEvictionPolicyType"))},
             true}};
}

std::vector<FormSection> limitRange()
{
    std::vector<FormColumn> columns = {column(tr("Of each"), "type", FormKind::Choice, {}, choicesOf("v1.LimitType"))};
    for (const auto& [title, path, tip] : {std::tuple(tr("%1 request"), "defaultRequest", tr("Of containers that ask for none")), std::tuple(tr("%1 limit"), "default", tr("Of containers that have none")),
                                           std::tuple(tr("Least %1"), "min", QString()), std::tuple(tr("Most %1"), "max", QString())})
        for (const auto& [resource, name] : {std::pair("cpu", tr("CPU")), std::pair("memory", tr("memory"))})
            columns.push_back(column(title.arg(name), (std::string(path) + "." + resource).c_str(), FormKind::Quantity, tip));
    return {{tr("Limits"), {rows({}, pathOf("spec.limits"), std::move(columns), objectOf({{"type", text("Container")}, {"defaultRequest.cpu", text("100m")}, {"defaultRequest.memory", text("128Mi")}}))}, true}};
}

std::vector<FormSection> runtimeClass(const FormContext& context)
{
    return {{tr("Runtime"),
             {field(tr("Handler"), pathOf("handler"), FormKind::Text, tr("What the nodes call it")), resources(tr("Overhead"), pathOf("overhead.podFixed"), tr("What it takes for each pod")),
              nodeLabels(tr("Node selector"), pathOf("scheduling.nodeSelector"), tr("Nodes that have it")), rows(tr("Tolerations"), pathOf("scheduling.tolerations"), tolerationColumns(context.taints), tolerationRow(context.taints))},
             true}};
}

std::vector<FormSection> service()
{
    return {{tr("Service"),
             {texts(tr("Pods"), pathOf("spec.selector"), u"app"_s, "web", tr("Labels of its pods: they are spread by default")), field(tr("Type"), pathOf("spec.type"), FormKind::Choice, {}, choicesOf("v1.ServiceType")),
              rows(tr("Ports"), pathOf("spec.ports"), {column(tr("Port"), "port", FormKind::Integer), column(tr("Of the pod"), "targetPort", FormKind::IntOrText), column(tr("Protocol"), "protocol", FormKind::Choice, {}, choicesOf("v1.Protocol"))},
                   objectOf({{"port", api::Value::integer(80)}}))},
             true}};
}

/// A request for devices, below a path.
FormSection deviceRequests(const design::Path& spec)
{
    return {tr("Devices"),
            {rows({}, spec / "devices.requests",
                  {column(tr("Name"), "name"), column(tr("Device class"), "exactly.deviceClassName"), column(tr("Count"), "exactly.count", FormKind::Integer)},
                  objectOf({{"name", text("device")}, {"exactly.deviceClassName", text("gpu")}}))},
            true};
}

}

std::vector<FormSection> policySections(const QString& kind, const FormContext& context)
{
    if (kind == u"PriorityClass")
        return priorityClass();
    if (kind == u"PodDisruptionBudget")
        return budget();
    if (kind == u"LimitRange")
        return limitRange();
    if (kind == u"ResourceQuota")
        return {{tr("Quota"), {texts(tr("At most"), pathOf("spec.hard"), u"requests.cpu"_s, "10", tr("Of all pods of the namespace together"))}, true}};
    if (kind == u"RuntimeClass")
        return runtimeClass(context);
    if (kind == u"Service")
        return service();
    if (kind == u"ResourceClaim")
        return {deviceRequests({"spec"})};
    if (kind == u"ResourceClaimTemplate")
        return {deviceRequests(pathOf("spec.spec"))};
    if (kind == u"DeviceClass")
        return {{tr("Device class"), {rows(tr("Devices (all rows)"), pathOf("spec.selectors"), {column(tr("CEL expression"), "cel.expression")}, objectOf({{"cel.expression", text("device.driver == 'gpu.example.com'")}})),
                                      field(tr("Extended resource"), pathOf("spec.extendedResourceName"))},
                 true}};
    return {};
}

}
