// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/field_path.h"

namespace berth::design {

/// One row of a list, in documents whose lists differ: known by what it says, not by its position.
struct RowChange {
    Path list;
    std::optional<api::Value> before;      ///< absent: a new row, at the end
    std::optional<api::Value> after;       ///< absent: the row goes
};

/// The edits that make the change in that document: every row that says what before says is changed. Empty if there is none,
/// or if the new row is there already.
std::vector<FieldEdit> editsOf(const api::Value& document, const RowChange& change);

}
