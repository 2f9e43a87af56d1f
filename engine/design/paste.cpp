// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/paste.h"

#include "api/text.h"
#include "design/file_text.h"
#include "design/free_name.h"
#include "design/lines_of_files.h"
#include "design/list_texts.h"
#include "design/yaml_rewrite.h"

#include <algorithm>
#include <map>
#include <utility>

namespace berth::design {

namespace {

std::vector<std::string_view> linesIn(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// What everything is moved to the right by. Separators count for nothing: people put them where they like.
std::size_t indentOf(const std::vector<std::string_view>& lines)
{
    std::size_t least = std::string_view::npos;
    for (const std::string_view line : lines)
        if (!isBlank(line) && !line.starts_with("---"))
            least = std::min(least, line.find_first_not_of(' '));
    return least == std::string_view::npos ? 0 : least;
}

/// The objects alone, line by line as many as there were.
std::string unwrapped(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    std::vector<std::string_view> lines = linesIn(text);
    const auto isFence = [](std::string_view line) { return !isBlank(line) && line.substr(line.find_first_not_of(' ')).starts_with("```"); };
    const auto first = std::find_if_not(lines.begin(), lines.end(), isBlank);
    if (first != lines.end() && isFence(*first)) // Markdown
        std::replace_if(lines.begin(), lines.end(), isFence, std::string_view());
    const std::size_t indent = indentOf(lines);
    std::string result;
    for (const std::string_view line : lines)
        result.append(line.starts_with("---") || isBlank(line) ? line : line.substr(indent)).append(1, '\n');
    return result;
}

/// Without the empty lines around it.
std::string trimmed(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos)
        return {};
    const std::size_t begin = startOfLine(text, first);
    return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin) + "\n";
}

/// Who has which name, kind by kind and namespace by namespace.
class TakenNames {
public:
    explicit TakenNames(const Document& document)
    {
        document.items().forEach([this](std::size_t, const ItemPtr& item) { return add(item->kind(), item->namespace_(), item->name()), true; });
    }
    void add(const std::string& kind, const std::string& space, const std::string& name) { names_[{kind, space}].insert(name); }
    std::string free(const Item& item) { return freeName(names_[{item.kind(), item.namespace_()}], item.name()); }

private:
    std::map<std::pair<std::string, std::string>, Names> names_;
};

/// What is taken for an object, whatever may be wrong with it; and whether it has a name of its own, not one that a server makes.
struct Head {
    bool isObject = false;
    bool hasName = false;
};

Head headOf(const Item& item)
{
    const auto parsed = api::parseYaml(item.text());
    if (!parsed || item.kind().empty())
        return {};
    return {parsed->value.find("apiVersion") || parsed->value.find("metadata"), at(parsed->value, {"metadata", "name"}) != nullptr};
}

api::Problem problemOf(const Item& item, std::uint32_t linesBefore)
{
    api::Problem problem{api::Problem::Severity::Error, "This is no Kubernetes object", {}, {1, 1}, {}, {}};
    for (const api::DecodedDocument& document : item.documents())
        if (!document.problems.empty())
            problem = document.problems.front();
    problem.position.line = std::max(problem.position.line, 1U) + linesBefore;
    return problem;
}

/// The item's text, under a name that nobody has.
std::string named(const Item& item, TakenNames& taken, Pasted& result)
{
    const std::string name = taken.free(item);
    taken.add(item.kind(), item.namespace_(), name);
    if (name == item.name())
        return item.text();
    result.renamed.emplace_back(item.label(), name);
    return edited(item.text(), renamingOf(item, name)).value_or(item.text());
}

}

Pasted paste(const Document& into, std::string_view text)
{
    Pasted result{into, {}, {}, {}};
    const std::string objects = unwrapped(text);
    Item::Id id = 1;
    std::vector<ItemPtr> items;
    takeApart(objects, 0, id, items);
    TakenNames taken(into);
    std::vector<std::string> texts;
    LinesOfFiles lines(1);
    for (const ItemPtr& item : items) {
        const std::uint32_t line = lines.before(*item);
        const Head head = headOf(*item);
        if (head.isObject)
            texts.push_back(trimmed(head.hasName ? named(*item, taken, result) : item->text()));
        else if (!item->isBlank())
            result.unreadable.push_back(problemOf(*item, line));
    }
    const Item::Id first = into.nextId();
    result.document = into.withAdded(texts);
    for (Item::Id made = first; made < result.document.nextId(); ++made)
        result.ids.push_back(made);
    return result;
}

}
