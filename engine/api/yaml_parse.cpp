// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/go_text.h"
#include "api/text.h"
#include "api/yaml_scalar.h"
#include "api/yaml_tree.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace berth::api {
namespace {

using Node = YamlTree::Node;

/// A mapping that is being filled: keys are told apart by type and text, as Go's map of interfaces does.
struct Mapping {
    Value* object = nullptr;
    std::vector<YamlScalar::Type> types;                       ///< of the keys, parallel to the members
    std::unordered_map<std::string, std::size_t> index;        ///< used once there are many keys

    std::optional<std::size_t> find(YamlScalar::Type type, const std::string& key) const
    {
        const auto& members = object->members;
        if (members.size() < linearLimit) {
            for (std::size_t i = 0; i < members.size(); ++i)
                if (members[i].key == key && types[i] == type)
                    return i;
            return std::nullopt;
        }
        const auto found = index.find(indexKey(type, key));
        return found == index.end() ? std::nullopt : std::optional(found->second);
    }

    void append(YamlScalar::Type type, Value::Member member)
    {
        auto& members = object->members;
        members.push_back(std::move(member));
        types.push_back(type);
        if (members.size() == linearLimit)
            for (std::size_t i = 0; i < members.size(); ++i)
                index.emplace(indexKey(types[i], members[i].key), i);
        else if (members.size() > linearLimit)
            index.emplace(indexKey(type, members.back().key), members.size() - 1);
    }

private:
    static constexpr std::size_t linearLimit = 24;
    static std::string indexKey(YamlScalar::Type type, const std::string& key)
    {
        return static_cast<char>('0' + static_cast<int>(type)) + key;
    }
};

/// Guards against documents that grow without bound through aliases, by the measure go-yaml uses: the share of
/// decoding steps that aliases may cause shrinks from 99 % to 10 % as the document grows.
class AliasBudget {
public:
    bool step(bool withinAlias)
    {
        ++steps_;
        if (withinAlias)
            ++aliasSteps_;
        return !(aliasSteps_ > 100 && steps_ > 1000 &&
                 static_cast<double>(aliasSteps_) / static_cast<double>(steps_) > allowed());
    }

private:
    double allowed() const
    {
        constexpr double low = 400'000;
        constexpr double high = 4'000'000;
        const auto steps = static_cast<double>(steps_);
        if (steps <= low)
            return 0.99;
        return steps >= high ? 0.10 : 0.99 - 0.89 * ((steps - low) / (high - low));
    }

    std::uint64_t steps_ = 0;
    std::uint64_t aliasSteps_ = 0;
};

/// Go's %#v of a value below a mapping without types.
std::string goSyntax(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Null: return "interface {}(nil)";
    case Value::Kind::Bool: return value.boolean ? "true" : "false";
    case Value::Kind::Integer: return value.text;
    case Value::Kind::Float: return goShortestG(parseGoFloat(value.text).value_or(0), 64);
    case Value::Kind::String: return goQuote(value.text);
    case Value::Kind::Array: {
        std::string text = "[]interface {}{";
        for (std::size_t i = 0; i < value.items.size(); ++i)
            text += (i ? ", " : "") + goSyntax(value.items[i]);
        return text + "}";
    }
    case Value::Kind::Object: break;
    }
    std::vector<const Value::Member*> sorted;
    for (const Value::Member& member : value.members)
        sorted.push_back(&member);
    std::sort(sorted.begin(), sorted.end(), [](auto a, auto b) { return a->key < b->key; });
    std::string text = "map[interface {}]interface {}{";
    for (std::size_t i = 0; i < sorted.size(); ++i)
        text += (i ? ", " : "") + goQuote(sorted[i]->key) + ":" + goSyntax(sorted[i]->value);
    return text + "}";
}

/// Text of invalid UTF-8 (from !!binary) as JSON would carry it: every bad byte becomes U+FFFD.
std::string asUtf8(std::string text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3
                                   : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
        bool good = length > 0 && i + length <= text.size();
        for (std::size_t k = 1; good && k < length; ++k)
            good = (static_cast<unsigned char>(text[i + k]) & 0xC0) == 0x80;
        out += good ? text.substr(i, length) : "\xEF\xBF\xBD";
        i += good ? length : 1;
    }
    return out;
}

/// Follows aliases, expands merges, resolves scalars.
class Resolver {
public:
    Resolver(YamlTree& tree, std::uint32_t firstLine) : tree_(tree), firstLine_(firstLine) {}

    tl::expected<ParsedText, Problem> run()
    {
        ParsedText parsed;
        if (tree_.nodes.empty()) {
            parsed.empty = true;
            return parsed;
        }
        if (!resolve(0, parsed.value))
            return tl::make_unexpected(std::move(*problem_));
        if (lateProblem_)
            return tl::make_unexpected(std::move(*lateProblem_));
        parsed.empty = parsed.value.isNull();
        parsed.duplicates = std::move(duplicates_);
        parsed.warnings = std::move(warnings_);
        return parsed;
    }

private:
    bool fail(const Node& node, std::string message)
    {
        problem_ = Problem{Problem::Severity::Error, std::move(message), {}, positionOf(node), {}, {}};
        return false;
    }

    void warn(const Node& node, std::string message)
    {
        constexpr std::size_t limit = 1000;
        if (warnings_.size() < limit)
            warnings_.push_back({Problem::Severity::Warning, std::move(message), {}, positionOf(node), {}, {}});
    }

    Position positionOf(const Node& node) const { return {firstLine_ + node.line, node.column + 1}; }

    bool resolve(std::uint32_t at, Value& out)
    {
        if (!budget_.step(aliasDepth_ > 0))
            return fail(tree_.nodes[at], "yaml: document contains excessive aliasing");
        const Node& node = tree_.nodes[at];
        out.position = positionOf(node);
        switch (node.kind) {
        case YamlTree::Kind::Alias: return resolveAlias(at, [&](std::uint32_t target) { return resolve(target, out); });
        case YamlTree::Kind::Scalar: return resolveScalar(node, out);
        case YamlTree::Kind::Sequence: return resolveSequence(at, out);
        case YamlTree::Kind::Mapping: return resolveMapping(at, out);
        }
        return false;
    }

    template <typename Follow>
    bool resolveAlias(std::uint32_t at, Follow follow)
    {
        const Node& node = tree_.nodes[at];
        if (std::find(openAliases_.begin(), openAliases_.end(), at) != openAliases_.end())
            return fail(node, "yaml: anchor '" + node.value + "' value contains itself");
        openAliases_.push_back(at);
        ++aliasDepth_;
        const bool good = follow(node.target);
        --aliasDepth_;
        openAliases_.pop_back();
        return good;
    }

    /// The type of a scalar: quoted ones are strings, whatever they look like.
    std::optional<YamlScalar> scalarOf(const Node& node)
    {
        const std::string& tag = tree_.tagOf(node);
        if (tag.empty() && !node.implicit) {
            YamlScalar scalar;
            scalar.text = node.value;
            return scalar;
        }
        auto scalar = resolveYamlScalar(tag, node.value);
        if (!scalar) {
            fail(node, "yaml: " + scalar.error());
            return std::nullopt;
        }
        if (tag.ends_with(":binary"))
            scalar->text = asUtf8(std::move(scalar->text));
        return *std::move(scalar);
    }

    bool resolveScalar(const Node& node, Value& out)
    {
        // go-yaml shares the text of aliased scalars, values here have a copy each.
        constexpr std::size_t textLimit = 64u << 20;
        if (aliasDepth_ > 0 && (aliasedText_ += node.value.size()) > textLimit)
            return fail(node, "yaml: document contains excessive aliasing");
        auto scalar = scalarOf(node);
        if (!scalar)
            return false;
        switch (scalar->type) {
        case YamlScalar::Type::Null: out.kind = Value::Kind::Null; break;
        case YamlScalar::Type::Bool:
            out.kind = Value::Kind::Bool;
            out.boolean = scalar->boolean;
            break;
        case YamlScalar::Type::Int:
        case YamlScalar::Type::Uint: out.kind = Value::Kind::Integer; break;
        case YamlScalar::Type::Float: out.kind = Value::Kind::Float; break;
        case YamlScalar::Type::String: out.kind = Value::Kind::String; break;
        }
        noteLosses(node, *scalar);
        out.text = std::move(scalar->text);
        return true;
    }

    /// What a reader of the text would not expect: octal numbers, digits that a double cannot hold.
    void noteLosses(const Node& node, const YamlScalar& scalar)
    {
        if (scalar.octal)
            warn(node, node.value + " is read as an octal number: " + scalar.text);
        if (scalar.type != YamlScalar::Type::Float)
            return;
        if (!std::isfinite(scalar.number)) {
            if (!lateProblem_)
                lateProblem_ = Problem{Problem::Severity::Error, "json: unsupported value: " + goShortestG(scalar.number, 64),
                                       {}, positionOf(node), {}, {}};
            return;
        }
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        if (node.value.size() > 15 && std::all_of(node.value.begin(), node.value.end(), isDigit) && node.value != scalar.text)
            warn(node, node.value + " is too big for an integer and is rounded to " + scalar.text);
    }

    bool resolveSequence(std::uint32_t at, Value& out)
    {
        if (++depth_ > maxDocumentDepth)
            return fail(tree_.nodes[at], "yaml: exceeded max depth of " + std::to_string(maxDocumentDepth));
        out.kind = Value::Kind::Array;
        std::size_t count = 0;
        for (std::uint32_t child = at + 1; child < tree_.nodes[at].end; child = tree_.nodes[child].end)
            ++count;
        out.items.reserve(count);
        for (std::uint32_t child = at + 1; child < tree_.nodes[at].end; child = tree_.nodes[child].end)
            if (!resolve(child, out.items.emplace_back()))
                return false;
        --depth_;
        return true;
    }

    bool resolveMapping(std::uint32_t at, Value& out)
    {
        out.kind = Value::Kind::Object;
        Mapping mapping;
        mapping.object = &out;
        std::size_t count = 0;
        for (std::uint32_t child = at + 1; child < tree_.nodes[at].end; child = tree_.nodes[child].end)
            ++count;
        out.members.reserve(count / 2);
        return fillMapping(at, mapping) && joinEqualKeys(mapping);
    }

    bool fillMapping(std::uint32_t at, Mapping& mapping)
    {
        if (++depth_ > maxDocumentDepth)
            return fail(tree_.nodes[at], "yaml: exceeded max depth of " + std::to_string(maxDocumentDepth));
        for (std::uint32_t key = at + 1; key < tree_.nodes[at].end;) {
            const std::uint32_t value = tree_.nodes[key].end;
            if (!(isMerge(tree_.nodes[key]) ? merge(value, mapping) : takeMember(key, value, mapping)))
                return false;
            key = tree_.nodes[value].end;
        }
        --depth_;
        return true;
    }

    bool isMerge(const Node& node) const
    {
        return node.kind == YamlTree::Kind::Scalar && node.value == "<<" &&
               (node.implicit || tree_.tagOf(node) == "tag:yaml.org,2002:merge");
    }

    bool merge(std::uint32_t at, Mapping& mapping)
    {
        const Node& node = tree_.nodes[at];
        if (node.kind != YamlTree::Kind::Sequence)
            return mergeOne(at, mapping);
        std::vector<std::uint32_t> children;
        for (std::uint32_t child = at + 1; child < node.end; child = tree_.nodes[child].end)
            children.push_back(child);
        for (auto child = children.rbegin(); child != children.rend(); ++child)   // earlier maps win
            if (!mergeOne(*child, mapping))
                return false;
        return true;
    }

    bool mergeOne(std::uint32_t at, Mapping& mapping)
    {
        const Node& node = tree_.nodes[at];
        const bool isAlias = node.kind == YamlTree::Kind::Alias;
        const Node& source = isAlias ? tree_.nodes[node.target] : node;
        if (source.kind != YamlTree::Kind::Mapping)
            return fail(node, "yaml: map merge requires map or sequence of maps as the value");
        if (!budget_.step(aliasDepth_ > 0))
            return fail(node, "yaml: document contains excessive aliasing");
        if (!isAlias)
            return fillMapping(at, mapping);
        return resolveAlias(at, [&](std::uint32_t target) {
            return budget_.step(true) ? fillMapping(target, mapping)
                                      : fail(node, "yaml: document contains excessive aliasing");
        });
    }

    struct Key {
        YamlScalar::Type type = YamlScalar::Type::String;
        std::string text;       ///< as JSON has it
        std::string quoted;     ///< as the duplicate message has it; only filled for other types than strings
    };

    bool takeMember(std::uint32_t keyAt, std::uint32_t valueAt, Mapping& mapping)
    {
        auto key = resolveKey(keyAt, valueAt);
        if (!key)
            return false;
        Value::Member member{std::move(key->text), {}, positionOf(tree_.nodes[keyAt])};
        if (!resolve(valueAt, member.value))
            return false;
        const auto present = mapping.find(key->type, member.key);
        if (!present) {
            mapping.append(key->type, std::move(member));
            return true;
        }
        const Node& second = tree_.nodes[valueAt];
        duplicates_.push_back({key->type == YamlScalar::Type::String ? goQuote(member.key) : key->quoted, positionOf(second),
                               second.line + 1});
        mapping.object->members[*present] = std::move(member);
        return true;
    }

    std::optional<Key> resolveKey(std::uint32_t at, std::uint32_t valueAt)
    {
        const Node& node = tree_.nodes[at];
        if (node.kind == YamlTree::Kind::Scalar && !node.implicit && node.tag == 0) {
            if (!budget_.step(aliasDepth_ > 0)) {
                fail(node, "yaml: document contains excessive aliasing");
                return std::nullopt;
            }
            return Key{YamlScalar::Type::String, node.value, {}};
        }
        Value value;
        if (!resolve(at, value))
            return std::nullopt;
        if (value.isArray() || value.isObject()) {
            fail(node, "yaml: invalid map key: " + goSyntax(value));
            return std::nullopt;
        }
        return keyOf(node, value, valueAt);
    }

    std::optional<Key> keyOf(const Node& node, Value& value, std::uint32_t valueAt)
    {
        switch (value.kind) {
        case Value::Kind::Bool: {
            const std::string text = value.boolean ? "true" : "false";
            if (node.value != text)
                warn(node, "the key " + node.value + " is read as " + text + ": quote it to keep the text");
            return Key{YamlScalar::Type::Bool, text, text};
        }
        case Value::Kind::Integer:
            if (isBeyondInt64(value.text)) {
                refuseKey(node, "uint64", hexOf(value.text), valueAt);
                return Key{YamlScalar::Type::Uint, value.text, value.text};
            }
            return Key{YamlScalar::Type::Int, value.text, value.text};
        case Value::Kind::Float: {
            const double number = parseGoFloat(value.text).value_or(0);
            return Key{YamlScalar::Type::Float, goShortestG(number, 32), goShortestG(number, 64)};
        }
        case Value::Kind::Null:
            refuseKey(node, "%!s(<nil>)", "<nil>", valueAt);
            return Key{YamlScalar::Type::Null, "null", "interface {}(nil)"};
        default:
            return Key{YamlScalar::Type::String, std::move(value.text), {}};
        }
    }

    static bool isBeyondInt64(const std::string& digits)
    {
        const auto integer = parseGoInteger(digits);
        return integer && !integer->negative && integer->magnitude >> 63 != 0;
    }

    static std::string hexOf(const std::string& digits)
    {
        std::string hex;
        for (std::uint64_t number = std::stoull(digits); number > 0; number >>= 4)
            hex.insert(hex.begin(), "0123456789abcdef"[number & 15]);
        return "0x" + hex;
    }

    /// Such a key is good YAML and no JSON: errors of the YAML itself come first.
    void refuseKey(const Node& node, const std::string& type, const std::string& key, std::uint32_t valueAt)
    {
        if (lateProblem_)
            return;
        Resolver other(tree_, firstLine_);
        Value value;
        if (!other.resolve(valueAt, value))
            return;   // the same failure awaits this resolver
        std::string text = value.isNull() ? "<nil>" : goSyntax(value);
        lateProblem_ = Problem{Problem::Severity::Error,
                               "unsupported map key of type: " + type + ", key: " + key + ", value: " + text, {},
                               positionOf(node), {}, {}};
    }

    /// Keys of different types may be the same text in JSON: the later one stays.
    static bool joinEqualKeys(Mapping& mapping)
    {
        const auto isString = [](YamlScalar::Type type) { return type == YamlScalar::Type::String; };
        if (std::all_of(mapping.types.begin(), mapping.types.end(), isString))
            return true;
        std::unordered_map<std::string, std::size_t> last;
        auto& members = mapping.object->members;
        std::vector<Value::Member> kept;
        for (Value::Member& member : members) {
            const auto [at, isNew] = last.emplace(member.key, kept.size());
            if (isNew)
                kept.push_back(std::move(member));
            else
                kept[at->second] = std::move(member);
        }
        members = std::move(kept);
        return true;
    }

    YamlTree& tree_;
    std::uint32_t firstLine_;
    AliasBudget budget_;
    std::uint32_t depth_ = 0;
    std::uint32_t aliasDepth_ = 0;
    std::size_t aliasedText_ = 0;
    std::vector<std::uint32_t> openAliases_;
    std::vector<ParsedText::DuplicateKey> duplicates_;
    Problems warnings_;
    std::optional<Problem> problem_;
    std::optional<Problem> lateProblem_;
};

}

tl::expected<ParsedText, Problem> parseYaml(std::string_view text, std::uint32_t firstLine)
{
    auto tree = readYamlTree(text, firstLine);
    if (!tree)
        return tl::make_unexpected(std::move(tree.error()));
    return Resolver(*tree, firstLine).run();
}

}
