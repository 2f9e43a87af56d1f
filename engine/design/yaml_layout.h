// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::design {

/// Where a part of a YAML document stands in its text, in bytes. A collection in block style reaches from its first key or
/// dash to the end of its last part; anchors and tags belong to what they stand before.
struct YamlPart {
    enum class Kind : std::uint8_t { Scalar, Sequence, Mapping, Alias };
    Kind kind = Kind::Scalar;
    bool flow = false;                     ///< a collection in brackets or braces
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t dash = 0;                  ///< of an item of a sequence in block style: where its `-` stands
    std::size_t colon = 0;                 ///< of a value in a mapping: where its `:` stands
    std::string text;                      ///< of a scalar, as read
    std::vector<YamlPart> parts;           ///< of a sequence its items; of a mapping keys and values in turns
};

/// The first document of a text; absent if there is none, or it cannot be read.
std::optional<YamlPart> layoutOf(std::string_view text);

}
