// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/domains.h"

#include <QWidget>

namespace berth::views {

/// Spread constraints and affinity terms, each as a bar per domain: how many pods are there, up to where the constraint lets
/// one more in, and which domains it forbids. Of many domains the forbidden and the fullest are shown.
class DomainBars final : public QWidget {
    Q_OBJECT
public:
    explicit DomainBars(QWidget* parent = nullptr);
    void setPanels(std::vector<models::DomainPanel> panels);
    const std::vector<models::DomainPanel>& panels() const { return panels_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

    static constexpr std::size_t shownBars = 8;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Line {
        std::size_t panel = 0;
        enum class What : std::uint8_t { Title, Facts, Bar, Rest } what = What::Title;
        std::size_t bar = 0;
    };

    int lineHeight() const;
    void arrange();
    void paintBar(QPainter& painter, const QRect& row, const models::DomainPanel& panel, const models::DomainBar& bar) const;

    std::vector<models::DomainPanel> panels_;
    std::vector<Line> lines_;
};

}
