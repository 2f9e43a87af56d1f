// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/picture.h"

#include <QString>

#include <functional>

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

/// Asks where to, and draws the picture as PNG (at the resolution of the screen) or SVG once it is ready. Packed and written on
/// another thread; done as with exportText. Says so if only part of the view is on the picture.
void exportPicture(QWidget* parent, const QString& title, const QString& baseName, Picture picture, ExportDone done);

}
