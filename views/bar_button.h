// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

class QComboBox;
class QHBoxLayout;
class QToolButton;
class QWidget;

namespace berth::views {

/// A flat button with a text in the bar above a view; its tip is also the name that screen readers say. The parent owns it.
QToolButton* barButton(QWidget* parent, const QString& name, const QString& text, const QString& tip);

/// A choice with its label, at the end of the bar.
void addChoice(QHBoxLayout* bar, const QString& text, QComboBox* choice);

}
