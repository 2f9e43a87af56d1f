// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <string>
#include <string_view>

/// Lines and columns of a text, and how one text comes to stand within another.
namespace berth::design {

std::size_t startOfLine(std::string_view text, std::size_t at);
/// Of the line that at is in: where its break stands, or the end of the text.
std::size_t endOfLine(std::string_view text, std::size_t at);
std::size_t startOfNextLine(std::string_view text, std::size_t at);
std::size_t columnOf(std::string_view text, std::size_t at);
/// Whether only spaces are before it.
bool isFirstOfLine(std::string_view text, std::size_t at);

/// All lines but the first lose, or get, so many spaces at their beginning. Empty lines stay empty.
std::string movedLeft(std::string_view text, std::size_t columns);
std::string movedRight(std::string_view text, std::size_t columns);

/// How an object is written in JSON where others are: on one line or on many, with which spaces.
class JsonStyle {
public:
    /// As that object, of the same list, is written.
    explicit JsonStyle(std::string_view example);

    bool isSpaced() const { return spaced_; }
    std::string write(const api::Value& value) const;

private:
    bool manyLines_ = false;
    bool spaced_ = false;
    std::size_t base_ = 0;                 ///< columns before an object's last brace
    int step_ = 2;
};

}
