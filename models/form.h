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
};

struct FormColumn {
    QString title;
    design::Path path;                     ///< within the row
    FormKind kind = FormKind::Text;
    QStringList choices;
    QString tooltip;
};

struct FormField {
    QString title;
    design::Path path;
    FormKind kind = FormKind::Text;
    QString tooltip;
    QStringList choices;                   ///< of Choice; with editable ones others can be written
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
    QStringList nodes;
};

/// The form of a kind; metadata alone for kinds that have none of their own.
std::vector<FormSection> formOf(const QString& kind, const FormContext& context = {});

/// The text that a field or a cell shows; empty where nothing is set. Flag: `true` or empty.
QString formText(FormKind kind, const api::Value* value);
/// The value that a text means; absent: the field goes. The error is for people.
tl::expected<std::optional<api::Value>, QString> formValue(FormKind kind, const QString& text);

}
