// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/decode_document.h"

#include "api/field_error.h"
#include "api/strict_decode.h"
#include "api/text.h"
#include "config/json_syntax.h"
#include "config/plugin_catalog.h"
#include "config/version_kind.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace berth::config {

namespace {

using api::ParsedText;
using api::Position;
using api::Problem;
using api::Value;
using Finding = api::DecodeFindings::Finding;

Problem problemAt(std::string message, Position position, std::string path = {})
{
    return {Problem::Severity::Error, std::move(message), {}, position, {}, std::move(path)};
}

Finding findingAt(std::string text, Position position, std::string path)
{
    Finding finding;
    finding.text = std::move(text);
    finding.position = position;
    finding.path = std::move(path);
    return finding;
}

/// Whether path is `above` or lies below it.
bool isWithin(std::string_view path, std::string_view above)
{
    return path.starts_with(above) &&
           (path.size() == above.size() || path[above.size()] == '.' || path[above.size()] == '[');
}

/// YAML becomes JSON with sorted keys, which shows where args are kept and quoted as they are.
void sortKeys(Value& value)
{
    for (Value& item : value.items)
        sortKeys(item);
    for (Value::Member& member : value.members)
        sortKeys(member.value);
    std::sort(value.members.begin(), value.members.end(),
              [](const Value::Member& a, const Value::Member& b) { return a.key < b.key; });
}

bool before(const Position& a, const Position& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); }

/// One configuration on its way from text to document.
class Decoding {
public:
    explicit Decoding(std::string_view text) : text_(text)
    {
        std::size_t first = text.find_first_not_of(" \t\r\n\v\f");
        isJson_ = first != std::string_view::npos && text[first] == '{';
    }

    DecodedDocument run()
    {
        if (parse() && checkKind() && checkFields() && checkArgs() && checkStrict())
            result_.value = std::move(parsed_.value);
        return std::move(result_);
    }

private:
    bool fail(std::string error, Position position, std::string path = {})
    {
        result_.problems.push_back(problemAt(error, position, std::move(path)));
        result_.error = std::move(error);
        return false;
    }

    /// A type error: before is what the decoders around put in front of its text, root where its path starts.
    bool fail(const Finding& finding, const std::string& before = {}, const std::string& root = {})
    {
        fail(before + finding.text, finding.position, root + finding.path);
        addHint(finding);
        return false;
    }

    void addHint(const Finding& finding)
    {
        if (finding.hint.empty())
            return;
        Problem note = result_.problems.back();
        note.severity = Problem::Severity::Note;
        note.message = finding.hint;
        result_.problems.push_back(std::move(note));
    }

    bool parse()
    {
        if (std::optional<JsonSyntaxError> error; isJson_ && (error = checkJsonSyntax(text_)))
            return fail("couldn't get version/kind; json parse error: " + error->text, error->position);
        tl::expected<ParsedText, Problem> parsed = isJson_ ? api::parseJson(text_) : api::parseYaml(text_);
        if (!parsed)
            return fail(parsed.error().message, parsed.error().position);
        parsed_ = std::move(*parsed);
        result_.problems = std::move(parsed_.warnings);
        if (isJson_)
            restoreNumbers(parsed_.value, text_);
        return true;
    }

    bool checkKind()
    {
        const Value& document = parsed_.value;
        tl::expected<VersionKind, VersionKindError> found = findVersionKind(document, !isJson_);
        if (!found)
            return fail(found.error().text, found.error().position);
        what_ = *found;
        const Position start = document.position.line > 0 ? document.position : Position{1, 1};
        if (what_.kind.empty())
            return fail("Object 'Kind' is missing in '" + std::string(text_) + "'", start, "kind");
        if (what_.apiVersion.empty())
            return fail("Object 'apiVersion' is missing in '" + std::string(text_) + "'", start, "apiVersion");
        if (std::string error = notRegistered(what_); !error.empty()) {
            const bool badVersion = what_.apiVersion != configVersion;
            const Value* field = document.find(badVersion ? "apiVersion" : "kind");
            return fail(std::move(error), field ? field->position : start, badVersion ? "apiVersion" : "kind");
        }
        return true;
    }

    /// The fields of the outer document; args are left to checkArgs.
    bool checkFields()
    {
        api::DecodeFindings findings =
            api::checkAgainstType(parsed_.value, api::goTypeOf(what_.apiVersion, what_.kind), !isJson_);
        if (findings.error)
            return fail(*findings.error);
        strict_ = std::move(findings.strict);
        if (isJson_)
            addDuplicates(strict_, {});
        else
            addYamlDuplicates();
        for (const Finding& finding : strict_)
            strictTexts_.push_back(finding.text);
        if (what_.kind == "KubeSchedulerConfiguration")
            return true;
        if (!strictTexts_.empty())
            return checkStrict();
        const Value* kind = parsed_.value.find("kind");
        return fail("couldn't decode as KubeSchedulerConfiguration, got " + what_.apiVersion + ", Kind=" + what_.kind +
                        ": ",
                    kind ? kind->position : Position{}, "kind");
    }

    bool checkArgs()
    {
        Value* profiles = parsed_.value.find("profiles");
        for (std::size_t i = 0; profiles && i < profiles->items.size(); ++i) {
            Value* configs = profiles->items[i].find("pluginConfig");
            for (std::size_t j = 0; configs && j < configs->items.size(); ++j)
                if (!checkArgsOf(configs->items[j], i, j))
                    return false;
        }
        return true;
    }

    bool checkArgsOf(Value& entry, std::size_t i, std::size_t j)
    {
        const Value* nameField = entry.find("name");
        Value* args = entry.find("args");
        const std::string name = nameField ? nameField->text : std::string();
        const ArgsKind kind = argsKindOf(name);
        if (kind == ArgsKind::None && args && !isJson_)
            sortKeys(*args);
        if (kind == ArgsKind::None || !args || args->isNull())
            return true;
        const std::string place = "profiles[" + std::to_string(i) + "].pluginConfig[" + std::to_string(j) + "]";
        const std::string path = place + ".args";
        const std::string decoding = "decoding ." + place + ": ";
        const std::string decodingArgs = "decoding args for plugin " + name + ": ";

        tl::expected<VersionKind, VersionKindError> found = findVersionKind(*args, !isJson_);
        if (!found)
            return fail(decoding + decodingArgs + found.error().text, found.error().position, path);
        if (found->kind.empty())
            found->kind = kindName(kind);
        if (found->apiVersion.empty())
            found->apiVersion = configVersion;
        if (std::string error = notRegistered(*found); !error.empty())
            return fail(decoding + decodingArgs + error, args->position, path);
        api::DecodeFindings findings =
            api::checkAgainstType(*args, api::goTypeOf(found->apiVersion, found->kind), !isJson_);
        if (findings.error)
            return fail(*findings.error, decoding + decodingArgs, path + ".");
        if (found->kind != kindName(kind))
            return fail(decoding + "args for plugin " + name + " were not of type " + std::string(kindName(kind)) + "." +
                            std::string(configGroup) + ", got " + found->kind + "." + std::string(configGroup),
                        args->position, path);
        if (isJson_)
            addDuplicates(findings.strict, path);
        noteStrictArgs(std::move(findings.strict), decoding, decodingArgs, path);
        return true;
    }

    /// Findings in args come one level deeper each time they pass through a decoder.
    void noteStrictArgs(std::vector<Finding> findings, const std::string& decoding, const std::string& decodingArgs,
                        const std::string& path)
    {
        if (findings.empty())
            return;
        std::vector<std::string> texts;
        for (const Finding& finding : findings)
            texts.push_back(finding.text);
        const std::string inner = decodingArgs + api::strictDecodingError(texts);
        strictTexts_.push_back(decoding + api::strictDecodingError({inner}));
        for (Finding& finding : findings) {
            finding.path = path + "." + finding.path;
            strict_.push_back(std::move(finding));
        }
    }

    bool checkStrict()
    {
        if (strictTexts_.empty())
            return true;
        result_.error = api::strictDecodingError(strictTexts_);
        result_.problems.insert(result_.problems.end(), duplicates_.begin(), duplicates_.end());
        for (const Finding& finding : strict_) {
            result_.problems.push_back(problemAt("strict decoding error: " + finding.text, finding.position, finding.path));
            addHint(finding);
        }
        return false;
    }

    /// All duplicate keys of a YAML text are one finding, before the unknown fields.
    void addYamlDuplicates()
    {
        if (parsed_.duplicates.empty())
            return;
        std::string text = "yaml: unmarshal errors:";
        for (const ParsedText::DuplicateKey& duplicate : parsed_.duplicates) {
            const std::string line =
                "line " + std::to_string(duplicate.lineInDocument) + ": key " + duplicate.key + " already set in map";
            text += "\n  " + line;
            duplicates_.push_back(problemAt("strict decoding error: yaml: " + line, duplicate.position));
        }
        strictTexts_.push_back(std::move(text));
    }

    /// Duplicate fields of a JSON text that stand in the object at root (empty = the document), in text order among
    /// the unknown ones. Nothing is said of what is below an unknown field, nor, from outside, of what is in args.
    void addDuplicates(std::vector<Finding>& findings, std::string_view root)
    {
        const std::vector<Finding> unknown = findings;
        for (const ParsedText::DuplicateKey& duplicate : parsed_.duplicates) {
            std::string_view path = duplicate.key;
            if (root.empty() ? isInArgs(path) : !isWithin(path, root) || path.size() == root.size())
                continue;
            path.remove_prefix(root.empty() ? 0 : root.size() + 1);
            std::string text = "duplicate field " + api::field::goQuoted(path);
            const bool isUnknown = std::any_of(unknown.begin(), unknown.end(),
                                               [&](const Finding& finding) { return isWithin(path, finding.path); });
            const bool isKnown = std::any_of(findings.begin(), findings.end(),
                                             [&](const Finding& finding) { return finding.text == text; });
            if (!isUnknown && !isKnown)
                findings.push_back(findingAt(std::move(text), duplicate.position, std::string(path)));
        }
        std::stable_sort(findings.begin(), findings.end(),
                         [](const Finding& a, const Finding& b) { return before(a.position, b.position); });
        constexpr std::size_t limit = 100;
        if (findings.size() > limit)
            findings.resize(limit);
    }

    static bool isInArgs(std::string_view path)
    {
        std::size_t args = path.find("].args.");
        return path.starts_with("profiles[") && args != std::string_view::npos &&
               path.substr(0, args).find("].pluginConfig[") != std::string_view::npos;
    }

    std::string_view text_;
    bool isJson_ = false;
    ParsedText parsed_;
    VersionKind what_;
    std::vector<Finding> strict_;              ///< all findings but those of duplicates_
    api::Problems duplicates_;                 ///< duplicate keys of YAML, one by one
    std::vector<std::string> strictTexts_;     ///< the findings as the error joins them
    DecodedDocument result_;
};

}

DecodedDocument decodeDocument(std::string_view text) { return Decoding(text).run(); }

}
