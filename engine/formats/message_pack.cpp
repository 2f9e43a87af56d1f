// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/message_pack.h"

#include "api/yaml_tree.h"

#include <nlohmann/json.hpp>

namespace berth::formats {
namespace {

using api::Value;

/// Builds a value as the reader goes. Refuses what is nested too deeply, so that the reader's recursion has an end.
class ValueBuilder final : public nlohmann::json::json_sax_t {
public:
    Value root;
    std::string error;

    bool null() override { return add(Value()); }
    bool boolean(bool value) override { return add(Value::boolean_(value)); }
    bool number_integer(number_integer_t value) override { return add(Value::integer(value)); }
    bool number_unsigned(number_unsigned_t value) override { return add(number(Value::Kind::Integer, std::to_string(value))); }
    bool number_float(number_float_t value, const string_t&) override
    {
        return add(number(Value::Kind::Float, nlohmann::json(value).dump()));
    }
    bool string(string_t& value) override { return add(Value::string(std::move(value))); }
    bool binary(binary_t&) override { return fail("binary data where a Kubernetes object cannot have any"); }
    bool start_object(std::size_t) override { return open(Value::object()); }
    bool key(string_t& name) override
    {
        keys_.back() = std::move(name);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Value::array()); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception&) override
    {
        return fail("no MessagePack at byte " + std::to_string(byte));
    }

private:
    static Value number(Value::Kind kind, std::string digits)
    {
        Value value;
        value.kind = kind;
        value.text = std::move(digits);
        return value;
    }

    bool add(Value value)
    {
        if (open_.empty())
            root = std::move(value);
        else if (open_.back().isArray())
            open_.back().items.push_back(std::move(value));
        else
            open_.back().set(keys_.back(), std::move(value));
        return true;
    }

    bool open(Value value)
    {
        if (open_.size() >= api::maxDocumentDepth)
            return fail("nested too deeply");
        open_.push_back(std::move(value));
        keys_.emplace_back();
        return true;
    }

    bool close()
    {
        auto value = std::move(open_.back());
        open_.pop_back();
        keys_.pop_back();
        return add(std::move(value));
    }

    bool fail(std::string message)
    {
        if (error.empty())
            error = std::move(message);
        return false;
    }

    std::vector<Value> open_;
    std::vector<std::string> keys_;        ///< of the members that are being read, parallel to open_
};

}

tl::expected<api::Value, api::Problem> parseMessagePack(std::string_view bytes, const std::string& file)
{
    ValueBuilder builder;
    if (!nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder, nlohmann::json::input_format_t::msgpack))
        return tl::unexpected(api::Problem{api::Problem::Severity::Error, builder.error.empty() ? "no MessagePack" : builder.error,
                                           file, {}, {}, {}});
    return std::move(builder.root);
}

}
