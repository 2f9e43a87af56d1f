// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/message_bar.h"

#include "views/icons.h"
#include "views/palette.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace berth::views {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), mark_(new QLabel(this)), text_(new QLabel(this)), button_(new QToolButton(this)), timer_(new QTimer(this))
{
    setObjectName(u"messageBar"_s);
    text_->setObjectName(u"messageText"_s);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    button_->setObjectName(u"messageButton"_s);
    button_->setAccessibleName(tr("What the message offers"));
    auto* close = new QToolButton(this);
    close->setObjectName(u"messageClose"_s);
    close->setAutoRaise(true);
    close->setText(u"✕"_s);
    close->setAccessibleName(tr("Close message"));
    close->setToolTip(tr("Close message"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addWidget(mark_);
    layout->addWidget(text_, 1);
    layout->addWidget(button_);
    layout->addWidget(close);
    timer_->setSingleShot(true);
    setAutoFillBackground(true);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(timer_, &QTimer::timeout, this, &QWidget::hide);
    connect(button_, &QToolButton::clicked, this, [this] {
        hide();
        // What is done may show another message.
        if (const auto offered = std::exchange(offered_, nullptr))
            offered();
    });
    hide();
}

void MessageBar::show(const QString& text, models::RowState state)
{
    show(text, state, {}, {});
}

void MessageBar::show(const QString& text, models::RowState state, const QString& button, std::function<void()> offered)
{
    offered_ = std::move(offered);
    const Palette& p = Palette::current();
    QColor tint = p.state(state);
    tint.setAlphaF(0.16f);
    setStyleSheet(u"#messageBar { background: rgba(%1,%2,%3,%4); border: none; border-left: 4px solid %5; }"_s
                      .arg(tint.red()).arg(tint.green()).arg(tint.blue()).arg(tint.alpha()).arg(p.state(state).name()));
    mark_->setText(state == models::RowState::Bad ? u"✕"_s : state == models::RowState::Warning ? u"⚠"_s : u"✓"_s);
    text_->setText(text);
    button_->setText(button);
    button_->setAccessibleName(button);
    button_->setVisible(!button.isEmpty());
    QWidget::show();
    timer_->stop();
    if (state != models::RowState::Bad)
        timer_->start(state == models::RowState::Warning ? 15'000 : 6'000);
}

QString MessageBar::text() const
{
    return isVisibleTo(parentWidget()) ? text_->text() : QString();
}

}
