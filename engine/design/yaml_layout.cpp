// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/yaml_layout.h"

#include <yaml.h>

namespace berth::design {

namespace {

using Kind = YamlPart::Kind;

constexpr int deepest = 1000; // as the reader of documents has it

/// Builds the parts from libyaml's events, which count characters.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text)
    {
        for (std::size_t i = 0; i < text.size(); ++i)
            if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
                starts_.push_back(i);
        starts_.push_back(text.size());
        yaml_parser_initialize(&parser_);
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    ~Reader()
    {
        yaml_event_delete(&event_);
        yaml_parser_delete(&parser_);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    std::optional<YamlPart> read()
    {
        for (const auto expected : {YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT})
            if (!next() || event_.type != expected)
                return {};
        YamlPart root;
        if (!next() || !part(root, 0))
            return {};
        return root;
    }

private:
    bool next()
    {
        yaml_event_delete(&event_);
        event_ = {};
        return yaml_parser_parse(&parser_, &event_) != 0;
    }

    std::size_t byteOf(const yaml_mark_t& mark) const { return starts_[std::min(mark.index, starts_.size() - 1)]; }

    bool part(YamlPart& out, int depth)
    {
        if (depth > deepest)
            return false;
        out.begin = byteOf(event_.start_mark);
        out.end = byteOf(event_.end_mark);
        switch (event_.type) {
        case YAML_ALIAS_EVENT:
            out.kind = Kind::Alias;
            return true;
        case YAML_SCALAR_EVENT:
            out.text.assign(reinterpret_cast<const char*>(event_.data.scalar.value), event_.data.scalar.length);
            trimEnd(out);
            return true;
        case YAML_SEQUENCE_START_EVENT:
            out.kind = Kind::Sequence;
            out.flow = event_.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
            return sequence(out, depth);
        case YAML_MAPPING_START_EVENT:
            out.kind = Kind::Mapping;
            out.flow = event_.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
            return mapping(out, depth);
        default:
            return false;
        }
    }

    /// A text in block style ends, to libyaml, where the next thing begins.
    void trimEnd(YamlPart& out) const
    {
        while (out.end > out.begin && (text_[out.end - 1] == '\n' || text_[out.end - 1] == '\r' || text_[out.end - 1] == ' '))
            --out.end;
    }

    bool sequence(YamlPart& out, int depth)
    {
        std::size_t from = out.begin;
        while (next() && event_.type != YAML_SEQUENCE_END_EVENT) {
            YamlPart& item = out.parts.emplace_back();
            if (!part(item, depth + 1))
                return false;
            if (!out.flow) {
                item.dash = dashBefore(from, item.begin);
                if (item.begin == item.end) // nothing: right behind its dash
                    item.begin = item.end = item.dash + 1;
            }
            from = item.end;
        }
        return close(out, YAML_SEQUENCE_END_EVENT);
    }

    bool mapping(YamlPart& out, int depth)
    {
        while (next() && event_.type != YAML_MAPPING_END_EVENT) {
            YamlPart key;
            if (!part(key, depth + 1) || !next())
                return false;
            YamlPart value;
            if (!part(value, depth + 1))
                return false;
            value.colon = std::min(text_.find(':', key.end), text_.size());
            if (value.begin == value.end && value.kind == Kind::Scalar)
                value.begin = value.end = std::min(value.colon + 1, text_.size());
            out.parts.push_back(std::move(key));
            out.parts.push_back(std::move(value));
        }
        return close(out, YAML_MAPPING_END_EVENT);
    }

    bool close(YamlPart& out, yaml_event_type_t type)
    {
        if (event_.type != type)
            return false;
        if (out.flow) {
            out.end = byteOf(event_.end_mark);
        } else if (!out.parts.empty()) {
            const YamlPart& first = out.parts.front();
            out.begin = out.kind == Kind::Mapping ? first.begin : first.dash;
            out.end = out.parts.back().end;
        }
        return true;
    }

    /// The first dash from there on that opens an item, comments left out.
    std::size_t dashBefore(std::size_t from, std::size_t to) const
    {
        for (std::size_t i = from; i < to; ++i) {
            if (text_[i] == '#')
                i = std::min(text_.find('\n', i), to);
            else if (text_[i] == '-')
                return i;
        }
        return from;
    }

    std::string_view text_;
    std::vector<std::size_t> starts_;      ///< where each character starts
    yaml_parser_t parser_{};
    yaml_event_t event_{};
};

}

std::optional<YamlPart> layoutOf(std::string_view text)
{
    return Reader(text).read();
}

}
