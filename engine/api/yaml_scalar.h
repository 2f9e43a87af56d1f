// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::api {

/// What a plain or tagged scalar is under YAML 1.1 as Kubernetes reads it.
struct YamlScalar {
    enum class Type : std::uint8_t { Null, Bool, Int, Uint, Float, String };
    Type type = Type::String;
    bool boolean = false;
    bool octal = false;       ///< written with a leading zero and read in base 8
    double number = 0;        ///< Float; may be infinite or NaN, which JSON cannot hold
    std::string text;         ///< String: the text; numbers: their digits in JSON
};

/// tag: empty or the full tag (`tag:yaml.org,2002:int`). The error text is without `yaml: `.
tl::expected<YamlScalar, std::string> resolveYamlScalar(std::string_view tag, std::string_view text);

/// Whether a plain scalar of this text would be read as a string: writers quote it otherwise.
bool isPlainYamlString(std::string_view text);

}
