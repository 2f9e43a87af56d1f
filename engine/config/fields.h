// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "config/plugin_args.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::config {

/// The fields of an object whose types have been checked: absent and null are the same, and what does not fit anyway
/// reads as absent. Refers to the value.
class Fields {
public:
    /// value may be null (no fields).
    explicit Fields(const api::Value* value) : value_(value) {}

    /// The field, or nullptr where it is absent or null.
    const api::Value* get(std::string_view name) const;
    bool has(std::string_view name) const { return get(name) != nullptr; }
    Fields object(std::string_view name) const { return Fields(get(name)); }
    /// The elements of a list.
    const std::vector<api::Value>& list(std::string_view name) const;

    std::string text(std::string_view name) const;
    std::string textOr(std::string_view name, std::string_view fallback) const;
    std::vector<std::string> texts(std::string_view name) const;
    std::optional<bool> flag(std::string_view name) const;
    std::optional<std::int64_t> int64(std::string_view name) const;
    std::optional<std::int32_t> int32(std::string_view name) const;
    std::optional<float> float32(std::string_view name) const;
    std::optional<Duration> duration(std::string_view name) const;
    /// Base64 in the document.
    std::string bytes(std::string_view name) const;

private:
    const api::Value* value_;
};

/// Base64 with padding; what is not in its alphabet is skipped.
std::string decodeBase64(std::string_view text);
std::string encodeBase64(std::string_view bytes);

}
