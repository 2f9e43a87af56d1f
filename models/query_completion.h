// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/query.h"

#include <functional>

namespace berth::models {

/// Something that can stand where the cursor is.
struct QueryCompletion {
    QString text;                          ///< what replaces the word
    QString description;
};

struct QueryCompletions {
    qsizetype at = 0;                      ///< the part of the line that a completion replaces
    qsizetype length = 0;
    std::vector<QueryCompletion> items;
};

/// What could stand at the cursor: names of fields, or behind an operator the values that valuesOf knows (quoted where
/// needed). valuesOf may be empty. Pure.
QueryCompletions completeQuery(const QString& line, qsizetype cursor, const std::vector<QueryField>& fields,
                               const std::function<QStringList(int field)>& valuesOf);

}
