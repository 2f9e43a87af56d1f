// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/form.h"

#include "api/decode_kind.h"
#include "design/pod_place.h"
#include "design/selector_text.h"
#include "models/form_build.h"
#include "models/format.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::models {

using forms::tr;

namespace {

using design::pathOf;

FormSection metadata(const QString& kind)
{
    FormSection section{tr("Metadata"), {forms::field(tr("Name"), pathOf("metadata.name"))}, true};
    if (api::isNamespacedKind(kind.toStdString()))
        section.fields.push_back(forms::field(tr("Namespace"), pathOf("metadata.namespace")));
    section.fields.push_back(forms::texts(tr("Labels"), pathOf("metadata.labels"), u"key"_s, "value"));
    section.fields.push_back(forms::texts(tr("Annotations"), pathOf("metadata.annotations"), u"key"_s, "value"));
    return section;
}

std::vector<FormSection> sectionsOf(const QString& kind, const FormContext& context)
{
    if (kind == u"Node")
        return forms::nodeSections();
    if (kind == u"Pod")
        return forms::podSections(pathOf("spec"), context, false);
    std::vector<FormSection> sections = forms::workloadSections(kind, context);
    if (sections.empty())
        sections = forms::storageSections(kind, context);
    return sections.empty() ? forms::policySections(kind, context) : sections;
}

QString joined(const api::Value& list)
{
    QStringList all;
    for (const api::Value& value : list.items)
        all << toQString(value.text);
    return all.join(u", "_s);
}

/// The field with that path and kind in another form.
bool hasField(const std::vector<FormSection>& sections, const design::Path& path, FormKind kind)
{
    return std::ranges::any_of(sections, [&](const FormSection& section) {
        return std::ranges::any_of(section.fields, [&](const FormField& field) { return field.path == path && field.kind == kind; });
    });
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
    std::vector<FormSection> sections = {metadata(kind)};
    for (FormSection& section : sectionsOf(kind, context))
        sections.push_back(std::move(section));
    return sections;
}

std::vector<FormSection> formOfSeveral(const QStringList& kinds, const FormContext& context)
{
    if (kinds.isEmpty())
        return {};
    std::vector<FormSection> sections = formOf(kinds.front(), context);
    std::vector<std::vector<FormSection>> others;
    for (const QString& kind : kinds.mid(1))
        others.push_back(formOf(kind, context));
    const auto isShared = [&](const FormField& field) {
        if (field.path == pathOf("metadata.name"))
            return false; // no two objects have the same
        for (qsizetype i = 1; i < kinds.size(); ++i) {
            const auto place = design::samePlace(field.path, kinds.front().toStdString(), kinds[i].toStdString());
            if (!place || !hasField(others[static_cast<std::size_t>(i - 1)], *place, field.kind))
                return false;
        }
        return true;
    };
    for (FormSection& section : sections)
        std::erase_if(section.fields, [&](const FormField& field) { return !isShared(field); });
    std::erase_if(sections, [](const FormSection& section) { return section.fields.empty(); });
    return sections;
}

QString formText(FormKind kind, const api::Value* value)
{
    if (!value)
        return {};
    switch (kind) {
    case FormKind::Flag: return value->boolean ? u"true"_s : QString();
    case FormKind::TextList: return joined(*value);
    case FormKind::Selector: return value->isObject() && value->members.empty() ? u"*"_s : toQString(design::selectorText(*value));
    case FormKind::Requirements: return toQString(design::requirementsText(*value));
    case FormKind::Volume: return forms::volumeText(*value);
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
        if (kind == FormKind::Selector && text == "*")
            return api::Value::object();
        auto value = kind == FormKind::Selector ? design::selectorOf(text) : design::requirementsOf(text);
        if (!value)
            return tl::unexpected(toQString(value.error()) + u'.');
        return std::move(*value);
    }
    default: return api::Value::string(text);
    }
}

tl::expected<api::Value, QString> formRow(const FormColumn& column, const api::Value& row, const QString& text)
{
    if (column.kind == FormKind::Volume)
        return forms::withVolume(row, text);
    const auto value = formValue(column.kind, text);
    if (!value)
        return tl::unexpected(value.error());
    api::Value after = row;
    design::apply(after, {column.path, *value});
    if (*value)
        for (const design::FieldEdit& needed : column.with)
            if (!design::at(after, needed.path))
                design::apply(after, needed);
    return after;
}

}
