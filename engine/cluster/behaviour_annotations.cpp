// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/behaviour_annotations.h"

#include "api/go_time.h"
#include "api/quantity.h"

#include <charconv>
#include <cmath>

namespace berth::cluster {
namespace {

tl::expected<std::int64_t, std::string> positiveDuration(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    auto duration = api::parseGoDuration(text);
    if (duration && *duration < 0)
        return tl::unexpected("a duration must not be negative: " + std::string(text));
    return duration;
}

/// What stands between `name(` and `)`.
std::optional<std::string_view> argumentsOf(std::string_view text, std::string_view name)
{
    if (!text.starts_with(name) || !text.ends_with(')') || text.size() < name.size() + 2 || text[name.size()] != '(')
        return std::nullopt;
    return text.substr(name.size() + 1, text.size() - name.size() - 2);
}

/// A fraction of the mean by von Neumann's comparison of uniform numbers, which needs no logarithm and so gives the
/// same on every machine: the whole part counts the runs that failed, the fraction is the number a run began with.
std::int64_t exponential(std::int64_t mean, RandomStream& stream)
{
    constexpr double unit = 0x1p-64;
    for (std::int64_t whole = 0;; ++whole) {
        const auto first = stream.next();
        bool isOdd = true;
        auto last = first;
        for (auto number = stream.next(); number < last; number = stream.next()) {
            last = number;
            isOdd = !isOdd;
        }
        if (isOdd)
            return mean * whole + static_cast<std::int64_t>(static_cast<double>(mean) * (static_cast<double>(first) * unit));
    }
}

}

tl::expected<RandomDuration, std::string> RandomDuration::parse(std::string_view text)
{
    RandomDuration result;
    if (const auto bounds = argumentsOf(text, "uniform")) {
        const auto comma = bounds->find(',');
        if (comma == std::string_view::npos)
            return tl::unexpected("uniform needs two durations, uniform(10s,2m): " + std::string(text));
        const auto low = positiveDuration(bounds->substr(0, comma));
        const auto high = positiveDuration(bounds->substr(comma + 1));
        if (!low || !high)
            return tl::unexpected(low ? high.error() : low.error());
        if (*high < *low)
            return tl::unexpected("the first duration must not be the longer one: " + std::string(text));
        result.shape_ = Shape::Uniform;
        result.low_ = *low;
        result.high_ = *high;
        return result;
    }
    const auto mean = argumentsOf(text, "exponential");
    const auto length = positiveDuration(mean.value_or(text));
    if (!length)
        return tl::unexpected(length.error());
    result.shape_ = mean ? Shape::Exponential : Shape::Fixed;
    result.low_ = *length;
    return result;
}

std::int64_t RandomDuration::draw(RandomStream& stream) const
{
    switch (shape_) {
    case Shape::Fixed: return low_;
    case Shape::Uniform:
        return low_ + static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(high_ - low_) + 1));
    case Shape::Exponential: return exponential(low_, stream);
    }
    return low_;
}

std::optional<std::string_view> annotation(const api::Object& object, std::string_view name)
{
    const auto* value = object.meta.annotations.find(name);
    return value ? std::optional(value->view()) : std::nullopt;
}

std::optional<std::int64_t> durationIn(const api::Object& object, std::string_view name, RandomStream& stream)
{
    const auto text = annotation(object, name);
    if (!text)
        return std::nullopt;
    const auto duration = RandomDuration::parse(*text);
    return duration ? std::optional(duration->draw(stream)) : std::nullopt;
}

std::optional<std::int64_t> integerIn(const api::Object& object, std::string_view name)
{
    const auto text = annotation(object, name);
    std::int64_t number = 0;
    if (!text || text->empty())
        return std::nullopt;
    const auto* end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> chanceIn(const api::Object& object, std::string_view name)
{
    constexpr std::int64_t million = 1'000'000;
    const auto text = annotation(object, name);
    auto chance = text ? api::Quantity::parse(*text) : tl::unexpected(std::string());
    if (!chance || chance->sign() < 0 || chance->compare(api::Quantity(1)) > 0)
        return std::nullopt;
    // Exact thousandths are all that a quantity gives; finer ones are rounded up to them.
    return static_cast<std::uint64_t>(chance->milliValue() * (million / 1000));
}

std::optional<std::int64_t> bytesIn(const api::Object& object, std::string_view name)
{
    const auto text = annotation(object, name);
    const auto bytes = text ? api::Quantity::parse(*text) : tl::unexpected(std::string());
    return bytes && bytes->sign() >= 0 ? std::optional(bytes->value()) : std::nullopt;
}

std::string problemIn(const api::Object& object)
{
    auto wrong = [&](std::string_view name, const std::string& why) {
        return "annotation " + std::string(name) + " is not understood: " + why;
    };
    using namespace annotations;
    for (const auto name : {runDuration, initDuration, startDelay, readyDelay, terminationDuration})
        if (const auto text = annotation(object, name))
            if (const auto duration = RandomDuration::parse(*text); !duration)
                return wrong(name, duration.error());
    for (const auto name : {exitCode, failures})
        if (annotation(object, name) && !integerIn(object, name))
            return wrong(name, "an integer is wanted");
    if (annotation(object, failureRate) && !chanceIn(object, failureRate))
        return wrong(failureRate, "a number between 0 and 1 is wanted");
    if (annotation(object, imageSize) && !bytesIn(object, imageSize))
        return wrong(imageSize, "a quantity such as 500Mi is wanted");
    return {};
}

}
