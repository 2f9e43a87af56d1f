// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::scenario {

/// golden.json or golden.json.gz of a folder; absent if it has neither. The error says what is wrong with the file.
tl::expected<std::optional<nlohmann::json>, std::string> readGolden(const std::filesystem::path& folder);

/// Where two JSON values differ, path by path (`attempts[3].node: "n1", golden "n2"`), at most `limit` of them. Excused:
/// what follows ` in scheme `, the wording (not the line) of YAML syntax errors, and `problems` of the golden.
std::vector<std::string> differences(const nlohmann::json& golden, const nlohmann::json& ours, std::size_t limit = 20);

struct FolderResult {
    enum class Kind : std::uint8_t { Passed, Failed, Skipped };
    Kind kind = Kind::Skipped;
    std::vector<std::string> differences;  ///< or what stands in the way of comparing
};

/// Plays a scenario folder and compares it with its golden. Thread-safe.
FolderResult checkFolder(const std::filesystem::path& folder);

}
