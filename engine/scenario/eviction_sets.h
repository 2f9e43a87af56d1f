// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/node_info.h"

namespace berth::scenario {

/// Resource and how much of it is missing, cpu in thousandths; `pods` counts pods.
using Deficits = std::vector<std::pair<api::Symbol, std::int64_t>>;

/// Sets of pods whose leaving frees what is missing, of as few pods as possible and at most `most`: up to three single
/// pods, else up to three pairs, else one larger set (found greedily, then thinned out). Less important and smaller pods
/// first.
std::vector<std::vector<api::PodPtr>> evictionSets(const framework::NodeInfo& node, const Deficits& missing,
                                                   std::size_t most);

}
