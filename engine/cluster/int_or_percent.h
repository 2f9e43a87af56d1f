// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"

#include <cstdint>
#include <optional>

namespace berth::cluster {

enum class Rounding : std::uint8_t { Up, Down };

/// A number as it is, a percentage (`25%`) of total with its fraction rounded. Absent: the text is no percentage.
std::optional<std::int32_t> scaledValue(const api::IntOrString& value, std::int32_t total, Rounding rounding);

/// What a rolling update may do beyond and below the wanted number of pods.
struct RollingBounds {
    std::int32_t maxSurge = 0;
    std::int32_t maxUnavailable = 0;
};

/// Of a Deployment: the surge rounds up, the unavailability down, 25% each where unset. If both come out as 0 one pod may
/// be unavailable, or nothing would ever move.
RollingBounds rollingBounds(const std::optional<api::IntOrString>& maxSurge,
                            const std::optional<api::IntOrString>& maxUnavailable, std::int32_t replicas);

}
