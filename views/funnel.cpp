// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/funnel.h"

#include "models/format.h"
#include "views/glossary.h"
#include "views/palette.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int margin = 12;
constexpr int badge = 22;
constexpr std::size_t shownReasons = 6;

QString symbolOf(models::StepState state)
{
    switch (state) {
    case models::StepState::Passed:
        return u"✓"_s;
    case models::StepState::Narrowed:
        return u"▾"_s;
    case models::StepState::Rejected:
        return u"✕"_s;
    case models::StepState::Failed:
        return u"!"_s;
    case models::StepState::NotReached:
        break;
    }
    return u"–"_s;
}

QColor colourOf(models::StepState state)
{
    const Palette& p = Palette::current();
    switch (state) {
    case models::StepState::Passed:
        return p.good;
    case models::StepState::Narrowed:
        return p.waiting;
    case models::StepState::Rejected:
        return p.bad;
    case models::StepState::Failed:
        return p.warning;
    case models::StepState::NotReached:
        break;
    }
    return p.muted;
}

}

Funnel::Funnel(QWidget* parent) : QWidget(parent)
{
    setObjectName(u"funnel"_s);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Funnel::setInspection(models::InspectionPtr inspection)
{
    inspection_ = std::move(inspection);
    QStringList spoken;
    if (inspection_)
        for (const auto& step : inspection_->steps)
            spoken << step.title + u": " + step.summary;
    setAccessibleName(tr("Steps of the attempt"));
    setAccessibleDescription(spoken.join(u". "));
    updateGeometry();
    update();
}

int Funnel::stepHeight(const models::InspectionStep& step) const
{
    const int line = fontMetrics().height();
    const bool hasBar = step.nodesIn > 0;
    const int reasons = static_cast<int>(std::min(step.reasons.size(), shownReasons) + (step.reasons.size() > shownReasons ? 1 : 0));
    return line + 12 + (hasBar ? 10 : 0) + reasons * (line + 2);
}

QSize Funnel::sizeHint() const
{
    int height = 4;
    if (inspection_)
        for (const auto& step : inspection_->steps)
            height += stepHeight(step);
    return {280, height};
}

QString Funnel::tooltip(QPoint point) const
{
    int bottom = 4;
    for (std::size_t i = 0; inspection_ && i < inspection_->steps.size(); ++i) {
        const models::InspectionStep& step = inspection_->steps[i];
        bottom += stepHeight(step);
        if (point.y() >= bottom)
            continue;
        QString text = step.title + u": "_s + step.summary;
        for (const models::ReasonCount& reason : step.reasons)
            text += u'\n' + models::formatCount(reason.nodes) + u" × "_s + reason.text;
        return glossary::tooltip(text);
    }
    return {};
}

bool Funnel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tooltip(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

void Funnel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Palette::current().surface);
    if (!inspection_)
        return;
    int top = 4;
    for (std::size_t i = 0; i < inspection_->steps.size(); ++i) {
        const int height = stepHeight(inspection_->steps[i]);
        paintStep(painter, inspection_->steps[i], i, QRect(margin, top, width() - 2 * margin, height));
        top += height;
    }
}

void Funnel::paintStep(QPainter& painter, const models::InspectionStep& step, std::size_t number, const QRect& box) const
{
    const Palette& p = Palette::current();
    const int line = fontMetrics().height();
    const bool reached = step.state != models::StepState::NotReached;
    if (number + 1 < inspection_->steps.size()) {
        painter.setPen(QPen(p.line, 2));
        painter.drawLine(box.left() + badge / 2, box.top() + 4 + badge, box.left() + badge / 2, box.bottom() + 4);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF disc(box.left(), box.top() + 3, badge, badge);
    painter.setPen(QPen(colourOf(step.state), 1.5));
    painter.setBrush(reached ? colourOf(step.state) : p.surface);
    painter.drawEllipse(disc.adjusted(1, 1, -1, -1));
    painter.setPen(reached ? Palette::textOn(colourOf(step.state)) : p.secondaryText);
    painter.drawText(disc, Qt::AlignCenter, symbolOf(step.state));
    painter.setRenderHint(QPainter::Antialiasing, false);

    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QRect text(box.left() + badge + 10, box.top() + 4, box.width() - badge - 10, line + 2);
    painter.setFont(bold);
    painter.setPen(reached ? p.text : p.secondaryText);
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft, step.title);
    const int titleWidth = QFontMetrics(bold).horizontalAdvance(step.title) + 12;
    painter.setFont(font());
    painter.setPen(p.secondaryText);
    const QRect summary = text.adjusted(titleWidth, 0, 0, 0);
    painter.drawText(summary, Qt::AlignVCenter | Qt::AlignRight, fontMetrics().elidedText(step.summary, Qt::ElideRight, summary.width()));

    int y = text.bottom() + 4;
    if (step.nodesIn > 0) {
        const QRect track(text.left(), y, text.width(), 6);
        QRect left = track;
        left.setWidth(static_cast<int>(static_cast<double>(track.width()) * static_cast<double>(step.nodesOut) / static_cast<double>(std::max<std::int64_t>(1, inspection_->nodes))));
        painter.fillRect(track, p.line);
        painter.fillRect(left, p.good);
        y += 10;
    }
    const int figures = fontMetrics().horizontalAdvance(models::formatCount(inspection_->nodes)) + 8;
    for (std::size_t i = 0; i < std::min(step.reasons.size(), shownReasons); ++i) {
        const models::ReasonCount& reason = step.reasons[i];
        const bool unresolvable = reason.code == trace::Code::UnschedulableAndUnresolvable;
        const QRect row(text.left(), y, text.width(), line + 2);
        const QRect mark(row.left(), row.top() + (row.height() - 10) / 2, 10, 10);
        const auto verdict = unresolvable ? models::Verdict::Unresolvable : models::Verdict::Unschedulable;
        painter.fillRect(mark, p.verdict(verdict));
        painter.fillRect(mark, verdictHatch(verdict, QColor(0, 0, 0, 120)));
        painter.setPen(p.text);
        painter.drawText(row.adjusted(14, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, models::formatCount(reason.nodes));
        const QRect what = row.adjusted(14 + figures, 0, 0, 0);
        painter.drawText(what, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(reason.text, Qt::ElideRight, what.width()));
        y += line + 2;
    }
    if (step.reasons.size() > shownReasons) {
        painter.setPen(p.secondaryText);
        painter.drawText(QRect(text.left() + 14, y, text.width(), line + 2), Qt::AlignVCenter, tr("and %1 more reasons").arg(step.reasons.size() - shownReasons));
    }
}

}
