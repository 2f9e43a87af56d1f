// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace berth::scheduler {

/// The note of a FailedScheduling event: the message, at most 1024 bytes of it, with percent signs garbled, since the
/// real scheduler hands it to a printf-like function without arguments (cycle.md §13).
std::string eventNote(const std::string& message);

}
