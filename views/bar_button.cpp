// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/bar_button.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
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

void addChoice(QHBoxLayout* bar, const QString& text, QComboBox* choice)
{
    auto* label = new QLabel(text, choice->parentWidget());
    label->setBuddy(choice);
    bar->addWidget(label);
    bar->addWidget(choice);
    bar->addSpacing(4);
}

}
