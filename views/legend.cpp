// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/legend.h"

#include "views/palette.h"

#include <QPainter>

namespace berth::views {

namespace {

constexpr int swatch = 12;
constexpr int spacing = 14;
constexpr int rampWidth = 90;

}

Legend::Legend(QWidget* parent) : QWidget(parent)
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    setFont(small);
    setAccessibleName(tr("Legend"));
}

void Legend::setEntries(std::vector<Entry> entries)
{
    entries_ = std::move(entries);
    updateGeometry();
    update();
}

void Legend::setRamp(const QString& low, const QString& high)
{
    low_ = low;
    high_ = high;
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const
{
    int width = low_.isEmpty() ? 0 : rampWidth + fontMetrics().horizontalAdvance(low_ + high_) + 12 + spacing;
    for (const Entry& entry : entries_)
        width += swatch + 5 + fontMetrics().horizontalAdvance(entry.text) + spacing;
    return {width, fontMetrics().height() + 6};
}

std::shared_ptr<Legend> Legend::onPaper() const
{
    auto copy = std::make_shared<Legend>();
    copy->setFont(font());
    copy->entries_ = entries_;
    copy->low_ = low_;
    copy->high_ = high_;
    return copy;
}

int Legend::drawRamp(QPainter& painter, int left) const
{
    const Palette& p = Palette::current();
    painter.setPen(p.secondaryText);
    painter.drawText(QRect(left, 0, 400, height()), Qt::AlignVCenter, low_);
    left += fontMetrics().horizontalAdvance(low_) + 6;
    for (int x = 0; x < rampWidth; ++x)
        painter.fillRect(left + x, (height() - swatch) / 2, 1, swatch, Palette::ramp(static_cast<double>(x) / (rampWidth - 1)));
    left += rampWidth + 6;
    painter.drawText(QRect(left, 0, 400, height()), Qt::AlignVCenter, high_);
    return left + fontMetrics().horizontalAdvance(high_) + spacing;
}

void Legend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& p = Palette::current();
    int left = low_.isEmpty() ? 0 : drawRamp(painter, 0);
    for (const Entry& entry : entries_) {
        const QRect box(left, (height() - swatch) / 2, swatch, swatch);
        const int advance = fontMetrics().horizontalAdvance(entry.text);
        if (box.right() + 5 + advance > width())
            break;
        if (entry.symbol.isEmpty()) {
            painter.fillRect(box, entry.colour);
            painter.fillRect(box, entry.hatch);
            painter.setPen(p.line);
            painter.drawRect(box.adjusted(0, 0, -1, -1));
        } else {
            painter.setPen(entry.colour);
            painter.drawText(box, Qt::AlignCenter, entry.symbol);
        }
        painter.setPen(p.secondaryText);
        painter.drawText(QRect(box.right() + 5, 0, advance + 4, height()), Qt::AlignVCenter, entry.text);
        left = box.right() + 5 + advance + spacing;
    }
}

}
