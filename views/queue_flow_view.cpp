// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/queue_flow_view.h"

#include "models/format.h"
#include "models/move_table.h"
#include "views/bar_button.h"
#include "views/queue_flow_sankey.h"
#include "views/table_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr std::size_t latestMoves = 500;   ///< listed while nothing is chosen

}

QueueFlowView::QueueFlowView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), moves_(new models::MoveTableModel(this)), canvas_(new QueueFlowCanvas(hub, this)),
      sankey_(new QueueFlowSankey(this)), pages_(new QStackedWidget(this)),
      table_(new TableView(moves_, u"moves"_s, tr("Moves"), this)),
      lanesButton_(barButton(this, u"queueLanes"_s, tr("Lanes"), tr("Pods in their lanes"))),
      sankeyButton_(barButton(this, u"queueSankeyButton"_s, tr("All moves"), tr("How many pods went from where to where"))),
      slider_(new QSlider(Qt::Horizontal, this)), moment_(new QLabel(this)), ended_(new QLabel(this)), start_(new QLabel(this)), title_(new QLabel(this))
{
    setObjectName(u"queueFlowView"_s);
    pages_->addWidget(canvas_);
    pages_->addWidget(sankey_);
    title_->setObjectName(u"movesTitle"_s);
    title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    title_->setContentsMargins(12, 6, 12, 0);
    table_->setEmptyText(tr("Every move of a pod from lane to lane is listed here, with its cause and what each plugin said. Press Run or Step."));
    table_->setColumnCharacters({11, 20, 14, 18, 34, 28, 60});
    auto* below = new QWidget(this);
    auto* belowLayout = new QVBoxLayout(below);
    belowLayout->setContentsMargins(0, 0, 0, 0);
    belowLayout->setSpacing(0);
    belowLayout->addWidget(title_);
    belowLayout->addWidget(table_, 1);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(u"queueFlowSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(pages_);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({330, 170});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    start_->setObjectName(u"queueStart"_s);
    start_->setContentsMargins(12, 0, 12, 4);
    start_->setForegroundRole(QPalette::PlaceholderText);
    start_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    start_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    start_->setVisible(false);
    layout->addWidget(start_);
    layout->addWidget(splitter, 1);
    connect(canvas_, &QueueFlowCanvas::podChosen, this, &QueueFlowView::choosePod);
    connect(canvas_, &QueueFlowCanvas::edgeChosen, this, [this](models::Lane from, models::Lane to) { chooseEdge(from, to); });
    connect(sankey_, &QueueFlowSankey::edgeChosen, this, &QueueFlowView::chooseEdge);
    connect(hub_, &SelectionHub::changed, this, [this] {
        edge_.reset();
        updateTable();
    });
    // A move of the table is a moment of the run.
    connect(table_, &TableView::objectActivated, this, [this](const QString& id) {
        setMoment(static_cast<std::size_t>(id.toLongLong()) + 1);
    });
    updateTable();
}

QWidget* QueueFlowView::makeBar()
{
    auto* group = new QButtonGroup(this);
    for (QToolButton* button : {lanesButton_, sankeyButton_}) {
        button->setCheckable(true);
        group->addButton(button);
    }
    lanesButton_->setChecked(true);
    connect(sankeyButton_, &QToolButton::toggled, this, &QueueFlowView::showSankey);
    slider_->setObjectName(u"queueMoment"_s);
    slider_->setAccessibleName(tr("Moment of the run, by moves"));
    slider_->setToolTip(tr("Back and forward through the moves of the run"));
    slider_->setRange(0, 0);
    slider_->setMinimumWidth(160);
    auto* back = barButton(this, u"queueBack"_s, u"◀"_s, tr("One move back"));
    auto* forward = barButton(this, u"queueForward"_s, u"▶"_s, tr("One move forward"));
    connect(back, &QToolButton::clicked, this, [this] { slider_->setValue(slider_->value() - 1); });
    connect(forward, &QToolButton::clicked, this, [this] { slider_->setValue(slider_->value() + 1); });
    connect(slider_, &QSlider::valueChanged, this, &QueueFlowView::refresh);
    moment_->setObjectName(u"queueMomentText"_s);
    moment_->setMinimumWidth(fontMetrics().averageCharWidth() * 34);
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(6);
    layout->addWidget(lanesButton_);
    layout->addWidget(sankeyButton_);
    layout->addSpacing(12);
    layout->addWidget(back);
    layout->addWidget(slider_, 1);
    layout->addWidget(forward);
    layout->addWidget(moment_);
    ended_->setObjectName(u"queueEnded"_s);
    ended_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    ended_->setToolTip(tr("Pods that have left by this moment: they are in no lane any more"));
    ended_->hide();
    layout->addWidget(ended_);
    return bar;
}

void QueueFlowView::setSnapshot(const models::QueueFlowPtr& flow, const models::ClusterPtr& cluster)
{
    const bool followed = slider_->value() == slider_->maximum() || !flow_ || !flow->moves.continues(flow_->moves);
    flow_ = flow;
    cluster_ = cluster;
    start_->setVisible(flow->start.has_value());
    if (flow->start)
        start_->setText(tr("Start: %1").arg(models::startText(*flow->start, cluster->origin)));
    const QSignalBlocker blocker(slider_);
    slider_->setRange(0, static_cast<int>(flow->moves.size()));
    if (followed)
        slider_->setValue(slider_->maximum());
    refresh();
    updateTable();
}

void QueueFlowView::setMoment(std::size_t moves)
{
    slider_->setValue(static_cast<int>(moves));
}

void QueueFlowView::refresh()
{
    stale_ = !isVisible();
    if (!flow_ || stale_)
        return;
    const auto moves = static_cast<std::size_t>(slider_->value());
    canvas_->setMoment(flow_, cluster_, moves);
    sankey_->setMoment(flow_, moves, cluster_->origin);
    moment_->setText(tr("move %1 of %2 · t = %3")
                         .arg(models::formatCount(slider_->value()), models::formatCount(slider_->maximum()),
                              models::formatMoment(canvas_->time(), cluster_->origin)));
    // The lanes show who is there; who has left is said beside them.
    const QString ended = canvas_->board().ended().text();
    ended_->setText(ended);
    ended_->setVisible(!ended.isEmpty());
}

void QueueFlowView::showEvent(QShowEvent*)
{
    if (!stale_)
        return;
    refresh();
    updateTable();
}

void QueueFlowView::showSankey(bool on)
{
    (on ? sankeyButton_ : lanesButton_)->setChecked(true);
    pages_->setCurrentWidget(on ? static_cast<QWidget*>(sankey_) : canvas_);
}

Picture QueueFlowView::picture() const
{
    const QString chosen = selectionText(hub_->current());
    const QString about = chosen.isEmpty() ? moment_->text() : moment_->text() + u" · "_s + chosen;
    if (pages_->currentWidget() == sankey_)
        return {tr("All moves of the run between the lanes of the queue"), about, nullptr, sankey_->onPaper()};
    return {tr("Lanes of the queue"), about, nullptr, canvas_->onPaper()};
}

void QueueFlowView::choosePod(const QString& pod)
{
    const models::PodRow* row = cluster_ ? cluster_->pod(pod) : nullptr;
    edge_.reset();
    hub_->select({pod, row ? row->node : QString(), hub_->current().plugin, row ? row->lastAttempt : -1}, this);
    updateTable();
}

void QueueFlowView::chooseEdge(models::Lane from, models::Lane to, models::PodEnd end)
{
    edge_.emplace();
    edge_->from = from;
    edge_->to = to;
    edge_->end = end;
    updateTable();
}

void QueueFlowView::updateTable()
{
    if (!flow_ || !isVisible()) {
        stale_ = true;
        title_->clear();
        return;
    }
    std::vector<std::size_t> shown;
    const QString& pod = hub_->current().pod;
    if (edge_) {
        shown = models::movesOfEdge(*flow_, edge_->from, edge_->to, edge_->end);
        title_->setText(tr("%1 → %2").arg(models::laneName(edge_->from), models::targetName(*edge_)));
    } else if (!pod.isEmpty()) {
        shown = models::movesOfPod(*flow_, pod);
        title_->setText(tr("History of %1").arg(pod));
    } else {
        for (std::size_t i = flow_->moves.size() - std::min(latestMoves, flow_->moves.size()); i < flow_->moves.size(); ++i)
            shown.push_back(i);
        title_->setText(tr("Latest moves. Choose a pod or an edge for its own; double-click a move to go back to it."));
    }
    moves_->setMoves(flow_, std::move(shown), cluster_->origin);
}

}
