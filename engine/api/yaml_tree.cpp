// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/yaml_tree.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <yaml.h>

namespace berth::api {
namespace {

/// Hands libyaml the text in the portions in which go-yaml reads it, so that of several errors the same comes first.
/// The last line gets its line break, as the API server's reader of lines gives it one.
struct Portions {
    std::string_view rest;
    bool breakMissing;

    explicit Portions(std::string_view text) : rest(text), breakMissing(!text.ends_with('\n')) {}

    static int read(void* self, unsigned char* buffer, std::size_t size, std::size_t* length)
    {
        constexpr std::size_t portion = 512;
        auto& [rest, breakMissing] = *static_cast<Portions*>(self);
        if (rest.empty() && breakMissing) {
            rest = "\n";
            breakMissing = false;
        }
        *length = std::min({size, portion, rest.size()});
        if (*length > 0)
            std::memcpy(buffer, rest.data(), *length);
        rest.remove_prefix(*length);
        return 1;
    }
};

/// The place of a byte, for errors that libyaml locates by offset only.
Position positionOfByte(std::string_view text, std::size_t offset, std::uint32_t firstLine)
{
    const std::string_view before = text.substr(0, offset);
    const auto lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto isLead = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    const auto line = std::count(before.begin(), before.end(), '\n');
    const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(lineStart), before.end(), isLead);
    return {firstLine + static_cast<std::uint32_t>(line), 1 + static_cast<std::uint32_t>(column)};
}

/// The byte at a line and column, both from 0.
std::size_t byteAt(std::string_view text, const yaml_mark_t& mark)
{
    std::size_t at = 0;
    for (std::size_t line = 0; line < mark.line && at < text.size(); ++line)
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    for (std::size_t column = 0; column < mark.column && at < text.size(); ++column)
        for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;)
            ++at;
    return at;
}

/// One attempt at reading a text.
class TreeReader {
public:
    /// colon: what stands in the text for a colon that is part of a word; may be empty.
    TreeReader(std::string_view text, std::uint32_t firstLine, std::string_view colon)
        : text_(text), firstLine_(firstLine), colon_(colon), portions_(text)
    {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_input(&parser_, &Portions::read, &portions_);
    }
    TreeReader(const TreeReader&) = delete;
    TreeReader& operator=(const TreeReader&) = delete;
    ~TreeReader() { yaml_parser_delete(&parser_); }

    tl::expected<YamlTree, Problem> read()
    {
        while (!done_ && !problem_) {
            yaml_event_t event;
            if (!yaml_parser_parse(&parser_, &event)) {
                problem_ = syntaxProblem();
                break;
            }
            take(event);
            yaml_event_delete(&event);
        }
        if (problem_)
            return tl::make_unexpected(std::move(*problem_));
        return std::move(tree_);
    }

    /// Where libyaml refused a colon before one of `,?[]{}` within braces or brackets, which go-yaml reads as part of
    /// the word.
    std::optional<std::size_t> refusedColon() const
    {
        if (parser_.error != YAML_SCANNER_ERROR || std::string_view("found unexpected ':'") != parser_.problem)
            return std::nullopt;
        const std::size_t at = byteAt(text_, parser_.problem_mark);
        return at < text_.size() && text_[at] == ':' ? std::optional(at) : std::nullopt;
    }

private:
    void take(const yaml_event_t& event)
    {
        switch (event.type) {
        case YAML_SCALAR_EVENT: return takeScalar(event);
        case YAML_ALIAS_EVENT: return takeAlias(event);
        case YAML_SEQUENCE_START_EVENT:
            isFlow_.push_back(event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
            return open(event, YamlTree::Kind::Sequence, event.data.sequence_start.anchor, event.data.sequence_start.tag);
        case YAML_MAPPING_START_EVENT:
            isFlow_.push_back(event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
            return open(event, YamlTree::Kind::Mapping, event.data.mapping_start.anchor, event.data.mapping_start.tag);
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT:
            tree_.nodes[open_.back()].end = size();
            open_.pop_back();
            isFlow_.pop_back();
            return;
        case YAML_DOCUMENT_END_EVENT:
        case YAML_STREAM_END_EVENT:
            done_ = true;
            return;
        default:
            return;
        }
    }

    YamlTree::Node& append(const yaml_event_t& event, YamlTree::Kind kind)
    {
        YamlTree::Node& node = tree_.nodes.emplace_back();
        node.kind = kind;
        node.line = static_cast<std::uint32_t>(event.start_mark.line);
        node.column = static_cast<std::uint32_t>(event.start_mark.column);
        node.end = size();
        return node;
    }

    void takeScalar(const yaml_event_t& event)
    {
        const auto& scalar = event.data.scalar;
        YamlTree::Node& node = append(event, YamlTree::Kind::Scalar);
        node.value.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
        node.implicit = scalar.plain_implicit != 0;
        node.tag = tagIndex(scalar.tag);
        if (scalar.style == YAML_PLAIN_SCALAR_STYLE && !isFlow_.empty() && isFlow_.back())
            checkFlowWord(event, node);
        remember(scalar.anchor);
    }

    /// Within braces and brackets, go-yaml ends a word at a question mark, and then misses the comma.
    void checkFlowWord(const yaml_event_t& event, YamlTree::Node& node)
    {
        for (std::size_t at = 0; !colon_.empty() && (at = node.value.find(colon_, at)) != std::string::npos; ++at)
            node.value.replace(at, colon_.size(), ":");
        const auto question = node.value.find('?');
        if (question == std::string::npos || question == 0)
            return;
        const YamlTree::Node& collection = tree_.nodes[open_.back()];
        const std::size_t line = event.start_mark.line ? event.start_mark.line : collection.line;
        yaml_mark_t mark = event.start_mark;
        mark.column += question;
        problem_ = at(mark, "yaml: " + (line ? "line " + std::to_string(line) + ": " : std::string()) +
                                "did not find expected ',' or " + (collection.kind == YamlTree::Kind::Mapping ? "'}'" : "']'"));
    }

    void takeAlias(const yaml_event_t& event)
    {
        YamlTree::Node& node = append(event, YamlTree::Kind::Alias);
        node.value = reinterpret_cast<const char*>(event.data.alias.anchor);
        const auto anchor = anchors_.find(node.value);
        if (anchor == anchors_.end())
            problem_ = at(event.start_mark, "yaml: unknown anchor '" + node.value + "' referenced");
        else
            node.target = anchor->second;
    }

    void open(const yaml_event_t& event, YamlTree::Kind kind, const yaml_char_t* anchor, const yaml_char_t* tag)
    {
        if (open_.size() >= maxDocumentDepth) {
            problem_ = at(event.start_mark, "yaml: line " + std::to_string(event.start_mark.line + 1) +
                                                ": exceeded max depth of " + std::to_string(maxDocumentDepth));
            return;
        }
        YamlTree::Node& node = append(event, kind);
        node.tag = tagIndex(tag);
        open_.push_back(size() - 1);
        remember(anchor);
    }

    void remember(const yaml_char_t* anchor)
    {
        if (anchor)
            anchors_[reinterpret_cast<const char*>(anchor)] = size() - 1;
    }

    std::uint16_t tagIndex(const yaml_char_t* tag)
    {
        if (!tag)
            return 0;
        const std::string text = reinterpret_cast<const char*>(tag);
        const auto found = std::find(tree_.tags.begin(), tree_.tags.end(), text);
        const auto index = static_cast<std::size_t>(found - tree_.tags.begin());
        constexpr std::size_t limit = 1000;   // a text with more kinds of tags has no meaning for Kubernetes
        if (found == tree_.tags.end() && index < limit)
            tree_.tags.push_back(text);
        return static_cast<std::uint16_t>(std::min(index, limit - 1));
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(tree_.nodes.size()); }

    Problem at(const yaml_mark_t& mark, std::string message) const
    {
        Problem problem;
        problem.message = std::move(message);
        problem.position = {firstLine_ + static_cast<std::uint32_t>(mark.line), static_cast<std::uint32_t>(mark.column) + 1};
        return problem;
    }

    /// The line that go-yaml prints: scanner errors count from 1, parser errors from 0, and line 0 is not printed.
    std::size_t printedLine() const
    {
        if (parser_.problem_mark.line != 0)
            return parser_.problem_mark.line + (parser_.error == YAML_SCANNER_ERROR ? 1 : 0);
        return parser_.context_mark.line;
    }

    Problem syntaxProblem() const
    {
        const std::string what = parser_.problem ? parser_.problem : "unknown problem parsing YAML content";
        if (parser_.error == YAML_READER_ERROR) {
            Problem problem;
            problem.message = "yaml: " + what;
            problem.position = positionOfByte(text_, parser_.problem_offset, firstLine_);
            return problem;
        }
        const std::size_t line = printedLine();
        return at(parser_.problem_mark, line ? "yaml: line " + std::to_string(line) + ": " + what : "yaml: " + what);
    }

    std::string_view text_;
    std::uint32_t firstLine_;
    std::string_view colon_;
    Portions portions_;
    yaml_parser_t parser_{};
    YamlTree tree_;
    std::vector<std::uint32_t> open_;
    std::vector<bool> isFlow_;                 ///< parallel to open_: in braces or brackets
    std::unordered_map<std::string, std::uint32_t> anchors_;
    std::optional<Problem> problem_;
    bool done_ = false;
};

}

tl::expected<YamlTree, Problem> readYamlTree(std::string_view text, std::uint32_t firstLine)
{
    // A colon that libyaml refuses is replaced by a character of the private use area that the text does not have, and
    // the text is read again.
    constexpr int attempts = 100;
    std::string_view colon;
    std::string patched;
    for (int attempt = 0;; ++attempt) {
        TreeReader reader(text, firstLine, colon);
        auto tree = reader.read();
        const auto refused = tree || attempt == attempts ? std::nullopt : reader.refusedColon();
        if (!refused)
            return tree;
        if (colon.empty())
            for (const std::string_view candidate : {"\xEE\xBF\xBF", "\xEE\xBF\xBE", "\xEE\xBF\xBD"})
                if (text.find(candidate) == std::string_view::npos)
                    colon = candidate;
        if (colon.empty())
            return tree;
        std::string next(text);
        next.replace(*refused, 1, colon);
        patched = std::move(next);
        text = patched;
    }
}

}
