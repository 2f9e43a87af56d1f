// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/int_or_percent.h"

#include "api/names.h"

namespace berth::cluster {

std::optional<std::int32_t> scaledValue(const api::IntOrString& value, std::int32_t total, Rounding rounding)
{
    if (!value.isString)
        return value.number;
    if (!value.text.ends_with('%'))
        return std::nullopt;
    const auto percent = api::parseGoInt(std::string_view(value.text).substr(0, value.text.size() - 1));
    if (!percent)
        return std::nullopt;
    constexpr std::int64_t whole = 100;
    const std::int64_t hundredths = *percent * total;
    const std::int64_t roundedUp = rounding == Rounding::Up && hundredths % whole > 0 ? 1 : 0;
    return static_cast<std::int32_t>(hundredths / whole + roundedUp);
}

RollingBounds rollingBounds(const std::optional<api::IntOrString>& maxSurge,
                            const std::optional<api::IntOrString>& maxUnavailable, std::int32_t replicas)
{
    const api::IntOrString quarter{true, 0, "25%"};
    RollingBounds bounds;
    bounds.maxSurge = scaledValue(maxSurge.value_or(quarter), replicas, Rounding::Up).value_or(0);
    bounds.maxUnavailable = scaledValue(maxUnavailable.value_or(quarter), replicas, Rounding::Down).value_or(0);
    if (bounds.maxSurge == 0 && bounds.maxUnavailable == 0)
        bounds.maxUnavailable = 1;
    return bounds;
}

}
