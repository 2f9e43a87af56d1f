// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/utf16.h"

namespace berth::api {

void appendUtf8(std::string& out, char32_t point)
{
    const auto continued = [](char32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
    if (point < 0x80) {
        out += static_cast<char>(point);
    } else if (point < 0x800) {
        out += static_cast<char>(0xC0 | point >> 6);
        out += continued(point);
    } else if (point < 0x10000) {
        out += static_cast<char>(0xE0 | point >> 12);
        out += continued(point >> 6);
        out += continued(point);
    } else {
        out += static_cast<char>(0xF0 | point >> 18);
        out += continued(point >> 12);
        out += continued(point >> 6);
        out += continued(point);
    }
}

std::optional<std::string> fromUtf16(std::string_view text)
{
    const bool little = text.starts_with("\xFF\xFE");
    if (!little && !text.starts_with("\xFE\xFF"))
        return std::nullopt;
    const auto unitAt = [&](std::size_t i) -> char32_t {
        const auto first = static_cast<unsigned char>(text[i]);
        const auto second = static_cast<unsigned char>(text[i + 1]);
        return little ? static_cast<char32_t>(second << 8 | first) : static_cast<char32_t>(first << 8 | second);
    };
    std::string out;
    out.reserve(text.size() / 2);
    for (std::size_t i = 2; i + 1 < text.size(); i += 2) {
        char32_t point = unitAt(i);
        if (point >= 0xD800 && point < 0xE000) {
            const char32_t low = point < 0xDC00 && i + 3 < text.size() ? unitAt(i + 2) : 0;
            const bool isPair = low >= 0xDC00 && low < 0xE000;
            point = isPair ? 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
            i += isPair ? 2 : 0;
        }
        appendUtf8(out, point);
    }
    return out;
}

}
