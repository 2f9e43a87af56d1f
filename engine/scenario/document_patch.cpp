// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/document_patch.h"

#include "api/text.h"

namespace berth::scenario {

using nlohmann::json;

DocumentPatch::DocumentPatch(const api::Value& document) : active_(true), document_(json::parse(api::toJson(document))) {}

json::json_pointer DocumentPatch::pointer(const Path& path, std::size_t depth)
{
    json::json_pointer pointer;
    for (std::size_t i = 0; i < depth; ++i)
        pointer.push_back(path[i]);
    return pointer;
}

void DocumentPatch::apply(json operation)
{
    document_ = document_.patch(json::array({operation}));
    operations_.push_back(std::move(operation));
}

bool DocumentPatch::has(const Path& path) const
{
    const auto at = pointer(path, path.size());
    return active_ && document_.contains(at) && !document_[at].is_null();
}

void DocumentPatch::set(const Path& path, json value)
{
    if (!active_)
        return;
    std::size_t depth = 1;
    while (depth < path.size() && has(Path(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth))))
        ++depth;
    for (auto i = path.size(); i > depth; --i) {
        auto parent = json::object();
        parent[path[i - 1]] = std::move(value);
        value = std::move(parent);
    }
    const auto at = pointer(path, depth);
    apply({{"op", document_.contains(at) ? "replace" : "add"}, {"path", at.to_string()}, {"value", std::move(value)}});
}

void DocumentPatch::append(const Path& path, json value)
{
    if (!active_)
        return;
    if (!has(path))
        return set(path, json::array({std::move(value)}));
    apply({{"op", "add"}, {"path", pointer(path, path.size()).to_string() + "/-"}, {"value", std::move(value)}});
}

void DocumentPatch::remove(const Path& path)
{
    if (active_ && document_.contains(pointer(path, path.size())))
        apply({{"op", "remove"}, {"path", pointer(path, path.size()).to_string()}});
}

}
