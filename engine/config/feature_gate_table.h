// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace berth::config {

enum class GateStage : std::uint8_t { Alpha, Beta, GA, Deprecated };

/// A feature gate as 1.36.1 declares it.
struct GateRow {
    std::string_view name;
    bool byDefault;
    bool locked;                   ///< cannot be set to anything but the default
    GateStage stage;
    std::string_view dependencies; ///< names separated by one space
};

inline constexpr std::size_t gateRowCount = 237;

/// All gates, bytewise by name.
extern const std::array<GateRow, gateRowCount> gateTable;

}
