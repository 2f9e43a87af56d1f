// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/map_view.h"

#include "models/format.h"
#include "views/legend.h"
#include "views/palette.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

MapView::MapView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), map_(new NodeMap(hub, this)), resource_(new QComboBox(this)), legend_(new Legend(this))
{
    setObjectName(u"mapView"_s);
    resource_->setObjectName(u"mapResource"_s);
    resource_->setAccessibleName(tr("Resource that the bars show"));
    resource_->setToolTip(tr("Resource that the bars show"));
    auto* label = new QLabel(tr("&Bars:"), this);
    label->setBuddy(resource_);
    const auto zoomButton = [this](const QString& name, const QString& text, const QString& tip, double factor) {
        auto* button = new QToolButton(this);
        button->setObjectName(name);
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, [this, factor] { map_->zoom(factor); });
        return button;
    };
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 12, 6);
    bar->setSpacing(8);
    bar->addWidget(label);
    bar->addWidget(resource_);
    bar->addSpacing(12);
    bar->addWidget(legend_, 1);
    bar->addWidget(zoomButton(u"mapZoomOut"_s, u"−"_s, tr("Smaller cards"), 1 / 1.25));
    bar->addWidget(zoomButton(u"mapZoomFit"_s, tr("Fit"), tr("Cards that fit the window"), 0));
    bar->addWidget(zoomButton(u"mapZoomIn"_s, u"+"_s, tr("Larger cards"), 1.25));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(map_, 1);
    connect(resource_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0)
            map_->setResource(static_cast<std::size_t>(index));
    });
}

void MapView::setCluster(const models::ClusterPtr& cluster)
{
    const bool sameResources = cluster && cluster_ && cluster->resources == cluster_->resources;
    cluster_ = cluster;
    map_->setCluster(cluster);
    if (!sameResources) {
        const QString before = resource_->currentText();
        const QSignalBlocker blocker(resource_);
        resource_->clear();
        if (cluster)
            for (const std::string& name : cluster->resources)
                resource_->addItem(models::toQString(name));
        resource_->setCurrentIndex(std::max(0, resource_->findText(before)));
        map_->setResource(static_cast<std::size_t>(std::max(0, resource_->currentIndex())));
    }
    updateLegend();
}

void MapView::setAttempt(const models::AttemptViewPtr& attempt)
{
    attempt_ = attempt;
    map_->setAttempt(attempt);
    updateLegend();
}

void MapView::updateLegend()
{
    const Palette& p = Palette::current();
    std::vector<Legend::Entry> entries;
    if (cluster_)
        for (std::size_t i = 0; i < std::min<std::size_t>(cluster_->namespaces.size(), 8); ++i)
            entries.push_back({cluster_->namespaces[i], p.category(i)});
    if (attempt_) {
        entries.push_back({tr("chosen"), p.chosen, Qt::NoBrush, u"★"_s});
        entries.push_back({tr("Unschedulable"), p.unschedulable, verdictHatch(models::Verdict::Unschedulable, QColor(0, 0, 0, 120))});
        entries.push_back({tr("Unresolvable"), p.unresolvable, verdictHatch(models::Verdict::Unresolvable, QColor(0, 0, 0, 120))});
    }
    legend_->setEntries(std::move(entries));
}

void MapView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateLegend();
    QWidget::changeEvent(event);
}

}
