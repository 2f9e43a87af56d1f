// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/run_charts.h"

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

/// The numbers of a run: charts of what took how long, of the queue and of the nodes; every time series as a table, under
/// the real scheduler's names; export for Prometheus. Computes on another thread, and only while it is in sight.
class MetricsView final : public QWidget {
    Q_OBJECT
public:
    explicit MetricsView(QWidget* parent = nullptr);

    void setSnapshot(const models::SnapshotPtr& snapshot);
    TableView* table() const { return table_; }
    QTabWidget* pages() const { return pages_; }
    /// What is drawn; null before the first.
    const models::RunChartsPtr& charts() const { return charts_; }
    void exportPrometheus();

signals:
    void message(const QString& text, bool error);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Place { Attempts, Queues, Utilisation, Points, Plugins, Free, PlaceCount };

    void refresh();
    void draw();
    void arrange();
    QChart* newChart(Place place, const QString& title);
    void drawBars(Place place, const QString& title, const models::Bars& bars, bool horizontal, const QString& unit);
    void drawCurves(Place place, const QString& title, const std::vector<models::Curve>& curves, const QString& unit);

    models::MetricTableModel* model_;
    TableView* table_;
    QTabWidget* pages_;
    QGridLayout* cells_;
    QPushButton* export_;
    QLabel* note_;
    QTimer* delay_;
    std::vector<QChartView*> views_;
    models::SnapshotPtr snapshot_;
    models::SnapshotPtr drawn_;            ///< what charts_ is of
    models::RunChartsPtr charts_;
    bool working_ = false;
    int columns_ = 0;                      ///< of charts
};

}
