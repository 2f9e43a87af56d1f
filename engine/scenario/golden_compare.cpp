// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/golden_compare.h"

#include "config/write.h"
#include "scenario/player.h"

#include <algorithm>
#include <zlib.h>

namespace berth::scenario {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t longestValueShown = 160;

tl::expected<std::string, std::string> readCompressed(const fs::path& path)
{
    // gzopen reads plain files as well.
    gzFile file = gzopen(path.c_str(), "rb");
    if (!file)
        return tl::unexpected("cannot open " + path.string());
    std::string text;
    char buffer[1 << 16];
    int got = 0;
    while ((got = gzread(file, buffer, sizeof buffer)) > 0)
        text.append(buffer, static_cast<std::size_t>(got));
    gzclose(file);
    if (got < 0)
        return tl::unexpected("cannot decompress " + path.string());
    return text;
}

std::string shown(const json& value)
{
    auto text = value.dump();
    return text.size() > longestValueShown ? text.substr(0, longestValueShown) + "…" : text;
}

/// A text without what is excused: `yaml: line 4: whatever` → `yaml: line 4`.
std::string comparable(const std::string& text)
{
    std::string out = text;
    if (auto scheme = out.find(" in scheme "); scheme != std::string::npos)
        out.erase(scheme);
    const auto yaml = out.find("yaml: ");
    if (yaml == std::string::npos || out.compare(yaml, 22, "yaml: unmarshal errors") == 0)
        return out;
    const auto line = out.find("line ", yaml);
    if (line != yaml + 6)
        return out.substr(0, yaml + 6);
    return out.substr(0, out.find(':', line));
}

class Comparison {
public:
    explicit Comparison(std::size_t limit) : limit_(limit) {}

    void compare(const std::string& path, const json& golden, const json& ours)
    {
        if (found_.size() >= limit_)
            return;
        if (golden.is_object() && ours.is_object())
            return objects(path, golden, ours);
        if (golden.is_array() && ours.is_array())
            return arrays(path, golden, ours);
        if (golden.is_string() && ours.is_string()
            && comparable(golden.get_ref<const std::string&>()) == comparable(ours.get_ref<const std::string&>()))
            return;
        if (golden != ours)
            note(path, shown(ours) + ", golden " + shown(golden));
    }

    std::vector<std::string> take() { return std::move(found_); }

private:
    void note(const std::string& path, const std::string& text)
    {
        if (found_.size() < limit_)
            found_.push_back(path + ": " + text);
    }

    void objects(const std::string& path, const json& golden, const json& ours)
    {
        for (const auto& [key, value] : golden.items()) {
            if (path.empty() && key == "problems")
                continue;
            const auto at = path.empty() ? key : path + "." + key;
            if (auto it = ours.find(key); it != ours.end())
                compare(at, value, *it);
            else
                note(at, "missing, golden " + shown(value));
        }
        for (const auto& [key, value] : ours.items())
            if (!golden.contains(key))
                note(path.empty() ? key : path + "." + key, shown(value) + ", not in the golden");
    }

    void arrays(const std::string& path, const json& golden, const json& ours)
    {
        const auto common = std::min(golden.size(), ours.size());
        for (std::size_t i = 0; i < common; ++i)
            compare(path + "[" + std::to_string(i) + "]", golden[i], ours[i]);
        if (golden.size() != ours.size())
            note(path, std::to_string(ours.size()) + " entries, golden " + std::to_string(golden.size()));
    }

    std::size_t limit_;
    std::vector<std::string> found_;
};

/// A golden made with -brief says so only by what it holds. Playing everything for it would be wasted, and a large
/// cluster's full record does not fit into memory.
bool isBrief(const json& golden)
{
    if (!golden.is_object() || !golden.contains("attempts"))
        return false;
    const auto& attempts = golden["attempts"];
    return std::any_of(attempts.begin(), attempts.end(),
                       [](const json& attempt) { return attempt.contains("feasibleCount"); });
}

json playFolder(const Folder& folder)
{
    if (folder.isConfigurationOnly)
        return config::configurationGolden({(folder.path / "scheduler.yaml").string()}, folder.gates);
    return toGolden(play(folder));
}

}

tl::expected<std::optional<json>, std::string> readGolden(const fs::path& folder)
{
    for (const char* name : {"golden.json", "golden.json.gz"}) {
        if (!fs::exists(folder / name))
            continue;
        auto text = readCompressed(folder / name);
        if (!text)
            return tl::unexpected(text.error());
        auto value = json::parse(*text, nullptr, false);
        if (value.is_discarded())
            return tl::unexpected((folder / name).string() + " is not JSON");
        return std::optional(std::move(value));
    }
    return std::optional<json>{};
}

std::vector<std::string> differences(const json& golden, const json& ours, std::size_t limit)
{
    Comparison comparison(limit);
    comparison.compare({}, golden, ours);
    return comparison.take();
}

FolderResult checkFolder(const fs::path& path)
{
    auto golden = readGolden(path);
    if (!golden)
        return {FolderResult::Kind::Failed, {golden.error()}};
    if (!*golden)
        return {FolderResult::Kind::Skipped, {}};
    auto folder = readFolder(path);
    if (!folder)
        return {FolderResult::Kind::Failed, {folder.error().toString()}};
    folder->brief = folder->brief || isBrief(**golden);
    auto found = differences(**golden, playFolder(*folder));
    if (found.empty())
        return {FolderResult::Kind::Passed, {}};
    return {FolderResult::Kind::Failed, std::move(found)};
}

}
