// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/picture.h"
#include "views/queue_flow_canvas.h"

class QLabel;
class QSlider;
class QStackedWidget;
class QToolButton;

namespace berth::models {
class MoveTableModel;
}

namespace berth::views {

class QueueFlowSankey;
class TableView;

/// The queue flow: lanes or all moves as ribbons, a slider over the moves of the run, and below a table of the moves of
/// the chosen pod, of the chosen edge, or the latest ones.
class QueueFlowView final : public QWidget {
    Q_OBJECT
public:
    explicit QueueFlowView(SelectionHub* hub, QWidget* parent = nullptr);

    QueueFlowCanvas* canvas() const { return canvas_; }
    QueueFlowSankey* sankey() const { return sankey_; }
    TableView* table() const { return table_; }
    void setSnapshot(const models::QueueFlowPtr& flow, const models::ClusterPtr& cluster);
    void showSankey(bool on);
    /// The moment after so many moves; the last one follows the run.
    void setMoment(std::size_t moves);
    /// The lanes, or all moves.
    Picture picture() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    void refresh();
    void updateTable();
    void choosePod(const QString& pod);
    void chooseEdge(models::Lane from, models::Lane to, models::PodEnd end = models::PodEnd::None);

    SelectionHub* hub_;
    models::MoveTableModel* moves_;
    QueueFlowCanvas* canvas_;
    QueueFlowSankey* sankey_;
    QStackedWidget* pages_;
    TableView* table_;
    QToolButton* lanesButton_;
    QToolButton* sankeyButton_;
    QSlider* slider_;
    QLabel* moment_;
    QLabel* ended_;                        ///< how many pods have left by then, and how
    QLabel* start_;                        ///< how the scheduler started
    QLabel* title_;
    models::QueueFlowPtr flow_;
    models::ClusterPtr cluster_;
    std::optional<models::LaneMove> edge_; ///< chosen instead of a pod: a move along it
    bool stale_ = false;                   ///< the snapshot came while nobody looked
};

}
