// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/avalanche_layout.h"
#include "views/selection_hub.h"

#include <QWidget>

#include <memory>

namespace berth::views {

/// One avalanche as cards from left to right: who evicts, where and when, whom, what came back and where it went. As large as
/// its drawing; scrolled by what it stands in.
class AvalancheCanvas final : public QWidget {
    Q_OBJECT
public:
    explicit AvalancheCanvas(SelectionHub* hub, QWidget* parent = nullptr);

    void setCards(std::vector<models::AvalancheCard> cards);
    const std::vector<models::AvalancheCard>& cards() const { return cards_; }
    const AvalancheLayout& tree() const { return layout_; }
    /// The card of the selected attempt; absent: none.
    std::optional<std::size_t> currentCard() const;

    /// A copy for a picture; null: it is too large.
    std::shared_ptr<QWidget> onPaper() const;

    QSize sizeHint() const override { return layout_.size.toSize(); }

signals:
    /// This part of the drawing wants to be in sight.
    void revealed(const QRect& part);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void follow();
    void choose(std::size_t card);
    void chooseVictim(const models::AvalancheCard& card, const models::AvalancheCard::Victim& victim);
    void hover(std::optional<std::size_t> card);
    void paintCard(QPainter& painter, std::size_t card) const;
    void paintVictim(QPainter& painter, const models::AvalancheCard::Victim& victim, const QRectF& box) const;
    void paintEdges(QPainter& painter, const QRectF& part) const;

    SelectionHub* hub_;
    std::vector<models::AvalancheCard> cards_;
    AvalancheLayout layout_;
    std::optional<std::size_t> hovered_;
};

}
