// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/decode.h"

#include "api/convert.h"
#include "api/decode_kind.h"
#include "api/defaults.h"
#include "api/go_text.h"
#include "api/json_text.h"
#include "api/strict_decode.h"
#include "api/text.h"
#include "api/utf16.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>

namespace berth::api {
namespace {

/// What a document calls itself: kind and name, as far as they are texts.
std::string labelOf(const Value& document)
{
    const auto textAt = [](const Value* object, std::string_view key) {
        const Value* value = object ? object->find(key) : nullptr;
        return value && value->isString() ? value->text : std::string{};
    };
    const Value* metadata = document.find("metadata");
    std::string name = textAt(metadata, "name");
    if (const std::string space = textAt(metadata, "namespace"); !space.empty())
        name = space + "/" + name;
    std::string label = textAt(&document, "kind") + " " + name;
    const auto first = label.find_first_not_of(' ');
    if (first == std::string::npos)
        return {};
    return label.substr(first, label.find_last_not_of(' ') - first + 1);
}

Problem problemAt(Problem::Severity severity, std::string message, Position position, std::string path = {})
{
    Problem problem;
    problem.severity = severity;
    problem.message = std::move(message);
    problem.position = position;
    problem.path = std::move(path);
    return problem;
}

/// A document and what strict reading of its text found.
struct Source {
    /// What an error quotes as the whole text: the text itself, or the value written anew. Few documents need it.
    enum class Quote { Text, Json, SortedJson, SortedYaml };

    Value value;
    std::vector<ParsedText::DuplicateKey> duplicates;
    Problems warnings;
    bool isYaml = true;       ///< says how duplicates are worded
    Quote quote = Quote::SortedYaml;
    std::string_view text;    ///< Quote::Text
};

Value sortedKeys(const Value& value)
{
    Value sorted = value;
    std::ranges::sort(sorted.members, {}, &Value::Member::key);
    for (Value::Member& member : sorted.members)
        member.value = sortedKeys(member.value);
    for (Value& item : sorted.items)
        item = sortedKeys(item);
    return sorted;
}

/// A text as the API server sees it: lines end in one line feed.
std::string withPlainLineEnds(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 1);
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n')
            out += text[i];
    if (!out.ends_with('\n'))
        out += '\n';
    return out;
}

std::string quoted(const Source& source)
{
    switch (source.quote) {
    case Source::Quote::Text: return withPlainLineEnds(source.text);
    case Source::Quote::Json: return toJson(source.value) + "\n";
    case Source::Quote::SortedJson: return toJson(source.value, true);
    case Source::Quote::SortedYaml: break;
    }
    return toYaml(sortedKeys(source.value));
}

std::string duplicateError(const Source& source)
{
    if (!source.isYaml) {
        std::vector<std::string> fields;
        for (const auto& duplicate : source.duplicates)
            fields.push_back("duplicate field " + goQuote(duplicate.key));
        std::string text;
        for (const std::string& field : fields)
            text += (text.empty() ? "" : ", ") + field;
        return text;
    }
    std::string text = "yaml: unmarshal errors:";
    for (const auto& duplicate : source.duplicates)
        text += "\n  line " + std::to_string(duplicate.lineInDocument) + ": key " + duplicate.key + " already set in map";
    return text;
}

/// The checks of one document up to its typed object.
class DocumentDecoder {
public:
    DocumentDecoder(Source source, const std::string& file) : source_(std::move(source)), file_(file) {}

    DecodedDocument run()
    {
        result_.label = source_.value.isObject() ? labelOf(source_.value) : "document";
        result_.position = source_.value.members.empty() ? source_.value.position : source_.value.members[0].keyPosition;
        result_.file = file_;
        result_.problems = std::move(source_.warnings);
        decode();
        for (Problem& problem : result_.problems) {
            problem.file = file_;
            problem.object = result_.label;
        }
        return std::move(result_);
    }

private:
    void decode()
    {
        auto identity = identify(source_.value, [this] { return quoted(source_); });
        if (!identity) {
            refuse(std::move(identity.error()));
            return;
        }
        if (check(*identity))
            convert(*identity);
    }

    void refuse(Problem problem)
    {
        if (problem.position == Position{})
            problem.position = result_.position;
        result_.problems.insert(result_.problems.begin(), std::move(problem));
    }

    void refuse(std::string message, Position position, std::string path)
    {
        refuse(problemAt(Problem::Severity::Error, std::move(message), position, std::move(path)));
    }

    bool check(const Identity& identity)
    {
        DecodeFindings findings = checkAgainstType(source_.value, identity.goType);
        if (findings.error) {
            if (!findings.error->hint.empty())
                result_.problems.push_back(problemAt(Problem::Severity::Note, std::move(findings.error->hint),
                                                     findings.error->position, findings.error->path));
            refuse(std::move(findings.error->text), findings.error->position, std::move(findings.error->path));
            return false;
        }
        if (source_.duplicates.empty() && findings.strict.empty())
            return true;
        refuseStrictly(findings);
        return false;
    }

    /// One error for all findings, located at the first; the others are noted where they are.
    void refuseStrictly(const DecodeFindings& findings)
    {
        std::vector<std::string> texts;
        Problems places;
        if (!source_.duplicates.empty())
            texts.push_back(duplicateError(source_));
        for (const auto& duplicate : source_.duplicates)
            places.push_back(problemAt(Problem::Severity::Note,
                                       source_.isYaml ? "key " + duplicate.key + " already set in map"
                                                      : "duplicate field " + goQuote(duplicate.key),
                                       duplicate.position));
        for (const auto& finding : findings.strict) {
            texts.push_back(finding.text);
            places.push_back(problemAt(Problem::Severity::Note, finding.text, finding.position, finding.path));
        }
        refuse(strictDecodingError(texts), places.front().position, places.front().path);
        result_.problems.insert(result_.problems.end(), places.begin() + 1, places.end());
    }

    void convert(const Identity& identity)
    {
        const auto document = std::make_shared<const Value>(std::move(source_.value));
        auto object = convertObject(document, identity.kind, identity.servedVersion);
        if (isNamespacedKind(identity.kind) && object->meta.namespace_.empty())
            object->meta.namespace_ = Symbol("default");
        applyDefaults(*object);
        result_.object = std::move(object);
        if (identity.servedVersion != identity.apiVersion)
            result_.problems.push_back(problemAt(Problem::Severity::Warning,
                                                 identity.apiVersion + " " + identity.kind + " is no longer served; it is read as " +
                                                     identity.servedVersion,
                                                 result_.position, "apiVersion"));
    }

    Source source_;
    const std::string& file_;
    DecodedDocument result_;
};

bool isList(const Value& value)
{
    const Value* kind = value.find("kind");
    const Value* items = value.find("items");
    return kind && kind->isString() && kind->text.ends_with("List") && items && items->isArray();
}

/// Items of a typed list may leave out what the list's kind says (`kubectl get --raw` prints them so).
void inheritKind(Value& item, const Value& list)
{
    const Value* kind = list.find("kind");
    const Value* apiVersion = list.find("apiVersion");
    if (!item.isObject() || kind->text == "List" || item.find("kind") || item.find("apiVersion") || !apiVersion ||
        !apiVersion->isString())
        return;
    Value kindValue = Value::string(kind->text.substr(0, kind->text.size() - std::string_view("List").size()));
    kindValue.position = item.position;
    Value versionValue = *apiVersion;
    item.set("kind", std::move(kindValue));
    item.set("apiVersion", std::move(versionValue));
}

bool isBefore(const Position& a, const Position& b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

/// Deals out what was found in a list's text to the items that it stands in.
void dealOut(const Source& list, std::vector<Source>& items)
{
    const auto itemAt = [&](const Position& position) -> Source* {
        Source* found = nullptr;
        for (Source& item : items)
            if (!isBefore(position, item.value.position))
                found = &item;
        return found;
    };
    for (const Problem& warning : list.warnings)
        if (Source* item = itemAt(warning.position))
            item->warnings.push_back(warning);
    // A list is unfolded leniently (the last value stays), so that its items' duplicates refuse nothing.
    constexpr std::size_t limit = 1000;
    for (const auto& duplicate : std::span(list.duplicates).first(std::min(limit, list.duplicates.size())))
        if (Source* item = itemAt(duplicate.position))
            item->warnings.push_back(problemAt(Problem::Severity::Warning,
                                               (list.isYaml ? "key " + duplicate.key : goQuote(duplicate.key)) +
                                                   " already set in map; the last value stays",
                                               duplicate.position));
}

void decodeSource(Source source, const std::string& file, std::vector<DecodedDocument>& out)
{
    if (source.value.isNull() || (source.value.isObject() && source.value.members.empty()))
        return;
    if (!isList(source.value)) {
        out.push_back(DocumentDecoder(std::move(source), file).run());
        return;
    }
    std::vector<Source> items;
    std::vector<Value> values = std::move(source.value.find("items")->items);
    items.reserve(values.size());
    for (Value& item : values) {
        Source& one = items.emplace_back();
        one.value = std::move(item);
        inheritKind(one.value, source.value);
    }
    dealOut(source, items);
    for (Source& item : items)
        decodeSource(std::move(item), file, out);
}

DecodedDocument unreadable(Problem problem, const std::string& file)
{
    DecodedDocument document;
    document.label = "document";
    document.file = file;
    document.position = problem.position;
    problem.file = file;
    problem.object = document.label;
    document.problems.push_back(std::move(problem));
    return document;
}

Source sourceOf(ParsedText parsed, bool isYaml)
{
    Source source;
    source.value = std::move(parsed.value);
    source.duplicates = std::move(parsed.duplicates);
    source.warnings = std::move(parsed.warnings);
    source.isYaml = isYaml;
    return source;
}

/// JSON is read as such where that works and says the same as reading it as YAML: it is faster, and objects may
/// follow each other. False: it is to be read as YAML.
bool decodeJson(const Chunk& chunk, const std::string& file, std::vector<DecodedDocument>& out)
{
    const auto first = chunk.text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || chunk.text[first] != '{')
        return false;
    JsonStream stream(chunk.text, chunk.firstLine);
    std::vector<Source> sources;
    while (!stream.atEnd()) {
        auto parsed = stream.next();
        if (!parsed)
            return false;
        sources.push_back(sourceOf(*std::move(parsed), false));
        sources.back().quote = Source::Quote::Json;
    }
    if (sources.size() == 1) {
        if (!sources[0].duplicates.empty())
            return false;
        sources[0].quote = Source::Quote::Text;
        sources[0].text = chunk.text;
    }
    for (Source& source : sources)
        decodeSource(std::move(source), file, out);
    return true;
}

void decodeChunk(const Chunk& chunk, const std::string& file, std::vector<DecodedDocument>& out)
{
    if (decodeJson(chunk, file, out))
        return;
    auto parsed = parseYaml(chunk.text, chunk.firstLine);
    if (!parsed) {
        out.push_back(unreadable(std::move(parsed.error()), file));
        return;
    }
    Source source = sourceOf(*std::move(parsed), true);
    source.quote = Source::Quote::Text;
    source.text = chunk.text;
    decodeSource(std::move(source), file, out);
}

}

std::vector<DecodedDocument> decodeStream(std::string_view text, const std::string& file)
{
    std::vector<DecodedDocument> documents;
    const auto transcoded = fromUtf16(text);
    if (transcoded)
        text = *transcoded;
    Chunks chunks = splitDocuments(text);
    for (const Chunk& chunk : chunks.chunks)
        decodeChunk(chunk, file, documents);
    for (Problem& problem : chunks.problems)
        documents.push_back(unreadable(std::move(problem), file));
    return documents;
}

std::vector<DecodedDocument> decodeValue(const Value& value, const std::string& file, std::string_view text)
{
    std::vector<DecodedDocument> documents;
    Source source;
    source.value = value;
    source.quote = text.empty() ? Source::Quote::SortedJson : Source::Quote::Text;
    source.text = text;
    decodeSource(std::move(source), file, documents);
    return documents;
}

std::vector<DecodedDocument> decodeFile(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    std::string text;
    if (stream)
        text.assign(std::istreambuf_iterator<char>(stream), {});
    if (!stream) {
        const std::string reason = std::error_code(errno, std::generic_category()).message();
        return {unreadable(problemAt(Problem::Severity::Error, "cannot read the file: " + reason, {}), path)};
    }
    return decodeStream(text, path);
}

}
