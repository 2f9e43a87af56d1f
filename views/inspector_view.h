// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"
#include "views/selection_hub.h"

#include <QWidget>

#include <utility>

class QLabel;
class QScrollArea;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace berth::models {
class InspectorModel;
}

namespace berth::views {

class ChangesPanel;
class DomainBars;
class Funnel;
class ScoreBars;
class WeightSliders;

/// "Why?": the whole reason of one attempt, from the funnel down to what every plugin said.
class InspectorView final : public QWidget {
    Q_OBJECT
public:
    explicit InspectorView(SelectionHub* hub, QWidget* parent = nullptr);

    void setAttempt(models::AttemptViewPtr attempt);
    /// Without an attempt: one sentence about what would fill this view.
    void setHint(const QString& text);
    /// The attempts of the selected pod, as indexes of the run, for stepping through them.
    void setHistory(std::vector<std::int64_t> attempts);
    QString messageText() const;
    const models::AttemptViewPtr& attempt() const { return attempt_; }
    DomainBars* domains() const { return domains_; }
    ChangesPanel* changes() const { return changes_; }
    WeightSliders* weights() const { return weights_; }

public slots:
    void copy();

private:
    void go(int by);
    void updateHistory();

    SelectionHub* hub_;
    models::AttemptViewPtr attempt_;
    std::vector<std::int64_t> history_;
    models::InspectorModel* model_;
    QStackedWidget* pages_;
    QScrollArea* scroll_;
    std::pair<QString, std::int64_t> shown_{{}, -1};   ///< pod and attempt of what was read last
    QLabel* hint_;
    QLabel* title_;
    QLabel* subtitle_;
    QLabel* message_;
    QToolButton* earlier_;
    QToolButton* later_;
    Funnel* funnel_;
    ScoreBars* bars_;
    WeightSliders* weights_;
    DomainBars* domains_;
    ChangesPanel* changes_;
    QTreeView* tree_;
};

}
