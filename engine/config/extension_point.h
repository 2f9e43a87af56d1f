// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace berth::config {

/// The plugin sets of a profile, in the order of the fields of `plugins`. All but MultiPoint are extension points.
enum class ExtensionPoint : std::uint8_t {
    PreEnqueue,
    QueueSort,
    PreFilter,
    Filter,
    PostFilter,
    PreScore,
    Score,
    Reserve,
    Permit,
    PreBind,
    Bind,
    PostBind,
    MultiPoint,
    PlacementGenerate,
    PlacementScore,
};

inline constexpr std::size_t extensionPointCount = 15;

/// Every value of ExtensionPoint, in the order of the fields.
inline constexpr std::array<ExtensionPoint, extensionPointCount> allExtensionPoints = {
    ExtensionPoint::PreEnqueue, ExtensionPoint::QueueSort,  ExtensionPoint::PreFilter,         ExtensionPoint::Filter,
    ExtensionPoint::PostFilter, ExtensionPoint::PreScore,   ExtensionPoint::Score,             ExtensionPoint::Reserve,
    ExtensionPoint::Permit,     ExtensionPoint::PreBind,    ExtensionPoint::Bind,              ExtensionPoint::PostBind,
    ExtensionPoint::MultiPoint, ExtensionPoint::PlacementGenerate, ExtensionPoint::PlacementScore,
};

/// The name of the field: `preEnqueue`, `multiPoint`, …
std::string_view fieldName(ExtensionPoint point);
/// The interface that errors speak of: `PreEnqueuePlugin`, `PlacementGeneratePlugin`; empty for MultiPoint.
std::string_view interfaceName(ExtensionPoint point);
/// The point with that field name.
std::optional<ExtensionPoint> extensionPointOf(std::string_view fieldName);

/// One T per plugin set, indexed by ExtensionPoint.
template <typename T>
class PerExtensionPoint {
public:
    T& operator[](ExtensionPoint point) { return values_[static_cast<std::size_t>(point)]; }
    const T& operator[](ExtensionPoint point) const { return values_[static_cast<std::size_t>(point)]; }
    friend bool operator==(const PerExtensionPoint&, const PerExtensionPoint&) = default;

private:
    std::array<T, extensionPointCount> values_{};
};

}
