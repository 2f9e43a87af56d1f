// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <string>
#include <string_view>

namespace berth::formats {

/// How long a pod runs before it has succeeded: what the kubelet stand-in looks for (docs/living-cluster.md).
inline constexpr std::string_view runDurationAnnotation = "berth.dev/run-duration";

/// Sets an annotation of a pod, or of the template that an object makes its pods from; other objects stay as they are.
void annotatePods(api::Value& object, std::string_view annotation, const std::string& value);

}
