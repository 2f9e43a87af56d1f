// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;
class QTableView;
class QTimer;

namespace berth::models {
class TableModel;
}

namespace berth::views {

/// A table with its filter line, row count, copying (TSV) and export (CSV). Rows are chosen by the id of their object.
class TableView final : public QWidget {
    Q_OBJECT
public:
    /// name becomes part of the object names: `podsTable`, `podsFilter`.
    TableView(models::TableModel* model, const QString& name, const QString& title, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    QLineEdit* filterLine() const { return filter_; }
    models::TableModel* model() const { return model_; }
    /// Shown instead of an empty table.
    void setEmptyText(const QString& text);
    /// Makes the row of that object current and visible, without telling anybody; an empty id clears.
    void showObject(const QString& id);
    /// Column widths as a share of the font's average character width.
    void setColumnCharacters(const QList<int>& characters);

public slots:
    void copy();
    void exportCsv();

signals:
    /// The user moved to that row.
    void objectSelected(const QString& id);
    void objectActivated(const QString& id);
    void message(const QString& text, bool error);

private:
    void showMenu(const QPoint& at);
    void updateCount();
    void restoreCurrent();
    void currentRowChanged();

    models::TableModel* model_;
    QLineEdit* filter_;
    QLabel* count_;
    QTableView* table_;
    QLabel* empty_;
    QTimer* filterDelay_;
    QString currentId_;
    QString name_;
    bool restoring_ = false;
};

}
