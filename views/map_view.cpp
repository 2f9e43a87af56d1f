// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/map_view.h"

#include "models/format.h"
#include "views/bar_button.h"
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

namespace {

/// `zone` of `topology.kubernetes.io/zone`: the part that people say.
QString shortKey(const QString& key)
{
    return key.mid(key.lastIndexOf(u'/') + 1);
}

void name(QComboBox* choice, const QString& objectName, const QString& accessible, const QString& tip)
{
    choice->setObjectName(objectName);
    choice->setAccessibleName(accessible);
    choice->setToolTip(tip);
}

}

MapView::MapView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), map_(new NodeMap(hub, this)), resource_(new QComboBox(this)), group_(new QComboBox(this)), order_(new QComboBox(this)),
      colour_(new QComboBox(this)), legend_(new Legend(this))
{
    setObjectName(u"mapView"_s);
    name(resource_, u"mapResource"_s, tr("Resource that the bars show"), tr("Resource that the bars show"));
    name(group_, u"mapGroups"_s, tr("Label that groups the nodes"), tr("Nodes with the same value of this label stand together"));
    name(order_, u"mapOrder"_s, tr("Order of the nodes"), tr("Order of the nodes in their group; full is meant of the resource that the bars show"));
    name(colour_, u"mapColour"_s, tr("What colours the nodes"), tr("Colour the nodes by what filters say, or by the domains of a spread constraint or affinity term"));
    colour_->setVisible(false);
    using Order = models::NodeGrouping::Order;
    order_->addItem(tr("By name"), static_cast<int>(Order::Name));
    order_->addItem(tr("Fullest first"), static_cast<int>(Order::FullestFirst));
    order_->addItem(tr("Emptiest first"), static_cast<int>(Order::EmptiestFirst));
    fillGroups();
    const auto zoomButton = [this](const QString& name, const QString& text, const QString& tip, double factor) {
        auto* button = barButton(this, name, text, tip);
        connect(button, &QToolButton::clicked, this, [this, factor] { map_->zoom(factor); });
        return button;
    };
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 12, 6);
    bar->setSpacing(8);
    addChoice(bar, tr("&Bars:"), resource_);
    addChoice(bar, tr("&Groups:"), group_);
    bar->addWidget(order_);
    bar->addWidget(colour_);
    bar->addStretch(1);
    bar->addWidget(zoomButton(u"mapZoomOut"_s, u"−"_s, tr("Smaller cards"), 1 / 1.25));
    bar->addWidget(zoomButton(u"mapZoomFit"_s, tr("Fit"), tr("Cards that fit the window"), 0));
    bar->addWidget(zoomButton(u"mapZoomIn"_s, u"+"_s, tr("Larger cards"), 1.25));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    auto* meaning = new QHBoxLayout;
    meaning->setContentsMargins(12, 0, 12, 4);
    meaning->addWidget(legend_, 1);
    layout->addLayout(meaning);
    layout->addWidget(map_, 1);
    connect(group_, &QComboBox::currentIndexChanged, this, &MapView::arrangeNodes);
    connect(order_, &QComboBox::currentIndexChanged, this, &MapView::arrangeNodes);
    connect(resource_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0)
            map_->setResource(static_cast<std::size_t>(index));
    });
    connect(colour_, &QComboBox::currentIndexChanged, this, [this] { colourNodes(); });
}

void MapView::setCluster(const models::ClusterPtr& cluster)
{
    const bool sameResources = cluster && cluster_ && cluster->resources == cluster_->resources;
    const bool sameLabels = cluster && cluster_ && cluster->groupingLabels == cluster_->groupingLabels;
    cluster_ = cluster;
    map_->setCluster(cluster);
    if (!sameLabels)
        fillGroups();
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

/// The zone always, then what the cluster's labels offer. What was chosen stays while it is there.
void MapView::fillGroups()
{
    const QString zone = models::toQString(models::NodeGrouping().label);
    const QVariant before = group_->currentIndex() < 0 ? QVariant(zone) : group_->currentData();
    const QSignalBlocker blocker(group_);
    group_->clear();
    group_->addItem(tr("Zone"), zone);
    if (cluster_)
        for (const std::string& label : cluster_->groupingLabels)
            if (const QString key = models::toQString(label); key != zone) {
                group_->addItem(shortKey(key), key);
                group_->setItemData(group_->count() - 1, key, Qt::ToolTipRole);
            }
    group_->addItem(tr("No groups"), QString());
    group_->setCurrentIndex(std::max(0, group_->findData(before)));
    arrangeNodes();
}

void MapView::arrangeNodes()
{
    models::NodeGrouping grouping;
    grouping.label = group_->currentData().toString().toStdString();
    grouping.order = static_cast<models::NodeGrouping::Order>(order_->currentData().toInt());
    map_->setGrouping(std::move(grouping));
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

Picture MapView::picture() const
{
    QStringList about{tr("bars: %1").arg(resource_->currentText()), tr("groups: %1").arg(group_->currentText()), order_->currentText()};
    if (attempt_)
        about << tr("attempt #%1 of %2").arg(attempt_->inspection->index + 1).arg(attempt_->inspection->pod);
    if (panel())
        about << panel()->title;
    about << selectionText(hub_->current());
    about.removeAll(QString());
    Picture picture{tr("Map of nodes"), about.join(u" · "_s), legend_->onPaper(), map_->onPaper()};
    if (!picture.drawing) {
        picture.drawing = inSight(map_);
        picture.onlyPart = tr("The picture shows the part in sight: all nodes in cards of this size are more than a picture can have. Make the cards smaller.");
    }
    return picture;
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
