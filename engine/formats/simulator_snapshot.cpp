// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/simulator_snapshot.h"

#include "api/text.h"
#include "formats/first_document.h"

#include <algorithm>
#include <array>

namespace berth::formats {
namespace {

using api::Problem;
using api::Value;

struct List {
    const char* key;
    const char* apiVersion;
    const char* kind;
};
/// In the order of creation. The items of Go's typed lists do not say what they are.
constexpr std::array<List, 7> lists{{{"namespaces", "v1", "Namespace"},
                                    {"priorityClasses", "scheduling.k8s.io/v1", "PriorityClass"},
                                    {"storageClasses", "storage.k8s.io/v1", "StorageClass"},
                                    {"pvs", "v1", "PersistentVolume"},
                                    {"pvcs", "v1", "PersistentVolumeClaim"},
                                    {"nodes", "v1", "Node"},
                                    {"pods", "v1", "Pod"}}};
constexpr const char* configurationKey = "schedulerConfig";

bool looksLikeSnapshot(const Value& value)
{
    return value.isObject() && !value.find("kind") && !value.find("apiVersion") && value.find("pods") && value.find("nodes");
}

void complete(Value& item, const char* key, const char* text)
{
    if (item.find(key))
        return;
    auto value = Value::string(text);
    value.position = item.position;
    item.set(key, std::move(value));
    item.members.back().keyPosition = item.position;
}

void readList(Value& list, const List& what, const std::string& file, Imported& out)
{
    if (list.isNull())
        return;
    if (!list.isArray()) {
        out.problems.push_back({Problem::Severity::Error, std::string(what.key) + ": a list is expected", file, list.position, {}, what.key});
        return;
    }
    for (auto& item : list.items) {
        if (item.isObject()) {
            complete(item, "apiVersion", what.apiVersion);
            complete(item, "kind", what.kind);
        }
        for (auto& document : api::decodeValue(item, file))
            out.cluster.push_back(std::move(document));
    }
}

/// The configuration as a text of its own: JSON behind as many line ends as bring it to its line in the file.
std::string configurationText(Value& value)
{
    complete(value, "apiVersion", "kubescheduler.config.k8s.io/v1");
    complete(value, "kind", "KubeSchedulerConfiguration");
    std::string text(value.position.line > 0 ? value.position.line - 1 : 0, '\n');
    text += api::toJson(value);
    text += '\n';
    return text;
}

}

std::optional<Imported> readSimulatorSnapshot(std::string_view text, const std::string& file)
{
    // Most files are manifests, and need not be parsed to be told apart.
    for (const char* word : {"nodes", "pods", configurationKey})
        if (text.find(word) == std::string_view::npos)
            return std::nullopt;
    auto document = firstDocument(text);
    if (!document || !looksLikeSnapshot(*document))
        return std::nullopt;
    Imported out;
    out.source = file;
    for (const auto& list : lists)
        if (auto* items = document->find(list.key))
            readList(*items, list, file, out);
    if (auto* configuration = document->find(configurationKey); configuration && configuration->isObject())
        out.configuration = configurationText(*configuration);
    for (const auto& [key, value, position] : document->members)
        if (key != configurationKey && std::none_of(lists.begin(), lists.end(), [&](const auto& list) { return list.key == key; }))
            out.problems.push_back({Problem::Severity::Note, "\"" + key + "\" is no part of a snapshot that Berth knows; it is left out",
                                    file, position, {}, key});
    return out;
}

}
