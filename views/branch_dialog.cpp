// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/branch_dialog.h"

#include "models/format.h"
#include "views/table_view.h"
#include "views/yaml_editor.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

BranchDialog::BranchDialog(SelectionHub* hub, QWidget* parent)
    : QDialog(parent), hub_(hub), countsModel_(new models::BranchCountsModel(this)), placementsModel_(new models::BranchTableModel(this)),
      moment_(new QLabel(this)), editor_(new YamlEditor(this)), suggestions_(new QMenu(this)), with_(new QComboBox(this)),
      run_(new QPushButton(tr("Run the &branch"), this)), problem_(new QLabel(this)), summary_(new QLabel(this)), divergence_(new QLabel(this)),
      showDivergence_(new QPushButton(tr("Show &first difference"), this)), adopt_(new QPushButton(tr("M&ake this branch the run"), this)), counts_(new QTableView(this)),
      placements_(new TableView(placementsModel_, u"branch"_s, tr("Pods that ended differently in the branch"), this))
{
    setObjectName(u"branchDialog"_s);
    setWindowTitle(tr("Branch from here"));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(u"branchSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeInput());
    result_ = makeResult();
    splitter->addWidget(result_);
    splitter->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(splitter);
    // As large with large letters.
    resize(QSize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 54).boundedTo(screen()->availableSize()));
    connect(run_, &QPushButton::clicked, this, &BranchDialog::run);
    connect(hub_, &SelectionHub::changed, this, &BranchDialog::fillSuggestions);
    connect(placements_, &TableView::objectSelected, this, &BranchDialog::podChosen);
    connect(showDivergence_, &QPushButton::clicked, this, [this] {
        if (branch_ && branch_->comparison.divergence && branch_->comparison.divergence->a)
            emit attemptChosen(static_cast<qint64>(branch_->comparison.divergence->attempt));
    });
    connect(adopt_, &QPushButton::clicked, this, [this] {
        if (!branch_)
            return;
        hide(); // what is said of it stands in the window
        emit adoptRequested(branch_);
    });
    setConfiguration(nullptr);
    fillSuggestions();
    reset();
}

QWidget* BranchDialog::makeInput()
{
    moment_->setObjectName(u"branchMoment"_s);
    moment_->setWordWrap(true);
    editor_->setObjectName(u"branchSteps"_s);
    editor_->setAccessibleName(tr("What is done at this moment, as steps of a scenario file"));
    editor_->setPlaceholderText(tr("Nothing: the branch does what the run did.\n- delete: Pod shop/web-1\n- cordon: n1"));
    editor_->setTabChangesFocus(true);
    auto* add = new QToolButton(this);
    add->setObjectName(u"branchAdd"_s);
    add->setText(tr("Add"));
    add->setAccessibleName(tr("Add a step"));
    add->setToolTip(tr("Steps about what is selected in the window"));
    add->setPopupMode(QToolButton::InstantPopup);
    add->setMenu(suggestions_);
    with_->setObjectName(u"branchConfiguration"_s);
    with_->setAccessibleName(tr("Configuration that the branch goes on with"));
    run_->setObjectName(u"branchRun"_s);
    run_->setDefault(true);
    problem_->setObjectName(u"branchProblem"_s);
    problem_->setWordWrap(true);
    problem_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    problem_->hide();
    auto* label = new QLabel(tr("Do at this &moment (steps as in a scenario file):"), this);
    label->setBuddy(editor_);
    auto* head = new QHBoxLayout;
    head->addWidget(label, 1);
    head->addWidget(add);
    auto* withLabel = new QLabel(tr("&Go on with"), this);
    withLabel->setBuddy(with_);
    auto* foot = new QHBoxLayout;
    foot->addWidget(withLabel);
    foot->addWidget(with_, 1);
    foot->addWidget(run_);
    auto* input = new QWidget(this);
    auto* layout = new QVBoxLayout(input);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(moment_);
    layout->addLayout(head);
    layout->addWidget(editor_, 1);
    layout->addWidget(problem_);
    layout->addLayout(foot);
    return input;
}

QWidget* BranchDialog::makeResult()
{
    summary_->setObjectName(u"branchSummary"_s);
    QFont large = summary_->font();
    large.setWeight(QFont::DemiBold);
    summary_->setFont(large);
    divergence_->setObjectName(u"branchDivergence"_s);
    for (QLabel* text : {summary_, divergence_}) {
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    showDivergence_->setObjectName(u"branchShowDivergence"_s);
    counts_->setObjectName(u"branchCounts"_s);
    counts_->setAccessibleName(tr("Figures of the run and of the branch"));
    counts_->setModel(countsModel_);
    counts_->verticalHeader()->hide();
    counts_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    counts_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    counts_->horizontalHeader()->setStretchLastSection(true);
    counts_->setSelectionBehavior(QAbstractItemView::SelectRows);
    counts_->setShowGrid(false);
    placements_->setEmptyText(tr("Every pod is where it was in the run."));
    placements_->setColumnCharacters({34, 18, 18, 30});
    placements_->setMinimumHeight(fontMetrics().height() * 10);
    auto* difference = new QHBoxLayout;
    difference->addWidget(divergence_, 1);
    difference->addWidget(showDivergence_, 0, Qt::AlignTop);
    adopt_->setObjectName(u"branchAdopt"_s);
    adopt_->setAutoDefault(false);
    adopt_->setToolTip(tr("Writes what the branch did to objects, and its configuration, into the design. Undo takes it back."));
    auto* meaning = new QLabel(tr("Its edits become part of the design, as if they had been made before the run began."), this);
    meaning->setWordWrap(true);
    auto* adoption = new QHBoxLayout;
    adoption->addWidget(meaning, 1);
    adoption->addWidget(adopt_);
    auto* result = new QWidget(this);
    auto* layout = new QVBoxLayout(result);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(summary_);
    layout->addLayout(difference);
    layout->addWidget(counts_, 1);
    layout->addWidget(placements_, 2);
    layout->addLayout(adoption);
    return result;
}

void BranchDialog::setMoment(std::optional<std::size_t> rest, const QString& text)
{
    rest_ = rest;
    moment_->setText(rest ? tr("The run is made again up to %1, and goes another way from there.").arg(text)
                          : tr("There is no run to branch from yet: press Run or Step, then go to a moment on the time bar."));
    updateButtons();
}

void BranchDialog::setConfiguration(const models::ConfigurationPtr& configuration)
{
    configuration_ = configuration && configuration->result.ok() ? configuration : nullptr;
    const bool wasOther = with_->currentIndex() == 1 && configuration_;
    with_->clear();
    with_->addItem(tr("the same configuration"));
    if (configuration_)
        with_->addItem(tr("the configuration as it is written in the Profile view"));
    with_->setCurrentIndex(wasOther ? 1 : 0);
}

void BranchDialog::setIdle(bool idle)
{
    idle_ = idle;
    updateButtons();
}

void BranchDialog::updateButtons()
{
    run_->setEnabled(idle_ && rest_);
    const bool isOther = branch_ && branch_->wasRun && (branch_->request.configuration || !branch_->request.steps.trimmed().isEmpty());
    adopt_->setEnabled(idle_ && isOther);
}

void BranchDialog::reset()
{
    branch_ = nullptr;
    result_->setVisible(false);
    problem_->hide();
    editor_->setProblems({});
    countsModel_->setBranch(nullptr);
    placementsModel_->setBranch(nullptr);
}

/// About what is selected in the window; else as examples.
void BranchDialog::fillSuggestions()
{
    const Selection& selection = hub_->current();
    const QString pod = selection.pod.isEmpty() ? u"default/web-1"_s : selection.pod;
    const QString node = selection.node.isEmpty() ? u"n1"_s : selection.node;
    suggestions_->clear();
    const auto add = [this](const QString& text, const QString& step) { suggestions_->addAction(text, this, [this, step] { suggest(step); }); };
    add(tr("Delete pod %1").arg(pod), u"- delete: Pod %1\n"_s.arg(pod));
    add(tr("Cordon node %1").arg(node), u"- cordon: %1\n"_s.arg(node));
    add(tr("Drain node %1").arg(node), u"- drain: %1\n"_s.arg(node));
    add(tr("Node %1 fails").arg(node), u"- fail: %1\n"_s.arg(node));
    add(tr("Delete node %1").arg(node), u"- delete: Node %1\n"_s.arg(node));
    add(tr("Scale a Deployment"), u"- scale: {object: Deployment default/web, replicas: 5}\n"_s);
    add(tr("Another node"), u"- create:\n  - {apiVersion: v1, kind: Node, metadata: {name: another}, status: {allocatable: {cpu: \"4\", memory: 16Gi, pods: \"110\"}}}\n"_s);
}

void BranchDialog::suggest(const QString& step)
{
    const QString text = editor_->toPlainText();
    const QString between = text.isEmpty() || text.endsWith(u'\n') ? QString() : u"\n"_s;
    editor_->replaceText(text + between + step);
    editor_->setFocus();
}

void BranchDialog::run()
{
    if (!rest_)
        return;
    problem_->hide();
    emit branchRequested({*rest_, editor_->toPlainText(), with_->currentIndex() == 1 ? configuration_ : nullptr});
}

void BranchDialog::showBranch(const models::BranchPtr& branch)
{
    branch_ = branch;
    editor_->setProblems(branch->problems);
    problem_->setVisible(!branch->problems.empty());
    if (!branch->problems.empty()) {
        const api::Problem& first = branch->problems.front();
        const QString place = first.position.line > 0 ? tr("Line %1: ").arg(first.position.line) : QString();
        const qsizetype more = static_cast<qsizetype>(branch->problems.size()) - 1;
        problem_->setText(place + models::toQString(first.message) + (more > 0 ? u' ' + tr("(and %1 more)").arg(more) : QString()));
    }
    updateButtons();
    result_->setVisible(branch->wasRun);
    countsModel_->setBranch(branch);
    placementsModel_->setBranch(branch);
    if (!branch->wasRun)
        return;
    summary_->setText(models::branchSummary(*branch));
    divergence_->setText(models::divergenceText(*branch));
    showDivergence_->setVisible(branch->comparison.divergence && branch->comparison.divergence->a);
    int height = counts_->horizontalHeader()->sizeHint().height() + 2 * counts_->frameWidth();
    for (int row = 0; row < countsModel_->rowCount(); ++row)
        height += counts_->rowHeight(row);
    // All of them where there is room, some in any case; the pods below get the rest.
    counts_->setMaximumHeight(height);
    counts_->setMinimumHeight(std::min(height, fontMetrics().height() * 7));
}

QString BranchDialog::summary() const { return result_->isHidden() ? QString() : summary_->text(); }

}
