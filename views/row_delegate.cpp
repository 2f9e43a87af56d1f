// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/row_delegate.h"

#include "models/roles.h"
#include "views/palette.h"

#include <QApplication>
#include <QPainter>
#include <QTableView>

#include <algorithm>

namespace berth::views {

namespace {

constexpr int margin = 8;
constexpr int foldWidth = 14;

/// The heading of a group goes over the columns that say nothing of it: each paints its part. From the left edge of the
/// view on, where the first column stays while the others scroll.
void drawHeading(QPainter& painter, const QStyleOptionViewItem& item, const QModelIndex& index)
{
    const auto* table = qobject_cast<const QTableView*>(item.widget);
    if (!table)
        return;
    int end = table->viewport()->width();
    for (int column = 1; column < index.model()->columnCount(); ++column)
        if (!table->isColumnHidden(column) && !index.siblingAtColumn(column).data().toString().isEmpty()) {
            end = table->columnViewportPosition(column);
            break;
        }
    const QRect box(margin + foldWidth, item.rect.top(), std::max(end, table->columnWidth(0)) - 2 * margin - foldWidth, item.rect.height());
    painter.setClipRect(item.rect);
    painter.setFont(item.font);
    painter.setPen(Palette::current().text);
    // A column that stands alone in front shows the beginning of what its neighbours go on with.
    const bool isAlone = table->isColumnHidden(1);
    const QString text = index.siblingAtColumn(0).data().toString();
    painter.drawText(isAlone ? box.adjusted(0, 0, 4000, 0) : box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     isAlone ? text : item.fontMetrics.elidedText(text, Qt::ElideRight, box.width()));
}

void drawBar(QPainter& painter, const QRect& cell, double share, bool selected)
{
    const Palette& p = Palette::current();
    const QRect track(cell.left() + margin, cell.bottom() - 4, cell.width() - 2 * margin, 3);
    QRect filled = track;
    filled.setWidth(static_cast<int>(track.width() * std::clamp(share, 0.0, 1.0)));
    QColor rest = selected ? p.accentText : p.line;
    if (selected)
        rest.setAlphaF(0.35f);
    painter.fillRect(track, rest);
    painter.fillRect(filled, selected ? p.accentText : share > 1.0 ? p.bad : share > 0.9 ? p.warning : p.accent);
}

/// A filled disc for good, a ring for waiting, a triangle for warnings, a diamond for bad news: shape and colour.
void drawMark(QPainter& painter, const QRect& box, models::RowState state)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = Palette::current().state(state);
    const QRectF r = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    switch (state) {
    case models::RowState::Waiting:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 2));
        painter.drawEllipse(r.adjusted(1, 1, -1, -1));
        break;
    case models::RowState::Warning:
        painter.drawPolygon(QPolygonF({{r.center().x(), r.top()}, r.bottomRight(), r.bottomLeft()}));
        break;
    case models::RowState::Bad:
        painter.drawPolygon(QPolygonF({{r.center().x(), r.top()}, {r.right(), r.center().y()},
                                       {r.center().x(), r.bottom()}, {r.left(), r.center().y()}}));
        break;
    case models::RowState::Muted:
        painter.drawRect(r.adjusted(1, 1, -1, -1));
        break;
    case models::RowState::Good:
    case models::RowState::None:
        painter.drawEllipse(r);
        break;
    }
}

/// ▾ for a group whose rows are shown, ▸ for a folded one.
void drawFold(QPainter& painter, const QRect& box, bool open)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Palette::current().secondaryText);
    const QRectF r(box);
    if (open)
        painter.drawPolygon(QPolygonF({r.topLeft(), r.topRight(), {r.center().x(), r.bottom() - 1}}));
    else
        painter.drawPolygon(QPolygonF({r.topLeft(), {r.right() - 1, r.center().y()}, r.bottomLeft()}));
}

}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = std::exchange(item.text, QString());
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    const Palette& p = Palette::current();
    const bool selected = item.state.testFlag(QStyle::State_Selected);
    const auto state = static_cast<models::RowState>(index.data(models::StateRole).toInt());
    const QVariant share = index.data(models::ShareRole);
    const QVariant open = index.data(models::GroupRole);
    QRect textBox = item.rect.adjusted(margin, 0, -margin, share.isValid() ? -4 : 0);
    painter->save();
    if (open.isValid()) {
        item.font.setBold(true);
        item.fontMetrics = QFontMetrics(item.font);
        painter->fillRect(item.rect, p.raised);
        if (index.column() == 0) {
            drawFold(*painter, QRect(textBox.left(), item.rect.center().y() - 3, 8, 8), open.toBool());
        }
        if (index.column() == 0 || text.isEmpty()) {
            drawHeading(*painter, item, index);
            painter->restore();
            return;
        }
    }
    if (state != models::RowState::None) {
        const int size = 10;
        drawMark(*painter, QRect(textBox.left(), item.rect.center().y() - size / 2 + 1, size, size), state);
        textBox.setLeft(textBox.left() + size + 6);
    }
    if (share.isValid())
        drawBar(*painter, item.rect, share.toDouble(), selected);
    painter->setFont(item.font);
    painter->setPen(selected ? item.palette.color(QPalette::HighlightedText) : p.stateText(state));
    painter->drawText(textBox, static_cast<int>(item.displayAlignment) | Qt::TextSingleLine,
                      item.fontMetrics.elidedText(text, text.contains(u' ') ? Qt::ElideRight : Qt::ElideMiddle, textBox.width())); // names differ at their ends
    painter->restore();
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const bool marked = index.data(models::StateRole).toInt() != static_cast<int>(models::RowState::None);
    size.setWidth(size.width() + margin + (marked ? 18 : 4));
    size.setHeight(size.height() + 6);
    return size;
}

}
