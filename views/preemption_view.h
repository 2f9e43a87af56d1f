// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/avalanche.h"
#include "models/inspection.h"
#include "views/picture.h"
#include "views/selection_hub.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace berth::models {
class CandidateTableModel;
class UnhelpfulNodesModel;
class VictimTableModel;
}

namespace berth::views {

class AvalanchePanel;
class TableView;

/// The preemption of the selected attempt: candidates with the criteria in their order, the pods of the candidate that is
/// looked at, and the nodes where evictions do not help. Or the avalanches of the run: what one preemption set off.
class PreemptionView final : public QWidget {
    Q_OBJECT
public:
    explicit PreemptionView(SelectionHub* hub, QWidget* parent = nullptr);

    void setAttempt(const models::AttemptViewPtr& attempt);
    /// What start times are shown relative to.
    void setOrigin(api::Time origin) { origin_ = origin; }
    void setAvalanches(const models::AvalanchesPtr& avalanches);
    /// The avalanches, or the selected attempt.
    void showAvalanches(bool on);
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

private:
    QWidget* makeBar();
    QString hintText() const;
    void showCandidate(const QString& node);
    void showHint(const QString& text);

    SelectionHub* hub_;
    models::AttemptViewPtr attempt_;
    api::Time origin_;
    models::CandidateTableModel* candidateModel_;
    models::VictimTableModel* victimModel_;
    models::UnhelpfulNodesModel* unhelpfulModel_;
    TableView* candidates_;
    TableView* pods_;
    TableView* unhelpful_;
    AvalanchePanel* avalanches_;
    std::size_t avalancheCount_ = 0;
    QToolButton* attemptButton_;
    QToolButton* avalanchesButton_;
    QStackedWidget* views_;                ///< the attempt, the avalanches
    QStackedWidget* pages_;                ///< of the attempt: the hint, or its preemption
    QTabWidget* details_;
    QLabel* hint_;
    QLabel* summary_;
    QLabel* facts_;
};

}
