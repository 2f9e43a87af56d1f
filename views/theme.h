// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

#include <cstdint>
#include <optional>

class QApplication;

namespace berth::views {

enum class Theme : std::uint8_t { System, Light, Dark, Contrast };

/// `light`, `dark`, `contrast` (high contrast, dark), `system`.
std::optional<Theme> themeFromName(const QString& name);
QString themeName(Theme theme);

/// Gives the program the style, the palette and the sheet of that theme. System follows the lightness of the palette
/// that the platform gave the program at its start. Every widget hears of it through PaletteChange.
void applyTheme(QApplication& application, Theme theme);

/// Whether the platform's style asked for no animations when the program started.
bool systemMovesLittle();
/// With little motion nothing slides or fades: every widget's style says so (SH_Widget_Animation_Duration is 0).
void setLittleMotion(bool little);
bool littleMotion();

}
