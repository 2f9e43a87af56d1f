// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/quantity.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace berth::api {

namespace {

constexpr std::int64_t int64Min = std::numeric_limits<std::int64_t>::min();
constexpr std::int32_t nanoScale = -9;

struct Scaled {
    std::int64_t value = 0;
    bool fits = false;
};

constexpr std::int64_t powerOf10(std::int64_t exponent)
{
    std::int64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

/// value * 10^places. Where that overflows, the steps of 1, 2, 3, 6 and 9 places leave the wrapped product (nothing but
/// the flag tells), all others 0: readers of the value that ignore the flag see the difference.
Scaled scaleUp(std::int64_t value, std::int64_t places)
{
    if (value == 0 || places == 0)
        return {value, true};
    const bool oneStep = places <= 3 || places == 6 || places == 9;
    if (oneStep) {
        std::int64_t product = 0;
        const bool overflow = __builtin_mul_overflow(value, powerOf10(places), &product);
        return {value == int64Min ? 0 : product, !overflow};
    }
    for (; places > 0; --places)
        if (__builtin_mul_overflow(value, std::int64_t{10}, &value))
            return {};
    return {value, true};
}

/// value / 10^places, rounded away from zero; fits tells whether the division was exact.
Scaled scaleDown(std::int64_t value, std::int64_t places)
{
    if (places >= 19)
        return {value == 0 ? 0 : value > 0 ? 1 : -1, value == 0};
    const std::int64_t divisor = powerOf10(places);
    const std::int64_t rest = value % divisor;
    if (rest == 0)
        return {value / divisor, true};
    return {value / divisor + (value > 0 ? 1 : -1), false};
}

std::string decimalSuffix(std::int64_t exponent)
{
    static constexpr std::array<const char*, 10> suffixes = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    // Beyond the table there is no suffix at all: 1000E prints as 1.
    return exponent < -9 || exponent > 18 ? "" : suffixes[static_cast<std::size_t>((exponent + 9) / 3)];
}

std::string binarySuffix(unsigned exponent)
{
    static constexpr std::array<const char*, 7> suffixes = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    return exponent < suffixes.size() ? suffixes[exponent] : "";
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::size_t skipDigits(std::string_view text, std::size_t position)
{
    while (position < text.size() && isDigit(text[position]))
        ++position;
    return position;
}

/// What a suffix multiplies with: base^exponent.
struct Suffix {
    bool binary = false;
    std::int32_t exponent = 0;
    Quantity::Format format = Quantity::Format::DecimalSI;
};

std::optional<Suffix> exponentSuffix(std::string_view text)
{
    if (text.size() < 2 || (text[0] != 'e' && text[0] != 'E'))
        return std::nullopt;
    std::size_t begin = 1;
    if (text[1] == '+') {
        ++begin;
        if (text.size() > 2 && text[2] == '-')
            return std::nullopt;
    }
    std::int64_t exponent = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + begin, end, exponent);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return Suffix{false, static_cast<std::int32_t>(exponent), Quantity::Format::DecimalExponent};
}

std::optional<Suffix> interpretSuffix(std::string_view text)
{
    if (text.empty())
        return Suffix{};
    if (text.size() == 1) {
        constexpr std::string_view letters = "num kMGTPE";
        const auto index = letters.find(text[0]);
        if (index == std::string_view::npos)
            return std::nullopt;
        return Suffix{false, static_cast<std::int32_t>(index) * 3 - 9, Quantity::Format::DecimalSI};
    }
    if (text.size() == 2 && text[1] == 'i') {
        constexpr std::string_view letters = "KMGTPE";
        const auto index = letters.find(text[0]);
        if (index != std::string_view::npos)
            return Suffix{true, static_cast<std::int32_t>(index) * 10 + 10, Quantity::Format::BinarySI};
    }
    return exponentSuffix(text);
}

}

/// One reading of a quantity's text.
class QuantityParser {
public:
    explicit QuantityParser(std::string_view text) : text_(text) {}
    tl::expected<Quantity, std::string> parse();

private:
    bool split();
    std::optional<Quantity> asInt64(const Suffix& suffix) const;
    bool keepsText(const Suffix& suffix, std::int64_t number, std::int32_t scale) const;
    std::optional<Quantity> asDecimal(const Suffix& suffix) const;

    std::string_view text_;
    bool negative_ = false;
    std::string_view whole_; ///< digits before the point without leading zeros, at least "0"
    std::string_view fraction_;
    std::string_view written_; ///< sign, digits and point, as written
    std::string_view suffix_;
};

tl::expected<Quantity, std::string> QuantityParser::parse()
{
    if (!split())
        return tl::unexpected<std::string>(
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    const auto suffix = interpretSuffix(suffix_);
    if (!suffix)
        return tl::unexpected<std::string>("unable to parse quantity's suffix");
    if (auto quantity = asInt64(*suffix))
        return std::move(*quantity);
    if (auto quantity = asDecimal(*suffix))
        return std::move(*quantity);
    return tl::unexpected<std::string>("unable to parse numeric part of quantity");
}

bool QuantityParser::split()
{
    if (text_.empty())
        return false;
    negative_ = text_[0] == '-';
    std::size_t position = text_[0] == '-' || text_[0] == '+' ? 1 : 0;
    while (position < text_.size() && text_[position] == '0')
        ++position;
    std::size_t end = skipDigits(text_, position);
    whole_ = text_.substr(position, end - position);
    if (whole_.empty())
        whole_ = "0";
    if (end < text_.size() && text_[end] == '.') {
        const std::size_t begin = end + 1;
        end = skipDigits(text_, begin);
        fraction_ = text_.substr(begin, end - begin);
    }
    written_ = text_.substr(0, end);
    suffix_ = text_.substr(end);
    // The suffix: letters of all suffixes in any order, then an integer.
    std::size_t rest = suffix_.find_first_not_of("eEinumkKMGTP");
    if (rest == std::string_view::npos)
        return true;
    if (suffix_[rest] == '-' || suffix_[rest] == '+')
        ++rest;
    return skipDigits(suffix_, rest) == suffix_.size();
}

std::optional<Quantity> QuantityParser::asInt64(const Suffix& suffix) const
{
    const auto digits = static_cast<std::int64_t>(whole_.size() + fraction_.size());
    std::int32_t scale = 0;
    if (suffix.binary) {
        const auto binaryDigits = static_cast<std::int64_t>(static_cast<float>(suffix.exponent) * 3 / 10);
        if (!fraction_.empty() || 15 - digits - binaryDigits - 1 < 0)
            return std::nullopt;
    } else {
        if (digits > 18)
            return std::nullopt;
        scale = static_cast<std::int32_t>(suffix.exponent - static_cast<std::int64_t>(fraction_.size()));
        if (scale < nanoScale)
            return std::nullopt;
    }
    std::int64_t number = 0;
    for (const std::string_view part : {whole_, fraction_})
        for (const char c : part)
            number = number * 10 + (c - '0');
    Quantity quantity;
    if (__builtin_mul_overflow(number, suffix.binary ? std::int64_t{1} << suffix.exponent : 1, &quantity.value_))
        return std::nullopt;
    if (negative_)
        quantity.value_ = -quantity.value_;
    quantity.scale_ = scale;
    quantity.format_ = suffix.format;
    if (keepsText(suffix, number, scale) && quantity.canonicalText() != text_)
        quantity.extra_ = std::make_shared<Quantity::Extra>(Quantity::Extra{false, {}, std::string(text_)});
    return quantity;
}

bool QuantityParser::keepsText(const Suffix& suffix, std::int64_t number, std::int32_t scale) const
{
    if (suffix.binary)
        return (number & 7) != 0;
    const std::string digits = std::string(whole_).append(fraction_);
    return scale % 3 == 0 && !digits.ends_with("000") && digits[0] != '0';
}

std::optional<Quantity> QuantityParser::asDecimal(const Suffix& suffix) const
{
    std::string digits;
    for (const char c : written_)
        if (isDigit(c))
            digits += c;
    const auto fractionDigits = static_cast<std::int64_t>(fraction_.size());
    const std::int64_t scale = fractionDigits - (suffix.binary ? 0 : suffix.exponent);
    if (digits.empty() || scale > Decimal::maxScale || scale < -Decimal::maxScale)
        return std::nullopt;
    Decimal number = Decimal::fromDigits(negative_, digits, static_cast<std::int32_t>(scale));
    if (suffix.binary)
        number.shiftLeft(static_cast<unsigned>(suffix.exponent));
    if (!number.isZero())
        number.roundUp(-nanoScale);
    Decimal magnitude = number;
    if (magnitude.isNegative())
        magnitude.negate();
    Quantity quantity;
    quantity.format_ = suffix.format;
    if (suffix.binary) {
        const Decimal most(std::numeric_limits<std::int64_t>::max(), 0);
        if (magnitude.compare(most) > 0) {
            number = most;
            if (negative_)
                number.negate();
        }
        if (!magnitude.isZero() && magnitude.compare(Decimal(1, 0)) < 0)
            quantity.format_ = Quantity::Format::DecimalSI;
    }
    quantity.setDecimal(std::move(number));
    return quantity;
}

tl::expected<Quantity, std::string> Quantity::parse(std::string_view text)
{
    // Only blanks: other white space comes as an escape sequence in JSON, which is not a quantity.
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return QuantityParser(text).parse();
}

Quantity Quantity::fromMilli(std::int64_t milli, Format format)
{
    Quantity quantity(milli, format);
    quantity.scale_ = -3;
    return quantity;
}

Decimal Quantity::asDecimal() const
{
    return isDecimal() ? extra_->decimal : Decimal(value_, -scale_);
}

void Quantity::setDecimal(Decimal decimal)
{
    value_ = 0;
    scale_ = 0;
    extra_ = std::make_shared<Extra>(Extra{true, std::move(decimal), {}});
}

std::int64_t Quantity::scaledValue(std::int32_t power) const
{
    if (isDecimal())
        return extra_->decimal.scaled(-power);
    if (scale_ < power)
        return scaleDown(value_, std::int64_t{power} - scale_).value;
    return scaleUp(value_, std::int64_t{scale_} - power).value;
}

int Quantity::sign() const
{
    if (isDecimal())
        return extra_->decimal.sign();
    return (value_ > 0) - (value_ < 0);
}

bool Quantity::roundUpToMilli()
{
    constexpr std::int32_t milliScale = -3;
    if (isDecimal()) {
        Decimal rounded = extra_->decimal;
        rounded.roundUp(-milliScale);
        const bool changed = rounded.compare(extra_->decimal) != 0;
        setDecimal(std::move(rounded));
        return changed;
    }
    if (scale_ >= milliScale)
        return false;
    const Scaled rounded = scaleDown(value_, milliScale - scale_);
    value_ = rounded.value;
    scale_ = milliScale;
    extra_ = nullptr;
    return !rounded.fits;
}

/// Adds in the int64 form; false where that overflows, with nothing changed.
bool Quantity::addInt64(std::int64_t value, std::int32_t scale)
{
    if (value == 0)
        return true;
    if (value_ == 0) {
        value_ = value;
        scale_ = scale;
        return true;
    }
    const std::int32_t common = std::min(scale_, scale);
    const Scaled left = scaleUp(value_, std::int64_t{scale_} - common);
    const Scaled right = scaleUp(value, std::int64_t{scale} - common);
    std::int64_t sum = 0;
    if (!left.fits || !right.fits || __builtin_add_overflow(left.value, right.value, &sum))
        return false;
    value_ = sum;
    scale_ = common;
    return true;
}

void Quantity::add(const Quantity& other)
{
    if (isZero())
        format_ = other.format_;
    if (!isDecimal() && !other.isDecimal()) {
        const std::int64_t value = other.value_;
        const std::int32_t scale = other.scale_;
        extra_ = nullptr;
        if (addInt64(value, scale))
            return;
    }
    Decimal sum = asDecimal();
    const Decimal term = other.asDecimal();
    // Numbers so far apart cannot be written out; the smaller one is lost in the larger.
    const std::int64_t apart = std::int64_t{sum.scale()} - term.scale();
    const bool tooFar = apart > Decimal::maxScale || -apart > Decimal::maxScale;
    if (!tooFar)
        sum.add(term);
    else if (sum.isZero() || (apart > 0 && !term.isZero()))
        sum = term;
    setDecimal(std::move(sum));
}

void Quantity::sub(const Quantity& other)
{
    Quantity negated = other;
    if (negated.isDecimal()) {
        Decimal decimal = negated.extra_->decimal;
        decimal.negate();
        negated.setDecimal(std::move(decimal));
    } else if (negated.value_ == int64Min) {
        negated.setDecimal(Decimal(int64Min, -negated.scale_));
        return sub(negated);
    } else {
        negated.value_ = -negated.value_;
        negated.extra_ = nullptr;
    }
    add(negated);
}

int Quantity::compare(const Quantity& other) const
{
    if (!isDecimal() && !other.isDecimal()) {
        const std::int64_t apart = std::int64_t{scale_} - other.scale_;
        if (apart == 0)
            return (value_ > other.value_) - (value_ < other.value_);
        if (apart <= 18 && apart >= -18) {
            __extension__ using Wide = __int128;
            const Wide left = static_cast<Wide>(value_) * powerOf10(apart);
            const Wide right = static_cast<Wide>(other.value_) * powerOf10(-apart);
            return (left > right) - (left < right);
        }
    }
    return asDecimal().compare(other.asDecimal());
}

std::string Quantity::toString() const
{
    return extra_ && !extra_->text.empty() ? extra_->text : canonicalText();
}

std::string Quantity::canonicalText() const
{
    if (isZero())
        return "0";
    return format_ == Format::BinarySI ? binaryText() : decimalText(format_);
}

std::string Quantity::binaryText() const
{
    if (!isDecimal() && scale_ == 0 && (value_ >= 1024 || value_ <= -1024)) {
        std::int64_t number = value_;
        unsigned exponent = 0;
        for (; number % 1024 == 0; ++exponent)
            number /= 1024;
        return std::to_string(number) + binarySuffix(exponent);
    }
    Decimal number = asDecimal();
    Decimal magnitude = number;
    if (magnitude.isNegative())
        magnitude.negate();
    number.roundUp(0);
    if (magnitude.compare(Decimal(1024, 0)) < 0 || number.compare(asDecimal()) != 0)
        return decimalText(Format::DecimalSI);
    unsigned exponent = 0;
    for (; number.remainder(1024) == 0; ++exponent)
        number.divide(1024);
    return (number.isNegative() ? "-" : "") + number.digits() + binarySuffix(exponent);
}

std::string Quantity::decimalText(Format format) const
{
    std::string digits = isDecimal() ? extra_->decimal.digits() : std::to_string(value_);
    std::int64_t exponent = isDecimal() ? -std::int64_t{extra_->decimal.scale()} : scale_;
    while (digits.size() > 1 && digits.back() == '0') {
        digits.pop_back();
        ++exponent;
    }
    for (; exponent % 3 != 0; --exponent)
        digits += '0';
    if (isDecimal() && extra_->decimal.isNegative())
        digits.insert(0, 1, '-');
    if (format == Format::DecimalSI)
        return digits + decimalSuffix(exponent);
    return exponent == 0 ? digits : digits + "e" + std::to_string(exponent);
}

}
