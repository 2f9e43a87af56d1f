// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace berth::cluster {

/// Completion indexes of an Indexed Job.
using Indexes = std::set<std::int32_t>;

/// `0,2-5`: as status.completedIndexes lists them. What is no index is left out.
Indexes parseIndexes(std::string_view text, std::int32_t completions);
std::string toText(const Indexes& indexes);

constexpr const char* completionIndexKey = "batch.kubernetes.io/job-completion-index";
/// A pod's index, from its annotation.
std::optional<std::int32_t> indexOf(const api::Pod& pod);

}
