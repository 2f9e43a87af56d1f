// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStringView>

#include <optional>

namespace berth::models {

/// How well what was typed fits a text: its letters must appear in that order, case aside; spaces in it count for nothing.
/// Better (greater) where letters stand together, begin words, or begin the text, and where the text is short. Nothing
/// if it does not fit; 0 for an empty needle. Pure.
std::optional<int> fuzzyScore(QStringView needle, QStringView text);

}
