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
    : QWidget(parent), map_(new NodeMap(hub, this)), resource_(new QComboBox(this)), colour_(new QComboBox(this)), legend_(new Legend(this))
{
    setObjectName(u"mapView"_s);
    resource_->setObjectName(u"mapResource"_s);
    resource_->setAccessibleName(tr("Resource that the bars show"));
    resource_->setToolTip(tr("Resource that the bars show"));
    colour_->setObjectName(u"mapColour"_s);
    colour_->setAccessibleName(tr("What colours the nodes"));
    colour_->setToolTip(tr("Colour the nodes by what filters say, or by the domains of a spread constraint or affinity term"));
    colour_->setVisible(false);
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
    bar->addWidget(colour_);
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
    connect(colour_, &QComboBox::currentIndexChanged, this, [this] { colourNodes(); });
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
    const QString before = colour_->currentIndex() > 0 ? colour_->currentText() : QString();
    const QSignalBlocker blocker(colour_);
    colour_->clear();
    colour_->addItem(tr("Verdicts"));
    if (attempt)
        for (const models::DomainPanel& panel : attempt->domains)
            colour_->addItem(panel.shortName);
    colour_->setCurrentIndex(before.isEmpty() ? 0 : std::max(0, colour_->findText(before)));
    colour_->setVisible(colour_->count() > 1);
    colourNodes();
}

void MapView::colourBy(int domains)
{
    if (domains < colour_->count())
        colour_->setCurrentIndex(domains);
}

const models::DomainPanel* MapView::panel() const
{
    const auto index = static_cast<std::size_t>(std::max(0, colour_->currentIndex()));
    return attempt_ && index > 0 && index <= attempt_->domains.size() ? &attempt_->domains[index - 1] : nullptr;
}

void MapView::colourNodes()
{
    map_->setDomains(panel());
    updateLegend();
}

/// The domains with their counts, hatched where the pod may not go.
std::vector<Legend::Entry> MapView::domainEntries(const models::DomainPanel& panel)
{
    const Palette& p = Palette::current();
    const QColor ink = p.dark ? QColor(255, 255, 255, 90) : QColor(0, 0, 0, 120);
    std::vector<Legend::Entry> entries;
    if (panel.bars.size() <= 8)
        for (std::size_t i = 0; i < panel.bars.size(); ++i) {
            const models::DomainBar& bar = panel.bars[i];
            entries.push_back({u"%1: %2"_s.arg(bar.value, models::formatCount(bar.count)), NodeMap::domainColour(panel, i),
                               bar.allowed ? QBrush(Qt::NoBrush) : verdictHatch(models::Verdict::Unschedulable, ink)});
        }
    else
        entries = {{tr("allowed"), p.good}, {tr("forbidden"), p.bad, verdictHatch(models::Verdict::Unschedulable, ink)}};
    if (panel.nodesWithoutKey > 0)
        entries.push_back({tr("no label"), p.muted, panel.filters ? verdictHatch(models::Verdict::Unresolvable, ink) : QBrush(Qt::NoBrush)});
    return entries;
}

void MapView::updateLegend()
{
    const Palette& p = Palette::current();
    std::vector<Legend::Entry> entries;
    if (const models::DomainPanel* shown = panel()) {
        entries = domainEntries(*shown);
        if (panel()->filters && panel()->bars.size() <= 8)
            entries.push_back({tr("hatched: forbidden"), p.surface, verdictHatch(models::Verdict::Unschedulable, p.secondaryText)});
        entries.push_back({tr("chosen"), p.chosen, Qt::NoBrush, u"★"_s});
        legend_->setEntries(std::move(entries));
        return;
    }
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
