// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/domain_bars.h"

#include "models/format.h"
#include "views/palette.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int margin = 12;
constexpr double nameShare = 0.27;         ///< of the width
constexpr double textShare = 0.42;

/// The bars worth a line, in the panel's order: forbidden ones first of all, then the fullest.
std::vector<std::size_t> shownOf(const models::DomainPanel& panel, std::size_t most)
{
    std::vector<std::size_t> bars(panel.bars.size());
    std::iota(bars.begin(), bars.end(), std::size_t{0});
    if (bars.size() <= most)
        return bars;
    std::stable_sort(bars.begin(), bars.end(), [&panel](std::size_t a, std::size_t b) {
        const models::DomainBar& left = panel.bars[a];
        const models::DomainBar& right = panel.bars[b];
        return left.allowed != right.allowed ? !left.allowed : std::abs(left.count) > std::abs(right.count);
    });
    bars.resize(most);
    std::sort(bars.begin(), bars.end());
    return bars;
}

}

DomainBars::DomainBars(QWidget* parent) : QWidget(parent)
{
    setObjectName(u"domainBars"_s);
    setAccessibleName(tr("Spreading and affinity: pods per topology domain"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DomainBars::setPanels(std::vector<models::DomainPanel> panels)
{
    panels_ = std::move(panels);
    setVisible(!panels_.empty());
    arrange();
    updateGeometry();
    update();
}

void DomainBars::arrange()
{
    lines_.clear();
    QStringList spoken;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
        const models::DomainPanel& panel = panels_[p];
        lines_.push_back({p, Line::What::Title, 0});
        lines_.push_back({p, Line::What::Facts, 0});
        spoken << panel.title + u": "_s + panel.facts;
        const auto shown = shownOf(panel, shownBars);
        for (const std::size_t bar : shown) {
            lines_.push_back({p, Line::What::Bar, bar});
            spoken << panel.bars[bar].value + u": "_s + panel.bars[bar].says;
        }
        if (shown.size() < panel.bars.size() || panel.nodesWithoutKey > 0)
            lines_.push_back({p, Line::What::Rest, panel.bars.size() - shown.size()});
    }
    setAccessibleDescription(spoken.join(u"\n"_s));
}

int DomainBars::lineHeight() const
{
    return fontMetrics().height() + 5;
}

QSize DomainBars::sizeHint() const
{
    return {280, static_cast<int>(lines_.size()) * lineHeight() + static_cast<int>(panels_.size()) * 8 + 4};
}

void DomainBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& p = Palette::current();
    painter.fillRect(rect(), p.surface);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    int top = 0;
    for (const Line& line : lines_) {
        const models::DomainPanel& panel = panels_[line.panel];
        if (line.what == Line::What::Title)
            top += 8;
        const QRect row(margin, top, width() - 2 * margin, lineHeight());
        top += lineHeight();
        painter.setFont(line.what == Line::What::Title ? bold : font());
        painter.setPen(line.what == Line::What::Title ? p.text : p.secondaryText);
        switch (line.what) {
        case Line::What::Title:
            painter.drawText(row, Qt::AlignVCenter, painter.fontMetrics().elidedText(panel.title, Qt::ElideRight, row.width()));
            break;
        case Line::What::Facts:
            painter.drawText(row, Qt::AlignVCenter, fontMetrics().elidedText(panel.facts, Qt::ElideRight, row.width()));
            break;
        case Line::What::Bar:
            paintBar(painter, row, panel, panel.bars[line.bar]);
            break;
        case Line::What::Rest: {
            QStringList rest;
            if (line.bar > 0)
                rest << tr("%1 more domains").arg(models::formatCount(static_cast<std::int64_t>(line.bar)));
            if (panel.nodesWithoutKey > 0)
                rest << tr("nodes without the label: %1").arg(models::formatCount(panel.nodesWithoutKey));
            painter.drawText(row, Qt::AlignVCenter, rest.join(u" · "_s));
            break;
        }
        }
    }
}

void DomainBars::paintBar(QPainter& painter, const QRect& row, const models::DomainPanel& panel, const models::DomainBar& bar) const
{
    const Palette& p = Palette::current();
    const int nameWidth = static_cast<int>(row.width() * nameShare);
    const int textWidth = static_cast<int>(row.width() * textShare);
    const QString mark = bar.allowed ? QString() : u"✕ "_s;
    painter.setPen(bar.allowed ? p.text : p.stateText(models::RowState::Bad));
    painter.drawText(row, Qt::AlignVCenter, fontMetrics().elidedText(mark + bar.value, Qt::ElideMiddle, nameWidth - 6));
    painter.setPen(bar.allowed ? p.secondaryText : p.stateText(models::RowState::Bad));
    const QRect text(row.right() - textWidth + 8, row.top(), textWidth - 8, row.height());
    painter.drawText(text, Qt::AlignVCenter, fontMetrics().elidedText(bar.says, Qt::ElideRight, text.width()));
    const QRectF track(row.left() + nameWidth, row.top() + 4, row.width() - nameWidth - textWidth, row.height() - 8);
    QColor rest = p.line;
    rest.setAlphaF(0.6f);
    painter.fillRect(track, rest);
    // The scale has room for the limit, and for one pod more than there are.
    const double most = static_cast<double>(std::max(panel.highest, panel.limit) + 1);
    QRectF filled = track;
    filled.setWidth(track.width() * static_cast<double>(std::abs(bar.count)) / most);
    const QColor colour = !bar.allowed ? p.bad : bar.count < 0 ? p.warning : panel.filters ? p.good : p.accent;
    painter.fillRect(filled, colour);
    if (!bar.allowed)
        painter.fillRect(filled, verdictHatch(models::Verdict::Unschedulable, QColor(0, 0, 0, 110)));
    if (panel.limit >= 0) {
        const double x = track.left() + track.width() * (static_cast<double>(panel.limit) + 0.5) / most;
        painter.setPen(QPen(p.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, row.top()), QPointF(x, row.bottom() + 1));
    }
}

bool DomainBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        int top = 0;
        QString text;
        for (const Line& line : lines_) {
            top += lineHeight() + (line.what == Line::What::Title ? 8 : 0);
            if (help->pos().y() >= top)
                continue;
            const models::DomainPanel& panel = panels_[line.panel];
            text = panel.title + u"\n"_s + panel.facts;
            if (line.what == Line::What::Bar)
                text = tr("%1: %2, on %3 nodes").arg(panel.bars[line.bar].value, panel.bars[line.bar].says, models::formatCount(panel.bars[line.bar].nodes));
            break;
        }
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

}
