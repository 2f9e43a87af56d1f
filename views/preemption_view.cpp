// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/preemption_view.h"

#include "models/format.h"
#include "models/preemption.h"
#include "models/preemption_list.h"
#include "views/avalanche_panel.h"
#include "views/bar_button.h"
#include "views/table_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

PreemptionView::PreemptionView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), listModel_(new models::PreemptionListModel(this)), candidateModel_(new models::CandidateTableModel(this)),
      victimModel_(new models::VictimTableModel(this)), unhelpfulModel_(new models::UnhelpfulNodesModel(this)),
      list_(new TableView(listModel_, u"preemptions"_s, tr("Preemptions of the run"), this)),
      candidates_(new TableView(candidateModel_, u"candidates"_s, tr("Candidates of the preemption"), this)),
      pods_(new TableView(victimModel_, u"candidatePods"_s, tr("Pods of the candidate"), this)),
      unhelpful_(new TableView(unhelpfulModel_, u"unhelpfulNodes"_s, tr("Nodes where preemption does not help"), this)),
      avalanches_(new AvalanchePanel(hub, this)),
      listButton_(barButton(this, u"preemptionList"_s, tr("All of the run"), tr("Every preemption of the run"))),
      attemptButton_(barButton(this, u"preemptionAttempt"_s, tr("One attempt"), tr("The preemption of the selected attempt"))),
      avalanchesButton_(barButton(this, u"preemptionAvalanches"_s, tr("Avalanches"), tr("What each preemption of the run set off"))),
      views_(new QStackedWidget(this)), pages_(new QStackedWidget(this)), details_(new QTabWidget(this)), hint_(new QLabel(this)), hintDelay_(new QTimer(this)), listTitle_(new QLabel(this)), summary_(new QLabel(this)),
      facts_(new QLabel(this))
{
    setObjectName(u"preemptionView"_s);
    // All attempts of a run that grows are looked at for it: not for each of them.
    constexpr int pause = 200;
    hintDelay_->setSingleShot(true);
    hintDelay_->setInterval(pause);
    connect(hintDelay_, &QTimer::timeout, this, [this] { hint_->setText(hintText()); });
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
    pages_->addWidget(makeList());
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
    connectList();
    setAttempt(nullptr);
}

QWidget* PreemptionView::makeBar()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(12, 6, 12, 0);
    layout->setSpacing(6);
    auto* group = new QButtonGroup(this);
    for (QToolButton* button : {listButton_, attemptButton_, avalanchesButton_}) {
        button->setCheckable(true);
        group->addButton(button);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    connect(listButton_, &QToolButton::clicked, this, &PreemptionView::showList);
    connect(attemptButton_, &QToolButton::clicked, this, [this] { showAvalanches(false); });
    connect(avalanchesButton_, &QToolButton::clicked, this, [this] { showAvalanches(true); });
    return bar;
}

/// The list, or in its place why there is nothing on it.
QWidget* PreemptionView::makeList()
{
    list_->setColumnCharacters({11, 8, 30, 20, 9, 16, 13, 40});
    list_->setToolTip(tr("A click or Enter shows the candidates and victims of a preemption"));
    listTitle_->setObjectName(u"preemptionListTitle"_s);
    listTitle_->setWordWrap(true);
    listTitle_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 12, 2);
    head->addWidget(listTitle_);
    layout->addLayout(head);
    layout->addWidget(hint_, 1);
    layout->addWidget(list_, 1);
    return page;
}

/// Going through the list selects everywhere else; a click or Return leads to what is chosen.
void PreemptionView::connectList()
{
    connect(list_, &TableView::objectSelected, this, [this](const QString& id) {
        const auto index = static_cast<std::size_t>(id.toLongLong());
        if (id.isEmpty() || !snapshot_ || index >= snapshot_->attempts->size())
            return;
        browsing_ = true;
        const trace::Attempt& attempt = *(*snapshot_->attempts)[index];
        const QString node = attempt.postFilter && attempt.postFilter->nominatedNode ? models::toQString(*attempt.postFilter->nominatedNode) : QString();
        hub_->select({models::toQString(attempt.pod), node, hub_->current().plugin, static_cast<std::int64_t>(index)}, list_);
    });
    const auto open = [this] {
        browsing_ = false;
        if (hasPreemption() && attempt_->inspection->index == hub_->current().attempt)
            showAttempt();
    };
    connect(list_, &TableView::objectActivated, this, open);
    connect(list_->table(), &QTableView::clicked, this, open);
    connect(hub_, &SelectionHub::changed, this, [this](const Selection& selection, const QObject* asker) {
        browsing_ = browsing_ && asker == list_;
        if (asker != list_)
            list_->showObject(selection.attempt >= 0 ? QString::number(selection.attempt) : QString());
        updateHint();
    });
}

/// The selected attempt was tried by preemption, be it that its explanation is still being made.
bool PreemptionView::isOffered() const
{
    const std::int64_t attempt = hub_->current().attempt;
    if (snapshot_ && attempt >= 0 && static_cast<std::size_t>(attempt) < snapshot_->attempts->size())
        return (*snapshot_->attempts)[static_cast<std::size_t>(attempt)]->postFilter.has_value();
    return hasPreemption();
}

void PreemptionView::showAvalanches(bool on)
{
    if (!on)
        return showAttempt();
    avalanchesButton_->setChecked(true);
    views_->setCurrentIndex(1);
}

void PreemptionView::showAttempt()
{
    if (!hasPreemption())
        return showList();
    browsing_ = false;
    attemptButton_->setChecked(true);
    views_->setCurrentIndex(0);
    pages_->setCurrentIndex(1);
}

void PreemptionView::showList()
{
    listButton_->setChecked(true);
    views_->setCurrentIndex(0);
    pages_->setCurrentIndex(0);
    updateHint();
}

void PreemptionView::setRun(const models::SnapshotPtr& snapshot)
{
    snapshot_ = snapshot;
    origin_ = snapshot->cluster->origin;
    const models::AvalanchesPtr& avalanches = snapshot->avalanches;
    avalanches_->setAvalanches(avalanches, origin_);
    if (avalanches != avalanchesOfRun_ || !avalanches) {
        avalanchesOfRun_ = avalanches;
        listModel_->setRun(avalanches, snapshot->attempts, origin_);
        list_->showObject(hub_->current().attempt >= 0 ? QString::number(hub_->current().attempt) : QString());
    }
    const auto named = [](const QString& text, std::size_t count) { return count > 0 ? u"%1 (%2)"_s.arg(text, models::formatCount(static_cast<qint64>(count))) : text; };
    avalanchesButton_->setText(named(tr("Avalanches"), avalanches ? avalanches->size() : 0));
    listButton_->setText(named(tr("All of the run"), static_cast<std::size_t>(listModel_->totalRows())));
    updateHint();
}

/// Why a run has no preemption is found out when somebody looks.
void PreemptionView::updateHint()
{
    attemptButton_->setEnabled(isOffered());
    attemptButton_->setToolTip(isOffered() ? tr("The preemption of the selected attempt") : tr("No attempt that was tried by preemption is selected"));
    const bool listed = listModel_->totalRows() > 0;
    list_->setVisible(listed);
    listTitle_->setVisible(listed);
    hint_->setVisible(!listed);
    if (listed)
        listTitle_->setText(hintText());
    else if (isVisible() && !hintDelay_->isActive())
        hintDelay_->start();
}

void PreemptionView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateHint();
    if (listModel_->totalRows() == 0)
        hint_->setText(hintText());
}

QString PreemptionView::hintText() const
{
    const QString about = attempt_ && !hasPreemption() ? tr("%1 was not tried by preemption in this attempt: it runs only for pods that fit on no node.").arg(models::toQString(attempt_->attempt->pod))
                                                       : QString();
    if (const int count = listModel_->totalRows(); count > 0) {
        const QString all = count == 1 ? tr("One attempt of this run made others leave.") : tr("%1 attempts of this run made others leave.").arg(models::formatCount(count));
        return about.isEmpty() ? all : about + u' ' + all;
    }
    if (!about.isEmpty())
        return about;
    const QString what = tr("When a pod fits nowhere, preemption looks for pods of lower priority whose leaving makes room.");
    return snapshot_ ? what + u"\n\n"_s + tr("There is no preemption in this run. %1").arg(models::whyNoPreemption(*snapshot_->attempts, *snapshot_->cluster)) : what;
}

void PreemptionView::setAttempt(const models::AttemptViewPtr& attempt)
{
    attempt_ = attempt;
    const trace::AttemptPtr shown = hasPreemption() ? attempt_->attempt : nullptr;
    const bool avalanches = views_->currentIndex() == 1;
    candidateModel_->setAttempt(shown, origin_);
    unhelpfulModel_->setAttempt(shown);
    if (!shown) {
        victimModel_->setCandidate(nullptr, {}, origin_);
        hint_->setText(attempt_ ? hintText() : QString());
        avalanches ? updateHint() : showList();
        return;
    }
    const trace::PostFilterRecord& record = *shown->postFilter;
    updateHint();
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
    if (!avalanches && !browsing_)
        showAttempt();
}

void PreemptionView::showCandidate(const QString& node)
{
    victimModel_->setCandidate(attempt_ ? attempt_->attempt : nullptr, node, origin_);
    if (!node.isEmpty())
        details_->setTabText(0, tr("Victims and reprieved pods of %1").arg(node));
}

Picture PreemptionView::picture() const
{
    const QString chosen = selectionText(hub_->current());
    if (views_->currentIndex() == 1)
        return avalanches_->picture();
    if (pages_->currentIndex() == 0 && listModel_->totalRows() > 0)
        return {tr("Preemptions of the run"), listTitle_->text(), nullptr, inSight(list_->table()), {}, tr("The picture shows the rows in sight; exported as a table it has all of them.")};
    return {tr("Preemption"), chosen, nullptr, inSight(pages_), {}, tr("Tables are as they are in sight; exported as tables they have all rows.")};
}

QString PreemptionView::summary() const
{
    return pages_->currentIndex() == 1 ? summary_->text() : listModel_->totalRows() > 0 ? listTitle_->text() : hint_->text();
}

}
