// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/canvas_habits.h"
#include "views/queue_flow_layout.h"
#include "views/selection_hub.h"

#include <QWidget>

#include <memory>

class QVariantAnimation;

namespace berth::views {

/// The lanes with the pods in them as tokens, at one moment of a run, and the edges along which pods moved until then.
/// A token that changes its lane slides there, unless the platform asks for no animations.
class QueueFlowCanvas final : public QWidget, public SpokenCanvas {
    Q_OBJECT
public:
    explicit QueueFlowCanvas(SelectionHub* hub, QWidget* parent = nullptr);

    /// The moment after so many moves; at the end of the flow the cluster says what the clock shows.
    void setMoment(const models::QueueFlowPtr& flow, const models::ClusterPtr& cluster, std::size_t moves);
    /// Tokens are on their way to where they belong.
    bool isSliding() const;
    const models::LaneBoard& board() const { return board_; }
    api::Time time() const;

    // What stands where, for tests and tooltips.
    QString podAt(QPointF point) const;
    const models::FlowEdge* edgeAt(QPointF point) const;
    QRectF tokenRect(const QString& pod) const;
    QPointF edgePoint(models::Lane from, models::Lane to) const;
    QString podText(const QString& pod) const;
    QString laneText(QPointF point) const;
    QString placeText() const override { return podText(hub_->current().pod); }
    QRect placeRect() const override { return tokenRect(hub_->current().pod).toAlignedRect(); }

    /// A copy for a picture.
    std::shared_ptr<QWidget> onPaper() const;

    QSize minimumSizeHint() const override { return {360, 130}; }

signals:
    void podChosen(const QString& pod);
    void edgeChosen(berth::models::Lane from, berth::models::Lane to);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Slot {
        QRectF from;
        QRectF to;
        models::Lane lane = models::Lane::Outside;
    };

    void arrange(bool slide);
    QRectF place(const Slot& slot) const;
    void paintLane(QPainter& painter, models::Lane lane) const;
    void paintEdges(QPainter& painter) const;
    void paintTokens(QPainter& painter) const;
    void paintToken(QPainter& painter, const QString& pod, const Slot& slot) const;
    std::optional<api::Time> backoffEnd(const QString& pod) const;
    std::optional<std::int64_t> backoffLeft(const QString& pod) const;
    QString laneNote(models::Lane lane) const;
    void hover(QPointF point);
    void go(int lanes, int places);

    SelectionHub* hub_;
    models::QueueFlowPtr flow_;
    models::ClusterPtr cluster_;
    models::LaneBoard board_;
    std::vector<models::FlowEdge> edges_;
    QHash<QString, api::Time> backoffEnds_;
    LaneBoxes boxes_;
    QHash<QString, Slot> slots_;
    QVariantAnimation* slide_;
    double progress_ = 1;
    QString hoverPod_;
    std::pair<models::Lane, models::Lane> hoverEdge_{models::Lane::Outside, models::Lane::Outside};
};

}
