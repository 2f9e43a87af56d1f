// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <Qt>

namespace berth::models {

/// Roles that every table of the program answers beside Qt's own.
enum Role : int {
    SortRole = Qt::UserRole + 1,   ///< the raw value that rows are sorted by
    CopyRole,                      ///< the text that copying and export give
    IdRole,                        ///< what identifies the row's object: `namespace/name`, a node's name, an index
    ShareRole,                     ///< 0 to 1 (or above): how full, drawn as a bar behind the text; invalid = no bar
    StateRole,                     ///< a RowState, drawn as colour and mark
    GroupRole,                     ///< valid for the heading of a group: whether its rows are shown
};

/// What a row or cell says beyond its text. Views give each a colour and a mark.
enum class RowState : int { None, Good, Waiting, Warning, Bad, Muted };

}
