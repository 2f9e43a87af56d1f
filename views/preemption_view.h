// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/avalanche.h"
#include "models/inspection.h"
#include "models/snapshot.h"
#include "views/picture.h"
#include "views/selection_hub.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QTimer;
class QToolButton;

namespace berth::models {
class CandidateTableModel;
class UnhelpfulNodesModel;
class PreemptionListModel;
class VictimTableModel;
}

namespace berth::views {

class AvalanchePanel;
class TableView;

/// The preemption of the selected attempt: candidates with the criteria in their order, the pods of the candidate that is
/// looked at, and the nodes where evictions do not help. Or all preemptions of the run as a list, or its avalanches: what one
/// preemption set off. Without an attempt that preempts there is the list.
class PreemptionView final : public QWidget {
    Q_OBJECT
public:
    explicit PreemptionView(SelectionHub* hub, QWidget* parent = nullptr);

    void setAttempt(const models::AttemptViewPtr& attempt);
    /// The run, as it is at the moment that is shown.
    void setRun(const models::SnapshotPtr& snapshot);
    /// The avalanches, or the selected attempt; without a preemption in it the list of all of them.
    void showAvalanches(bool on);
    /// All preemptions of the run.
    void showList();
    TableView* list() const { return list_; }
    AvalanchePanel* avalanches() const { return avalanches_; }
    TableView* candidates() const { return candidates_; }
    TableView* pods() const { return pods_; }
    TableView* unhelpful() const { return unhelpful_; }
    QString summary() const;
    /// The avalanche, whole; or what is in sight of the attempt.
    Picture picture() const;

signals:
    /// The user wants to see what became of that pod.
    void historyRequested(const QString& pod);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeList();
    void connectList();
    void showAttempt();
    void updateHint();
    bool isOffered() const;
    bool hasPreemption() const { return attempt_ && attempt_->attempt->postFilter; }
    QString hintText() const;
    void showCandidate(const QString& node);

    SelectionHub* hub_;
    models::AttemptViewPtr attempt_;
    api::Time origin_;
    models::SnapshotPtr snapshot_;
    models::AvalanchesPtr avalanchesOfRun_;
    models::PreemptionListModel* listModel_;
    models::CandidateTableModel* candidateModel_;
    models::VictimTableModel* victimModel_;
    models::UnhelpfulNodesModel* unhelpfulModel_;
    TableView* list_;
    TableView* candidates_;
    TableView* pods_;
    TableView* unhelpful_;
    AvalanchePanel* avalanches_;
    QToolButton* listButton_;
    QToolButton* attemptButton_;
    QToolButton* avalanchesButton_;
    QStackedWidget* views_;                ///< the list and the attempt, the avalanches
    QStackedWidget* pages_;                ///< the list with its hint, the attempt
    bool browsing_ = false;                ///< somebody goes through the list: it stays until a row is opened
    QTabWidget* details_;
    QLabel* hint_;
    QTimer* hintDelay_;
    QLabel* listTitle_;
    QLabel* summary_;
    QLabel* facts_;
};

}
