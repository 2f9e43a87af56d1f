// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/metric_table.h"

#include "models/format.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::models {

std::optional<double> quantile(const trace::MetricSeries& series, const std::vector<double>& bounds, double share)
{
    if (series.count == 0)
        return {};
    const double rank = share * static_cast<double>(series.count);
    double below = 0;
    for (std::size_t i = 0; i < bounds.size() && i < series.buckets.size(); ++i) {
        const auto here = static_cast<double>(series.buckets[i]);
        if (here > 0 && below + here >= rank) {
            const double from = i == 0 ? 0 : bounds[i - 1];
            return from + (bounds[i] - from) * (rank - below) / here;
        }
        below += here;
    }
    return bounds.empty() ? std::optional<double>() : bounds.back();
}

void addSeries(trace::MetricSeries& sum, const trace::MetricSeries& other)
{
    sum.value += other.value;
    sum.count += other.count;
    if (sum.buckets.size() < other.buckets.size())
        sum.buckets.resize(other.buckets.size());
    for (std::size_t i = 0; i < other.buckets.size(); ++i)
        sum.buckets[i] += other.buckets[i];
}

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::MetricTableModel", text);
}

/// Flattened: one row per series.
class MetricTable final : public TableData {
public:
    explicit MetricTable(MetricsPtr metrics) : metrics_(std::move(metrics))
    {
        for (std::size_t i = 0; i < static_cast<std::size_t>(trace::Metric::Count); ++i) {
            const auto metric = static_cast<trace::Metric>(i);
            const trace::MetricFamily& family = trace::familyOf(metric);
            for (const auto& [values, series] : metrics_->all(metric))
                rows_.push_back({&family, &values, &series});
        }
    }

    int rowCount() const override { return static_cast<int>(rows_.size()); }
    QString id(int row) const override { return toQString(at(row).family->name) + u'{' + labels(row) + u'}'; }

    QString text(int row, int column) const override
    {
        const Row& r = at(row);
        switch (column) {
        case MetricTableModel::Name:
            return toQString(r.family->name);
        case MetricTableModel::Labels:
            return labels(row);
        case MetricTableModel::Type:
            return r.family->type == trace::MetricType::Counter ? tr("counter") : r.family->type == trace::MetricType::Gauge ? tr("gauge") : tr("histogram");
        case MetricTableModel::Count:
            return isHistogram(r) ? formatCount(static_cast<qint64>(r.series->count)) : QString();
        default: {
            const std::optional<double> value = number(row, column);
            return value ? written(r, *value) : QString();
        }
        }
    }

    QString copyText(int row, int column) const override
    {
        if (column < MetricTableModel::Value)
            return text(row, column);
        const std::optional<double> value = number(row, column);
        return value ? QString::number(*value, 'g', 12) : QString();
    }

    std::optional<double> number(int row, int column) const override
    {
        const Row& r = at(row);
        switch (column) {
        case MetricTableModel::Value:
            return r.series->value;
        case MetricTableModel::Count:
            return isHistogram(r) ? std::optional(static_cast<double>(r.series->count)) : std::nullopt;
        case MetricTableModel::Mean:
            return isHistogram(r) && r.series->count > 0 ? std::optional(r.series->value / static_cast<double>(r.series->count)) : std::nullopt;
        case MetricTableModel::P50:
            return at(row, 0.5);
        case MetricTableModel::P90:
            return at(row, 0.9);
        case MetricTableModel::P99:
            return at(row, 0.99);
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        return column < MetricTableModel::Value ? SortKey{0, text(row, column)} : SortKey{number(row, column).value_or(-1), {}};
    }

    QString tooltip(int row, int column) const override
    {
        return column == MetricTableModel::Name ? toQString(at(row).family->help) : text(row, column);
    }

    /// The values of labels by name: `plugin=NodeAffinity`.
    std::optional<QString> attribute(int row, const QString& key) const override
    {
        const Row& r = at(row);
        for (std::size_t i = 0; i < r.family->labels.size(); ++i)
            if (toQString(r.family->labels[i]) == key)
                return toQString((*r.labels)[i]);
        return {};
    }
    bool hasAttributes() const override { return true; }

private:
    struct Row {
        const trace::MetricFamily* family;
        const std::vector<std::string>* labels;
        const trace::MetricSeries* series;
    };
    const Row& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    static bool isHistogram(const Row& row) { return row.family->type == trace::MetricType::Histogram; }
    static bool isSeconds(const Row& row) { return row.family->name.ends_with("_seconds"); }

    std::optional<double> at(int row, double share) const
    {
        return isHistogram(at(row)) ? quantile(*at(row).series, at(row).family->buckets, share) : std::nullopt;
    }

    static QString written(const Row& row, double value)
    {
        if (isSeconds(row))
            return formatDuration(static_cast<std::int64_t>(std::llround(value * 1e9)));
        return value == std::floor(value) ? formatCount(static_cast<std::int64_t>(value)) : QString::number(value, 'f', 2);
    }

    QString labels(int row) const
    {
        const Row& r = at(row);
        QStringList texts;
        for (std::size_t i = 0; i < r.family->labels.size(); ++i)
            texts << toQString(r.family->labels[i]) + u"=\"" + toQString((*r.labels)[i]) + u'"';
        return texts.join(u", ");
    }

    MetricsPtr metrics_;
    std::vector<Row> rows_;
};

std::vector<TableColumn> metricColumns()
{
    return {
        {tr("Metric"), u"metric"_s, tr("The real scheduler's name of it"), false, ValueKind::Text, {u"name"_s}},
        {tr("Labels"), u"labels"_s, tr("What the series is about; queries know each label by its name"), false},
        {tr("Type"), u"type"_s, {}, false},
        {tr("Value"), u"value"_s, tr("Of a histogram: the sum of all observations"), true, ValueKind::Count, {u"sum"_s}},
        {tr("Count"), u"count"_s, tr("Observations of a histogram"), true, ValueKind::Count},
        {tr("Mean"), u"mean"_s, tr("Sum / count"), true, ValueKind::Count},
        {tr("p50"), u"p50"_s, tr("Median, estimated from the buckets as histogram_quantile does"), true, ValueKind::Count},
        {tr("p90"), u"p90"_s, tr("Nine of ten observations are below"), true, ValueKind::Count},
        {tr("p99"), u"p99"_s, tr("99 of 100 observations are below"), true, ValueKind::Count},
    };
}

}

MetricTableModel::MetricTableModel(QObject* parent) : TableModel(metricColumns(), parent) {}

void MetricTableModel::setMetrics(MetricsPtr metrics)
{
    setTable(metrics ? std::make_shared<MetricTable>(std::move(metrics)) : nullptr);
}

}
