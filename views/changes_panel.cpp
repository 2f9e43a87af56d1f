// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/changes_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

ChangesPanel::ChangesPanel(QWidget* parent)
    : QWidget(parent), button_(new QPushButton(tr("What would make it fit?"), this)), summary_(new QLabel(this)),
      list_(new QTreeWidget(this)), apply_(new QPushButton(tr("Apply this change"), this))
{
    setObjectName(u"changesPanel"_s);
    button_->setObjectName(u"changesButton"_s);
    button_->setToolTip(tr("Search the smallest changes to the cluster or the pod with which it would have been placed; each is tried out"));
    summary_->setObjectName(u"changesSummary"_s);
    summary_->setWordWrap(true);
    summary_->setForegroundRole(QPalette::PlaceholderText);
    list_->setObjectName(u"changesList"_s);
    list_->setAccessibleName(tr("Changes that would make the pod fit, smallest first"));
    list_->setHeaderLabels({tr("Change"), tr("Then on")});
    list_->setRootIsDecorated(false);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setAlternatingRowColors(true);
    list_->setWordWrap(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    // How many lines a change takes is known once its column has its width.
    connect(list_->header(), &QHeaderView::sectionResized, this, &ChangesPanel::fitHeight, Qt::QueuedConnection);
    connect(list_, &QTreeWidget::currentItemChanged, this, &ChangesPanel::updateApply);
    apply_->setObjectName(u"changesApply"_s);
    connect(apply_, &QPushButton::clicked, this, [this] {
        // Making it may take the attempt, and with it the list, away.
        const models::ChangesPtr kept = changes_;
        if (const scenario::Change* change = chosen())
            emit applyRequested(*change);
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->setSpacing(4);
    layout->addWidget(button_, 0, Qt::AlignLeft);
    layout->addWidget(summary_);
    layout->addWidget(list_);
    layout->addWidget(apply_, 0, Qt::AlignLeft);
    connect(button_, &QPushButton::clicked, this, &ChangesPanel::ask);
    setAttempt(-1);
}

void ChangesPanel::setAttempt(std::int64_t attempt)
{
    if (attempt == attempt_ && attempt >= 0)
        return;
    attempt_ = attempt;
    setVisible(attempt >= 0);
    button_->setEnabled(true);
    summary_->hide();
    list_->hide();
    changes_ = nullptr;
    list_->clear();
    updateApply();
}

void ChangesPanel::ask()
{
    button_->setEnabled(false);
    summary_->setText(tr("Searching…"));
    summary_->show();
    emit changesRequested(attempt_);
}

void ChangesPanel::setChanges(const models::ChangesPtr& changes)
{
    if (!changes || changes->attempt != attempt_)
        return;
    button_->setEnabled(true);
    summary_->setText(models::changesSummary(*changes));
    summary_->show();
    list_->clear();
    changes_ = changes;
    const auto lines = models::changeLines(*changes);
    for (const models::ChangeLine& line : lines) {
        auto* item = new QTreeWidgetItem(list_, {line.text, line.node});
        for (int column = 0; column < 2; ++column)
            item->setToolTip(column, u"%1: %2"_s.arg(line.size, line.text));
    }
    list_->setVisible(!lines.empty());
    if (!lines.empty())
        list_->setCurrentItem(list_->topLevelItem(0));
    updateApply();
    fitHeight();
}

/// The page scrolls as a whole: the list is as high as its rows, of which each has as many lines as its text takes.
void ChangesPanel::fitHeight()
{
    // A tree takes a text for one line unless it is told.
    const int width = std::max(1, list_->columnWidth(0) - 16);
    for (int row = 0; row < list_->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = list_->topLevelItem(row);
        const QRect text = list_->fontMetrics().boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, item->text(0));
        item->setSizeHint(0, QSize(1, text.height() + 6));
    }
    list_->doItemsLayout();
    int height = list_->header()->sizeHint().height() + 4;
    for (int row = 0; row < list_->topLevelItemCount(); ++row)
        height += list_->visualItemRect(list_->topLevelItem(row)).height();
    if (height != list_->height())
        list_->setFixedHeight(height);
}

const scenario::Change* ChangesPanel::chosen() const
{
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    return changes_ && row >= 0 && static_cast<std::size_t>(row) < changes_->found.changes.size() ? &changes_->found.changes[static_cast<std::size_t>(row)] : nullptr;
}

void ChangesPanel::updateApply()
{
    const scenario::Change* change = chosen();
    apply_->setVisible(change);
    if (!change)
        return;
    const QString obstacle = obstacle_ ? obstacle_(*change) : QString();
    apply_->setEnabled(obstacle.isEmpty());
    const QString tip = obstacle.isEmpty() ? tr("Edits the objects as the change says; Undo takes it back") : obstacle;
    apply_->setToolTip(tip);
    apply_->setAccessibleDescription(tip);
}

void ChangesPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &ChangesPanel::fitHeight, Qt::QueuedConnection);
}

}
