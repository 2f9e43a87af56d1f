// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/profile_matrix.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace berth::views {

/// Draws the cells of extension points: position and how the plugin came there, by shape and colour.
class ProfileCellDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// The matrix of a profile, plugins × extension points, changed by mouse and keyboard. Says what is asked for and
/// changes nothing itself.
class ProfileTable final : public QTableView {
    Q_OBJECT
public:
    explicit ProfileTable(models::ProfileMatrixModel* model, QWidget* parent = nullptr);

    /// Whether changes are possible now; else only looking.
    void setEditable(bool editable);

signals:
    void toggleRequested(berth::config::ExtensionPoint point, const QString& plugin, bool enabled);
    void moveRequested(berth::config::ExtensionPoint point, const QString& plugin, int by);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;

private:
    QAction* makeAction(const QString& name, const QString& text, const QKeySequence& shortcut);
    void toggle();
    void move(int by);
    void changeWeight(int by);
    void updateActions();
    void fitColumns();

    models::ProfileMatrixModel* model_;
    QList<QAction*> tableActions_;
    QAction* toggle_;
    QAction* earlier_;
    QAction* later_;
    QAction* heavier_;
    QAction* lighter_;
    bool editable_ = false;
};

/// What the marks of the matrix mean, on one line.
class ProfileLegend final : public QWidget {
    Q_OBJECT
public:
    explicit ProfileLegend(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
