// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

constexpr QChar thinSpace(0x2009);

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models", text);
}

/// At most three significant digits, without trailing zeros: 1.5, 12, 0.25.
QString shortDecimal(double value)
{
    const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    QString text = QString::number(value, 'f', decimals);
    if (text.contains(u'.')) {
        while (text.endsWith(u'0'))
            text.chop(1);
        if (text.endsWith(u'.'))
            text.chop(1);
    }
    return text;
}

}

QString formatCount(std::int64_t number)
{
    QString digits = QString::number(number);
    const qsizetype first = number < 0 ? 1 : 0;
    if (digits.size() - first <= 4)
        return digits;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3)
        digits.insert(at, thinSpace);
    return digits;
}

QString formatCpu(std::int64_t milli)
{
    if (milli % 1000 == 0)
        return formatCount(milli / 1000);
    if (std::abs(milli) < 1000)
        return QString::number(milli) + u'm';
    const double cores = static_cast<double>(milli) / 1000;
    return cores >= 1000 ? formatCount(std::llround(cores)) : shortDecimal(cores);
}

QString formatBytes(std::int64_t bytes)
{
    static constexpr std::array units = {"B", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (std::abs(value) >= 1024 && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    return (bytes < 0 ? u"-"_s : QString()) + shortDecimal(std::abs(value)) + thinSpace + QLatin1StringView(units[unit]);
}

QString formatDuration(std::int64_t nanoseconds)
{
    if (nanoseconds == 0)
        return u"0"_s + thinSpace + u's';
    const double seconds = static_cast<double>(nanoseconds) / 1e9;
    if (seconds < 1e-3)
        return shortDecimal(seconds * 1e6) + thinSpace + u"µs";
    if (seconds < 1)
        return shortDecimal(seconds * 1e3) + thinSpace + u"ms";
    if (seconds < 120)
        return shortDecimal(seconds) + thinSpace + u's';
    const std::int64_t whole = std::llround(seconds);
    if (whole < 7200)
        return u"%1 min %2 s"_s.arg(whole / 60).arg(whole % 60, 2, 10, QChar(u'0'));
    return u"%1 h %2 min"_s.arg(whole / 3600).arg(whole / 60 % 60, 2, 10, QChar(u'0'));
}

QString formatMoment(api::Time time, api::Time origin)
{
    const double seconds = static_cast<double>(time.nanoseconds - origin.nanoseconds) / 1e9;
    return QString::number(seconds, 'f', 3) + thinSpace + u's';
}

ResourceUnit unitOf(std::string_view resource)
{
    if (resource == "cpu")
        return ResourceUnit::Milli;
    if (resource == "memory" || resource == "ephemeral-storage" || resource.starts_with("hugepages-"))
        return ResourceUnit::Bytes;
    return ResourceUnit::Count;
}

QString formatAmount(std::int64_t amount, ResourceUnit unit)
{
    switch (unit) {
    case ResourceUnit::Milli:
        return formatCpu(amount);
    case ResourceUnit::Bytes:
        return formatBytes(amount);
    case ResourceUnit::Count:
        break;
    }
    return formatCount(amount);
}

QString formatExactAmount(std::int64_t amount, ResourceUnit unit)
{
    switch (unit) {
    case ResourceUnit::Milli:
        return tr("%1 millicores").arg(formatCount(amount));
    case ResourceUnit::Bytes:
        return tr("%1 bytes").arg(formatCount(amount));
    case ResourceUnit::Count:
        break;
    }
    return formatCount(amount);
}

QString formatQuantity(std::int64_t amount, ResourceUnit unit)
{
    if (unit == ResourceUnit::Milli)
        return amount % 1000 == 0 ? QString::number(amount / 1000) : QString::number(amount) + u'm';
    QString suffix;
    if (unit == ResourceUnit::Bytes && amount != 0)
        for (const auto* const next : {"Ki", "Mi", "Gi", "Ti", "Pi"}) {
            if (amount % 1024 != 0)
                break;
            amount /= 1024;
            suffix = QString::fromLatin1(next);
        }
    return QString::number(amount) + suffix;
}

}
