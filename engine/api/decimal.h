// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace berth::api {

/// A decimal number of any length: an integer times 10^-scale. Quantities fall back on it where an int64 does not
/// do. The scale is part of the state (1.0 and 1.00 differ in it, not in compare()).
class Decimal {
public:
    /// Larger scales, in either direction, are nobody's amount of a resource; they would only eat memory.
    static constexpr std::int32_t maxScale = 100'000;

    Decimal() = default;
    Decimal(std::int64_t unscaled, std::int32_t scale);
    /// digits: decimal digits only, at least one.
    static Decimal fromDigits(bool negative, std::string_view digits, std::int32_t scale);

    std::int32_t scale() const { return scale_; }
    int sign() const;
    bool isZero() const { return limbs_.empty(); }
    /// Digits of the unscaled number, without sign; `0` for zero.
    std::string digits() const;
    bool isNegative() const { return negative_; }
    void negate();

    void add(const Decimal& other);
    int compare(const Decimal& other) const;
    void multiply(std::uint32_t factor);
    /// Multiplies by 2^exponent.
    void shiftLeft(unsigned exponent);
    /// Brings the scale to the given one; digits that fall off are rounded away from zero.
    void roundUp(std::int32_t scale);
    /// Divides the unscaled number by a small divisor and says what remains (of the magnitude).
    std::uint32_t divide(std::uint32_t divisor);
    /// The same remainder without dividing.
    std::uint32_t remainder(std::uint32_t divisor) const;

    /// The number times 10^places as an int64, with the quirks of quantities: low 64 bits where it does not fit, away
    /// from zero for positive numbers, one unit too high for short negative ones.
    std::int64_t scaled(std::int32_t places) const;

private:
    std::uint64_t lowBits() const;
    bool fitsBelowInt64Max() const;
    void scaleBy10(std::uint32_t power);
    int compareMagnitude(const Decimal& other) const;
    void addMagnitude(const Decimal& other);
    void subtractMagnitude(const Decimal& smaller);
    void trim();

    bool negative_ = false;
    std::int32_t scale_ = 0;
    std::vector<std::uint32_t> limbs_; ///< base 10^9, least significant first, no leading zeros; empty = 0
};

}
