// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QList>

class QObject;
class QWidget;

namespace berth::views {

/// Whatever inside root Tab can go to now, as one reads: row by row and from left to right, everything inside one part before
/// the next part. What is out of sight or a window of its own is left out, and unless asked for what is disabled.
enum class Disabled : bool { Left, Taken };
QList<QWidget*> inReadingOrder(const QWidget* root, Disabled disabled = Disabled::Left);
/// From now on Tab goes that way through every dialog, as it stands when it is shown. For as long as parent lives.
void orderDialogs(QObject* parent);

}
