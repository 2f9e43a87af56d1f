// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/heat_map_canvas.h"
#include "views/legend.h"
#include "views/picture.h"
#include "views/run_map_canvas.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace berth::models {
class RunTableModel;
}

namespace berth::views {

/// The heat map with its tools: of one attempt, with what score columns show and the order of rows, or of the whole run, with
/// what its colours are spread over, and the same as a table; and the legend of what is shown.
class HeatMapView final : public QWidget {
    Q_OBJECT
public:
    explicit HeatMapView(SelectionHub* hub, QWidget* parent = nullptr);
    HeatMapCanvas* canvas() const { return canvas_; }
    void setAttempt(const models::AttemptViewPtr& attempt);

    enum class Subject : std::uint8_t { Attempt, Run, RunTable };
    Subject subject() const;
    void showSubject(Subject subject);
    RunMapCanvas* runCanvas() const { return runCanvas_; }
    QTableView* runTable() const { return runTable_; }
    /// Its tiles are to be brought by whoever hears its wishes.
    models::RunMap* runMap() const { return runMap_; }
    /// The canvas or table that is shown.
    QWidget* content() const;
    /// What is shown, whole.
    Picture picture() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeSwitch();
    QWidget* makeAttemptTools();
    QWidget* makeRunTools();
    void makeTable();
    void updateLegend();
    std::vector<Legend::Entry> attemptLegend();
    std::vector<Legend::Entry> runLegend();
    void updateTitle();

    SelectionHub* hub_;
    HeatMapCanvas* canvas_;
    models::RunMap* runMap_;
    models::RunTableModel* runModel_;
    RunMapCanvas* runCanvas_;
    QTableView* runTable_;
    QStackedWidget* pages_;
    QStackedWidget* tools_;
    QToolButton* attemptButton_;
    QToolButton* runButton_;
    QToolButton* tableButton_;
    QComboBox* runOrder_;
    QComboBox* runScale_;
    QComboBox* measure_;
    QComboBox* order_;
    QCheckBox* evaluateAll_;
    Legend* legend_;
    Legend* runLegend_;                    ///< on a line of its own
    QLabel* title_;
    models::AttemptViewPtr attempt_;
    bool rawOnly_ = false;
    int measureBefore_ = 0;                ///< what was chosen before only raw scores could be shown
};

}
