// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/simulation.h"

#include <functional>
#include <string_view>

namespace berth::scenario {

/// The trace of a run as text, one record a line: attempts, moves of the queue, events, deleted pods, and where pods are in
/// the end. Equal runs give equal bytes. sink is called line by line, line ends included.
void writeTrace(const Simulation& simulation, const std::function<void(std::string_view)>& sink);

struct TraceDigest {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0xcbf29ce484222325;   ///< FNV-1a of the bytes
    /// `93211 records, 8123456 bytes, digest 0123456789abcdef`.
    std::string text() const;
};
TraceDigest digestOf(const Simulation& simulation);

}
