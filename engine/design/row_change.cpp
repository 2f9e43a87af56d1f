// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/row_change.h"

#include <algorithm>

namespace berth::design {

std::vector<FieldEdit> editsOf(const api::Value& document, const RowChange& change)
{
    const api::Value* list = at(document, change.list);
    const std::size_t count = list && list->isArray() ? list->items.size() : 0;
    const auto place = [&](std::size_t row) {
        Path path = change.list;
        path.push_back(std::to_string(row));
        return path;
    };
    std::vector<FieldEdit> edits;
    if (!change.before) {
        const bool isThere = change.after && count > 0 && std::ranges::any_of(list->items, [&](const api::Value& row) { return isSame(row, *change.after); });
        if (change.after && !isThere)
            edits.push_back({place(count), change.after});
        return edits;
    }
    // From the end: what goes moves those behind it.
    for (std::size_t row = count; row-- > 0;)
        if (isSame(list->items[row], *change.before))
            edits.push_back({place(row), change.after});
    return edits;
}

}
