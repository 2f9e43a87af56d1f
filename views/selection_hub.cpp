// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/selection_hub.h"

#include <QAction>

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
    back_->setToolTip(tr("Back to what was selected before"));
    forward_->setObjectName(u"actionForward"_s);
    forward_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
    forward_->setToolTip(tr("Forward again"));
    connect(back_, &QAction::triggered, this, [this] { step(-1); });
    connect(forward_, &QAction::triggered, this, [this] { step(1); });
    updateActions();
}

void SelectionHub::select(const Selection& selection, const QObject* asker)
{
    if (selection == current_)
        return;
    current_ = selection;
    history_.resize(at_ + 1);
    history_.push_back(selection);
    if (history_.size() > longestHistory)
        history_.erase(history_.begin());
    at_ = history_.size() - 1;
    updateActions();
    emit changed(current_, asker);
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
    history_ = {Selection()};
    at_ = 0;
    updateActions();
    emit changed(current_, nullptr);
}

void SelectionHub::step(int by)
{
    at_ += static_cast<std::size_t>(by);
    current_ = history_[at_];
    updateActions();
    emit changed(current_, nullptr);
}

void SelectionHub::updateActions()
{
    back_->setEnabled(at_ > 0);
    forward_->setEnabled(at_ + 1 < history_.size());
}

}
