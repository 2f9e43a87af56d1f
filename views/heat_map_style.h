// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QFont>

/// What the heat map of an attempt and that of a run have in common beside their geometry.
namespace berth::views {

constexpr double bandHeight = 22;
constexpr double comfortableRow = 20;
constexpr double labelRow = 11;            ///< rows at least so high have a label
constexpr double valueWidth = 28;          ///< cells at least so wide show their value

inline QFont smaller(QFont font, double by)
{
    font.setPointSizeF(font.pointSizeF() * by);
    return font;
}

}
