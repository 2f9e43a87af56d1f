// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAction>
#include <QDialog>

namespace berth::views {

/// Every action with its keys, and the keys of the canvases, in a table that can be filtered.
class ShortcutsDialog final : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent);
};

/// An action's text without the mark of its mnemonic and without dots.
QString plainText(const QAction* action);

}
