// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/metrics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace berth::trace {
namespace {

std::string numberText(double value)
{
    if (std::isinf(value))
        return value > 0 ? "+Inf" : "-Inf";
    // The shortest digits that read back equal; with an exponent below -4 and from 6 on, as the Go client prints them.
    char text[64];
    const std::string digits(text, std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr);
    const auto exponent = std::stoi(digits.substr(digits.find('e') + 1));
    if (exponent < -4 || exponent >= 6)
        return digits;
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr};
}

std::string escaped(std::string_view text, bool inQuotes)
{
    std::string out;
    for (char c : text) {
        if (c == '\\')
            out += "\\\\";
        else if (c == '\n')
            out += "\\n";
        else if (c == '"' && inQuotes)
            out += "\\\"";
        else
            out += c;
    }
    return out;
}

/// `{a="1",b="2"}`, nothing without labels. le: the bound of a bucket, empty for other lines.
std::string labelText(const MetricFamily& family, const std::vector<std::string>& values, const std::string& le = {})
{
    std::string text;
    auto add = [&text](std::string_view name, std::string_view value) {
        text += text.empty() ? "{" : ",";
        text += std::string(name) + "=\"" + escaped(value, true) + "\"";
    };
    for (std::size_t i = 0; i < family.labels.size(); ++i)
        add(family.labels[i], i < values.size() ? std::string_view(values[i]) : std::string_view());
    if (!le.empty())
        add("le", le);
    return text.empty() ? text : text + "}";
}

void writeHistogram(std::string& out, const MetricFamily& family, const std::vector<std::string>& labels,
                    const MetricSeries& series)
{
    const std::string name(family.name);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < family.buckets.size(); ++i) {
        below += series.buckets[i];
        out += name + "_bucket" + labelText(family, labels, numberText(family.buckets[i])) + " " + std::to_string(below)
            + "\n";
    }
    out += name + "_bucket" + labelText(family, labels, "+Inf") + " " + std::to_string(series.count) + "\n";
    out += name + "_sum" + labelText(family, labels) + " " + numberText(series.value) + "\n";
    out += name + "_count" + labelText(family, labels) + " " + std::to_string(series.count) + "\n";
}

constexpr std::string_view typeNames[] = {"counter", "gauge", "histogram"};

}

MetricSeries& Metrics::series(Metric metric, Labels labels)
{
    auto& all = series_[static_cast<std::size_t>(metric)];
    return all[std::vector<std::string>(labels.begin(), labels.end())];
}

void Metrics::observe(Metric metric, Labels labels, double value)
{
    const auto& bounds = familyOf(metric).buckets;
    auto& histogram = series(metric, labels);
    histogram.buckets.resize(bounds.size());
    histogram.value += value;
    ++histogram.count;
    const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), value); // a bound belongs to its bucket
    if (bucket != bounds.end())
        ++histogram.buckets[static_cast<std::size_t>(bucket - bounds.begin())];
}

const MetricSeries* Metrics::find(Metric metric, Labels labels) const
{
    const auto& series = all(metric);
    auto it = series.find(std::vector<std::string>(labels.begin(), labels.end()));
    return it == series.end() ? nullptr : &it->second;
}

double Metrics::value(Metric metric, Labels labels) const
{
    const auto* found = find(metric, labels);
    return found ? found->value : 0;
}

std::string Metrics::text() const
{
    std::vector<std::size_t> order(static_cast<std::size_t>(Metric::Count));
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) {
        return familyOf(static_cast<Metric>(a)).name < familyOf(static_cast<Metric>(b)).name;
    });
    std::string out;
    for (auto index : order) {
        if (series_[index].empty())
            continue;
        const auto& family = familyOf(static_cast<Metric>(index));
        const std::string name(family.name);
        out += "# HELP " + name + " " + escaped(family.help, false) + "\n";
        out += "# TYPE " + name + " " + std::string(typeNames[static_cast<std::size_t>(family.type)]) + "\n";
        for (const auto& [labels, series] : series_[index]) {
            if (family.type == MetricType::Histogram)
                writeHistogram(out, family, labels, series);
            else
                out += name + labelText(family, labels) + " " + numberText(series.value) + "\n";
        }
    }
    return out;
}

}
