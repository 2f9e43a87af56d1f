// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/event_note.h"

#include <string_view>

namespace berth::scheduler {
namespace {

constexpr std::size_t longest = 1024;
constexpr std::string_view more = " ...";

/// The character that a text starts with, as Go decodes it: U+FFFD for a byte that starts none. Not for empty texts.
struct Character {
    std::string_view text;
    std::size_t bytes = 1;
};

Character firstCharacter(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto first = byte(0);
    if (first < 0x80)
        return {text.substr(0, 1), 1};
    constexpr Character invalid{"\xef\xbf\xbd", 1};
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4)
        return invalid;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0U) != 0x80)
            return invalid;
    const auto second = byte(1); // overlong forms, surrogates, beyond U+10FFFF
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90)
        || (first == 0xf4 && second > 0x8f))
        return invalid;
    return {text.substr(0, length), length};
}

/// Go's fmt.Sprintf with no arguments at all: `%[flags][width][.precision]verb` becomes a complaint.
class Printf {
public:
    explicit Printf(const std::string& format) : format_(format) {}

    std::string run()
    {
        while (at_ < format_.size()) {
            if (format_[at_] != '%') {
                out_ += format_[at_++];
                continue;
            }
            ++at_;
            directive();
        }
        return std::move(out_);
    }

private:
    void directive()
    {
        badIndex_ = false;
        while (at_ < format_.size() && std::string_view("#0+- ").find(format_[at_]) != std::string_view::npos)
            ++at_;
        bool afterIndex = index();
        if (peek() == '*') {
            ++at_;
            out_ += "%!(BADWIDTH)";
            afterIndex = false;
        } else if (digits() && afterIndex) {
            badIndex_ = true; // `%[3]2d`
        }
        if (peek() == '.' && at_ + 1 < format_.size()) {
            ++at_;
            if (afterIndex)
                badIndex_ = true; // `%[3].2d`
            afterIndex = index();
            if (peek() == '*') {
                ++at_;
                out_ += "%!(BADPREC)";
                afterIndex = false;
            } else {
                digits();
            }
        }
        if (!afterIndex)
            index();
        verb();
    }

    char peek() const { return at_ < format_.size() ? format_[at_] : '\0'; }

    static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    /// A number beyond a million ends everything, as in Go.
    bool digits()
    {
        constexpr int largest = 1'000'000;
        const auto start = at_;
        for (int number = 0; isDigit(peek()); ++at_) {
            if (number > largest) {
                at_ = format_.size();
                return false;
            }
            number = number * 10 + (peek() - '0');
        }
        return at_ > start;
    }

    /// `[n]`: there is no such argument, whatever n. False if it is no number.
    bool index()
    {
        if (peek() != '[')
            return false;
        badIndex_ = true;
        const auto end = format_.size() - at_ < 3 ? std::string::npos : format_.find(']', at_);
        if (end == std::string::npos) {
            ++at_;
            return false;
        }
        const auto number = std::string_view(format_).substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return !number.empty() && number.size() < 7 && number.find_first_not_of("0123456789") == std::string_view::npos;
    }

    void verb()
    {
        if (at_ == format_.size()) {
            out_ += "%!(NOVERB)";
            return;
        }
        const auto verb = firstCharacter(std::string_view(format_).substr(at_));
        at_ += verb.bytes;
        if (verb.text == "%")
            out_ += '%';
        else
            out_ += "%!" + std::string(verb.text) + (badIndex_ ? "(BADINDEX)" : "(MISSING)");
    }

    const std::string& format_;
    std::string out_;
    std::size_t at_ = 0;
    bool badIndex_ = false;
};

}

std::string eventNote(const std::string& message)
{
    return Printf(message.size() > longest ? message.substr(0, longest - more.size()) + std::string(more) : message)
        .run();
}

}
