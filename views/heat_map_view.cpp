// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heat_map_view.h"

#include "models/format.h"
#include "models/run_table.h"
#include "models/walk.h"
#include "views/bar_button.h"
#include "views/palette.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

QToolButton* button(QWidget* parent, const QString& name, const QString& text, const QString& tip)
{
    auto* made = new QToolButton(parent);
    made->setObjectName(name);
    made->setText(text);
    made->setToolTip(tip);
    made->setAutoRaise(true);
    return made;
}

QHBoxLayout* toolRow(QWidget* tools)
{
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    return row;
}

}

HeatMapView::HeatMapView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), canvas_(new HeatMapCanvas(hub, this)), runMap_(new models::RunMap(this)),
      runModel_(new models::RunTableModel(runMap_, this)), runCanvas_(new RunMapCanvas(hub, runMap_, this)),
      runTable_(new QTableView(this)), pages_(new QStackedWidget(this)), tools_(new QStackedWidget(this)),
      attemptButton_(button(this, u"heatMapAttempt"_s, tr("Attempt"), tr("One attempt: nodes by filters and scores"))),
      runButton_(button(this, u"heatMapRun"_s, tr("Run"), tr("The whole run: nodes by attempts"))),
      tableButton_(button(this, u"heatMapTable"_s, tr("&Table"), tr("The same cells as a table"))),
      runOrder_(new QComboBox(this)), runScale_(new QComboBox(this)), measure_(new QComboBox(this)), order_(new QComboBox(this)),
      evaluateAll_(new QCheckBox(tr("&Evaluate all"), this)), legend_(new Legend(this)), runLegend_(new Legend(this)), title_(new QLabel(this))
{
    setObjectName(u"heatMapView"_s);
    title_->setObjectName(u"heatMapTitle"_s);
    title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    makeTable();
    for (QWidget* page : {static_cast<QWidget*>(canvas_), static_cast<QWidget*>(runCanvas_), static_cast<QWidget*>(runTable_)})
        pages_->addWidget(page);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 12, 6);
    bar->setSpacing(8);
    bar->addWidget(makeSwitch());
    bar->addSpacing(4);
    tools_->addWidget(makeAttemptTools());
    tools_->addWidget(makeRunTools());
    tools_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    bar->addWidget(tools_);
    bar->addStretch(1);
    bar->addWidget(title_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    // There is more to explain, and there are more tools, than fit into one line.
    auto* second = new QHBoxLayout;
    second->setContentsMargins(12, 0, 12, 0);
    second->addWidget(legend_, 1);
    second->addWidget(runLegend_, 1);
    layout->addLayout(second);
    layout->addWidget(pages_, 1);
    connect(runCanvas_, &RunMapCanvas::openRequested, this, [this] { showSubject(Subject::Attempt); });
    connect(runMap_, &models::RunMap::changed, this, &HeatMapView::updateTitle);
    connect(runMap_, &models::RunMap::grown, this, &HeatMapView::updateTitle);
    connect(runMap_, &models::RunMap::rowsChanged, this, [this] {
        runOrder_->setCurrentIndex(runOrder_->findData(static_cast<int>(runMap_->order().key)));
    });
    connect(runMap_, &models::RunMap::rangeChanged, this, &HeatMapView::updateLegend);
    showSubject(Subject::Attempt);
}

QWidget* HeatMapView::makeSwitch()
{
    auto* parts = new QWidget(this);
    auto* row = toolRow(parts);
    row->setSpacing(0);
    auto* group = new QButtonGroup(this);
    for (QToolButton* choice : {attemptButton_, runButton_}) {
        choice->setCheckable(true);
        group->addButton(choice);
        row->addWidget(choice);
    }
    connect(attemptButton_, &QToolButton::clicked, this, [this] { showSubject(Subject::Attempt); });
    connect(runButton_, &QToolButton::clicked, this, [this] { showSubject(tableButton_->isChecked() ? Subject::RunTable : Subject::Run); });
    return parts;
}

QWidget* HeatMapView::makeAttemptTools()
{
    measure_->setObjectName(u"heatMapMeasure"_s);
    measure_->setAccessibleName(tr("What score columns show"));
    measure_->addItem(tr("Weighted"), static_cast<int>(models::Measure::Weighted));
    measure_->addItem(tr("Normalised"), static_cast<int>(models::Measure::Normalized));
    measure_->addItem(tr("Raw"), static_cast<int>(models::Measure::Raw));
    order_->setObjectName(u"heatMapOrder"_s);
    order_->setAccessibleName(tr("Order of rows"));
    using Key = models::HeatMapOrder::Key;
    order_->addItem(tr("By rank"), static_cast<int>(Key::Rank));
    order_->addItem(tr("By name"), static_cast<int>(Key::Name));
    order_->addItem(tr("By zone"), static_cast<int>(Key::Zone));
    order_->addItem(tr("Search order"), static_cast<int>(Key::Snapshot));
    evaluateAll_->setObjectName(u"heatMapEvaluateAll"_s);
    evaluateAll_->setChecked(true);
    evaluateAll_->setToolTip(tr("Show every filter on every node, with dots where kube-scheduler did not run it"));
    auto* tools = new QWidget(this);
    auto* row = toolRow(tools);
    addChoice(row, tr("S&cores:"), measure_);
    addChoice(row, tr("R&ows:"), order_);
    row->addWidget(evaluateAll_);
    row->addStretch(1);
    connect(measure_, &QComboBox::currentIndexChanged, this, [this] {
        canvas_->setMeasure(static_cast<models::Measure>(measure_->currentData().toInt()));
        updateLegend();
    });
    connect(order_, &QComboBox::activated, this, [this] {
        canvas_->setOrder({static_cast<Key>(order_->currentData().toInt()), 0, false});
    });
    connect(evaluateAll_, &QCheckBox::toggled, this, [this](bool all) {
        canvas_->setEvaluateAll(all);
        updateLegend();
    });
    connect(canvas_, &HeatMapCanvas::orderChanged, this, [this] {
        order_->setCurrentIndex(order_->findData(static_cast<int>(canvas_->order().key)));
    });
    return tools;
}

QWidget* HeatMapView::makeRunTools()
{
    runScale_->setObjectName(u"runMapScale"_s);
    runScale_->setAccessibleName(tr("What the colours are spread over"));
    runScale_->addItem(tr("For each pod"), static_cast<int>(RunScale::EachPod));
    runScale_->addItem(tr("For the run"), static_cast<int>(RunScale::WholeRun));
    runScale_->setToolTip(tr("Whether the colours go from the worst to the best node of each pod, or from the lowest to the highest score of what has been computed of the run"));
    runOrder_->setObjectName(u"runMapOrder"_s);
    runOrder_->setAccessibleName(tr("Order of rows"));
    using Key = models::RunOrder::Key;
    runOrder_->addItem(tr("By name"), static_cast<int>(Key::Name));
    runOrder_->addItem(tr("By zone"), static_cast<int>(Key::Zone));
    runOrder_->addItem(tr("By age"), static_cast<int>(Key::Age));
    runOrder_->addItem(tr("By pods placed"), static_cast<int>(Key::Placed));
    tableButton_->setCheckable(true);
    auto* tools = new QWidget(this);
    auto* row = toolRow(tools);
    addChoice(row, tr("Co&lours:"), runScale_);
    addChoice(row, tr("Ro&ws:"), runOrder_);
    const struct {
        const char* name;
        QString text;
        QString tip;
        double factor;
    } zooms[] = {{"runMapSmaller", u"−"_s, tr("Smaller cells (Ctrl+wheel, −)"), 0.8},
                 {"runMapFit", tr("&Fit"), tr("As many cells as fit, at least a pixel each (0)"), 0},
                 {"runMapLarger", u"+"_s, tr("Larger cells (Ctrl+wheel, +)"), 1.25}};
    for (const auto& zoom : zooms) {
        auto* one = button(tools, QString::fromLatin1(zoom.name), zoom.text, zoom.tip);
        one->setAccessibleName(zoom.tip);
        row->addWidget(one);
        connect(one, &QToolButton::clicked, this, [this, factor = zoom.factor] {
            runCanvas_->zoom(factor, factor, QRectF(runCanvas_->viewport()->rect()).center());
        });
    }
    row->addWidget(tableButton_);
    connect(runScale_, &QComboBox::currentIndexChanged, this, [this] {
        runCanvas_->setScale(static_cast<RunScale>(runScale_->currentData().toInt()));
        updateLegend();
    });
    connect(runOrder_, &QComboBox::activated, this, [this] {
        runMap_->setOrder({static_cast<Key>(runOrder_->currentData().toInt()), 0});
    });
    connect(tableButton_, &QToolButton::toggled, this, [this](bool table) {
        if (subject() != Subject::Attempt)
            showSubject(table ? Subject::RunTable : Subject::Run);
    });
    return tools;
}

void HeatMapView::makeTable()
{
    runTable_->setObjectName(u"runMapTable"_s);
    runTable_->setAccessibleName(tr("The run as a table: nodes by attempts"));
    runTable_->setModel(runModel_);
    runTable_->setFrameShape(QFrame::NoFrame);
    runTable_->setSelectionMode(QAbstractItemView::SingleSelection);
    runTable_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    runTable_->verticalHeader()->setDefaultSectionSize(runTable_->fontMetrics().height() + 8);
    runTable_->horizontalHeader()->setDefaultSectionSize(runTable_->fontMetrics().averageCharWidth() * 20);
    connect(runTable_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (!now.isValid() || !runTable_->isVisible())
            return;
        const auto column = static_cast<std::size_t>(now.column());
        hub_->select({models::toQString(runMap_->attempt(column).pod), runMap_->rowAt(static_cast<std::size_t>(now.row())).name, hub_->current().plugin, now.column()}, this);
    });
    connect(runTable_, &QTableView::activated, this, [this] { showSubject(Subject::Attempt); });
    connect(runTable_->horizontalHeader(), &QHeaderView::sectionDoubleClicked, this, [this](int column) {
        runMap_->setOrder({models::RunOrder::Key::Attempt, static_cast<std::size_t>(column)});
    });
}

HeatMapView::Subject HeatMapView::subject() const
{
    return static_cast<Subject>(pages_->currentIndex());
}

QWidget* HeatMapView::content() const
{
    return pages_->currentWidget();
}

void HeatMapView::showSubject(Subject subject)
{
    const bool hadFocus = content() && content()->hasFocus();
    if (subject != Subject::RunTable)
        runModel_->stopLooking();
    attemptButton_->setChecked(subject == Subject::Attempt);
    runButton_->setChecked(subject != Subject::Attempt);
    pages_->setCurrentIndex(static_cast<int>(subject));
    tools_->setCurrentIndex(subject == Subject::Attempt ? 0 : 1);
    if (subject != Subject::Attempt)
        tableButton_->setChecked(subject == Subject::RunTable);
    if (hadFocus)
        content()->setFocus();
    updateLegend();
    updateTitle();
}

void HeatMapView::setAttempt(const models::AttemptViewPtr& attempt)
{
    attempt_ = attempt;
    // On the way through an attempt raw scores come first, and nothing else can be shown then.
    const bool rawOnly = attempt && attempt->walk && attempt->walk->next() == models::WalkPoint::Normalize;
    if (rawOnly != rawOnly_) {
        rawOnly_ = rawOnly;
        if (rawOnly)
            measureBefore_ = measure_->currentIndex();
        measure_->setCurrentIndex(rawOnly ? measure_->findData(static_cast<int>(models::Measure::Raw)) : measureBefore_);
        measure_->setEnabled(!rawOnly);
    }
    canvas_->setAttempt(attempt);
    updateLegend();
    updateTitle();
}

void HeatMapView::updateTitle()
{
    if (subject() != Subject::Attempt)
        title_->setText(runMap_->columns() == 0 ? QString() : tr("%1 attempts").arg(models::formatCount(static_cast<std::int64_t>(runMap_->columns()))));
    else
        title_->setText(attempt_ ? u"%1 · #%2"_s.arg(attempt_->inspection->pod).arg(attempt_->inspection->index + 1) : QString());
}

Picture HeatMapView::picture() const
{
    const auto line = [](QStringList parts) {
        parts.removeAll(QString());
        return parts.join(u" · "_s);
    };
    if (subject() == Subject::RunTable)
        return {tr("The run as a table: nodes by attempts"), title_->text(), nullptr, inSight(runTable_), {}, tr("The picture shows what is in sight; the heat map of the run as a drawing is whole.")};
    if (subject() == Subject::Run) {
        Picture picture{tr("Heat map of the run: nodes by attempts"), line({title_->text(), runOrder_->currentText(), runScale_->currentText(), selectionText(hub_->current())}), runLegend_->onPaper(), {}};
        if (const std::shared_ptr<RunMapCanvas> whole = runCanvas_->onPaper()) {
            picture.drawing = whole;
            picture.isReady = [whole] { return whole->geometryOfCells().columns == 0 || whole->isComplete(); };
        } else {
            picture.drawing = inSight(runCanvas_);
            picture.onlyPart = tr("The picture shows the part in sight: the whole run has %1 nodes × %2 attempts, more than can be computed and drawn in a few seconds. Zoom to what matters.")
                                   .arg(models::formatCount(static_cast<std::int64_t>(runCanvas_->geometryOfCells().rows)), models::formatCount(static_cast<std::int64_t>(runMap_->columns())));
        }
        return picture;
    }
    Picture picture{attempt_ ? tr("Filters and scores: %1, attempt #%2").arg(attempt_->inspection->pod).arg(attempt_->inspection->index + 1) : tr("Filters and scores"),
                    attempt_ ? line({order_->currentText(), measure_->currentText(), attempt_->inspection->node.isEmpty() ? QString() : tr("chosen: %1").arg(attempt_->inspection->node), selectionText(hub_->current())}) : QString(),
                    legend_->onPaper(), canvas_->onPaper()};
    if (!picture.drawing) {
        picture.drawing = inSight(canvas_);
        picture.onlyPart = tr("The picture shows the part in sight: %1 rows are more than a picture can have. The table of filters and scores has them all.")
                               .arg(models::formatCount(static_cast<std::int64_t>(canvas_->geometryOfCells().rows)));
    }
    return picture;
}

void HeatMapView::updateLegend()
{
    if (subject() == Subject::Attempt)
        legend_->setEntries(attemptLegend());
    else
        runLegend_->setEntries(runLegend());
    legend_->setVisible(subject() == Subject::Attempt);
    runLegend_->setVisible(subject() == Subject::Run);
}

std::vector<Legend::Entry> HeatMapView::attemptLegend()
{
    const Palette& p = Palette::current();
    const QColor ink(0, 0, 0, 120);
    const bool scores = attempt_ && attempt_->heatMap->scoreColumns > 0;
    const auto measure = static_cast<models::Measure>(measure_->currentData().toInt());
    if (scores)
        legend_->setRamp(measure == models::Measure::Raw ? tr("lowest") : u"0"_s,
                         measure == models::Measure::Raw ? tr("highest") : measure == models::Measure::Normalized ? u"100"_s : tr("100 × weight"));
    else
        legend_->setRamp({}, {});
    if (!attempt_)
        return {};
    std::vector<Legend::Entry> entries;
    entries.push_back({tr("passed"), p.verdict(models::Verdict::Passed)});
    entries.push_back({tr("Unschedulable"), p.unschedulable, verdictHatch(models::Verdict::Unschedulable, ink)});
    entries.push_back({tr("Unresolvable"), p.unresolvable, verdictHatch(models::Verdict::Unresolvable, ink)});
    if (attempt_->heatMap->hasUnrun)
        entries.push_back({tr("not run"), p.surface,
                           canvas_->evaluatesAll() ? QBrush(p.secondaryText, Qt::Dense7Pattern) : QBrush(Qt::NoBrush)});
    if (!attempt_->inspection->node.isEmpty())
        entries.push_back({tr("chosen"), p.chosen, Qt::NoBrush, u"★"_s});
    return entries;
}

std::vector<Legend::Entry> HeatMapView::runLegend()
{
    const Palette& p = Palette::current();
    const QColor ink(0, 0, 0, 120);
    const bool ofRun = runCanvas_->scale() == RunScale::WholeRun;
    runLegend_->setRamp(ofRun ? models::formatCount(runMap_->low()) : tr("worst"), ofRun ? models::formatCount(runMap_->high()) : tr("best for the pod"));
    return {{tr("Unschedulable"), p.unschedulable, verdictHatch(models::Verdict::Unschedulable, ink)},
            {tr("Unresolvable"), p.unresolvable, verdictHatch(models::Verdict::Unresolvable, ink)},
            {tr("not evaluated"), runCellColour({{models::RunColumn::Cell::NotEvaluated}, {}, 0, 0}, 0, {p, RunScale::EachPod, {}}), QBrush(p.secondaryText, Qt::Dense7Pattern)},
            {tr("chosen"), p.chosen},
            {tr("not computed yet"), p.surface, notComputedBrush(p)}};
}

void HeatMapView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateLegend();
    QWidget::changeEvent(event);
}

}
