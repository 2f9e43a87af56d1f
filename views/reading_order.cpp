// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reading_order.h"

#include <QCoreApplication>
#include <QDialog>
#include <QEvent>

#include <algorithm>
#include <tuple>

namespace berth::views {

namespace {

/// Whether they stand beside one another, at least for half of the lower one.
bool isOneRow(const QRect& a, const QRect& b)
{
    const int common = std::min(a.bottom(), b.bottom()) - std::max(a.top(), b.top()) + 1;
    return 2 * common >= std::min(a.height(), b.height());
}

/// A dock behind another's tab is no hidden widget: it lies beside the window.
bool isAside(const QWidget* widget)
{
    return widget->parentWidget()->isWindow() && !widget->parentWidget()->rect().intersects(widget->geometry());
}

QList<QWidget*> childrenInOrder(const QWidget* parent)
{
    QList<QWidget*> rest;
    for (QObject* child : parent->children())
        if (auto* widget = qobject_cast<QWidget*>(child); widget && !widget->isWindow() && widget->isVisible() && !isAside(widget))
            rest << widget;
    std::stable_sort(rest.begin(), rest.end(), [](const QWidget* a, const QWidget* b) { return std::tuple(a->y(), a->x()) < std::tuple(b->y(), b->x()); });
    QList<QWidget*> ordered;
    while (!rest.isEmpty()) {
        const QRect first = rest.front()->geometry();
        // The first is in its own row, however small it is.
        const auto end = std::stable_partition(rest.begin() + 1, rest.end(), [&](const QWidget* widget) { return isOneRow(first, widget->geometry()); });
        std::stable_sort(rest.begin(), end, [](const QWidget* a, const QWidget* b) { return std::tuple(a->x(), a->y()) < std::tuple(b->x(), b->y()); });
        ordered.append(QList<QWidget*>(rest.begin(), end));
        rest.erase(rest.begin(), end);
    }
    return ordered;
}

void collect(const QWidget* parent, Disabled disabled, QList<QWidget*>& found)
{
    for (QWidget* widget : childrenInOrder(parent)) {
        // A tab of Qt's own bars that lies behind another dock has no place on the screen.
        if ((widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() && (widget->isEnabled() || disabled == Disabled::Taken) && !widget->size().isEmpty())
            found << widget;
        collect(widget, disabled, found);
    }
}

class DialogOrder final : public QObject {
public:
    explicit DialogOrder(QObject* parent) : QObject(parent) { QCoreApplication::instance()->installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Show && qobject_cast<QDialog*>(watched)) {
            const QList<QWidget*> order = inReadingOrder(static_cast<QWidget*>(watched), Disabled::Taken);
            for (qsizetype i = 0; i + 1 < order.size(); ++i)
                QWidget::setTabOrder(order[i], order[i + 1]);
        }
        return QObject::eventFilter(watched, event);
    }
};

}

void orderDialogs(QObject* parent)
{
    new DialogOrder(parent);
}

QList<QWidget*> inReadingOrder(const QWidget* root, Disabled disabled)
{
    QList<QWidget*> found;
    collect(root, disabled, found);
    return found;
}

}
