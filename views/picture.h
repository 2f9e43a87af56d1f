// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <QImage>
#include <QString>

#include <functional>
#include <memory>

class QWidget;

namespace berth::views {

struct Selection;

/// A view as a picture for others: the drawing alone, whole and without the bars around it, with a title, what is chosen, and
/// what the colours mean.
struct Picture {
    QString title;
    QString about;                         ///< a line below the title; may be empty
    std::shared_ptr<QWidget> legend;       ///< null: nothing to explain
    std::shared_ptr<QWidget> drawing;      ///< a copy of the canvas as large as all that is on it, or what is in sight
    std::function<bool()> isReady = {};    ///< whether all of it has been computed; empty: yes
    QString onlyPart = {};                 ///< a sentence: why the drawing is not whole; empty: it is
};

/// How large a picture may become in each direction and as a whole, in pixels: programs that show pictures take no more.
constexpr int longestPicture = 16'000;
constexpr qint64 largestPicture = 100'000'000;
/// Room that the title and the legend may take of these.
constexpr int pictureHead = 160;
/// Whether a drawing so large, in device-independent pixels, can become a picture.
bool fitsPicture(QSize drawing);

/// A widget as it is on the screen; lives as long as the widget.
std::shared_ptr<QWidget> inSight(QWidget* widget);
/// A widget that is no part of any window gets a size and lays itself out, as if it had been shown.
void layOut(QWidget& paper, QSize size);
/// What is chosen, as part of a line below the title; empty if nothing is.
QString selectionText(const Selection& selection);

/// At so many pixels per device-independent one as fit, at most ratio.
QImage imageOf(const Picture& picture, double ratio);
/// The same as an SVG document.
QByteArray svgOf(const Picture& picture);

}
