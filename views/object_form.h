// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/row_change.h"
#include "models/form.h"

#include <QScrollArea>

#include <functional>

namespace berth::views {

/// The form of one object, or of several at once. Every widget is named `form-` and the path of its field.
class ObjectForm final : public QScrollArea {
    Q_OBJECT
public:
    explicit ObjectForm(QWidget* parent = nullptr);

    /// Builds the widgets; values come with setObjects.
    void setForm(std::vector<models::FormSection> sections);
    /// What the objects say; where they differ a field is empty and says so.
    void setObjects(const std::vector<const api::Value*>& objects);

signals:
    /// title: of the field, for the history.
    void edited(const std::vector<berth::design::FieldEdit>& edits, const QString& title);
    /// In lists that differ from object to object.
    void rowChanged(const berth::design::RowChange& change, const QString& title);
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addSection(const models::FormSection& section, QWidget* into);
    QWidget* makeField(const models::FormField& field);
    QWidget* makeLine(const models::FormField& field);
    QWidget* makeChoice(const models::FormField& field);
    QWidget* makeFlag(const models::FormField& field);
    QWidget* makeRows(const models::FormField& field);
    void commit(const models::FormField& field, const QString& text);

    /// How a field shows the values of all objects, null where one has none.
    using Show = std::function<void(const std::vector<const api::Value*>&)>;
    struct Shown {
        design::Path path;
        Show show;
    };
    std::vector<Shown> fields_;
    bool showing_ = false;
};

}
