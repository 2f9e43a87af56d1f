// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/form_build.h"

#include "models/format.h"

using namespace Qt::StringLiterals;

namespace berth::models::forms {

using design::pathOf;

QStringList choicesOf(const char* type)
{
    QStringList choices;
    for (const std::string_view value : design::enumValues(type))
        choices << toQString(value);
    return choices;
}

api::Value text(const char* value)
{
    return api::Value::string(value);
}

api::Value objectOf(std::initializer_list<std::pair<const char*, api::Value>> members)
{
    api::Value object = api::Value::object();
    for (const auto& [path, value] : members)
        design::apply(object, {pathOf(path), value});
    return object;
}

design::Path operator/(design::Path path, const char* more)
{
    for (std::string& step : pathOf(more))
        path.push_back(std::move(step));
    return path;
}

FormField field(const QString& title, const design::Path& path, FormKind kind, const QString& tooltip, const QStringList& choices)
{
    FormField result;
    result.title = title;
    result.path = path;
    result.kind = kind;
    result.tooltip = tooltip;
    result.choices = choices;
    return result;
}

FormField rows(const QString& title, const design::Path& path, std::vector<FormColumn> columns, api::Value row, const QString& tooltip)
{
    FormField result = field(title, path, FormKind::Rows, tooltip);
    result.columns = std::move(columns);
    result.row = std::move(row);
    return result;
}

FormField texts(const QString& title, const design::Path& path, const QString& key, const char* value, const QString& tooltip)
{
    FormField result = field(title, path, FormKind::Texts, tooltip);
    result.key = key;
    result.row = text(value);
    return result;
}

FormColumn column(const QString& title, const char* path, FormKind kind, const QString& tooltip, const QStringList& choices)
{
    FormColumn result;
    result.title = title;
    result.path = pathOf(path);
    result.kind = kind;
    result.tooltip = tooltip;
    result.choices = choices;
    return result;
}

FormField resources(const QString& title, const design::Path& path, const QString& tooltip)
{
    FormField result = texts(title, path, u"cpu"_s, "1", tooltip);
    result.choices = {u"cpu=1"_s, u"memory=1Gi"_s, u"pods=110"_s, u"ephemeral-storage=10Gi"_s, u"nvidia.com/gpu=1"_s, u"hugepages-2Mi=128Mi"_s};
    return result;
}

FormField nodeLabels(const QString& title, const design::Path& path, const QString& tooltip)
{
    FormField result = texts(title, path, u"topology.kubernetes.io/zone"_s, "zone-a", tooltip);
    result.choices = {u"topology.kubernetes.io/zone=zone-a"_s, u"kubernetes.io/hostname=node-1"_s, u"node.kubernetes.io/instance-type=m5.xlarge"_s, u"topology.kubernetes.io/region=region-1"_s, u"kubernetes.io/arch=amd64"_s};
    return result;
}

QStringList topologyKeys()
{
    return {u"topology.kubernetes.io/zone"_s, u"kubernetes.io/hostname"_s, u"topology.kubernetes.io/region"_s};
}

QString selectorTip()
{
    return tr("A label selector: app=web,tier in (a,b); * chooses all");
}

QString requirementsTip()
{
    return tr("zone=a, gpu, !old, disk in (ssd,nvme), cpus>4");
}

api::Value zoneTerm()
{
    return objectOf({{"matchExpressions[0].key", text("topology.kubernetes.io/zone")}, {"matchExpressions[0].operator", text("In")}, {"matchExpressions[0].values[0]", text("zone-a")}});
}

std::vector<FormColumn> tolerationColumns(const QStringList& taints)
{
    return {column(tr("Key"), "key", FormKind::Text, tr("Empty, with Exists: any taint"), taints), column(tr("Operator"), "operator", FormKind::Choice, {}, choicesOf("v1.TolerationOperator")),
            column(tr("Value"), "value"), column(tr("Effect"), "effect", FormKind::Choice, tr("Empty: any"), choicesOf("v1.TaintEffect")),
            column(tr("Seconds"), "tolerationSeconds", FormKind::Integer, tr("NoExecute: how long the pod may stay"))};
}

api::Value tolerationRow(const QStringList& taints)
{
    return objectOf({{"key", text(taints.isEmpty() ? "dedicated" : qUtf8Printable(taints.front()))}, {"operator", text("Exists")}, {"effect", text("NoSchedule")}});
}

}
