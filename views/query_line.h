// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/query.h"

#include <QLineEdit>

class QCompleter;
class QLabel;
class QStandardItemModel;

namespace berth::models {
class TableModel;
}

namespace berth::views {

/// The filter line of a table: completes the names of columns and their values, and underlines what is wrong with a query.
class QueryLine final : public QLineEdit {
    Q_OBJECT
public:
    QueryLine(models::TableModel* model, QWidget* parent = nullptr);

    /// Of the text as it stands; errorsChanged tells of new ones.
    const std::vector<models::QueryError>& errors() const { return errors_; }
    /// The first error with its place, in words; empty without one.
    QString errorText() const;
    /// What is offered at the cursor.
    QStringList offered() const;

signals:
    void errorsChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void check();
    void underline();
    void offer();
    void take(const QString& completion);

    models::TableModel* model_;
    QCompleter* completer_;
    QStandardItemModel* items_;
    std::vector<models::QueryError> errors_;
    qsizetype replaceAt_ = 0;
    qsizetype replaceLength_ = 0;
    bool taking_ = false;
};

}
