// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/queue_flow.h"
#include "views/canvas_habits.h"

#include <QPainterPath>
#include <QWidget>

#include <memory>

namespace berth::views {

/// All moves of a run as ribbons between the lanes, as thick as there were many.
class QueueFlowSankey final : public QWidget, public SpokenCanvas {
    Q_OBJECT
public:
    explicit QueueFlowSankey(QWidget* parent = nullptr);

    void setMoment(const models::QueueFlowPtr& flow, std::size_t moves, api::Time origin);
    const models::FlowEdge* edgeAt(QPointF point) const;
    /// The middle of a ribbon, for tests; absent if nothing moved there.
    std::optional<QPointF> ribbonPoint(models::Lane from, models::Lane to, models::PodEnd end = models::PodEnd::None) const;
    /// What stands at the bar of pods that ended so, `completed  10`; empty if none did.
    QString endText(models::PodEnd end) const;

    QString placeText() const override;

    /// A copy for a picture.
    std::shared_ptr<QWidget> onPaper() const;

    QSize minimumSizeHint() const override { return {360, 130}; }

signals:
    void edgeChosen(berth::models::Lane from, berth::models::Lane to, berth::models::PodEnd end);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// A bar. Pods that come from outside have one, and those that leave one for each way to end: these are the last stage.
    struct Bar {
        QString name;
        models::Lane lane = models::Lane::Outside;
        models::PodEnd end = models::PodEnd::None;
        QRectF box;
        double in = 0;
        double out = 0;
        double left = 0;                   ///< pods through its left side, whichever way
        double right = 0;
    };
    struct Ribbon {
        std::size_t edge = 0;
        QPainterPath path;
        double width = 0;
    };

    void arrange();
    void placeBars(double unit);
    void layRibbons(double unit);
    static std::size_t sourceBar(const models::FlowEdge& edge);
    static std::size_t targetBar(const models::FlowEdge& edge);
    static QString labelOf(const Bar& bar);
    static bool goesForward(const models::FlowEdge& edge);
    std::ptrdiff_t ribbonAt(QPointF point) const;

    models::QueueFlowPtr flow_;
    std::size_t moves_ = 0;
    api::Time origin_;
    std::vector<models::FlowEdge> edges_;
    std::vector<Bar> bars_;
    std::vector<Ribbon> ribbons_;
    std::ptrdiff_t hover_ = -1;

    /// Which edge, in whatever moment: pods from one lane to another, or out of it in one way to end.
    struct Way {
        models::Lane from = models::Lane::Outside;
        models::Lane to = models::Lane::Outside;
        models::PodEnd end = models::PodEnd::None;
        bool operator==(const Way&) const = default;
    };
    static Way wayOf(const models::FlowEdge& edge) { return {edge.from, edge.to, edge.end}; }
    std::ptrdiff_t cursorRibbon() const;
    Way cursor_;                           ///< that keys or a click chose
};

}
