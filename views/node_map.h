// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/domains.h"
#include "models/inspection.h"
#include "models/node_groups.h"
#include "views/canvas_habits.h"
#include "views/node_map_layout.h"
#include "views/selection_hub.h"

#include <QAbstractScrollArea>
#include <QHash>

#include <memory>

namespace berth::views {

/// The cluster as a map: zones (or groups by another label) as columns, in them the nodes as cards (or cells, where there are many), in each card its
/// pods as a stacked bar of one resource, with the free space left visible; below it the pending pods. While an attempt is
/// selected, cards say how it judged them.
class NodeMap final : public QAbstractScrollArea, public SpokenCanvas {
    Q_OBJECT
public:
    explicit NodeMap(SelectionHub* hub, QWidget* parent = nullptr);

    void setCluster(models::ClusterPtr cluster);
    void setAttempt(models::AttemptViewPtr attempt);
    /// Colours the cards by one of the domains of the shown attempt in place of verdicts; null: verdicts.
    void setDomains(const models::DomainPanel* panel);
    /// The colour of a domain: of its own while there are few, else whether the constraint lets the pod in.
    static QColor domainColour(const models::DomainPanel& panel, std::size_t bar);
    /// Index into Cluster::resources: of the bars, and what counts as full.
    void setResource(std::size_t resource);
    /// Which nodes stand together, and in which order. Its resource is that of the bars.
    void setGrouping(models::NodeGrouping grouping);
    void zoom(double factor);
    QImage picture();
    /// A copy with all zones in sight, for a picture; null: there are too many.
    std::shared_ptr<QWidget> onPaper() const;

    /// What stands under a point, for tests and tooltips. Points are the viewport's.
    QString nodeAt(QPoint point) const;
    QString pendingPodAt(QPoint point) const;
    QRect cardRect(const QString& node) const;
    QString placeText() const override;
    QRect placeRect() const override { return cardRect(hub_->current().node); }

signals:
    /// A pod was dragged to a node: what if?
    void podDropped(const QString& pod, const QString& node);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Node row of each card.
    const std::vector<std::uint32_t>& order() const { return groups_.nodes; }
    /// Pod rows in the tray; empty without a cluster.
    const std::vector<std::uint32_t>& pending() const;
    /// What the shown attempt says of the node; null: nothing.
    const models::NodeJudgement* judgementOf(const models::NodeRow& node) const;
    /// The node's bar among the shown domains; -1: it has none.
    std::int32_t barOf(const models::NodeRow& node) const;

    void regroup();
    void relayout();
    QPointF toLayout(QPoint point) const;
    const models::NodeRow& nodeOfCard(std::size_t card) const;
    const models::PodRow* podAt(QPoint point) const;
    QRectF barRect(const QRectF& card) const;
    int trayHeight() const;
    QRect trayChip(std::size_t index) const;
    void paintZones(QPainter& painter, const QRectF& visible) const;
    void paintCards(QPainter& painter, const QRectF& visible) const;
    void paintCard(QPainter& painter, const QRectF& card, const models::NodeRow& node) const;
    void paintJudgement(QPainter& painter, const QRectF& card, const models::NodeJudgement& judgement) const;
    void paintDomain(QPainter& painter, const QRectF& card, const models::DomainBar* bar, const QColor& colour) const;
    void paintBar(QPainter& painter, const QRectF& bar, const models::NodeRow& node) const;
    void paintTray(QPainter& painter) const;
    void paintDrag(QPainter& painter) const;
    void endDrag();
    QString tooltip(QPoint point) const;
    QString nodeText(const models::NodeRow& node) const;
    void goToCard(std::size_t card);
    void moveSelection(int key);
    QColor podColour(const models::PodRow& pod) const;

    SelectionHub* hub_;
    models::ClusterPtr cluster_;
    models::AttemptViewPtr attempt_;
    const models::DomainPanel* domains_ = nullptr;     ///< of attempt_
    std::vector<bool> tainted_;            ///< by row: marked
    QHash<QString, std::size_t> namespaceIndex_;
    models::NodeGrouping grouping_;
    models::NodeGroups groups_;            ///< of cluster_; their layout is layout_
    NodeMapLayout layout_;
    std::size_t resource_ = models::Cluster::Cpu;
    double zoom_ = 1;
    QString hoveredNode_;
    QString pressedPod_;                   ///< under the mouse when its button went down
    QPoint pressedAt_;
    QPoint draggedTo_;
    bool dragging_ = false;
};

}
