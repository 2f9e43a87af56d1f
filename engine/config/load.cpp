// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/load.h"

#include "config/decode_document.h"
#include "config/expand.h"
#include "config/locate.h"
#include "config/notes.h"
#include "config/read.h"
#include "config/validate.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

namespace berth::config {

namespace {

using api::Problem;

/// Validates and expands result.config; positions come from document, if there is one.
void resolve(LoadResult& result, const FeatureGates& gates, const PluginCatalog& catalog, const api::Value* document)
{
    auto report = [&](std::string message, const std::string& path) {
        api::Position position = document ? locate(*document, *result.config, path) : api::Position{};
        result.problems.push_back({Problem::Severity::Error, std::move(message), {}, position, {}, path});
    };
    api::FieldErrors errors = validateConfiguration(*result.config, gates);
    for (const api::FieldError& error : errors)
        report(error.text, error.path);
    result.error = api::field::aggregate(errors);
    if (!result.error.empty())
        return;
    tl::expected<std::vector<ResolvedProfile>, BuildError> profiles = expandProfiles(*result.config, catalog);
    if (!profiles) {
        const BuildError& error = profiles.error();
        for (const api::FieldError& part : error.parts)
            report(part.text, part.path);
        if (error.parts.empty())
            report(error.text, error.path);
        result.error = profiles.error().text;
        return;
    }
    result.profiles = std::move(*profiles);
}

/// What the system says of a file that cannot be read, as Go words it.
LoadResult unreadable(const std::string& path, int error)
{
    LoadResult result;
    std::string reason = std::strerror(error);
    if (!reason.empty() && reason[0] >= 'A' && reason[0] <= 'Z')
        reason[0] = static_cast<char>(reason[0] | 0x20);
    result.error = (error == EISDIR ? "read " : "open ") + path + ": " + reason;
    result.problems.push_back({Problem::Severity::Error, result.error, path, {}, "KubeSchedulerConfiguration", {}});
    return result;
}

}

LoadResult loadConfiguration(std::string_view text, const std::string& file, const FeatureGates& gates,
                             const PluginCatalog& catalog)
{
    LoadResult result;
    DecodedDocument decoded = decodeDocument(text);
    result.error = std::move(decoded.error);
    result.problems = std::move(decoded.problems);
    if (decoded.value) {
        result.config = readConfiguration(*decoded.value, gates);
        resolve(result, gates, catalog, &*decoded.value);
        addPluginNotes(result, catalog, *decoded.value);
    } else {
        addVersionNote(result);
    }
    for (Problem& problem : result.problems) {
        problem.file = file;
        problem.object = "KubeSchedulerConfiguration";
    }
    return result;
}

LoadResult loadConfigurationFile(const std::string& path, const FeatureGates& gates, const PluginCatalog& catalog)
{
    // Not a stream: those throw when a directory is read.
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file)
        return unreadable(path, errno);
    std::string text;
    std::array<char, 65536> buffer{};
    while (std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get()))
        text.append(buffer.data(), count);
    if (std::ferror(file.get()))
        return unreadable(path, errno);
    return loadConfiguration(text, path, gates, catalog);
}

LoadResult resolveConfiguration(KubeSchedulerConfiguration config, const FeatureGates& gates,
                                const PluginCatalog& catalog)
{
    LoadResult result;
    result.config = std::move(config);
    resolve(result, gates, catalog, nullptr);
    addPluginNotes(result, catalog, api::Value{});
    for (Problem& problem : result.problems)
        problem.object = "KubeSchedulerConfiguration";
    return result;
}

LoadResult defaultConfiguration(const FeatureGates& gates, const PluginCatalog& catalog)
{
    return resolveConfiguration(readConfiguration(api::Value::object(), gates), gates, catalog);
}

}
