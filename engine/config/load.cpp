// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/load.h"

#include "config/decode_document.h"
#include "config/expand.h"
#include "config/locate.h"
#include "config/notes.h"
#include "config/read.h"
#include "config/validate.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
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
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return unreadable(path, errno);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (file.bad() || errno == EISDIR)
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
