// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heat_map_view.h"

#include "models/format.h"
#include "models/walk.h"
#include "views/legend.h"
#include "views/palette.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

HeatMapView::HeatMapView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), canvas_(new HeatMapCanvas(hub, this)), measure_(new QComboBox(this)), order_(new QComboBox(this)),
      evaluateAll_(new QCheckBox(tr("&Evaluate all"), this)), legend_(new Legend(this)), title_(new QLabel(this))
{
    setObjectName(u"heatMapView"_s);
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
    auto* measureLabel = new QLabel(tr("S&cores:"), this);
    measureLabel->setBuddy(measure_);
    auto* orderLabel = new QLabel(tr("R&ows:"), this);
    orderLabel->setBuddy(order_);
    title_->setObjectName(u"heatMapTitle"_s);
    title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 12, 6);
    bar->setSpacing(8);
    bar->addWidget(measureLabel);
    bar->addWidget(measure_);
    bar->addSpacing(4);
    bar->addWidget(orderLabel);
    bar->addWidget(order_);
    bar->addSpacing(4);
    bar->addWidget(evaluateAll_);
    bar->addSpacing(12);
    bar->addWidget(legend_, 1);
    bar->addWidget(title_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(canvas_, 1);
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
    updateLegend();
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
}

void HeatMapView::updateLegend()
{
    const Palette& p = Palette::current();
    const QColor ink(0, 0, 0, 120);
    std::vector<Legend::Entry> entries;
    const bool scores = attempt_ && attempt_->heatMap->scoreColumns > 0;
    const auto measure = static_cast<models::Measure>(measure_->currentData().toInt());
    if (scores)
        legend_->setRamp(measure == models::Measure::Raw ? tr("lowest") : u"0"_s,
                         measure == models::Measure::Raw ? tr("highest") : measure == models::Measure::Normalized ? u"100"_s : tr("100 × weight"));
    else
        legend_->setRamp({}, {});
    if (attempt_) {
        entries.push_back({tr("passed"), p.verdict(models::Verdict::Passed)});
        entries.push_back({tr("Unschedulable"), p.unschedulable, verdictHatch(models::Verdict::Unschedulable, ink)});
        entries.push_back({tr("Unresolvable"), p.unresolvable, verdictHatch(models::Verdict::Unresolvable, ink)});
        if (attempt_->heatMap->hasUnrun)
            entries.push_back({tr("not run"), p.surface,
                               canvas_->evaluatesAll() ? QBrush(p.secondaryText, Qt::Dense7Pattern) : QBrush(Qt::NoBrush)});
        if (!attempt_->inspection->node.isEmpty())
            entries.push_back({tr("chosen"), p.chosen, Qt::NoBrush, u"★"_s});
    }
    legend_->setEntries(std::move(entries));
    title_->setText(attempt_ ? u"%1 · #%2"_s.arg(attempt_->inspection->pod).arg(attempt_->inspection->index + 1) : QString());
}

void HeatMapView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateLegend();
    QWidget::changeEvent(event);
}

}
