// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

class QImage;
class QWidget;

namespace berth::views {

/// Asks where to, and writes the text as UTF-8; through a temporary file, so that nothing half-written remains.
/// Returns what went wrong, empty if nothing did or the user changed their mind.
QString exportText(QWidget* parent, const QString& title, const QString& suggestedName, const QString& text);
/// The same for a document of YAML.
QString exportYaml(QWidget* parent, const QString& title, const QString& suggestedName, const QString& text);
/// The same for a picture, as PNG.
QString exportPicture(QWidget* parent, const QString& title, const QString& suggestedName, const QImage& picture);

}
