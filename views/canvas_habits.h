// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QRect>
#include <QString>

#include <functional>

class QContextMenuEvent;
class QPainter;
class QWidget;

namespace berth::views {

/// A canvas that says in words what is under its cursor. Widgets derive from it beside QWidget.
class SpokenCanvas {
public:
    virtual ~SpokenCanvas() = default;
    /// The selected cell, node or pod as its tooltip says it; empty: nothing is selected here.
    virtual QString placeText() const = 0;
    /// Where that is, in the coordinates of what is painted on; empty where nothing is selected or it is out of sight.
    virtual QRect placeRect() const { return {}; }
};

/// Puts placeText() before what the canvas says of itself in its accessible description: its cursor has moved. Nothing for a
/// canvas that is out of sight.
void announcePlace(QWidget* canvas);

/// The same for every canvas: the menu, by the mouse or by a key, and opening, by Return or a double click.
struct CanvasHabits {
    std::function<void(const QContextMenuEvent& event)> menu;
    std::function<void()> open;            ///< what is selected; empty: the canvas sees to it itself
};
void watchCanvas(QWidget* canvas, CanvasHabits habits);

/// Where the keyboard is.
void paintFocusRing(QPainter& painter, const QRect& rect);

}
