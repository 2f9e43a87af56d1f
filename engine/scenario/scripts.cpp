// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scripts.h"

#include "plugins/script_loading.h"
#include "scenario/folder.h"

#include <algorithm>

namespace berth::scenario {

tl::expected<std::vector<plugins::ScriptSource>, api::Problem> readScripts(const std::filesystem::path& folder)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(folder, ignored), end; it != end; it.increment(ignored))
        if (it->path().extension() == ".lua")
            files.push_back(it->path());
    std::sort(files.begin(), files.end());
    std::vector<plugins::ScriptSource> scripts;
    for (const auto& file : files) {
        auto text = readTextFile(file);
        if (!text)
            return tl::unexpected(
                api::Problem{api::Problem::Severity::Error, text.error(), file.string(), {}, {}, {}});
        scripts.push_back({file.string(), std::move(*text)});
    }
    return scripts;
}

namespace {

/// Whether the script can be run beside those before it.
tl::expected<plugins::ScriptShape, std::string> tryBeside(std::vector<plugins::ScriptSource> others, const plugins::ScriptSource& script)
{
    others.push_back(script);
    auto loaded = plugins::loadScripts(others);
    if (!loaded)
        return tl::unexpected(loaded.error());
    return std::move(loaded->scripts.back().shape);
}

}

ScriptsNow readScriptsAgain(const std::vector<std::string>& files, const std::vector<plugins::ScriptSource>& atWork)
{
    ScriptsNow now;
    for (const auto& file : files) {
        const auto before = std::find_if(atWork.begin(), atWork.end(), [&](const auto& script) { return script.file == file; });
        const auto text = readTextFile(file);
        if (!text)
            now.failures.push_back({file, text.error()});
        if (text && (before == atWork.end() || *text != before->text)) {
            const plugins::ScriptSource script{file, *text};
            if (auto shape = tryBeside(now.scripts, script)) {
                now.scripts.push_back(script);
                now.changed.push_back(shape->name);
                const auto old = before == atWork.end() ? tl::unexpected(std::string()) : plugins::loadScript(*before);
                now.hasSameShapes = now.hasSameShapes && old && old->shape == *shape;
                continue;
            } else {
                now.failures.push_back({file, shape.error()});
            }
        }
        if (before != atWork.end())
            now.scripts.push_back(*before);
    }
    return now;
}

tl::expected<config::LoadResult, std::string> loadWithScripts(const std::string& text, const std::string& file,
                                                              const config::FeatureGates& gates,
                                                              const std::vector<plugins::ScriptSource>& scripts)
{
    auto loaded = plugins::loadScripts(scripts);
    if (!loaded)
        return tl::unexpected(loaded.error());
    if (!file.empty())
        return config::loadConfiguration(text, file, gates, loaded->catalog);
    auto result = config::defaultConfiguration(gates, loaded->catalog);
    if (scripts.empty() || !result.ok())
        return result;
    plugins::enableScripts(result.config->profiles.front(), loaded->scripts);
    return config::resolveConfiguration(std::move(*result.config), gates, loaded->catalog);
}

}
