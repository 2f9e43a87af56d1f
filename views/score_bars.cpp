// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/score_bars.h"

#include "models/format.h"
#include "views/palette.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int margin = 12;
constexpr int gap = 8;
constexpr double mostOfRow = 0.45;         ///< names take no more of a row, and are cut in the middle

QString nameOf(const models::ScoreBar& bar)
{
    return bar.chosen ? u"★ "_s + bar.node : bar.node;
}

}

ScoreBars::ScoreBars(SelectionHub* hub, QWidget* parent) : QWidget(parent), hub_(hub)
{
    setObjectName(u"scoreBars"_s);
    setAccessibleName(tr("Scores of the best nodes, by plugin"));
    setAccessibleDescription(tr("The table of filters and scores has all nodes."));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(hub_, &SelectionHub::changed, this, [this] {
        announcePlace(this);
        update();
    });
}

void ScoreBars::setInspection(models::InspectionPtr inspection)
{
    inspection_ = std::move(inspection);
    setVisible(inspection_ && !inspection_->bars.empty());
    measure();
    updateGeometry();
    update();
}

void ScoreBars::measure()
{
    nameWidth_ = totalWidth_ = 0;
    for (std::size_t i = 0; i < barCount(); ++i) {
        nameWidth_ = std::max(nameWidth_, fontMetrics().horizontalAdvance(nameOf(inspection_->bars[i])));
        totalWidth_ = std::max(totalWidth_, fontMetrics().horizontalAdvance(models::formatCount(inspection_->bars[i].total)));
    }
}

std::size_t ScoreBars::barCount() const
{
    return inspection_ ? std::min(inspection_->bars.size(), shownBars) : 0;
}

int ScoreBars::legendHeight() const
{
    return inspection_ ? static_cast<int>(inspection_->scorePlugins.size()) * (fontMetrics().height() + 2) + 8 : 0;
}

QSize ScoreBars::sizeHint() const
{
    const int rows = static_cast<int>(barCount()) * (fontMetrics().height() + 6);
    return {280, fontMetrics().height() + 14 + rows + legendHeight() + 8};
}

QRect ScoreBars::barRow(std::size_t bar) const
{
    const int height = fontMetrics().height() + 6;
    return {margin, fontMetrics().height() + 14 + static_cast<int>(bar) * height, width() - 2 * margin, height};
}

QRect ScoreBars::track(std::size_t bar) const
{
    const QRect row = barRow(bar);
    return row.adjusted(std::min(nameWidth_, static_cast<int>(row.width() * mostOfRow)) + gap, 3, -totalWidth_ - gap, -3);
}

double ScoreBars::scale() const
{
    std::int64_t most = 1;
    for (std::size_t i = 0; i < barCount(); ++i)
        most = std::max(most, inspection_->bars[i].total);
    return static_cast<double>(track(0).width()) / static_cast<double>(most);
}

void ScoreBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& p = Palette::current();
    painter.fillRect(rect(), p.surface);
    if (barCount() == 0)
        return;
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(p.text);
    painter.drawText(QRect(margin, 4, width() - 2 * margin, fontMetrics().height() + 4), Qt::AlignVCenter, tr("Scores"));
    painter.setFont(font());
    painter.setPen(p.secondaryText);
    const QString shown = inspection_->bars.size() > barCount()
        ? tr("best %1 of %2 feasible nodes").arg(barCount()).arg(models::formatCount(static_cast<std::int64_t>(inspection_->bars.size())))
        : tr("weighted, by plugin");
    painter.drawText(QRect(margin, 4, width() - 2 * margin, fontMetrics().height() + 4), Qt::AlignVCenter | Qt::AlignRight, shown);
    for (std::size_t i = 0; i < barCount(); ++i)
        paintBar(painter, i);
    paintLegend(painter);
    if (hasFocus())
        paintFocusRing(painter, rect());
}

void ScoreBars::paintBar(QPainter& painter, std::size_t index) const
{
    const Palette& p = Palette::current();
    const models::ScoreBar& bar = inspection_->bars[index];
    const QRect row = barRow(index);
    if (bar.node == hub_->current().node)
        painter.fillRect(row.adjusted(-4, 0, 4, 0), p.hover);
    painter.setPen(bar.chosen ? p.chosen : p.text);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(nameOf(bar), Qt::ElideMiddle, track(index).left() - gap / 2 - row.left()));
    painter.setPen(p.text);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, models::formatCount(bar.total));
    const QRect area = track(index);
    double left = area.left();
    for (std::size_t plugin = 0; plugin < bar.parts.size(); ++plugin) {
        const double width = static_cast<double>(bar.parts[plugin].weighted) * scale();
        if (width <= 0)
            continue;
        painter.fillRect(QRectF(left, area.top(), std::max(0.5, width - 1), area.height()), p.category(plugin));
        if (inspection_->scorePlugins[plugin] == hub_->current().plugin) {
            painter.setPen(QPen(p.text, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(left, area.top(), width - 1, area.height()));
        }
        left += width;
    }
}

void ScoreBars::paintLegend(QPainter& painter) const
{
    const Palette& p = Palette::current();
    const int line = fontMetrics().height() + 2;
    int top = barRow(barCount() - 1).bottom() + 8;
    const models::ScoreBar& best = inspection_->bars.front();
    for (std::size_t plugin = 0; plugin < inspection_->scorePlugins.size(); ++plugin) {
        const QRect row(margin, top, width() - 2 * margin, line);
        painter.fillRect(row.left(), row.top() + (line - 10) / 2, 10, 10, p.category(plugin));
        const trace::PluginScore& part = best.parts[plugin];
        const QString sum = u"%1 → %2 × %3 = %4"_s.arg(part.raw).arg(part.normalized).arg(inspection_->weights[plugin]).arg(part.weighted);
        const int sumWidth = fontMetrics().horizontalAdvance(sum);
        painter.setPen(p.text);
        painter.drawText(row.adjusted(16, 0, -sumWidth - 8, 0), Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(inspection_->scorePlugins[plugin], Qt::ElideRight, row.width() - 16 - sumWidth - 8));
        painter.setPen(p.secondaryText);
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, sum);
        top += line;
    }
}

QString ScoreBars::tooltip(QPoint point) const
{
    for (std::size_t i = 0; i < barCount(); ++i)
        if (barRow(i).contains(point))
            return barText(inspection_->bars[i]);
    return {};
}

QString ScoreBars::barText(const models::ScoreBar& bar) const
{
    QString text = tr("%1: %2, rank %3").arg(bar.node, models::formatCount(bar.total)).arg(bar.rank);
    for (std::size_t plugin = 0; plugin < bar.parts.size(); ++plugin)
        text += u"\n%1: %2 → %3 × %4 = %5"_s.arg(inspection_->scorePlugins[plugin]).arg(bar.parts[plugin].raw).arg(bar.parts[plugin].normalized).arg(inspection_->weights[plugin]).arg(bar.parts[plugin].weighted);
    return text;
}

std::ptrdiff_t ScoreBars::currentBar() const
{
    for (std::size_t i = 0; i < barCount(); ++i)
        if (inspection_->bars[i].node == hub_->current().node)
            return static_cast<std::ptrdiff_t>(i);
    return -1;
}

QString ScoreBars::placeText() const
{
    const std::ptrdiff_t bar = currentBar();
    return bar < 0 ? QString() : barText(inspection_->bars[static_cast<std::size_t>(bar)]);
}

void ScoreBars::keyPressEvent(QKeyEvent* event)
{
    const auto last = static_cast<std::ptrdiff_t>(barCount()) - 1;
    std::ptrdiff_t next = currentBar();
    switch (event->key()) {
    case Qt::Key_Down: ++next; break;
    case Qt::Key_Up: --next; break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = last; break;
    default: return QWidget::keyPressEvent(event);
    }
    if (last >= 0)
        hub_->selectNode(inspection_->bars[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, last))].node);
}

bool ScoreBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tooltip(help->pos()), this);
        return true;
    }
    if (event->type() == QEvent::FontChange)
        measure();
    return QWidget::event(event);
}

void ScoreBars::mousePressEvent(QMouseEvent* event)
{
    for (std::size_t i = 0; i < barCount(); ++i)
        if (barRow(i).contains(event->pos()))
            hub_->selectNode(inspection_->bars[i].node);
}

}
