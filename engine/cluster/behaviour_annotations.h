// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"
#include "cluster/random_streams.h"

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::cluster {

/// What objects say about how they behave, since nothing really runs: annotations `berth.dev/…`
/// (docs/living-cluster.md). A value that cannot be read counts as absent; problemIn says what is wrong with it.
namespace annotations {
inline constexpr std::string_view runDuration = "berth.dev/run-duration";
inline constexpr std::string_view initDuration = "berth.dev/init-duration";
inline constexpr std::string_view startDelay = "berth.dev/start-delay";
inline constexpr std::string_view readyDelay = "berth.dev/ready-delay";
inline constexpr std::string_view terminationDuration = "berth.dev/termination-duration";
inline constexpr std::string_view exitCode = "berth.dev/exit-code";
inline constexpr std::string_view failures = "berth.dev/failures";
inline constexpr std::string_view failureRate = "berth.dev/failure-rate";
inline constexpr std::string_view imageSize = "berth.dev/image-size";
inline constexpr std::string_view kubelet = "berth.dev/kubelet";   ///< of a node: `stopped`
}

/// A length of time that may be left to chance: `90s`, `uniform(10s,2m)`, `exponential(5m)` (its mean).
class RandomDuration {
public:
    static tl::expected<RandomDuration, std::string> parse(std::string_view text);
    /// Nanoseconds, not negative. Fixed ones draw nothing.
    std::int64_t draw(RandomStream& stream) const;

private:
    enum class Shape : std::uint8_t { Fixed, Uniform, Exponential };
    Shape shape_ = Shape::Fixed;
    std::int64_t low_ = 0;                 ///< the length, the least, or the mean
    std::int64_t high_ = 0;                ///< the most
};

std::optional<std::string_view> annotation(const api::Object& object, std::string_view name);
/// The length that an annotation says, drawn from the stream if it is left to chance.
std::optional<std::int64_t> durationIn(const api::Object& object, std::string_view name, RandomStream& stream);
std::optional<std::int64_t> integerIn(const api::Object& object, std::string_view name);
/// Between 0 and 1, in millionths.
std::optional<std::uint64_t> chanceIn(const api::Object& object, std::string_view name);
/// Bytes, from a quantity such as `500Mi`.
std::optional<std::int64_t> bytesIn(const api::Object& object, std::string_view name);
/// The first of the annotations above whose value cannot be read, as a sentence; empty if there is none.
std::string problemIn(const api::Object& object);

}
