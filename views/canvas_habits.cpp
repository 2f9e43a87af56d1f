// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas_habits.h"

#include "views/palette.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>

namespace berth::views {

namespace {

class CanvasAccess final : public QAccessibleWidget {
public:
    CanvasAccess(QWidget* canvas, const SpokenCanvas* spoken) : QAccessibleWidget(canvas, QAccessible::Canvas), spoken_(spoken) {}

    QString text(QAccessible::Text kind) const override
    {
        const QString own = QAccessibleWidget::text(kind);
        const QString place = kind == QAccessible::Description || kind == QAccessible::Value ? spoken_->placeText() : QString();
        return own.isEmpty() ? place : place.isEmpty() ? own : place + u'\n' + own;
    }

private:
    const SpokenCanvas* spoken_;
};

QAccessibleInterface* accessOf(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    const auto* spoken = dynamic_cast<const SpokenCanvas*>(object);
    return widget && spoken ? new CanvasAccess(widget, spoken) : nullptr;
}

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

void installCanvasAccess()
{
    QAccessible::installFactory(accessOf);
}

void announcePlace(QWidget* canvas)
{
    if (!QAccessible::isActive() || !canvas->isVisible())
        return;
    QAccessibleEvent event(canvas, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
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
