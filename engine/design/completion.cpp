// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/completion.h"

#include "api/schema_table.h"
#include "design/enum_values.h"

#include <algorithm>
#include <array>
#include <set>

namespace berth::design {

namespace {

using api::schema::TypeKind;
using api::schema::TypeRow;

/// A line as far as its place in the document goes.
struct Line {
    std::size_t indent = 0;                ///< of the key, behind any dashes
    std::size_t dashes = 0;
    std::vector<std::size_t> dashColumns;
    std::string key;                       ///< empty: none
    std::string value;
    bool hasColon = false;
    bool isNothing = false;                ///< blank, comment, separator
};

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\"'");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, text.find_last_not_of(" \t\r\"'") - first + 1));
}

Line readLine(std::string_view text)
{
    Line line;
    std::size_t at = text.find_first_not_of(' ');
    if (at == std::string_view::npos || text[at] == '#' || text[at] == '\r') {
        line.isNothing = true;
        line.indent = at == std::string_view::npos ? text.size() : at;
        return line;
    }
    while (at < text.size() && text[at] == '-' && (at + 1 == text.size() || text[at + 1] == ' ')) {
        line.dashColumns.push_back(at);
        ++line.dashes;
        at = std::min(text.find_first_not_of(' ', at + 1), text.size());
    }
    line.indent = at;
    const auto colon = text.find(':', at);
    const bool hasColon = colon != std::string_view::npos && (colon + 1 == text.size() || text[colon + 1] == ' ' || text[colon + 1] == '\r');
    line.hasColon = hasColon;
    line.key = trimmed(text.substr(at, hasColon ? colon - at : std::string_view::npos));
    if (hasColon)
        line.value = trimmed(text.substr(colon + 1));
    return line;
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t at = 0;;) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        if (end == text.size())
            return lines;
        at = end + 1;
    }
}

const TypeRow* within(const TypeRow* type)
{
    while (type && type->kind == TypeKind::Pointer)
        type = &api::schema::typeAt(type->element);
    return type;
}

/// The type behind a step: a field of a struct, what a list or map holds.
const TypeRow* stepInto(const TypeRow* type, const std::string& key)
{
    type = within(type);
    if (!type)
        return nullptr;
    if (type->kind == TypeKind::Struct) {
        const auto* field = api::schema::findField(*type, key);
        return field ? within(&api::schema::typeAt(field->type)) : nullptr;
    }
    return type->kind == TypeKind::Map ? within(&api::schema::typeAt(type->element)) : nullptr;
}

const TypeRow* itemOf(const TypeRow* type)
{
    type = within(type);
    return type && type->kind == TypeKind::Slice ? within(&api::schema::typeAt(type->element)) : type;
}

/// The kinds of text that are completed differ in what they may begin with and in the names they know.
struct Words {
    bool isConfiguration = false;
    std::span<const std::string> plugins;
    NamesOf names;
};

/// Fields that name another object, and the kind of it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> references{{
    {"priorityClassName", "PriorityClass"}, {"storageClassName", "StorageClass"}, {"runtimeClassName", "RuntimeClass"}, {"claimName", "PersistentVolumeClaim"}, {"volumeName", "PersistentVolume"},
    {"nodeName", "Node"}, {"namespace", "Namespace"}, {"deviceClassName", "DeviceClass"}, {"resourceClaimName", "ResourceClaim"},
}};

constexpr std::array<std::string_view, 6> resourceNames = {"cpu", "ephemeral-storage", "hugepages-2Mi", "memory", "nvidia.com/gpu", "pods"};
constexpr std::array<std::string_view, 5> nodeLabels = {"kubernetes.io/arch", "kubernetes.io/hostname", "node.kubernetes.io/instance-type", "topology.kubernetes.io/region", "topology.kubernetes.io/zone"};

/// What completes both `kind` and, the other way round, `apiVersion`.
constexpr std::array<std::string_view, 25> kinds = {"CSIDriver", "CSINode", "ConfigMap", "CronJob", "DaemonSet", "Deployment", "DeviceClass", "Job", "LimitRange", "List", "Namespace", "Node", "PersistentVolume",
                                                   "PersistentVolumeClaim", "Pod", "PodDisruptionBudget", "PriorityClass", "ReplicaSet", "ReplicationController", "ResourceClaim", "ResourceQuota", "RuntimeClass",
                                                   "Service", "StatefulSet", "StorageClass"};
constexpr std::array<std::string_view, 8> versions = {"apps/v1", "batch/v1", "node.k8s.io/v1", "policy/v1", "resource.k8s.io/v1", "scheduling.k8s.io/v1", "storage.k8s.io/v1", "v1"};

class Place {
public:
    Place(std::string_view text, std::size_t cursor, const Words& words) : cursor_(std::min(cursor, text.size())), words_(words)
    {
        const std::size_t before = cursor_ == 0 ? std::string_view::npos : text.rfind('\n', cursor_ - 1);
        lineStart_ = before == std::string_view::npos ? 0 : before + 1;
        const auto lines = linesOf(text);
        row_ = static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(cursor_), '\n'));
        for (const auto line : lines)
            lines_.push_back(readLine(line));
        written_ = text.substr(lineStart_, cursor_ - lineStart_);
        // Other documents of the text are none of this one's business.
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (lines[i].starts_with("---") && i < row_)
                first_ = i + 1;
            else if (lines[i].starts_with("---") && i > row_)
                last_ = std::min(last_, i);
        last_ = std::min(last_, lines_.size());
    }

    Completion complete()
    {
        const Line line = readLine(written_);
        Completion result;
        const TypeRow* type = typeAround(line.isNothing ? written_.size() : line.indent, line.dashColumns);
        if (line.hasColon) {
            const auto colon = written_.find(':');
            const auto value = written_.find_first_not_of(" \"'", colon + 1);
            result.begin = lineStart_ + std::min(value, written_.size());
            values(result, type, line.key);
            return result;
        }
        result.begin = lineStart_ + (line.isNothing ? written_.size() : line.indent);
        fields(result, type, line);
        return result;
    }

private:
    /// What stands behind a key of the document itself.
    std::string rootValue(std::string_view key) const
    {
        std::string value;
        for (std::size_t i = first_; i < last_; ++i)
            if (lines_[i].indent == 0 && lines_[i].dashes == 0 && lines_[i].key == key)
                value = lines_[i].value;
        return value;
    }
    const TypeRow* rootType() const { return api::schema::findKind(rootValue("apiVersion"), rootValue("kind")); }

    /// The type of what a key in that column stands in; dashes: those of the cursor's own line. Goes up the text: whatever stands
    /// further to the left than what it led to is around it; a key may stand in the column of the dashes of its list.
    const TypeRow* typeAround(std::size_t column, const std::vector<std::size_t>& dashes)
    {
        constexpr std::size_t item = static_cast<std::size_t>(-1);
        std::vector<std::size_t> steps;            // from within: rows of keys, or an item of a list
        std::size_t limit = column;
        bool isItem = false;
        const auto dashesOf = [&](const std::vector<std::size_t>& columns) {
            for (auto dash = columns.rbegin(); dash != columns.rend(); ++dash)
                if (*dash < limit) {
                    steps.push_back(item);
                    limit = *dash;
                    isItem = true;
                }
        };
        dashesOf(dashes);
        for (std::size_t i = row_; i-- > first_ && (limit > 0 || isItem);) {
            const Line& line = lines_[i];
            if (line.isNothing)
                continue;
            if (line.hasColon && (line.indent < limit || (isItem && line.indent == limit))) {
                steps.push_back(i);
                limit = line.indent;
                isItem = false;
            }
            dashesOf(line.dashColumns);
        }
        const TypeRow* type = rootType();
        for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
            if (*step == item) {
                type = itemOf(type);
                continue;
            }
            around_ = lines_[*step].key;
            const TypeRow* args = type && around_ == "args" && type->structName() == "PluginConfig" ? argsOf(*step) : nullptr;
            type = args ? args : stepInto(type, around_);
        }
        return within(type);
    }

    /// What the arguments of the plugin are whose name stands beside that row; null for plugins without any that are known.
    const TypeRow* argsOf(std::size_t row) const
    {
        const std::size_t column = lines_[row].indent;
        const auto nameAt = [&](std::size_t i) { return lines_[i].indent == column && lines_[i].key == "name" ? lines_[i].value : std::string(); };
        std::string name = nameAt(row);
        for (std::size_t i = row; name.empty() && lines_[i].dashes == 0 && i-- > first_ && (lines_[i].isNothing || lines_[i].indent >= column);)
            name = nameAt(i);
        for (std::size_t i = row + 1; name.empty() && i < last_ && (lines_[i].isNothing || (lines_[i].indent >= column && (lines_[i].dashes == 0 || lines_[i].indent > column))); ++i)
            name = nameAt(i);
        return api::schema::findType("config/v1." + name + "Args");
    }

    void fields(Completion& result, const TypeRow* type, const Line& line) const
    {
        if (type && type->kind == TypeKind::Map) {
            keys(result, type, line);
            return;
        }
        if (type && type->kind != TypeKind::Struct) {
            values(result, type, {});
            return;
        }
        const std::string begun = line.isNothing ? std::string() : line.key;
        if (!type) {
            if (written_.find_first_not_of(' ') == std::string_view::npos || line.indent == 0)
                for (const char* field : {"apiVersion: ", "kind: ", words_.isConfiguration ? "profiles:" : "metadata:", words_.isConfiguration ? "extenders:" : "spec:"})
                    add(result, field, {}, begun);
            return;
        }
        result.typeName = type->name;
        const std::set<std::string> there = siblings(line);
        for (const api::schema::FieldRow& field : api::schema::fieldsOf(*type)) {
            const TypeRow* of = within(&api::schema::typeAt(field.type));
            if (there.contains(std::string(field.name)))
                continue;
            const bool isBlock = of->kind == TypeKind::Struct || of->kind == TypeKind::Slice || of->kind == TypeKind::Map;
            add(result, std::string(field.name) + (isBlock ? ":" : ": "), std::string(of->name), begun);
        }
    }

    /// Those that people know, of what can have any.
    void keys(Completion& result, const TypeRow* type, const Line& line) const
    {
        const std::span<const std::string_view> known = type->name == "v1.ResourceList" ? std::span<const std::string_view>(resourceNames)
                                                        : around_ == "nodeSelector"      ? std::span<const std::string_view>(nodeLabels)
                                                                                         : std::span<const std::string_view>();
        result.typeName = type->name;
        const std::set<std::string> there = siblings(line);
        for (const std::string_view key : known)
            if (!there.contains(std::string(key)))
                add(result, std::string(key) + ": ", {}, line.isNothing ? std::string() : line.key);
    }

    /// The keys beside the cursor's line.
    std::set<std::string> siblings(const Line& line) const
    {
        std::set<std::string> keys;
        const std::size_t column = line.isNothing ? written_.size() : line.indent;
        const auto take = [&](std::size_t i) {
            const Line& other = lines_[i];
            if (other.isNothing || other.indent > column)
                return true;
            if (other.indent < column)
                return false;
            if (other.hasColon)
                keys.insert(other.key);
            return true;
        };
        if (line.dashes == 0)
            for (std::size_t i = row_; i-- > first_;)
                if (!take(i) || (lines_[i].dashes > 0 && lines_[i].indent == column))
                    break;
        for (std::size_t i = row_ + 1; i < last_; ++i)
            if ((lines_[i].dashes > 0 && lines_[i].dashColumns.front() < column) || !take(i))
                break;
        return keys;
    }

    void values(Completion& result, const TypeRow* type, const std::string& key) const
    {
        const std::string begun(written_.substr(std::min(result.begin - lineStart_, written_.size())));
        if (!type && (key == "kind" || key == "apiVersion")) {
            addKinds(result, key, begun);
            return;
        }
        const TypeRow* of = key.empty() ? type : stepInto(type, key);
        if (!of)
            return;
        addNames(result, key, begun);
        result.typeName = of->name;
        if (of->kind == TypeKind::Bool)
            for (const char* value : {"true", "false"})
                add(result, value, {}, begun);
        for (const std::string_view value : enumValues(of->name))
            add(result, std::string(value), {}, begun);
        const std::string_view owner = type ? within(type)->structName() : std::string_view();
        if ((owner == "PodSpec" || owner == "KubeSchedulerProfile") && key == "schedulerName")
            add(result, "default-scheduler", {}, begun);
        if (words_.isConfiguration && key == "name" && (owner == "Plugin" || owner == "PluginConfig")) {
            if (owner == "Plugin" && around_ == "disabled")
                add(result, "'*'", {}, begun);
            for (const std::string& plugin : words_.plugins)
                add(result, plugin, {}, begun);
        }
    }

    void addKinds(Completion& result, const std::string& key, const std::string& begun) const
    {
        if (words_.isConfiguration) {
            add(result, key == "kind" ? "KubeSchedulerConfiguration" : "kubescheduler.config.k8s.io/v1", {}, begun);
            return;
        }
        // What is there already of the two says which go with it.
        const std::string version = rootValue("apiVersion");
        const std::string kind = rootValue("kind");
        const bool isKind = key == "kind";
        const bool isOpen = (isKind ? version : kind).empty();
        for (const std::string_view value : isKind ? std::span<const std::string_view>(kinds) : std::span<const std::string_view>(versions))
            if (isOpen || (isKind ? api::schema::findKind(version, value) : api::schema::findKind(value, kind)))
                add(result, std::string(value), {}, begun);
    }

    void addNames(Completion& result, std::string_view key, const std::string& begun) const
    {
        if (key == "topologyKey")
            for (const std::string_view label : nodeLabels)
                add(result, std::string(label), {}, begun);
        const auto reference = std::find_if(references.begin(), references.end(), [key](const auto& one) { return one.first == key; });
        if (reference == references.end() || !words_.names)
            return;
        for (const std::string& name : words_.names(reference->second))
            add(result, name, std::string(reference->second), begun);
    }

    static void add(Completion& result, std::string text, std::string about, const std::string& begun)
    {
        const bool fits = std::equal(begun.begin(), begun.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(begun.size(), text.size())), [](char a, char b) {
            return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
        });
        if (fits)
            result.candidates.push_back({std::move(text), std::move(about)});
    }

    std::size_t cursor_;
    std::size_t lineStart_ = 0;
    std::size_t row_ = 0;
    std::size_t first_ = 0;
    std::size_t last_ = static_cast<std::size_t>(-1);
    std::string_view written_;
    std::vector<Line> lines_;
    Words words_;
    std::string around_;                       ///< the key that the place is below
};

}

Completion complete(std::string_view text, std::size_t cursor, const NamesOf& names)
{
    return Place(text, cursor, {false, {}, names}).complete();
}

Completion completeConfiguration(std::string_view text, std::size_t cursor, std::span<const std::string> plugins)
{
    return Place(text, cursor, {true, plugins, {}}).complete();
}

}
