// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/preemption_view.h"

#include "models/format.h"
#include "models/preemption.h"
#include "views/avalanche_panel.h"
#include "views/bar_button.h"
#include "views/table_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

PreemptionView::PreemptionView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), candidateModel_(new models::CandidateTableModel(this)),
      victimModel_(new models::VictimTableModel(this)), unhelpfulModel_(new models::UnhelpfulNodesModel(this)),
      candidates_(new TableView(candidateModel_, u"candidates"_s, tr("Candidates of the preemption"), this)),
      pods_(new TableView(victimModel_, u"candidatePods"_s, tr("Pods of the candidate"), this)),
      unhelpful_(new TableView(unhelpfulModel_, u"unhelpfulNodes"_s, tr("Nodes where preemption does not help"), this)),
      avalanches_(new AvalanchePanel(hub, this)),
      attemptButton_(barButton(this, u"preemptionAttempt"_s, tr("One attempt"), tr("The preemption of the selected attempt"))),
      avalanchesButton_(barButton(this, u"preemptionAvalanches"_s, tr("Avalanches"), tr("What each preemption of the run set off"))),
      views_(new QStackedWidget(this)), pages_(new QStackedWidget(this)), details_(new QTabWidget(this)), hint_(new QLabel(this)), summary_(new QLabel(this)),
      facts_(new QLabel(this))
{
    setObjectName(u"preemptionView"_s);
    hint_->setObjectName(u"preemptionHint"_s);
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setWordWrap(true);
    hint_->setMargin(48);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    QFont large = summary_->font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    large.setWeight(QFont::DemiBold);
    summary_->setFont(large);
    summary_->setObjectName(u"preemptionSummary"_s);
    facts_->setObjectName(u"preemptionFacts"_s);
    facts_->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {summary_, facts_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    candidates_->setEmptyText(tr("No node would take the pod, whoever left it."));
    pods_->setEmptyText(tr("Choose a candidate to see who would leave it and who may stay."));
    unhelpful_->setEmptyText(tr("There is no node where evictions were tried and did not help."));
    candidates_->setColumnCharacters({4, 16, 15, 16, 17, 9, 20, 30});
    pods_->setColumnCharacters({28, 12, 9, 22, 40});
    unhelpful_->setColumnCharacters({18, 28, 60});

    details_->setObjectName(u"preemptionDetails"_s);
    details_->setAccessibleName(tr("Details of the preemption"));
    details_->setDocumentMode(true);
    details_->addTab(pods_, tr("Victims and reprieved pods"));
    details_->addTab(unhelpful_, tr("Nodes where it does not help"));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(u"preemptionSplitter"_s);
    splitter->addWidget(candidates_);
    splitter->addWidget(details_);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(12, 10, 12, 2);
    head->setSpacing(3);
    head->addWidget(summary_);
    head->addWidget(facts_);
    layout->addLayout(head);
    layout->addWidget(splitter, 1);
    pages_->addWidget(hint_);
    pages_->addWidget(page);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(makeBar());
    views_->addWidget(pages_);
    views_->addWidget(avalanches_);
    outer->addWidget(views_, 1);

    connect(candidates_, &TableView::objectSelected, this, [this](const QString& node) {
        showCandidate(node);
        hub_->selectNode(node, this);
    });
    connect(unhelpful_, &TableView::objectSelected, this, [this](const QString& node) { hub_->selectNode(node, this); });
    connect(pods_, &TableView::objectActivated, this, &PreemptionView::historyRequested);
    pods_->setToolTip(tr("Double-click a pod, or press Enter, to see its own history"));
    setAttempt(nullptr);
}

QWidget* PreemptionView::makeBar()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(12, 6, 12, 0);
    layout->setSpacing(6);
    auto* group = new QButtonGroup(this);
    for (QToolButton* button : {attemptButton_, avalanchesButton_}) {
        group->addButton(button);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    attemptButton_->setCheckable(true);
    avalanchesButton_->setCheckable(true);
    attemptButton_->setChecked(true);
    connect(avalanchesButton_, &QToolButton::toggled, this, &PreemptionView::showAvalanches);
    return bar;
}

void PreemptionView::showAvalanches(bool on)
{
    (on ? avalanchesButton_ : attemptButton_)->setChecked(true);
    views_->setCurrentIndex(on ? 1 : 0);
}

void PreemptionView::setAvalanches(const models::AvalanchesPtr& avalanches)
{
    avalanches_->setAvalanches(avalanches, origin_);
    avalancheCount_ = avalanches ? avalanches->size() : 0;
    avalanchesButton_->setText(avalancheCount_ > 0 ? tr("Avalanches (%1)").arg(models::formatCount(static_cast<qint64>(avalancheCount_))) : tr("Avalanches"));
    if (pages_->currentIndex() == 0)
        showHint(hintText());
}

QString PreemptionView::hintText() const
{
    if (attempt_)
        return tr("%1 was not tried by preemption in this attempt: it runs only for pods that fit on no node.").arg(models::toQString(attempt_->attempt->pod));
    const QString text = tr("When a pod fits nowhere, preemption looks for pods of lower priority whose leaving makes room. Choose an attempt that failed to see what it found.");
    return avalancheCount_ > 0 ? text + u'\n' + tr("What the preemptions of this run set off is under Avalanches.") : text;
}

void PreemptionView::setAttempt(const models::AttemptViewPtr& attempt)
{
    attempt_ = attempt;
    const trace::AttemptPtr shown = attempt_ && attempt_->attempt->postFilter ? attempt_->attempt : nullptr;
    candidateModel_->setAttempt(shown, origin_);
    unhelpfulModel_->setAttempt(shown);
    if (!shown) {
        victimModel_->setCandidate(nullptr, {}, origin_);
        showHint(hintText());
        return;
    }
    const trace::PostFilterRecord& record = *shown->postFilter;
    pages_->setCurrentIndex(1);
    summary_->setText(models::preemptionSummary(*shown));
    facts_->setText(models::preemptionFacts(*shown));
    details_->setTabText(0, tr("Victims and reprieved pods"));
    details_->setTabText(1, tr("Nodes where it does not help (%1)").arg(record.dryRun.size()));
    details_->setCurrentIndex(record.candidates.empty() ? 1 : 0);
    QString first = record.candidates.empty() ? QString() : models::toQString(record.candidates.front().node);
    for (const trace::PreemptionCandidate& candidate : record.candidates)
        if (!candidate.eliminatedBy && record.nominatedNode && candidate.node == *record.nominatedNode)
            first = models::toQString(candidate.node);
    candidates_->showObject(first);
    showCandidate(first);
}

void PreemptionView::showCandidate(const QString& node)
{
    victimModel_->setCandidate(attempt_ ? attempt_->attempt : nullptr, node, origin_);
    if (!node.isEmpty())
        details_->setTabText(0, tr("Victims and reprieved pods of %1").arg(node));
}

void PreemptionView::showHint(const QString& text)
{
    hint_->setText(text);
    pages_->setCurrentIndex(0);
}

Picture PreemptionView::picture() const
{
    const QString chosen = selectionText(hub_->current());
    if (views_->currentIndex() == 1)
        return avalanches_->picture();
    return {tr("Preemption"), chosen, nullptr, inSight(pages_), {}, tr("Tables are as they are in sight; exported as tables they have all rows.")};
}

QString PreemptionView::summary() const
{
    return pages_->currentIndex() == 1 ? summary_->text() : hint_->text();
}

}
