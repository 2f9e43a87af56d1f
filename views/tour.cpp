// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tour.h"

#include "views/palette.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int gap = 16;

}

Tour::Tour(std::vector<TourStep> steps, QWidget* parent)
    : QWidget(parent), steps_(std::move(steps)), card_(new QFrame(this)), title_(new QLabel(card_)), text_(new QLabel(card_)),
      count_(new QLabel(card_)), back_(new QPushButton(tr("&Back"), card_)), next_(new QPushButton(card_))
{
    setObjectName(u"tour"_s);
    setAccessibleName(tr("Tour of the window"));
    card_->setObjectName(u"tourCard"_s);
    card_->setAutoFillBackground(true);
    card_->setFixedWidth(360);
    text_->setWordWrap(true);
    text_->setObjectName(u"tourText"_s);
    count_->setForegroundRole(QPalette::PlaceholderText);
    auto* skip = new QPushButton(tr("&Skip"), card_);
    skip->setObjectName(u"tourSkip"_s);
    next_->setObjectName(u"tourNext"_s);
    back_->setObjectName(u"tourBack"_s);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(count_, 1);
    buttons->addWidget(skip);
    buttons->addWidget(back_);
    buttons->addWidget(next_);
    auto* layout = new QVBoxLayout(card_);
    layout->setContentsMargins(gap, gap, gap, gap);
    layout->setSpacing(12);
    layout->addWidget(title_);
    layout->addWidget(text_);
    layout->addLayout(buttons);
    connect(skip, &QPushButton::clicked, this, &Tour::end);
    connect(back_, &QPushButton::clicked, this, [this] { go(at_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { at_ + 1 < steps_.size() ? go(at_ + 1) : end(); });
    parent->installEventFilter(this);
    hide();
}

void Tour::start()
{
    setGeometry(parentWidget()->rect());
    show();
    raise();
    go(0);
}

void Tour::go(std::size_t step)
{
    at_ = step;
    target_ = steps_[step].show ? steps_[step].show() : nullptr;
    title_->setText(u"<h3>%1</h3>"_s.arg(steps_[step].title.toHtmlEscaped()));
    text_->setText(steps_[step].text);
    setAccessibleDescription(steps_[step].title + u". "_s + steps_[step].text);
    count_->setText(tr("%1 of %2").arg(step + 1).arg(steps_.size()));
    back_->setEnabled(step > 0);
    next_->setText(step + 1 < steps_.size() ? tr("&Next") : tr("&Done"));
    next_->setDefault(true);
    raise();
    place();
    next_->setFocus();
    update();
    // What has just come in sight gets its place with the next layout.
    QTimer::singleShot(0, this, [this] {
        place();
        update();
    });
}

void Tour::end()
{
    hide();
    emit ended();
}

QRect Tour::spot() const
{
    if (!target_ || !target_->isVisible())
        return {};
    return QRect(target_->mapTo(parentWidget(), QPoint()), target_->size()).adjusted(-4, -4, 4, 4).intersected(rect());
}

/// Beside what it is about, wherever there is room; else over its middle.
void Tour::place()
{
    card_->adjustSize();
    const QSize size = card_->sizeHint().expandedTo({card_->width(), 0});
    const QRect about = spot();
    QPoint at((width() - size.width()) / 2, (height() - size.height()) / 2);
    if (!about.isEmpty()) {
        const QPoint places[] = {{about.right() + gap, about.top()},
                                 {about.left() - gap - size.width(), about.top()},
                                 {about.left(), about.bottom() + gap},
                                 {about.left(), about.top() - gap - size.height()}};
        const auto* room = std::find_if(std::begin(places), std::end(places), [&](QPoint p) { return rect().contains(QRect(p, size)); });
        at = room != std::end(places) ? *room : about.center() - QPoint(size.width() / 2, size.height() / 2);
    }
    card_->move(std::clamp(at.x(), 0, std::max(0, width() - size.width())), std::clamp(at.y(), 0, std::max(0, height() - size.height())));
}

void Tour::paintEvent(QPaintEvent*)
{
    const Palette& p = Palette::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shade;
    shade.addRect(rect());
    const QRect about = spot();
    if (!about.isEmpty()) {
        QPainterPath hole;
        hole.addRoundedRect(about, 6, 6);
        shade -= hole;
    }
    painter.fillPath(shade, QColor(0, 0, 0, 140));
    if (!about.isEmpty()) {
        painter.setPen(QPen(p.accent, 2));
        painter.drawRoundedRect(about, 6, 6);
    }
}

/// Keys belong to the tour while it is open, and not to the actions of the window.
bool Tour::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // What is behind the shade would change unseen.
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isOfTheWindow = key->modifiers().testFlag(Qt::ControlModifier) || (key->key() >= Qt::Key_F1 && key->key() <= Qt::Key_F12);
        if (key->key() == Qt::Key_Escape || isOfTheWindow) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        end();
        break;
    case Qt::Key_Right:
        next_->click();
        break;
    case Qt::Key_Left:
        back_->click();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

/// Clicks do not fall through to what is in the shade.
void Tour::mousePressEvent(QMouseEvent* event)
{
    event->accept();
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) {
        setGeometry(parentWidget()->rect());
        place();
    }
    return QWidget::eventFilter(watched, event);
}

}
