// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/selection_hub.h"

#include <QAction>

#include <utility>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr std::size_t longestHistory = 200;

}

SelectionHub::SelectionHub(QObject* parent)
    : QObject(parent), back_(new QAction(tr("&Back"), this)), forward_(new QAction(tr("&Forward"), this))
{
    back_->setObjectName(u"actionBack"_s);
    back_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
    back_->setToolTip(tr("Back to what was selected or shown before (Alt+Left)"));
    forward_->setObjectName(u"actionForward"_s);
    forward_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
    forward_->setToolTip(tr("Forward again (Alt+Right)"));
    connect(back_, &QAction::triggered, this, [this] { step(-1); });
    connect(forward_, &QAction::triggered, this, [this] { step(1); });
    updateActions();
}

void SelectionHub::select(const Selection& selection, const QObject* asker)
{
    if (selection == current_)
        return;
    current_ = selection;
    go({selection, history_[at_].view}, visitedNow_ && !selectedNow_);
    selectedNow_ = true;
    emit changed(current_, asker);
}

void SelectionHub::visit(const QString& view)
{
    if (view.isEmpty() || view == history_[at_].view)
        return;
    go({current_, view}, (selectedNow_ && !visitedNow_) || history_[at_].view.isEmpty());
    visitedNow_ = true;
}

void SelectionHub::go(Place place, bool isSameStep)
{
    if (!selectedNow_ && !visitedNow_)
        QMetaObject::invokeMethod(this, [this] { selectedNow_ = visitedNow_ = false; }, Qt::QueuedConnection);
    history_.resize(at_ + 1);
    if (isSameStep)
        history_.back() = std::move(place);
    else
        history_.push_back(std::move(place));
    if (history_.size() > longestHistory)
        history_.erase(history_.begin());
    at_ = history_.size() - 1;
    updateActions();
}

void SelectionHub::selectNode(const QString& node, const QObject* asker)
{
    Selection next = current_;
    next.node = node;
    select(next, asker);
}

void SelectionHub::selectPlugin(const QString& plugin, const QObject* asker)
{
    Selection next = current_;
    next.plugin = plugin;
    select(next, asker);
}

void SelectionHub::reset()
{
    current_ = {};
    history_ = {Place{{}, history_[at_].view}};
    at_ = 0;
    updateActions();
    emit changed(current_, nullptr);
}

void SelectionHub::step(int by)
{
    const QString before = history_[at_].view;
    at_ += static_cast<std::size_t>(by);
    const bool selects = current_ != history_[at_].selection;
    current_ = history_[at_].selection;
    updateActions();
    if (history_[at_].view != before)
        emit viewWanted(history_[at_].view);
    if (selects)
        emit changed(current_, nullptr);
}

void SelectionHub::updateActions()
{
    back_->setEnabled(at_ > 0);
    forward_->setEnabled(at_ + 1 < history_.size());
}

}
