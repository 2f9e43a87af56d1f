// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/icons.h"

#include "views/palette.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

QPixmap drawn(QByteArray svg, const QColor& ink, int size)
{
    svg.replace("#000", ink.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

}

QIcon icon(const QString& name, bool onAccent)
{
    QFile file(u":/berth/icons/"_s + name + u".svg"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    const Palette& p = Palette::current();
    QIcon result;
    for (const int size : {16, 24, 32, 48}) {
        result.addPixmap(drawn(svg, onAccent ? p.accentText : p.text, size));
        result.addPixmap(drawn(svg, p.dark ? p.line.lighter(150) : p.line.darker(130), size), QIcon::Disabled);
    }
    return result;
}

QPixmap emblem(int size, qreal devicePixelRatio)
{
    QSvgRenderer renderer(u":/berth/berth.svg"_s);
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

}
