// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector_view.h"

#include "models/attempt_list.h"
#include "models/inspector_model.h"
#include "views/bar_button.h"
#include "views/changes_panel.h"
#include "views/domain_bars.h"
#include "views/funnel.h"
#include "views/icons.h"
#include "views/row_delegate.h"
#include "views/score_bars.h"
#include "views/weight_sliders.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

InspectorView::InspectorView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), model_(new models::InspectorModel(this)), pages_(new QStackedWidget(this)),
      hint_(new QLabel(this)), title_(new QLabel(this)), subtitle_(new QLabel(this)), message_(new QLabel(this)),
      earlier_(barButton(this, u"inspectorEarlier"_s, u"‹"_s, tr("The pod's earlier attempt"))),
      later_(barButton(this, u"inspectorLater"_s, u"›"_s, tr("The pod's later attempt"))), funnel_(new Funnel(this)),
      bars_(new ScoreBars(hub, this)), weights_(new WeightSliders(this)), domains_(new DomainBars(this)), changes_(new ChangesPanel(this)), tree_(new QTreeView(this))
{
    setObjectName(u"inspector"_s);
    setAccessibleName(tr("Why: the reasons of one attempt"));
    hint_->setObjectName(u"inspectorHint"_s);
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setWordWrap(true);
    hint_->setMargin(24);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    QFont large = title_->font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    large.setWeight(QFont::DemiBold);
    title_->setFont(large);
    title_->setObjectName(u"inspectorTitle"_s);
    subtitle_->setObjectName(u"inspectorSubtitle"_s);
    subtitle_->setForegroundRole(QPalette::PlaceholderText);
    subtitle_->setWordWrap(true);
    message_->setObjectName(u"inspectorMessage"_s);
    message_->setWordWrap(true);
    message_->setFrameShape(QFrame::StyledPanel);
    message_->setMargin(8);
    message_->setBackgroundRole(QPalette::AlternateBase);
    message_->setAutoFillBackground(true);
    for (QLabel* label : {title_, subtitle_, message_})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    tree_->setObjectName(u"inspectorTree"_s);
    tree_->setAccessibleName(tr("Steps, reasons and plugins of the attempt"));
    tree_->setModel(model_);
    tree_->setItemDelegate(new RowDelegate(tree_));
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree_->setUniformRowHeights(true);

    auto* copyButton = barButton(this, u"inspectorCopy"_s, tr("Copy"), tr("Copy everything as text"));
    connect(copyButton, &QToolButton::clicked, this, &InspectorView::copy);
    connect(weights_, &WeightSliders::tried, bars_, &ScoreBars::setInspection);
    connect(earlier_, &QToolButton::clicked, this, [this] { go(-1); });
    connect(later_, &QToolButton::clicked, this, [this] { go(1); });

    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 10, 8, 0);
    top->setSpacing(2);
    top->addWidget(title_, 1);
    top->addWidget(earlier_);
    top->addWidget(later_);
    top->addWidget(copyButton);
    auto* page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(top);
    auto* inset = new QVBoxLayout;
    inset->setContentsMargins(12, 0, 12, 4);
    inset->setSpacing(6);
    inset->addWidget(subtitle_);
    inset->addWidget(message_);
    layout->addLayout(inset);
    layout->addWidget(funnel_);
    layout->addWidget(changes_);
    layout->addWidget(domains_);
    layout->addWidget(bars_);
    layout->addWidget(weights_);
    layout->addWidget(tree_, 1);
    scroll_ = new QScrollArea(this);
    scroll_->setObjectName(u"inspectorScroll"_s);
    scroll_->setAccessibleName(tr("Why the attempt ended as it did"));
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidget(page);
    pages_->addWidget(hint_);
    pages_->addWidget(scroll_);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(pages_);
}

void InspectorView::setAttempt(models::AttemptViewPtr attempt)
{
    attempt_ = std::move(attempt);
    const models::InspectionPtr inspection = attempt_ ? attempt_->inspection : nullptr;
    model_->setInspection(inspection);
    funnel_->setInspection(inspection);
    bars_->setInspection(inspection);
    weights_->setInspection(inspection);
    const bool failed = inspection && inspection->result == trace::Result::Unschedulable && inspection->underWay.isEmpty();
    changes_->setAttempt(failed ? inspection->index : -1);
    domains_->setPanels(attempt_ ? attempt_->domains : std::vector<models::DomainPanel>());
    pages_->setCurrentIndex(inspection ? 1 : 0);
    if (!inspection)
        return;
    title_->setText(inspection->pod);
    // On the way through an attempt its end is not known.
    QStringList facts = {inspection->underWay.isEmpty() ? models::attemptResultName(inspection->result) : inspection->underWay, tr("attempt %1").arg(inspection->attempt),
                         u"t = "_s + inspection->moment, inspection->profile};
    if (!inspection->queueAfter.isEmpty())
        facts << inspection->queueAfter;
    subtitle_->setText(facts.join(u" · "));
    message_->setText(inspection->message);
    message_->setVisible(!inspection->message.isEmpty());
    tree_->expandAll();
    tree_->setColumnWidth(0, 215);
    // The page scrolls as a whole: the tree is as high as its rows.
    int rows = model_->rowCount();
    for (int row = 0; row < model_->rowCount(); ++row)
        rows += model_->rowCount(model_->index(row, 0));
    const int rowHeight = std::max(tree_->sizeHintForRow(0), fontMetrics().height() + 6);
    tree_->setMinimumHeight(tree_->header()->sizeHint().height() + rows * rowHeight + 8);
    // Another reason is read from its beginning; the same one, told again, where one was.
    if (const std::pair now(inspection->pod, inspection->index); now != std::exchange(shown_, now))
        scroll_->verticalScrollBar()->setValue(0);
    updateHistory();
}

void InspectorView::setHint(const QString& text)
{
    hint_->setText(text);
}

void InspectorView::setHistory(std::vector<std::int64_t> attempts)
{
    history_ = std::move(attempts);
    updateHistory();
}

void InspectorView::updateHistory()
{
    const auto at = attempt_ ? std::find(history_.begin(), history_.end(), attempt_->inspection->index) : history_.end();
    earlier_->setEnabled(at != history_.end() && at != history_.begin());
    later_->setEnabled(at != history_.end() && at + 1 != history_.end());
    const bool several = history_.size() > 1;
    earlier_->setVisible(several);
    later_->setVisible(several);
}

void InspectorView::go(int by)
{
    const auto at = std::find(history_.begin(), history_.end(), attempt_->inspection->index);
    Selection next = hub_->current();
    next.attempt = *(at + by);
    hub_->select(next);
}

QString InspectorView::messageText() const
{
    return message_->text();
}

void InspectorView::copy()
{
    if (attempt_)
        QApplication::clipboard()->setText(models::toPlainText(*attempt_->inspection));
}

}
