// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/changes.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace berth::views {

/// For a pod that fits nowhere: a button that asks what would make it fit, and the answers by size.
class ChangesPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ChangesPanel(QWidget* parent = nullptr);

    /// An attempt that failed for want of a node, or -1: nothing to ask.
    void setAttempt(std::int64_t attempt);
    /// Ignored if it speaks of another attempt.
    void setChanges(const models::ChangesPtr& changes);

signals:
    void changesRequested(qint64 attempt);

private:
    void ask();

    std::int64_t attempt_ = -1;
    QPushButton* button_;
    QLabel* summary_;
    QTreeWidget* list_;
};

}
