// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/changes.h"

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace berth::views {

/// For a pod that fits nowhere: a button that asks what would make it fit, the answers by size, and a button that makes one of them.
class ChangesPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ChangesPanel(QWidget* parent = nullptr);

    /// An attempt that failed for want of a node, or -1: nothing to ask.
    void setAttempt(std::int64_t attempt);
    /// Ignored if it speaks of another attempt.
    void setChanges(const models::ChangesPtr& changes);
    /// Why a change cannot be made; empty: it can. Asked whenever it may have another answer.
    void setObstacle(std::function<QString(const scenario::Change& change)> obstacle) { obstacle_ = std::move(obstacle); }
    /// The document was edited: what could be made may not be possible now.
    void updateApply();

signals:
    void changesRequested(qint64 attempt);
    void applyRequested(const berth::scenario::Change& change);

protected:
    void changeEvent(QEvent* event) override;

private:
    void ask();
    void fitHeight();
    const scenario::Change* chosen() const;

    std::int64_t attempt_ = -1;
    QPushButton* button_;
    QLabel* summary_;
    QTreeWidget* list_;
    QPushButton* apply_;
    models::ChangesPtr changes_;
    std::function<QString(const scenario::Change& change)> obstacle_;
};

}
