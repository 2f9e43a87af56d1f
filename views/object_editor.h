// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/row_change.h"
#include "models/designer.h"
#include "models/form.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QSplitter;
class QTimer;

namespace berth::views {

class ObjectForm;
class YamlCompletion;
class YamlEditor;

/// One object as a form and as YAML, both live: whatever is done to one shows in the other. Of several objects, also of
/// several kinds, the form has what they share, and edits it in all of them.
class ObjectEditor final : public QWidget {
    Q_OBJECT
public:
    explicit ObjectEditor(models::Designer* designer, QWidget* parent = nullptr);

    const models::ItemIds& ids() const { return ids_; }
    /// Ids that are not there are left out. hint: what is said in place of an object, or beside its name.
    void setItems(const models::ItemIds& ids, const QString& hint = {});
    /// Takes over at once what has been typed.
    void flush();
    /// The same, with the field of the form that is being written in.
    void commit();
    YamlEditor* text() const { return text_; }
    YamlCompletion* completion() const { return completion_; }
    ObjectForm* form() const { return form_; }
    QListWidget* problems() const { return problemList_; }
    /// Whether what is shown has errors: running makes little sense until they are gone.
    bool hasErrors() const { return hasErrors_; }
    /// In the middle of a text that says nothing yet.
    bool isBeingWritten() const;

signals:
    /// Nobody writes in the text any more.
    void textLeft();
    void message(const QString& text, bool error);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void edit(const std::vector<design::FieldEdit>& edits, const QString& title);
    void changeRow(const design::RowChange& change, const QString& title);
    QString stepName(const QString& field) const;
    void showForm(const std::vector<design::ItemPtr>& items);
    void showText(const std::vector<design::ItemPtr>& items);
    void showProblems(const std::vector<design::ItemPtr>& items);
    models::FormContext context() const;
    std::vector<std::string> namesOf(std::string_view kind) const;
    static QString hintOf(const std::vector<design::ItemPtr>& items);
    static QString choicesKey(const QStringList& kinds, const models::FormContext& context);

    models::Designer* designer_;
    models::ItemIds ids_;
    QString hint_;
    QString formKey_;                      ///< what the form was built for
    QLabel* title_;
    QLabel* hintLabel_;
    ObjectForm* form_;
    YamlEditor* text_;
    YamlCompletion* completion_;
    QListWidget* problemList_;
    QWidget* content_;
    QLabel* empty_;
    QSplitter* split_;
    QTimer* typed_;
    bool showing_ = false;
    bool isStale_ = false;                 ///< form and text are of what was shown before: nobody sees them
    bool hasErrors_ = false;
};

}
