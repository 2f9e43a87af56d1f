// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/field_path.h"

#include <QString>
#include <QStringList>

#include <tl/expected.hpp>

#include <vector>

/// What can be edited of an object without writing YAML, as data: which fields a kind has, how each is shown as a text, and what
/// a text that was typed does to the document. Pure.
namespace berth::models {

enum class FormKind : std::uint8_t {
    Text,
    Quantity,
    Integer,
    IntOrText,                             ///< `2`, `50%`
    Flag,                                  ///< true or absent
    Choice,
    TextList,                              ///< `a, b`
    Selector,                              ///< a label selector, `app=web,tier in (a,b)`
    Requirements,                          ///< a list of node selector requirements, written likewise
    Texts,                                 ///< an object of texts: rows of key and value
    Rows,                                  ///< a list of objects: rows with columns
    Volume,                                ///< of a row: where a pod's volume comes from, `claim data`, `emptyDir 1Gi`
};

struct FormColumn {
    QString title;
    design::Path path;                     ///< within the row
    FormKind kind = FormKind::Text;
    QStringList choices;
    QString tooltip;
    std::vector<design::FieldEdit> with = {};    ///< what the row needs besides, once this is set: as far as it is not there
};

struct FormField {
    QString title;
    design::Path path;
    FormKind kind = FormKind::Text;
    QString tooltip;
    QStringList choices;                   ///< of Choice: others can be written; of Texts: keys with a first value, `memory=1Gi`
    std::vector<FormColumn> columns;       ///< of Rows
    api::Value row;                        ///< of Rows: what a new one is; of Texts: the value
    QString key;                           ///< of Texts: a new one's key
    QString name() const;                  ///< for object names: the path, joined
};

struct FormSection {
    QString title;
    std::vector<FormField> fields;
    bool isOpen = true;                    ///< as long as none of its fields is set
};

/// What can be chosen among the other objects.
struct FormContext {
    QStringList priorityClasses;
    QStringList claims;
    QStringList storageClasses;
    QStringList runtimeClasses;
    QStringList nodes;
    QStringList taints;                    ///< keys of taints that nodes have
};

/// The form of a kind; metadata alone for kinds that have none of their own.
std::vector<FormSection> formOf(const QString& kind, const FormContext& context = {});
/// What several objects of these kinds have in common and can share: the first kind's fields, as far as the others have them
/// (design::samePlace), without the name.
std::vector<FormSection> formOfSeveral(const QStringList& kinds, const FormContext& context = {});

/// The text that a field or a cell shows; empty where nothing is set. Flag: `true` or empty.
QString formText(FormKind kind, const api::Value* value);
/// The value that a text means; absent: the field goes. The error is for people.
tl::expected<std::optional<api::Value>, QString> formValue(FormKind kind, const QString& text);
/// What a text that was typed in a column does to a row. The error is for people.
tl::expected<api::Value, QString> formRow(const FormColumn& column, const api::Value& row, const QString& text);

}
