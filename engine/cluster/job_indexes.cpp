// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/job_indexes.h"

#include "api/names.h"

#include <algorithm>

namespace berth::cluster {

Indexes parseIndexes(std::string_view text, std::int32_t completions)
{
    Indexes indexes;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        const auto part = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        const auto dash = part.find('-');
        const auto first = api::parseGoInt(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : api::parseGoInt(part.substr(dash + 1));
        if (!first || !last || *first < 0)
            continue;
        for (auto index = *first; index <= *last && index < completions; ++index)
            indexes.insert(static_cast<std::int32_t>(index));
    }
    return indexes;
}

std::string toText(const Indexes& indexes)
{
    std::string text;
    for (auto it = indexes.begin(); it != indexes.end();) {
        const auto first = *it;
        auto last = first;
        while (++it != indexes.end() && *it == last + 1)
            last = *it;
        if (!text.empty())
            text += ',';
        text += std::to_string(first);
        if (last > first)
            text.append(last == first + 1 ? "," : "-").append(std::to_string(last));
    }
    return text;
}

std::optional<std::int32_t> indexOf(const api::Pod& pod)
{
    const auto* text = pod.meta.annotations.find(completionIndexKey);
    const auto index = text ? api::parseGoInt(text->view()) : std::nullopt;
    constexpr std::int64_t most = 2147483647;
    return index && *index >= 0 && *index <= most ? std::optional(static_cast<std::int32_t>(*index)) : std::nullopt;
}

}
