// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decimal.h"
#include "api/string_map.h"

#include <cstdint>
#include <memory>
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
    explicit Quantity(std::int64_t value, Format format = Format::DecimalSI) : value_(value), format_(format) {}
    /// value in thousandths.
    static Quantity fromMilli(std::int64_t milli, Format format = Format::DecimalSI);

    /// The quantity a text says, or one of the three error texts of ParseQuantity. Surrounding white space is trimmed.
    static tl::expected<Quantity, std::string> parse(std::string_view text);

    /// Whole units, rounded away from zero. What does not fit has the quirks of the original: mostly 0 in the int64
    /// form, low 64 bits in the other; negative amounts of the other form are rounded towards zero.
    std::int64_t value() const { return scaledValue(0); }
    /// Thousandths, rounded likewise.
    std::int64_t milliValue() const { return scaledValue(-3); }
    int sign() const;
    bool isZero() const { return sign() == 0; }
    Format format() const { return format_; }

    /// Rounds up to a multiple of 1/1000, as API defaulting does to every ResourceList value. True if the
    /// number changed; quantities that are no finer than that keep their text.
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
    /// What most quantities do without.
    struct Extra {
        bool isDecimal = false;
        Decimal decimal;  ///< the number, if isDecimal
        std::string text; ///< not empty: the text as read, where it is kept and differs from the canonical one
    };

    std::int64_t scaledValue(std::int32_t power) const;
    bool isDecimal() const { return extra_ && extra_->isDecimal; }
    Decimal asDecimal() const;
    void setDecimal(Decimal decimal);
    bool addInt64(std::int64_t value, std::int32_t scale);
    std::string canonicalText() const;
    std::string binaryText() const;
    std::string decimalText(Format format) const;
    friend class QuantityParser;

    std::int64_t value_ = 0; ///< int64 form: value_ * 10^scale_
    std::int32_t scale_ = 0;
    Format format_ = Format::DecimalSI;
    std::shared_ptr<const Extra> extra_;
};

/// Amounts by resource name. A name that is listed with 0 is not the same as one that is absent.
using ResourceList = SymbolMap<Quantity>;

}
