// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/decimal.h"

#include <algorithm>
#include <array>
#include <limits>

namespace berth::api {

namespace {

constexpr std::uint32_t limbBase = 1'000'000'000;
constexpr unsigned limbDigits = 9;
constexpr std::array<std::uint32_t, 10> smallPowers = {1,       10,        100,        1'000,       10'000,
                                                       100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

/// 10^exponent as the original gets it, from a double: beyond int64 that conversion leaves the sign bit alone (amd64).
std::uint64_t powerOf10(std::uint32_t exponent)
{
    if (exponent > 18)
        return std::uint64_t{1} << 63;
    std::uint64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

}

Decimal::Decimal(std::int64_t unscaled, std::int32_t scale) : negative_(unscaled < 0), scale_(scale)
{
    auto magnitude = static_cast<std::uint64_t>(unscaled);
    if (negative_)
        magnitude = 0 - magnitude;
    for (; magnitude != 0; magnitude /= limbBase)
        limbs_.push_back(static_cast<std::uint32_t>(magnitude % limbBase));
}

Decimal Decimal::fromDigits(bool negative, std::string_view digits, std::int32_t scale)
{
    Decimal result;
    result.scale_ = scale;
    for (std::size_t end = digits.size(); end > 0;) {
        const std::size_t begin = end > limbDigits ? end - limbDigits : 0;
        std::uint32_t limb = 0;
        for (std::size_t i = begin; i < end; ++i)
            limb = limb * 10 + static_cast<std::uint32_t>(digits[i] - '0');
        result.limbs_.push_back(limb);
        end = begin;
    }
    result.trim();
    result.negative_ = negative && !result.isZero();
    return result;
}

int Decimal::sign() const
{
    if (isZero())
        return 0;
    return negative_ ? -1 : 1;
}

std::string Decimal::digits() const
{
    if (isZero())
        return "0";
    std::string text = std::to_string(limbs_.back());
    for (auto limb = limbs_.rbegin() + 1; limb != limbs_.rend(); ++limb) {
        const std::string part = std::to_string(*limb);
        text.append(limbDigits - part.size(), '0').append(part);
    }
    return text;
}

void Decimal::negate()
{
    negative_ = !negative_ && !isZero();
}

void Decimal::trim()
{
    while (!limbs_.empty() && limbs_.back() == 0)
        limbs_.pop_back();
    if (limbs_.empty())
        negative_ = false;
}

void Decimal::multiply(std::uint32_t factor)
{
    std::uint64_t carry = 0;
    for (auto& limb : limbs_) {
        carry += std::uint64_t{limb} * factor;
        limb = static_cast<std::uint32_t>(carry % limbBase);
        carry /= limbBase;
    }
    for (; carry != 0; carry /= limbBase)
        limbs_.push_back(static_cast<std::uint32_t>(carry % limbBase));
    trim();
}

void Decimal::shiftLeft(unsigned exponent)
{
    for (; exponent >= 20; exponent -= 20)
        multiply(1u << 20);
    multiply(1u << exponent);
}

void Decimal::scaleBy10(std::uint32_t power)
{
    if (isZero())
        return;
    limbs_.insert(limbs_.begin(), power / limbDigits, 0);
    multiply(smallPowers[power % limbDigits]);
}

std::uint32_t Decimal::divide(std::uint32_t divisor)
{
    std::uint64_t rest = 0;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
        rest = rest * limbBase + *limb;
        *limb = static_cast<std::uint32_t>(rest / divisor);
        rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
}

std::uint32_t Decimal::remainder(std::uint32_t divisor) const
{
    std::uint64_t rest = 0;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb)
        rest = (rest * limbBase + *limb) % divisor;
    return static_cast<std::uint32_t>(rest);
}

void Decimal::roundUp(std::int32_t scale)
{
    const std::int64_t growth = std::int64_t{scale} - scale_;
    scale_ = scale;
    if (growth >= 0) {
        scaleBy10(static_cast<std::uint32_t>(growth));
        return;
    }
    const bool wasNegative = negative_;
    const auto dropped = static_cast<std::uint64_t>(-growth);
    const std::size_t wholeLimbs = std::min<std::uint64_t>(dropped / limbDigits, limbs_.size());
    const auto cut = limbs_.begin() + static_cast<std::ptrdiff_t>(wholeLimbs);
    bool inexact = std::any_of(limbs_.begin(), cut, [](std::uint32_t limb) { return limb != 0; });
    limbs_.erase(limbs_.begin(), cut);
    inexact = divide(smallPowers[dropped % limbDigits]) != 0 || inexact;
    if (inexact)
        addMagnitude(Decimal(1, scale_));
    negative_ = wasNegative && !isZero();
}

int Decimal::compareMagnitude(const Decimal& other) const
{
    if (limbs_.size() != other.limbs_.size())
        return limbs_.size() < other.limbs_.size() ? -1 : 1;
    for (std::size_t i = limbs_.size(); i-- > 0;)
        if (limbs_[i] != other.limbs_[i])
            return limbs_[i] < other.limbs_[i] ? -1 : 1;
    return 0;
}

void Decimal::addMagnitude(const Decimal& other)
{
    limbs_.resize(std::max(limbs_.size(), other.limbs_.size()), 0);
    std::uint32_t carry = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
        const std::uint32_t sum = limbs_[i] + (i < other.limbs_.size() ? other.limbs_[i] : 0) + carry;
        limbs_[i] = sum % limbBase;
        carry = sum / limbBase;
    }
    if (carry != 0)
        limbs_.push_back(carry);
}

void Decimal::subtractMagnitude(const Decimal& smaller)
{
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
        std::int64_t difference =
            std::int64_t{limbs_[i]} - (i < smaller.limbs_.size() ? smaller.limbs_[i] : 0) - borrow;
        borrow = difference < 0 ? 1 : 0;
        limbs_[i] = static_cast<std::uint32_t>(difference + borrow * limbBase);
    }
    trim();
}

void Decimal::add(const Decimal& other)
{
    Decimal term = other;
    const std::int32_t common = std::max(scale_, term.scale_);
    roundUp(common);
    term.roundUp(common);
    if (negative_ == term.negative_) {
        addMagnitude(term);
    } else if (compareMagnitude(term) >= 0) {
        subtractMagnitude(term);
    } else {
        term.subtractMagnitude(*this);
        *this = std::move(term);
    }
}

int Decimal::compare(const Decimal& other) const
{
    if (sign() != other.sign())
        return sign() < other.sign() ? -1 : 1;
    if (isZero())
        return 0;
    // The place of the first digit decides before anything has to be brought to a common scale.
    const auto place = [](const Decimal& d) { return static_cast<std::int64_t>(d.digits().size()) - d.scale_; };
    if (place(*this) != place(other))
        return (place(*this) < place(other)) != negative_ ? -1 : 1;
    Decimal left = *this;
    Decimal right = other;
    const std::int32_t common = std::max(scale_, other.scale_);
    left.roundUp(common);
    right.roundUp(common);
    const int magnitude = left.compareMagnitude(right);
    return negative_ ? -magnitude : magnitude;
}

std::uint64_t Decimal::lowBits() const
{
    std::uint64_t bits = 0;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb)
        bits = bits * limbBase + *limb;
    return negative_ ? 0 - bits : bits;
}

bool Decimal::fitsBelowInt64Max() const
{
    return negative_ || compareMagnitude(Decimal(std::numeric_limits<std::int64_t>::max(), 0)) < 0;
}

std::int64_t Decimal::scaled(std::int32_t places) const
{
    const std::int64_t drop = std::int64_t{scale_} - places;
    if (drop <= 0)
        return static_cast<std::int64_t>(lowBits() * powerOf10(static_cast<std::uint32_t>(-drop)));
    if (fitsBelowInt64Max() && drop < 19) {
        const auto unscaled = static_cast<std::int64_t>(lowBits());
        const auto divisor = static_cast<std::int64_t>(powerOf10(static_cast<std::uint32_t>(drop)));
        return unscaled / divisor + (unscaled % divisor != 0 ? 1 : 0);
    }
    // Euclidean division plus one for a remainder: away from zero above it, towards zero below it.
    Decimal rounded = *this;
    rounded.roundUp(places);
    if (negative_ && rounded.compare(*this) != 0)
        rounded.add(Decimal(1, places));
    return static_cast<std::int64_t>(rounded.lowBits());
}

}
