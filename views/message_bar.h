// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/roles.h"

#include <QFrame>

#include <functional>

class QLabel;
class QTimer;
class QToolButton;

namespace berth::views {

/// One line above the centre about what was just done, instead of a box in the way. Errors stay until they are closed.
class MessageBar final : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);
    /// state: Good and None leave after 6 s, Warning after 15 s, Bad stays.
    void show(const QString& text, models::RowState state);
    /// The same with a button (empty: none) that hides the message and does that.
    void show(const QString& text, models::RowState state, const QString& button, std::function<void()> offered);
    QString text() const;

private:
    QLabel* mark_;
    QLabel* text_;
    QToolButton* button_;
    std::function<void()> offered_;
    QTimer* timer_;
};

}
