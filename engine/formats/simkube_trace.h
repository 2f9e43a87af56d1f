// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "formats/imported.h"

#include <optional>
#include <string_view>

namespace berth::formats {

/// A trace of SimKube (versions 2 and 3: version, config, events, index; and the list of four that came before), as JSON or
/// as the MessagePack that sk-tracer writes. What the first event applies is there from the start, the rest comes in time.
/// Pods that the trace has the lifecycle of get the annotation that the kubelet stand-in runs them by; of pods that an owner's
/// template makes, the template gets the median. Absent if the text is something else.
std::optional<Imported> readSimKubeTrace(std::string_view text, const std::string& file);

}
