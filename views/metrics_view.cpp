// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/metrics_view.h"

#include "views/export.h"
#include "views/icons.h"
#include "views/palette.h"
#include "views/table_view.h"

#include <QBarCategoryAxis>
#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QHorizontalBarSeries>
#include <QLabel>
#include <QLegend>
#include <QLineEdit>
#include <QLineSeries>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>
#include <QThreadPool>
#include <QTimer>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// Between two drawings while a run goes on.
constexpr int pause = 700;
/// Of a chart: the longest plugin's name has two fifths of it. Narrower windows have fewer charts beside each other.
constexpr int comfortableWidth = 460;
constexpr int leastHeight = 230;
/// Of the bars of one name; below, charts leave names out or shorten them to dots.
constexpr int categoryHeight = 26;

QFont smaller(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.85);
    return font;
}

void styleAxis(QAbstractAxis* axis, const QFont& font)
{
    const Palette& p = Palette::current();
    axis->setLabelsColor(p.secondaryText);
    axis->setTitleBrush(p.secondaryText);
    axis->setLinePenColor(p.line);
    axis->setGridLineColor(p.line);
    axis->setLabelsFont(font);
    axis->setTitleFont(font);
}

QValueAxis* valueAxis(double most, const QString& unit, const QFont& font)
{
    auto* axis = new QValueAxis;
    axis->setRange(0, most > 0 ? most : 1);
    axis->setTickCount(5);
    axis->applyNiceNumbers();
    axis->setLabelFormat(axis->max() >= 8 ? u"%.0f"_s : u"%.2g"_s);
    axis->setTitleText(unit);
    styleAxis(axis, font);
    return axis;
}

/// Ends with the run; ticks stand at numbers that people count in.
QValueAxis* timeAxis(double end, const QFont& font)
{
    auto* axis = new QValueAxis;
    const double last = end > 0 ? end : 1;
    const double rough = last / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : 5);
    axis->setRange(0, last);
    axis->setTickType(QValueAxis::TicksDynamic);
    axis->setTickInterval(step);
    axis->setLabelFormat(u"%.%1f"_s.arg(std::max(0, -static_cast<int>(std::floor(std::log10(step))))));
    axis->setTitleText(QCoreApplication::translate("berth::views::MetricsView", "virtual time in s"));
    styleAxis(axis, font);
    return axis;
}

}

MetricsView::MetricsView(QWidget* parent)
    : QWidget(parent), model_(new models::MetricTableModel(this)), chartModel_(new models::ChartTableModel(this)),
      table_(new TableView(model_, u"metrics"_s, tr("Metrics"), this)), chartTable_(new TableView(chartModel_, u"chartNumbers"_s, tr("Numbers of the charts"), this)),
      pages_(new QTabWidget(this)), export_(new QPushButton(tr("&Export for Prometheus…"), this)), note_(new QLabel(this)),
      delay_(new QTimer(this))
{
    setObjectName(u"metricsView"_s);
    auto* grid = new QWidget(this);
    cells_ = new QGridLayout(grid);
    cells_->setContentsMargins(4, 4, 4, 4);
    cells_->setSpacing(4);
    makeCharts(grid);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(u"metricsCharts"_s);
    scroll->setAccessibleName(tr("Charts"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // the charts have it
    scroll->setWidget(grid);
    arrange();
    pages_->setObjectName(u"metricsPages"_s);
    pages_->setAccessibleName(tr("Metrics"));
    pages_->setDocumentMode(true);
    pages_->addTab(scroll, tr("&Charts"));
    pages_->addTab(chartTable_, tr("Charts as &table"));
    pages_->addTab(table_, tr("All &series"));
    pages_->setCornerWidget(export_);
    export_->setObjectName(u"metricsExport"_s);
    export_->setFlat(true);
    export_->setToolTip(tr("Every series in the Prometheus text format, under kube-scheduler's names"));
    note_->setObjectName(u"metricsNote"_s);
    note_->setForegroundRole(QPalette::PlaceholderText);
    note_->setContentsMargins(12, 2, 12, 4);
    note_->setWordWrap(true);
    note_->setText(tr("Durations are measured on this machine, one attempt in ten for single plugins, as kube-scheduler does; queues and utilisation run on the virtual clock."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(pages_, 1);
    layout->addWidget(note_);
    chartTable_->setEmptyText(tr("What the charts draw is listed here. Press Run or Step."));
    chartTable_->setColumnCharacters({34, 24, 34, 12, 10});
    table_->setEmptyText(tr("The scheduler's metrics are listed here. Press Run or Step."));
    table_->setColumnCharacters({44, 50, 10, 12, 9, 11, 11, 11, 11});
    delay_->setSingleShot(true);
    delay_->setInterval(pause);
    connect(delay_, &QTimer::timeout, this, &MetricsView::refresh);
    connect(export_, &QPushButton::clicked, this, &MetricsView::exportPrometheus);
    connect(table_, &TableView::message, this, &MetricsView::message);
    connect(chartTable_, &TableView::message, this, &MetricsView::message);
    export_->setEnabled(false);
}

void MetricsView::makeCharts(QWidget* grid)
{
    for (std::size_t i = 0; i < models::runChartCount; ++i) {
        const auto chart = static_cast<models::RunChart>(i);
        auto* view = new QChartView(grid);
        view->setObjectName(u"chart%1"_s.arg(i));
        view->setAccessibleName(models::runChartTitle(chart));
        view->setAccessibleDescription(tr("The page Charts as table has these numbers"));
        view->setRenderHint(QPainter::Antialiasing);
        view->setFrameShape(QFrame::NoFrame);
        view->setFocusPolicy(Qt::StrongFocus);
        view->viewport()->setFocusPolicy(Qt::NoFocus); // the keyboard belongs to the view around it
        for (QWidget* inside : view->viewport()->findChildren<QWidget*>())
            inside->setFocusPolicy(Qt::NoFocus);
        view->setMinimumSize(200, leastHeight);
        view->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(view, &QWidget::customContextMenuRequested, this, [this, chart](const QPoint& at) { showChartMenu(chart, at); });
        views_.push_back(view);
    }
}

/// What can be done with one chart.
void MetricsView::showChartMenu(models::RunChart chart, const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(u"chartMenu"_s);
    QAction* picture = menu->addAction(tr("Export &picture…"));
    picture->setObjectName(u"chartExport"_s);
    connect(picture, &QAction::triggered, this, [this, chart] {
        exportPicture(this, tr("Export picture"), u"chart"_s, {models::runChartTitle(chart), {}, nullptr, inSight(viewOf(chart))}, [this](const QString& text, bool error) { emit message(text, error); });
    });
    QAction* numbers = menu->addAction(tr("Show as &table"));
    numbers->setObjectName(u"chartNumbers"_s);
    connect(numbers, &QAction::triggered, this, [this, chart] {
        chartTable_->filterLine()->setText(u"chart=\"%1\""_s.arg(models::runChartTitle(chart)));
        pages_->setCurrentWidget(chartTable_);
    });
    menu->popup(viewOf(chart)->mapToGlobal(at));
}

void MetricsView::setSnapshot(const models::SnapshotPtr& snapshot)
{
    snapshot_ = snapshot;
    export_->setEnabled(snapshot && snapshot->metrics);
    if (isVisible() && !working_ && !delay_->isActive())
        refresh();
}

void MetricsView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void MetricsView::refresh()
{
    if (working_ || !isVisible() || !snapshot_ || snapshot_ == drawn_)
        return;
    working_ = true;
    model_->setMetrics(snapshot_->metrics);
    QThreadPool::globalInstance()->start([self = QPointer<MetricsView>(this), snapshot = snapshot_] {
        auto charts = std::make_shared<const models::RunCharts>(models::makeRunCharts(*snapshot));
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [self, snapshot, charts] {
                if (!self)
                    return;
                self->working_ = false;
                self->drawn_ = snapshot;
                self->charts_ = charts;
                self->chartModel_->setCharts(charts);
                self->draw();
                if (self->snapshot_ != snapshot)
                    self->delay_->start();
            },
            Qt::QueuedConnection);
    });
}

void MetricsView::draw()
{
    if (!charts_)
        return;
    using models::RunChart;
    drawBars(RunChart::Results, charts_->attempts, false);
    drawCurves(RunChart::Queues, charts_->queues);
    drawCurves(RunChart::Utilisation, charts_->utilisation);
    drawBars(RunChart::Free, charts_->free, false);
    drawBars(RunChart::Points, charts_->extensionPoints, true);
    drawBars(RunChart::Plugins, charts_->plugins, true);
}

QChart* MetricsView::newChart(models::RunChart place, bool isEmpty)
{
    const QString title = models::runChartTitle(place);
    const Palette& p = Palette::current();
    auto* chart = new QChart;
    chart->setTitle(isEmpty ? tr("%1: nothing yet").arg(title) : title);
    QFont bold = smaller(font());
    bold.setBold(true);
    chart->setTitleFont(bold);
    chart->setTitleBrush(p.text);
    chart->setBackgroundBrush(p.surface);
    chart->setBackgroundRoundness(0);
    chart->setMargins({4, 2, 8, 4});
    chart->legend()->setLabelColor(p.secondaryText);
    chart->legend()->setFont(smaller(font()));
    chart->legend()->setAlignment(Qt::AlignBottom);
    QChart* before = viewOf(place)->chart();
    viewOf(place)->setChart(chart);
    viewOf(place)->setBackgroundBrush(p.surface);
    delete before;
    return chart;
}

void MetricsView::drawBars(models::RunChart place, const models::Bars& bars, bool horizontal)
{
    QChart* chart = newChart(place, bars.isEmpty());
    if (bars.isEmpty())
        return;
    const QString unit = models::runChartUnit(place);
    QAbstractBarSeries* series = horizontal ? static_cast<QAbstractBarSeries*>(new QHorizontalBarSeries) : new QBarSeries;
    double most = 0;
    QStringList categories = bars.categories;
    // A horizontal axis of categories begins at the bottom; people begin at the top.
    if (horizontal)
        std::reverse(categories.begin(), categories.end());
    std::size_t colour = 0;
    for (const auto& [name, values] : bars.sets) {
        auto* set = new QBarSet(name);
        set->setColor(Palette::current().category(colour++));
        set->setBorderColor(Qt::transparent);
        for (std::size_t i = 0; i < values.size(); ++i) {
            *set << values[horizontal ? values.size() - 1 - i : i];
            most = std::max(most, values[i]);
        }
        series->append(set);
    }
    series->setBarWidth(0.8);
    if (horizontal)
        viewOf(place)->setMinimumHeight(std::max(leastHeight, 110 + categoryHeight * static_cast<int>(categories.size())));
    chart->addSeries(series);
    const QFont font = smaller(this->font());
    auto* names = new QBarCategoryAxis;
    names->append(categories);
    styleAxis(names, font);
    names->setGridLineVisible(false);
    QValueAxis* values = valueAxis(most, unit, font);
    chart->addAxis(names, horizontal ? Qt::AlignLeft : Qt::AlignBottom);
    chart->addAxis(values, horizontal ? Qt::AlignBottom : Qt::AlignLeft);
    series->attachAxis(names);
    series->attachAxis(values);
    chart->legend()->setVisible(bars.sets.size() > 1);
    connect(series, &QAbstractBarSeries::hovered, this, [this, place, categories, unit](bool over, int index, QBarSet* set) {
        viewOf(place)->setToolTip(over ? u"%1, %2: %3 %4"_s.arg(categories.value(index), set->label()).arg(set->at(index), 0, 'g', 4).arg(unit) : QString());
    });
}

void MetricsView::drawCurves(models::RunChart place, const std::vector<models::Curve>& curves)
{
    QChart* chart = newChart(place, std::all_of(curves.begin(), curves.end(), [](const models::Curve& curve) { return curve.points.empty(); }));
    double most = 0, last = 0;
    const QFont font = smaller(this->font());
    static constexpr Qt::PenStyle dashes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    std::size_t colour = 0;
    for (const models::Curve& curve : curves) {
        if (curve.points.empty())
            continue;
        auto* line = new QLineSeries;
        line->setName(curve.name);
        QPen pen(Palette::current().category(colour), 1.8);
        pen.setStyle(dashes[colour++ % std::size(dashes)]);
        line->setPen(pen);
        // Numbers change at once: steps, not slopes.
        QList<QPointF> steps;
        for (const QPointF& point : curve.points) {
            if (!steps.isEmpty())
                steps << QPointF(point.x(), steps.back().y());
            steps << point;
            most = std::max(most, point.y());
            last = std::max(last, point.x());
        }
        line->append(steps);
        chart->addSeries(line);
    }
    if (chart->series().isEmpty())
        return;
    QValueAxis* time = timeAxis(last, font);
    QValueAxis* values = valueAxis(most, models::runChartUnit(place), font);
    chart->addAxis(time, Qt::AlignBottom);
    chart->addAxis(values, Qt::AlignLeft);
    for (QAbstractSeries* series : chart->series()) {
        series->attachAxis(time);
        series->attachAxis(values);
    }
}

void MetricsView::exportPrometheus()
{
    if (snapshot_ && snapshot_->metrics)
        exportText(this, tr("Export metrics"), u"metrics"_s, {TextFile::Prometheus},
                   [metrics = snapshot_->metrics](TextFile) { return QString::fromStdString(metrics->text()); },
                   [this](const QString& text, bool error) { emit message(text, error); });
}

Picture MetricsView::picture() const
{
    const QString page = pages_->tabText(pages_->currentIndex()).remove(u'&');
    if (const auto* scroll = qobject_cast<QScrollArea*>(pages_->currentWidget()))
        return {tr("Metrics: %1").arg(page), {}, nullptr, inSight(scroll->widget())};
    const auto* table = qobject_cast<TableView*>(pages_->currentWidget());
    return {tr("Metrics: %1").arg(page), {}, nullptr, inSight(table ? static_cast<QWidget*>(table->table()) : pages_->currentWidget()), {}, tr("The picture shows the rows in sight; exported as a table it has all of them.")};
}

void MetricsView::arrange()
{
    const int columns = std::clamp(width() / comfortableWidth, 1, 3);
    if (columns == columns_)
        return;
    columns_ = columns;
    for (int at = 0; at < static_cast<int>(views_.size()); ++at)
        cells_->addWidget(views_[static_cast<std::size_t>(at)], at / columns, at % columns);
    for (int column = 0; column < 3; ++column)
        cells_->setColumnStretch(column, column < columns ? 1 : 0);
}

void MetricsView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void MetricsView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        draw();
    QWidget::changeEvent(event);
}

}
