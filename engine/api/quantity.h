// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/string_map.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::api {

/// An exact amount of a resource, as resource.Quantity of apimachinery: an int64 times a power of ten,
/// or, where that does not hold it, a decimal of any length; with the suffix family it is printed in.
/// Rules: grammar, rounding away from zero and canonical text as the API server has them.
class Quantity {
public:
    enum class Format : std::uint8_t { DecimalSI, BinarySI, DecimalExponent };

    Quantity() = default;
    /// value in whole units.
    explicit Quantity(std::int64_t value, Format format = Format::DecimalSI);
    /// value in thousandths.
    static Quantity fromMilli(std::int64_t milli, Format format = Format::DecimalSI);

    /// The quantity a text says, or one of the three error texts of ParseQuantity.
    static tl::expected<Quantity, std::string> parse(std::string_view text);

    /// Whole units, rounded away from zero; 0 on overflow of the int64 form, low 64 bits of the other.
    std::int64_t value() const;
    /// Thousandths, rounded likewise.
    std::int64_t milliValue() const;
    int sign() const;
    bool isZero() const { return sign() == 0; }
    Format format() const { return format_; }

    /// Rounds up to a multiple of 1/1000, as API defaulting does to every ResourceList value. True if the
    /// number changed; unchanged quantities keep their text.
    bool roundUpToMilli();

    /// Exact in the number. A zero takes over the other's format.
    void add(const Quantity& other);
    void sub(const Quantity& other);
    /// -1, 0 or 1, by number alone (`1Gi` equals `1073741824`).
    int compare(const Quantity& other) const;
    friend bool operator==(const Quantity& a, const Quantity& b) { return a.compare(b) == 0; }

    /// Canonical text; the text that was read where the canonical form keeps it.
    std::string toString() const;

private:
    std::int64_t value_ = 0;   ///< int64 form: value_ * 10^scale_
    std::int32_t scale_ = 0;
    Format format_ = Format::DecimalSI;
    std::string decimal_;      ///< not empty: the other form, a plain decimal (sign, digits, point, digits)
    std::string text_;         ///< the text as read, while it is still right
};

/// Amounts by resource name. A name that is listed with 0 is not the same as one that is absent.
using ResourceList = SymbolMap<Quantity>;

}
