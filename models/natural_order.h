// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStringView>

namespace berth::models {

/// Compares texts as people sort them: runs of digits by their number (`n2` before `n10`), the rest by character
/// without regard to case; texts that differ in nothing else by their characters. Negative, 0 or positive.
int compareNaturally(QStringView a, QStringView b);

}
