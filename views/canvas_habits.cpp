// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas_habits.h"

#include "views/palette.h"

#include <QAbstractScrollArea>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>

namespace berth::views {

namespace {

/// What a canvas says of itself, before any place was added.
constexpr const char* ownDescription = "ownDescription";

class Watch final : public QObject {
public:
    Watch(QWidget* canvas, CanvasHabits habits) : QObject(canvas), habits_(std::move(habits))
    {
        canvas->installEventFilter(this);
        if (auto* area = qobject_cast<QAbstractScrollArea*>(canvas))
            area->viewport()->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        switch (event->type()) {
        case QEvent::ContextMenu:
            habits_.menu(*static_cast<QContextMenuEvent*>(event));
            return true;
        case QEvent::MouseButtonDblClick:
            if (habits_.open && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
                habits_.open();
                return true;
            }
            break;
        case QEvent::KeyPress: {
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (habits_.open && watched == parent() && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
                habits_.open();
                return true;
            }
            break;
        }
        case QEvent::FocusIn:
        case QEvent::FocusOut:
            if (watched == parent())
                announcePlace(static_cast<QWidget*>(parent()));
            // A scroll area paints its inside anew for itself only.
            if (auto* area = qobject_cast<QAbstractScrollArea*>(watched))
                area->viewport()->update();
            break;
        default:
            break;
        }
        return QObject::eventFilter(watched, event);
    }

private:
    CanvasHabits habits_;
};

}

void announcePlace(QWidget* canvas)
{
    const auto* spoken = dynamic_cast<const SpokenCanvas*>(canvas);
    if (!spoken || !canvas->isVisible())
        return;
    if (!canvas->property(ownDescription).isValid())
        canvas->setProperty(ownDescription, canvas->accessibleDescription());
    const QString own = canvas->property(ownDescription).toString();
    const QString place = spoken->placeText();
    // Whoever listens is told by Qt that it is another one.
    canvas->setAccessibleDescription(place.isEmpty() ? own : place + u'\n' + own);
}

void watchCanvas(QWidget* canvas, CanvasHabits habits)
{
    new Watch(canvas, std::move(habits));
}

void paintFocusRing(QPainter& painter, const QRect& rect)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(Palette::current().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(1, 1, -1, -1));
    painter.restore();
}

}
