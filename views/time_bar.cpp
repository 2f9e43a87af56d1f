// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/time_bar.h"

#include "models/format.h"
#include "views/bar_button.h"
#include "views/icons.h"
#include "views/palette.h"
#include "views/time_track.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

TimeBar::TimeBar(QWidget* parent)
    : QWidget(parent), track_(new TimeTrack(this)), play_(barButton(this, u"timePlay"_s, {}, tr("Play what happened"))),
      back_(barButton(this, u"timeBack"_s, {}, tr("Previous event"))), forward_(barButton(this, u"timeForward"_s, {}, tr("Next event"))),
      branch_(barButton(this, u"timeBranch"_s, {}, tr("Branch from here: what if something else had been done at this moment?"))),
      breakpoints_(barButton(this, u"timeBreakpoints"_s, {}, tr("Breakpoints: where a run stops"))), speed_(new QComboBox(this)),
      text_(new QLabel(this)), pastLabel_(new QLabel(tr("Looking at the past"), this)),
      now_(barButton(this, u"timeNow"_s, {}, tr("Back to now"))), timer_(new QTimer(this))
{
    setObjectName(u"timeBar"_s);
    play_->setCheckable(true);
    branch_->setText(tr("Branch…"));
    breakpoints_->setText(tr("Breakpoints…"));
    now_->setText(tr("Back to now"));
    now_->setAutoRaise(false);
    pastLabel_->setObjectName(u"timePast"_s);
    text_->setObjectName(u"timeText"_s);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    speed_->setObjectName(u"timeSpeed"_s);
    speed_->setAccessibleName(tr("Speed: virtual seconds per second"));
    speed_->setToolTip(speed_->accessibleName());
    for (const double factor : {0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3600.0, 86400.0})
        speed_->addItem(factor >= 3600 ? tr("%1 h/s").arg(factor / 3600) : factor >= 60 ? tr("%1 min/s").arg(factor / 60) : tr("%1 s/s").arg(factor), factor);
    speed_->setCurrentIndex(2);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(4);
    for (QWidget* widget : std::initializer_list<QWidget*>{back_, play_, forward_, speed_})
        layout->addWidget(widget);
    layout->addWidget(track_, 1);
    auto* where = new QVBoxLayout;
    where->setSpacing(0);
    where->addStretch(1);
    where->addWidget(text_);
    where->addWidget(pastLabel_);
    where->addStretch(1);
    layout->addLayout(where);
    for (QWidget* widget : std::initializer_list<QWidget*>{now_, branch_, breakpoints_})
        layout->addWidget(widget);
    // Its room is kept: a track that grows and shrinks runs away from the pointer that is on it.
    QSizePolicy policy = now_->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    now_->setSizePolicy(policy);
    timer_->setInterval(50);
    connect(timer_, &QTimer::timeout, this, &TimeBar::advance);
    connect(play_, &QToolButton::toggled, this, &TimeBar::play);
    connect(back_, &QToolButton::clicked, this, &TimeBar::stepBack);
    connect(forward_, &QToolButton::clicked, this, &TimeBar::stepForward);
    connect(now_, &QToolButton::clicked, this, &TimeBar::backToNow);
    connect(branch_, &QToolButton::clicked, this, &TimeBar::branchRequested);
    connect(breakpoints_, &QToolButton::clicked, this, &TimeBar::breakpointsRequested);
    connect(track_, &TimeTrack::chosen, this, [this](std::size_t rest) {
        play(false);
        choose(rest);
    });
    updateIcons();
    showText();
}

bool TimeBar::isPlaying() const { return timer_->isActive(); }

QString TimeBar::text() const { return text_->text(); }

void TimeBar::setMoments(const models::MomentsPtr& moments)
{
    moments_ = moments;
    track_->setMoments(moments);
    showText();
}

void TimeBar::setPast(std::optional<std::size_t> rest)
{
    past_ = rest;
    if (!rest)
        wanted_.reset();
    track_->setPosition(rest);
    showText();
}

void TimeBar::showText()
{
    const std::size_t rests = moments_ ? moments_->rests() : 0;
    for (QWidget* widget : std::initializer_list<QWidget*>{back_, play_, forward_, speed_, track_})
        widget->setEnabled(rests > 1);
    branch_->setEnabled(rests > 0);
    pastLabel_->setVisible(past_.has_value());
    now_->setVisible(past_.has_value());
    if (rests == 0) {
        text_->clear();
        return;
    }
    const QString longest = tr("t = %1 · event %2 of %3").arg(models::formatMoment(moments_->timeOf(rests - 1), moments_->origin), models::formatCount(static_cast<qint64>(rests)), models::formatCount(static_cast<qint64>(rests)));
    text_->setMinimumWidth(std::max(text_->minimumWidth(), text_->fontMetrics().horizontalAdvance(longest + u"00"_s)));
    const std::size_t here = std::min(past_.value_or(rests - 1), rests - 1);
    text_->setText(tr("t = %1 · event %2 of %3").arg(models::formatMoment(moments_->timeOf(here), moments_->origin), models::formatCount(static_cast<qint64>(here + 1)), models::formatCount(static_cast<qint64>(rests))));
    QPalette colours = pastLabel_->palette();
    colours.setColor(QPalette::WindowText, Palette::current().stateText(models::RowState::Warning));
    pastLabel_->setPalette(colours);
    showWhatFits();
}

/// Branch and Breakpoints, which the menu Run has as well: the first to go where the bar is narrow.
int TimeBar::buttonsWidth() const
{
    return branch_->sizeHint().width() + breakpoints_->sizeHint().width() + 2 * layout()->spacing();
}

QSize TimeBar::minimumSizeHint() const
{
    const QSize all = QWidget::minimumSizeHint();
    return {all.width() - (branch_->isHidden() ? 0 : buttonsWidth()), all.height()};
}

void TimeBar::showWhatFits()
{
    const bool fits = width() >= minimumSizeHint().width() + buttonsWidth();
    branch_->setVisible(fits);
    breakpoints_->setVisible(fits);
}

void TimeBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showWhatFits();
}

void TimeBar::choose(std::size_t rest)
{
    wanted_ = rest;
    track_->setPosition(rest);
    emit momentRequested(rest);
}

void TimeBar::stepBack()
{
    play(false);
    const std::size_t here = wanted_.value_or(track_->position());
    if (here > 0)
        choose(here - 1);
}

void TimeBar::stepForward()
{
    play(false);
    const std::size_t here = wanted_.value_or(track_->position());
    if (moments_ && here + 1 < moments_->rests())
        choose(here + 1);
}

void TimeBar::backToNow()
{
    play(false);
    wanted_.reset();
    emit nowRequested();
}

/// From where one looks; from the beginning if that is the end.
void TimeBar::play(bool on)
{
    play_->setChecked(on);
    if (on == timer_->isActive() || !moments_ || moments_->rests() == 0)
        return;
    if (!on) {
        timer_->stop();
        updateIcons();
        return;
    }
    std::size_t from = wanted_.value_or(track_->position());
    if (from + 1 >= moments_->rests())
        from = 0;
    playedTo_ = static_cast<double>(moments_->timeOf(from).nanoseconds - moments_->origin.nanoseconds);
    choose(from);
    sinceTick_.start();
    timer_->start();
    updateIcons();
}

void TimeBar::advance()
{
    playedTo_ += static_cast<double>(sinceTick_.nsecsElapsed()) * speed_->currentData().toDouble();
    sinceTick_.restart();
    const auto span = static_cast<double>(moments_->end().nanoseconds - moments_->origin.nanoseconds);
    const std::size_t rest = moments_->restAt({moments_->origin.nanoseconds + static_cast<std::int64_t>(std::min(playedTo_, span))});
    if (rest != wanted_)
        choose(rest);
    if (playedTo_ >= span)
        play(false);
}

void TimeBar::updateIcons()
{
    back_->setIcon(icon(u"back"_s));
    forward_->setIcon(icon(u"step"_s));
    play_->setIcon(icon(isPlaying() ? u"pause"_s : u"run"_s));
    play_->setAccessibleName(isPlaying() ? tr("Pause") : tr("Play what happened"));
    updateTips();
}

void TimeBar::sayKeys(const QString& button, const QAction* action)
{
    actions_.insert(findChild<QToolButton*>(button), action);
    connect(action, &QAction::changed, this, &TimeBar::updateTips);
    updateTips();
}

void TimeBar::updateTips()
{
    for (auto each = actions_.cbegin(); each != actions_.cend(); ++each) {
        const QString keys = each.value()->shortcut().toString(QKeySequence::NativeText);
        each.key()->setToolTip(keys.isEmpty() ? each.key()->accessibleName() : u"%1 (%2)"_s.arg(each.key()->accessibleName(), keys));
    }
}

void TimeBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateIcons();
        showText();
    }
}

}
