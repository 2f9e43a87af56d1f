// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string_view>

namespace berth::trace {

/// The answer codes of plugins, with the numbers they have in the scheduling framework.
enum class Code : std::uint8_t { Success, Error, Unschedulable, UnschedulableAndUnresolvable, Wait, Skip, Pending };

constexpr std::string_view codeName(Code code)
{
    constexpr std::string_view names[] = {"Success", "Error", "Unschedulable", "UnschedulableAndUnresolvable",
                                          "Wait", "Skip", "Pending"};
    return names[static_cast<int>(code)];
}

/// Unschedulable, UnschedulableAndUnresolvable or Pending: the pod is refused, nothing broke.
constexpr bool isRejected(Code code)
{
    return code == Code::Unschedulable || code == Code::UnschedulableAndUnresolvable || code == Code::Pending;
}

}
