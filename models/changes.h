// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/smallest_change.h"

#include <QMetaType>
#include <QString>

#include <memory>
#include <vector>

/// What would have made an unschedulable pod fit, ready to be shown.
namespace berth::models {

struct Changes {
    std::int64_t attempt = -1;             ///< index in the run
    scenario::SmallestChanges found;
};

using ChangesPtr = std::shared_ptr<const Changes>;

struct ChangeLine {
    QString size;                          ///< `1 edit`
    QString text;                          ///< all edits
    QString node;                          ///< where the pod goes then
};

/// Smallest first.
std::vector<ChangeLine> changeLines(const Changes& changes);
/// One sentence about the search: how much was tried, or why there is nothing.
QString changesSummary(const Changes& changes);

}

Q_DECLARE_METATYPE(berth::models::ChangesPtr)
