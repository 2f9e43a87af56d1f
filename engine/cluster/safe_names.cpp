// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/safe_names.h"

#include "api/text.h"

namespace berth::cluster {
namespace {

constexpr std::uint32_t fnvBasis = 2166136261U;
constexpr std::uint32_t fnvPrime = 16777619U;

std::uint32_t fnv1a(std::uint32_t hash, std::string_view bytes)
{
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * fnvPrime;
    return hash;
}

}

std::string safeEncode(std::string_view text)
{
    std::string encoded;
    for (const char byte : text)
        encoded += safeLetters[static_cast<unsigned char>(byte) % safeLetters.size()];
    return encoded;
}

std::string templateHash(const api::Value& podTemplate, std::int32_t collisionCount)
{
    std::uint32_t hash = fnv1a(fnvBasis, api::toJson(podTemplate, true));
    if (collisionCount > 0)
        hash = fnv1a(hash, std::to_string(collisionCount));
    return safeEncode(std::to_string(hash));
}

}
