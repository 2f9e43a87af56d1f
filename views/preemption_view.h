// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"
#include "views/selection_hub.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace berth::models {
class CandidateTableModel;
class UnhelpfulNodesModel;
class VictimTableModel;
}

namespace berth::views {

class TableView;

/// The preemption of the selected attempt: candidates with the criteria in their order, the pods of the candidate that is
/// looked at, and the nodes where evictions do not help.
class PreemptionView final : public QWidget {
    Q_OBJECT
public:
    explicit PreemptionView(SelectionHub* hub, QWidget* parent = nullptr);

    void setAttempt(const models::AttemptViewPtr& attempt);
    /// What start times are shown relative to.
    void setOrigin(api::Time origin) { origin_ = origin; }
    TableView* candidates() const { return candidates_; }
    TableView* pods() const { return pods_; }
    TableView* unhelpful() const { return unhelpful_; }
    QString summary() const;

signals:
    /// The user wants to see what became of that pod.
    void historyRequested(const QString& pod);

private:
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
    QStackedWidget* pages_;
    QTabWidget* details_;
    QLabel* hint_;
    QLabel* summary_;
    QLabel* facts_;
};

}
