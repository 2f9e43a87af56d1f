// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QIcon>
#include <QString>

namespace berth::views {

/// A symbol of the set in resources/icons, drawn in the colours of the palette in force: text colour, and faded where
/// disabled. onAccent: for buttons filled with the accent.
QIcon icon(const QString& name, bool onAccent = false);

/// The program's own mark, size in device-independent pixels.
QPixmap emblem(int size, qreal devicePixelRatio);

}
