// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/bar_button.h"

#include <QToolButton>

namespace berth::views {

QToolButton* barButton(QWidget* parent, const QString& name, const QString& text, const QString& tip)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    return button;
}

}
