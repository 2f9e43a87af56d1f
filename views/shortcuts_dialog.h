// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAction>
#include <QDialog>

#include <utility>

class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTableWidget;

namespace berth::views {

/// The text of an action without marks and dots.
QString plainText(const QAction* action);

/// The keys that an action was made with, whatever the user has made of them since.
QKeySequence ownKeys(const QAction* action);
/// Gives an action other keys; its tooltip follows.
void setKeys(QAction* action, const QKeySequence& keys);

/// All actions with their keys: to look them up, and to choose others.
class ShortcutsDialog final : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent);

signals:
    void keysChosen(const QString& action, const QKeySequence& keys);

private:
    void makeTable();
    QWidget* makeEditor();
    void showCurrent();
    void choose(const QKeySequence& keys);
    QAction* current() const;
    QAction* ownerOf(const QKeySequence& keys) const;

    QList<QAction*> actions_;              ///< by row, before those that cannot be changed
    QTableWidget* table_;
    QLabel* about_;
    QKeySequenceEdit* keys_;
    QPushButton* take_;
    QPushButton* reset_;
};

}
