// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/names.h"

#include "api/field_error.h"

#include <algorithm>
#include <charconv>

namespace berth::api {

namespace {

constexpr std::size_t labelMaxLength = 63;
constexpr std::size_t subdomainMaxLength = 253;

constexpr std::string_view labelRegex = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view subdomainRegex = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
constexpr std::string_view keyRegex = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
constexpr std::string_view labelMessage =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character";
constexpr std::string_view subdomainMessage =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character";
constexpr std::string_view keyMessage =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

bool isLowerOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool isAlphanumeric(char c)
{
    return isLowerOrDigit(c) || (c >= 'A' && c <= 'Z');
}

bool looksLikeLabel(std::string_view text)
{
    return !text.empty() && isLowerOrDigit(text.front()) && isLowerOrDigit(text.back())
           && std::all_of(text.begin(), text.end(), [](char c) { return isLowerOrDigit(c) || c == '-'; });
}

bool looksLikeSubdomain(std::string_view text)
{
    while (true) {
        const std::size_t dot = text.find('.');
        if (!looksLikeLabel(text.substr(0, dot)))
            return false;
        if (dot == std::string_view::npos)
            return true;
        text.remove_prefix(dot + 1);
    }
}

bool looksLikeKey(std::string_view text)
{
    return !text.empty() && isAlphanumeric(text.front()) && isAlphanumeric(text.back())
           && std::all_of(text.begin(), text.end(),
                          [](char c) { return isAlphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

std::string tooLongError(std::size_t most, std::string_view unit)
{
    return "must be no more than " + std::to_string(most) + " " + std::string(unit);
}

std::string keyRegexError()
{
    return regexError(keyMessage, keyRegex, {"MyName", "my.name", "123-abc"});
}

/// unit: object names are counted in `characters`, the newer checks of label keys in `bytes`.
std::vector<std::string> subdomainErrors(std::string_view name, std::string_view unit)
{
    std::vector<std::string> errors;
    if (name.size() > subdomainMaxLength)
        errors.push_back(tooLongError(subdomainMaxLength, unit));
    if (!looksLikeSubdomain(name))
        errors.push_back(regexError(subdomainMessage, subdomainRegex, {"example.com"}));
    return errors;
}

}

std::string regexError(std::string_view message, std::string_view regex, const std::vector<std::string_view>& examples)
{
    std::string text(message);
    text += " (";
    for (std::size_t i = 0; i < examples.size(); ++i)
        text.append(i == 0 ? "e.g. '" : " or '").append(examples[i]).append("', ");
    return text.append("regex used for validation is '").append(regex).append("')");
}

std::vector<std::string> isQualifiedName(std::string_view key)
{
    std::vector<std::string> errors;
    std::string_view name = key;
    const std::size_t slash = key.find('/');
    if (slash != std::string_view::npos) {
        name = key.substr(slash + 1);
        if (name.find('/') != std::string_view::npos)
            return {"a valid label key " + keyRegexError()
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"};
        if (slash == 0)
            errors.emplace_back("prefix part must be non-empty");
        else
            for (const auto& text : subdomainErrors(key.substr(0, slash), "bytes"))
                errors.push_back("prefix part " + text);
    }
    if (name.empty())
        errors.emplace_back("name part must be non-empty");
    else if (name.size() > labelMaxLength)
        errors.push_back("name part " + tooLongError(labelMaxLength, "bytes"));
    if (!looksLikeKey(name))
        errors.push_back("name part " + keyRegexError());
    return errors;
}

std::vector<std::string> isValidLabelValue(std::string_view value)
{
    std::vector<std::string> errors;
    if (value.size() > labelMaxLength)
        errors.push_back(tooLongError(labelMaxLength, "bytes"));
    if (!value.empty() && !looksLikeKey(value))
        errors.push_back(
            regexError(std::string("a valid label must be an empty string or ").append(keyMessage.substr(5)),
                       std::string("(").append(keyRegex).append(")?"), {"MyValue", "my_value", "12345"}));
    return errors;
}

std::vector<std::string> isDnsLabel(std::string_view name)
{
    std::vector<std::string> errors;
    if (name.size() > labelMaxLength)
        errors.push_back(tooLongError(labelMaxLength, "characters"));
    if (looksLikeLabel(name))
        return errors;
    errors.push_back(looksLikeSubdomain(name) ? "must not contain dots"
                                              : regexError(labelMessage, labelRegex, {"my-name", "123-abc"}));
    return errors;
}

std::vector<std::string> isDnsSubdomain(std::string_view name)
{
    return subdomainErrors(name, "characters");
}

std::vector<std::string> isDns1035Label(std::string_view name)
{
    std::vector<std::string> errors;
    if (name.size() > labelMaxLength)
        errors.push_back(tooLongError(labelMaxLength, "characters"));
    if (!looksLikeLabel(name) || (name[0] >= '0' && name[0] <= '9'))
        errors.push_back(regexError("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start "
                                    "with an alphabetic character, and end with an alphanumeric character",
                                    "[a-z]([-a-z0-9]*[a-z0-9])?", {"my-name", "abc-123"}));
    return errors;
}

std::vector<std::string> isPortName(std::string_view name)
{
    constexpr std::size_t portNameMaxLength = 15;
    std::vector<std::string> errors;
    if (name.size() > portNameMaxLength)
        errors.push_back(tooLongError(portNameMaxLength, "characters"));
    if (name.empty() || !std::all_of(name.begin(), name.end(), [](char c) { return isLowerOrDigit(c) || c == '-'; }))
        errors.emplace_back("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
        errors.emplace_back("must contain at least one letter (a-z)");
    if (name.find("--") != std::string_view::npos)
        errors.emplace_back("must not contain consecutive hyphens");
    if (!name.empty() && (name.front() == '-' || name.back() == '-'))
        errors.emplace_back("must not begin or end with a hyphen");
    return errors;
}

std::vector<std::string> isDecimalInteger(std::string_view text)
{
    if (text.empty())
        return {"must be non-empty"};
    const std::string_view digits = text.substr(text[0] == '-' ? 1 : 0);
    const bool isNumber =
        !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (text == "0" || (isNumber && digits[0] != '0'))
        return {};
    return {"must be a valid decimal integer in canonical form"};
}

std::string parseGoIntProblem(std::string_view text)
{
    if (parseGoInt(text))
        return {};
    const std::string_view digits = text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    const bool isNumber =
        !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    return "strconv.ParseInt: parsing " + field::goQuoted(text)
           + (isNumber ? ": value out of range" : ": invalid syntax");
}

std::optional<std::int64_t> parseGoInt(std::string_view text)
{
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-'))
            return std::nullopt;
    }
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return number;
}

}
