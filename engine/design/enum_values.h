// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <string_view>

namespace berth::design {

/// The values that a text of a Go type of Kubernetes takes (`v1.TaintEffect`), in the order people expect; empty if any text
/// will do.
std::span<const std::string_view> enumValues(std::string_view type);

}
