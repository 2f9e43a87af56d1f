// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/chart_table.h"

#include "models/format.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::ChartTable", text);
}

/// One number of one chart.
struct ChartRow {
    RunChart chart;
    QString series;
    QString at;                            ///< the category, or the moment
    double place = 0;                      ///< to sort by: index of the category, or seconds
    double value = 0;
};

void addBars(std::vector<ChartRow>& rows, RunChart chart, const Bars& bars)
{
    for (const auto& [series, values] : bars.sets)
        for (std::size_t i = 0; i < values.size(); ++i)
            rows.push_back({chart, series, bars.categories[static_cast<qsizetype>(i)], static_cast<double>(i), values[i]});
}

void addCurves(std::vector<ChartRow>& rows, RunChart chart, const std::vector<Curve>& curves)
{
    for (const Curve& curve : curves)
        for (const QPointF& point : curve.points)
            rows.push_back({chart, curve.name, formatDuration(std::llround(point.x() * 1e9)), point.x(), point.y()});
}

std::vector<ChartRow> rowsOf(const RunCharts& charts)
{
    std::vector<ChartRow> rows;
    addBars(rows, RunChart::Results, charts.attempts);
    addCurves(rows, RunChart::Queues, charts.queues);
    addCurves(rows, RunChart::Utilisation, charts.utilisation);
    addBars(rows, RunChart::Free, charts.free);
    addBars(rows, RunChart::Points, charts.extensionPoints);
    addBars(rows, RunChart::Plugins, charts.plugins);
    return rows;
}

class ChartTable final : public TableData {
public:
    explicit ChartTable(const RunCharts& charts) : rows_(rowsOf(charts)) {}

    int rowCount() const override { return static_cast<int>(rows_.size()); }
    QString id(int row) const override { return text(row, ChartTableModel::Chart) + u'|' + at(row).series + u'|' + at(row).at; }

    QString text(int row, int column) const override
    {
        const ChartRow& r = at(row);
        switch (column) {
        case ChartTableModel::Chart:
            return runChartTitle(r.chart);
        case ChartTableModel::Series:
            return r.series;
        case ChartTableModel::At:
            return r.at;
        case ChartTableModel::Value:
            return r.value == std::floor(r.value) ? formatCount(static_cast<std::int64_t>(r.value)) : QString::number(r.value, 'f', 2);
        default:
            return runChartUnit(r.chart);
        }
    }

    QString copyText(int row, int column) const override
    {
        return column == ChartTableModel::Value ? QString::number(at(row).value, 'g', 12) : text(row, column);
    }

    SortKey sortKey(int row, int column) const override
    {
        const ChartRow& r = at(row);
        if (column == ChartTableModel::At)
            return {r.place, r.at};
        return column == ChartTableModel::Value ? SortKey{r.value, {}} : SortKey{0, text(row, column)};
    }

private:
    const ChartRow& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }

    std::vector<ChartRow> rows_;
};

std::vector<TableColumn> chartColumns()
{
    return {
        {tr("Chart"), u"chart"_s, {}, false},
        {tr("Series"), u"series"_s, tr("The line or the kind of bar"), false},
        {tr("At"), u"at"_s, tr("The bar, or the moment on the virtual clock from which the value holds"), false},
        {tr("Value"), u"value"_s, {}, true, ValueKind::Count},
        {tr("Unit"), u"unit"_s, {}, false},
    };
}

}

ChartTableModel::ChartTableModel(QObject* parent) : TableModel(chartColumns(), parent) {}

void ChartTableModel::setCharts(const RunChartsPtr& charts)
{
    setTable(charts ? std::make_shared<ChartTable>(*charts) : nullptr);
}

}
