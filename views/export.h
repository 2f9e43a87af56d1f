// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <QString>

#include <functional>

class QImage;
class QWidget;

namespace berth::views {

/// Kinds of text files that things are exported as; each has its ending and its name in the file dialog.
enum class TextFile : std::uint8_t { Csv, Tsv, Yaml, Prometheus };

/// What came of an export: a sentence for the message bar, and whether it is an error. Not called if the user changed
/// their mind.
using ExportDone = std::function<void(const QString& text, bool error)>;

/// Asks where to and as what, makes the text and writes it as UTF-8, both on another thread and through a temporary file,
/// so that nothing half-written remains. done is called on the GUI thread, unless parent is gone by then.
void exportText(QWidget* parent, const QString& title, const QString& baseName, const QList<TextFile>& kinds,
                std::function<QString(TextFile kind)> makeText, ExportDone done);

/// Asks where to, and draws the widget as PNG (at the resolution of the screen) or SVG.
void exportPicture(QWidget* parent, const QString& title, const QString& baseName, QWidget* widget, const ExportDone& done);

/// A widget with all that is in it as an SVG document, in its own coordinates.
QByteArray svgOf(QWidget& widget, const QString& title);

}
