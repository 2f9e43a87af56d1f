// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/picture.h"

#include "views/palette.h"
#include "views/selection_hub.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QResizeEvent>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int margin = 12;
constexpr int gap = 6;

/// Where the parts of a picture stand.
struct Sheet {
    explicit Sheet(const Picture& picture) : drawing(drawingOf(*picture.drawing))
    {
        titleFont = drawing->font();
        titleFont.setPointSizeF(titleFont.pointSizeF() * 1.15);
        titleFont.setWeight(QFont::DemiBold);
        const QFontMetrics titles(titleFont);
        const QFontMetrics lines(drawing->font());
        int width = std::max(drawing->width(), 2 * margin + titles.horizontalAdvance(picture.title));
        int top = margin;
        title = QRect(margin, top, 0, titles.height());
        top = title.bottom() + gap;
        if (!picture.about.isEmpty()) {
            about = QRect(margin, top, 0, lines.height());
            width = std::max(width, std::min(2 * drawing->width(), 2 * margin + lines.horizontalAdvance(picture.about)));
            top = about.bottom() + gap;
        }
        if (picture.legend) {
            const QSize wanted = picture.legend->sizeHint();
            legend = QRect(QPoint(margin, top), wanted);
            width = std::max(width, wanted.width() + 2 * margin);
            top = legend.bottom() + gap;
        }
        place = QPoint((width - drawing->width()) / 2, top + 1);
        size = QSize(width, place.y() + drawing->height());
        title.setWidth(width - 2 * margin);
        about.setWidth(width - 2 * margin);
    }

    /// Frames and scroll bars stay behind.
    static QWidget* drawingOf(QWidget& widget)
    {
        auto* area = qobject_cast<QAbstractScrollArea*>(&widget);
        return area && !area->inherits("QAbstractItemView") ? area->viewport() : &widget;
    }

    void paint(QPainter& painter, const Picture& picture) const
    {
        const Palette& p = Palette::current();
        painter.fillRect(QRect(QPoint(), size), p.surface);
        painter.setFont(titleFont);
        painter.setPen(p.text);
        painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(titleFont).elidedText(picture.title, Qt::ElideMiddle, title.width()));
        painter.setFont(drawing->font());
        painter.setPen(p.secondaryText);
        if (!picture.about.isEmpty())
            painter.drawText(about, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(drawing->font()).elidedText(picture.about, Qt::ElideRight, about.width()));
        if (picture.legend) {
            layOut(*picture.legend, legend.size());
            picture.legend->render(&painter, legend.topLeft(), QRegion(), QWidget::DrawChildren); // on the ground of the sheet
        }
        drawing->render(&painter, place);
    }

    QWidget* drawing;
    QFont titleFont;
    QRect title;
    QRect about;
    QRect legend;
    QPoint place;
    QSize size;
};

/// What QSvgGenerator leaves to luck: a font that is there under that name only on this machine, and cells that viewers
/// blur into each other when they enlarge a picture with one pixel per cell.
QByteArray forOtherPrograms(QByteArray svg)
{
    svg.replace("image-rendering=\"optimizeSpeed\"", "image-rendering=\"pixelated\"");
    svg.replace("image-rendering=\"auto\"", "image-rendering=\"pixelated\"");
    svg.replace("font-family=\"Sans Serif\"", "font-family=\"sans-serif\"");
    svg.replace("font-family=\"Monospace\"", "font-family=\"monospace\"");
    return svg;
}

bool fits(QSizeF size)
{
    return size.width() <= longestPicture && size.height() <= longestPicture && size.width() * size.height() <= static_cast<double>(largestPicture);
}

}

bool fitsPicture(QSize drawing)
{
    return fits(drawing + QSize(0, pictureHead));
}

std::shared_ptr<QWidget> inSight(QWidget* widget)
{
    return {widget, [](QWidget*) {}};
}

void layOut(QWidget& paper, QSize size)
{
    paper.ensurePolished();
    paper.resize(size);
    QWidget* inner = &paper;
    if (auto* area = qobject_cast<QAbstractScrollArea*>(&paper)) {
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        inner = area->viewport();
    }
    for (QWidget* widget : {&paper, inner}) {
        QResizeEvent resized(widget->size(), {});
        QApplication::sendEvent(widget, &resized);
        // Else it would come when the widget is drawn, and undo what has been laid out by hand since.
        widget->setAttribute(Qt::WA_PendingResizeEvent, false);
    }
}

QString selectionText(const Selection& selection)
{
    QStringList parts{selection.pod, selection.node, selection.plugin};
    parts.removeAll(QString());
    return parts.isEmpty() ? QString() : QCoreApplication::translate("berth::views::Picture", "selected: %1").arg(parts.join(u", "_s));
}

QImage imageOf(const Picture& picture, double ratio)
{
    const Sheet sheet(picture);
    while (ratio > 1 && !fits(QSizeF(sheet.size) * ratio))
        ratio = std::max(1.0, ratio - 0.5);
    QImage image((QSizeF(sheet.size) * ratio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(ratio);
    image.fill(Palette::current().surface);
    QPainter painter(&image);
    sheet.paint(painter, picture);
    painter.end();
    return image;
}

QByteArray svgOf(const Picture& picture)
{
    const Sheet sheet(picture);
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setTitle(picture.title);
    generator.setDescription(picture.about);
    generator.setSize(sheet.size);
    generator.setResolution(sheet.drawing->logicalDpiX()); // fonts have points, drawings pixels
    generator.setViewBox(QRect(QPoint(), sheet.size));
    QPainter painter(&generator);
    sheet.paint(painter, picture);
    painter.end();
    return forOtherPrograms(buffer.data());
}

}
