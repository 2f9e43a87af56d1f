// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::scenario {

/// Reads the members of a mapping by name, notes what has the wrong kind, and in the end what nobody asked for. All
/// problems name their place; reading goes on after each.
class MapReader {
public:
    /// what: how messages call the mapping (`a step`). Anything but a mapping is a problem and reads as an empty one.
    MapReader(const api::Value& map, std::string what, const std::string& file, api::Problems& problems);

    /// The member, or null; from now on it is known.
    const api::Value* take(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    std::optional<bool> flag(std::string_view key);
    /// A whole number that is not negative.
    std::optional<std::int64_t> number(std::string_view key);
    /// `1m30s`, or a number of seconds; nanoseconds, not negative.
    std::optional<std::int64_t> duration(std::string_view key);
    /// A text or a list of texts.
    std::vector<std::string> texts(std::string_view key);

    /// The places of members that were not taken: each is a problem that names what could have stood there.
    void finish();
    void complain(const api::Value& where, std::string message);

private:
    const api::Value& map_;
    std::string what_;
    const std::string& file_;
    api::Problems& problems_;
    std::vector<std::string> known_;
};

}
