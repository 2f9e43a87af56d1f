// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/row_change.h"
#include "models/form.h"

#include <QWidget>

class QLabel;
class QTableWidget;
class QTableWidgetItem;
class QToolButton;

namespace berth::views {

/// A list of objects, or an object of texts, as rows that can be added, removed and edited in place. Shows what it is given
/// and says what is to be done; changes nothing itself.
class RowsEditor final : public QWidget {
    Q_OBJECT
public:
    /// Object names begin with name: the table has it, its buttons NAME-add and NAME-remove.
    RowsEditor(const models::FormField& field, const QString& name, QWidget* parent = nullptr);

    /// The field of every object that is edited; null where it is not set. Where they differ, what all share is shown.
    void setValues(const std::vector<const api::Value*>& values);
    QTableWidget* table() const { return table_; }

signals:
    void edited(const std::vector<berth::design::FieldEdit>& edits);
    /// In lists that differ.
    void rowChanged(const berth::design::RowChange& change);
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add();
    void remove();
    void cellChanged(QTableWidgetItem* item);
    void textCellChanged(int row, int column, const QString& text);
    std::pair<QString, api::Value> newText() const;
    void changeRow(int row, std::optional<api::Value> after);
    void showTexts(const std::vector<const api::Value*>& values);
    void showRows(const std::vector<const api::Value*>& values);
    void put(int row, int column, const QString& text);
    void fit();
    design::Path rowPath(int row) const;
    bool isTexts() const { return field_.kind == models::FormKind::Texts; }

    models::FormField field_;
    QLabel* title_;
    QTableWidget* table_;
    QToolButton* add_;
    QToolButton* remove_;
    QStringList keys_;                     ///< of Texts, by row
    std::vector<api::Value> rows_;         ///< of Rows
    bool differ_ = false;                  ///< the lists do
    bool showing_ = false;
};

}
