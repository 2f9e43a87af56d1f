// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/first_document.h"

#include "api/text.h"

namespace berth::formats {

tl::expected<api::Value, api::Problem> firstDocument(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    auto parsed = isJson ? api::parseJson(text) : api::parseYaml(text);
    if (!parsed)
        return tl::unexpected(parsed.error());
    return std::move(parsed->value);
}

}
