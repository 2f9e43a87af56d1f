// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/branch.h"
#include "views/selection_hub.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QTableView;

namespace berth::views {

class TableView;
class YamlEditor;

/// A branch of the run: from which moment, what is done there, by which configuration it goes on; and below, how it differs from
/// the run. Stays open beside the window; what is chosen in it is chosen there.
class BranchDialog final : public QDialog {
    Q_OBJECT
public:
    explicit BranchDialog(SelectionHub* hub, QWidget* parent = nullptr);

    /// The moment that is looked at, as a sentence, and its number; absent: there is none to branch from.
    void setMoment(std::optional<std::size_t> rest, const QString& text);
    /// What is written in the profile view; null or bad: it cannot be chosen.
    void setConfiguration(const models::ConfigurationPtr& configuration);
    void setIdle(bool idle);
    void showBranch(const models::BranchPtr& branch);
    /// Another cluster: what was found out about the old one goes.
    void reset();

    YamlEditor* editor() const { return editor_; }
    TableView* placements() const { return placements_; }
    models::BranchCountsModel* counts() const { return countsModel_; }
    QString summary() const;

signals:
    /// The user wants the run to be what the branch is.
    void adoptRequested(const berth::models::BranchPtr& branch);
    void branchRequested(const berth::models::BranchRequest& request);
    /// The user wants to see that pod.
    void podChosen(const QString& pod);
    /// And the run's attempt at which they part.
    void attemptChosen(qint64 attempt);

private:
    QWidget* makeInput();
    QWidget* makeResult();
    void fillSuggestions();
    void suggest(const QString& step);
    void run();
    void updateButtons();

    SelectionHub* hub_;
    std::optional<std::size_t> rest_;
    models::ConfigurationPtr configuration_;
    models::BranchPtr branch_;
    bool idle_ = true;
    models::BranchCountsModel* countsModel_;
    models::BranchTableModel* placementsModel_;
    QLabel* moment_;
    YamlEditor* editor_;
    QMenu* suggestions_;
    QComboBox* with_;
    QPushButton* run_;
    QLabel* problem_;
    QLabel* summary_;
    QLabel* divergence_;
    QPushButton* showDivergence_;
    QPushButton* adopt_;
    QTableView* counts_;
    TableView* placements_;
    QWidget* result_;
};

}
