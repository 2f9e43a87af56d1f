// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/text.h"

namespace berth::api {

/// Reads JSON values one after the other from a text (kubectl takes concatenated objects).
class JsonStream {
public:
    explicit JsonStream(std::string_view text, std::uint32_t firstLine = 1)
        : text_(text), lineCount_(firstLine) {}

    /// Whether only white space is left.
    bool atEnd();
    /// The next value. Numbers have the digits that YAML would give them (`1.0` is 1), as kubectl sends them.
    tl::expected<ParsedText, Problem> next();

private:
    bool value(Value& out);
    bool object(Value& out);
    bool array(Value& out);
    bool string(std::string& out);
    bool escape(std::string& out);
    bool number(Value& out);
    bool word(Value& out);
    bool hex4(unsigned& unit);
    void skipSpace();
    bool fail(std::string message);
    void noteDuplicate(const std::string& key, const Value& second);
    Position here();

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t counted_ = 0;          ///< up to where lines and columns are counted
    std::uint32_t lineCount_ = 1;
    std::uint32_t column_ = 1;
    std::uint32_t depth_ = 0;
    std::vector<std::string> path_;    ///< `spec`, `[0]`, …
    ParsedText parsed_;
    Problem problem_;
};

}
