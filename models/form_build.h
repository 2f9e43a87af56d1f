// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/enum_values.h"
#include "models/form.h"

#include <QCoreApplication>

/// How forms are put together: short words for their parts, and the forms by family of kinds.
namespace berth::models::forms {

inline QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Form", text);
}

/// The values of an enumeration of the API, by its type: `v1.TaintEffect`.
QStringList choicesOf(const char* type);
api::Value text(const char* value);
/// An object whose members are set by path: `{"resources.requests.cpu", text("100m")}`.
api::Value objectOf(std::initializer_list<std::pair<const char*, api::Value>> members);
design::Path operator/(design::Path path, const char* more);

FormField field(const QString& title, const design::Path& path, FormKind kind = FormKind::Text, const QString& tooltip = {}, const QStringList& choices = {});
FormField rows(const QString& title, const design::Path& path, std::vector<FormColumn> columns, api::Value row, const QString& tooltip = {});
/// key, value: what a new row has.
FormField texts(const QString& title, const design::Path& path, const QString& key, const char* value, const QString& tooltip = {});
FormColumn column(const QString& title, const char* path, FormKind kind = FormKind::Text, const QString& tooltip = {}, const QStringList& choices = {});

/// Amounts of resources, with those that people know on offer.
FormField resources(const QString& title, const design::Path& path, const QString& tooltip = {});
/// Labels that nodes have, likewise.
FormField nodeLabels(const QString& title, const design::Path& path, const QString& tooltip);
/// The labels by which nodes are told apart.
QStringList topologyKeys();
QString selectorTip();
QString requirementsTip();
/// A new row of node requirements: zone-a.
api::Value zoneTerm();
/// taints: keys to choose from.
std::vector<FormColumn> tolerationColumns(const QStringList& taints);
api::Value tolerationRow(const QStringList& taints);

/// A pod's volume as a text.
QString volumeText(const api::Value& volume);
/// The volume with another source in place of the one that is there; of the same source, with what the text says alone.
tl::expected<api::Value, QString> withVolume(const api::Value& volume, const QString& typed);

std::vector<FormSection> nodeSections();
/// The pod's fields below that path; isTemplate: of a workload's pods.
std::vector<FormSection> podSections(const design::Path& spec, const FormContext& context, bool isTemplate);
std::vector<FormSection> workloadSections(const QString& kind, const FormContext& context);
/// Volumes, claims, their classes and drivers; empty for other kinds.
std::vector<FormSection> storageSections(const QString& kind, const FormContext& context);
/// Priority, budgets, limits, services, devices; empty for other kinds.
std::vector<FormSection> policySections(const QString& kind, const FormContext& context);

}
