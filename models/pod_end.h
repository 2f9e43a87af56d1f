// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/object_change.h"

#include <QString>

#include <array>

namespace berth::models {

/// How a pod left the places where it counts. None: it is there. Completed, Failed: by itself (status.phase). Deleted: because
/// somebody deleted it or what owns it. Evicted: to make room, or because its node could not keep it (condition DisruptionTarget).
enum class PodEnd : std::uint8_t { None, Completed, Failed, Deleted, Evicted };
inline constexpr std::array podEnds = {PodEnd::Completed, PodEnd::Failed, PodEnd::Deleted, PodEnd::Evicted};

QString podEndName(PodEnd end);            ///< `completed`, translated; empty for None
QString podEndCause(PodEnd end);           ///< `PodSucceeded`: as a cause among the scheduler's own
QString podEndSymbol(PodEnd end);          ///< the second channel beside colour

/// How many ended in each way.
class PodEnds {
public:
    std::size_t& operator[](PodEnd end) { return counts_[static_cast<std::size_t>(end)]; }
    std::size_t operator[](PodEnd end) const { return counts_[static_cast<std::size_t>(end)]; }
    std::size_t all() const;
    /// `12 ended: 10 completed, 2 deleted`; empty if none did.
    QString text() const;
    bool operator==(const PodEnds&) const = default;

private:
    std::array<std::size_t, podEnds.size() + 1> counts_{};
};

/// What a change of a pod means for it: None if it goes on, or had ended before. A pod that is being stopped is there until its
/// containers are.
PodEnd podEndOf(const cluster::ObjectChange& change);

}
