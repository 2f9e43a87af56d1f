// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/text.h"

#include <algorithm>

namespace berth::api {
namespace {

constexpr std::string_view separator = "---";
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view whiteSpace = " \t\r\n\v\f";

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(whiteSpace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(whiteSpace) - first + 1);
}

Problem problemAt(std::uint32_t line, Problem::Severity severity, std::string message)
{
    Problem problem;
    problem.severity = severity;
    problem.message = std::move(message);
    problem.position = {line, 1};
    return problem;
}

}

Chunks splitDocuments(std::string_view stream)
{
    Chunks result;
    std::size_t start = 0;
    std::uint32_t startLine = 1;
    std::uint32_t line = 1;
    for (std::size_t at = 0; at < stream.size(); ++line) {
        const std::size_t next = std::min(stream.find('\n', at), stream.size() - 1) + 1;
        const std::string_view text = stream.substr(at, next - at);
        if (text.starts_with(separator)) {
            const std::string_view rest = trimmed(text.substr(separator.size()));
            if (!rest.empty() && rest[0] != '#') {
                if (at > start)
                    result.chunks.push_back({stream.substr(start, at - start), startLine});
                result.problems.push_back(problemAt(line, Problem::Severity::Error,
                                                    "invalid Yaml document separator: " + std::string(rest)));
                return result;
            }
            if (at > start) {
                result.chunks.push_back({stream.substr(start, at - start), startLine});
                start = next;
                startLine = line + 1;
            }
        } else if (line > 1 && text.starts_with(byteOrderMark) && text.substr(byteOrderMark.size()).starts_with(separator)) {
            result.problems.push_back(problemAt(line, Problem::Severity::Warning,
                                                "a byte order mark hides this separator: what follows it is not read as a document"));
        }
        at = next;
    }
    if (start < stream.size())
        result.chunks.push_back({stream.substr(start), startLine});
    return result;
}

}
