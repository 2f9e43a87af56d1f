// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <QString>

#include <cstdint>
#include <string_view>

/// How numbers are written everywhere in the program: thin gaps between thousands, the unit people write.
namespace berth::models {

/// `12 345` with thin spaces.
QString formatCount(std::int64_t number);
/// `250m`, `1.5`, `12`: thousandths of a core as people write them.
QString formatCpu(std::int64_t milli);
/// `512 Mi`, `1.5 Gi`; below one Ki `17 B`.
QString formatBytes(std::int64_t bytes);
/// In the largest sensible unit: `350 ms`, `12.3 s`, `4 min 05 s`.
QString formatDuration(std::int64_t nanoseconds);
/// A moment of the run, seconds since its start with milliseconds: `12.300 s`.
QString formatMoment(api::Time time, api::Time origin);

/// The unit of a resource: thousandths for cpu, bytes for memory, storage and huge pages, else a count.
enum class ResourceUnit : std::uint8_t { Milli, Bytes, Count };
ResourceUnit unitOf(std::string_view resource);
/// An amount in the unit of its resource, as people write it.
QString formatAmount(std::int64_t amount, ResourceUnit unit);
/// The exact amount, for tooltips: `1 610 612 736 bytes`.
QString formatExactAmount(std::int64_t amount, ResourceUnit unit);

/// The exact amount as Kubernetes writes quantities, for other programs: `250m`, `1536Mi`, `3`.
QString formatQuantity(std::int64_t amount, ResourceUnit unit);

inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline QString toQString(api::Symbol symbol)
{
    return toQString(symbol.view());
}

}
