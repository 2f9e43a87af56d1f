// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/chart_table.h"
#include "models/metric_table.h"
#include "views/picture.h"

#include <QWidget>

class QChart;
class QChartView;
class QGridLayout;
class QLabel;
class QPushButton;
class QTabWidget;
class QTimer;

namespace berth::views {

class TableView;

/// The numbers of a run: charts of what took how long, of the queue and of the nodes; the same as a table; every time series
/// under the real scheduler's names; export for Prometheus. Computes on another thread, and only while it is in sight.
class MetricsView final : public QWidget {
    Q_OBJECT
public:
    explicit MetricsView(QWidget* parent = nullptr);

    void setSnapshot(const models::SnapshotPtr& snapshot);
    TableView* table() const { return table_; }
    TableView* chartTable() const { return chartTable_; }
    QTabWidget* pages() const { return pages_; }
    /// What is drawn; null before the first.
    const models::RunChartsPtr& charts() const { return charts_; }
    void exportPrometheus();
    /// All charts, also those that have to be scrolled to; of the other pages what is in sight.
    Picture picture() const;

signals:
    void message(const QString& text, bool error);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void draw();
    void arrange();
    void makeCharts(QWidget* grid);
    void showChartMenu(models::RunChart chart, const QPoint& at);
    QChartView* viewOf(models::RunChart chart) const { return views_[static_cast<std::size_t>(chart)]; }
    QChart* newChart(models::RunChart place, bool isEmpty);
    void drawBars(models::RunChart place, const models::Bars& bars, bool horizontal);
    void drawCurves(models::RunChart place, const std::vector<models::Curve>& curves);

    models::MetricTableModel* model_;
    models::ChartTableModel* chartModel_;
    TableView* table_;
    TableView* chartTable_;
    QTabWidget* pages_;
    QGridLayout* cells_;
    QPushButton* export_;
    QLabel* note_;
    QTimer* delay_;
    std::vector<QChartView*> views_;       ///< by RunChart
    models::SnapshotPtr snapshot_;
    models::SnapshotPtr drawn_;            ///< what charts_ is of
    models::RunChartsPtr charts_;
    bool working_ = false;
    int columns_ = 0;                      ///< of charts
};

}
