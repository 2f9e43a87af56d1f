// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace berth::cluster {

/// The letters of generated names: no vowels, nor digits that look like them, so that no words come about.
constexpr std::string_view safeLetters = "bcdfghjklmnpqrstvwxz2456789";

/// Each byte as one of the safe letters.
std::string safeEncode(std::string_view text);

/// What a pod template is told apart by: the 32-bit FNV-1a hash of its JSON with sorted keys, as decimal digits in safe
/// letters. collisionCount is added in when the name that comes of it is taken by another template. Kubernetes hashes
/// its own printing of the Go struct, so the letters differ from a real cluster's; their form does not.
std::string templateHash(const api::Value& podTemplate, std::int32_t collisionCount);

}
