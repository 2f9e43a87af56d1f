// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/file_text.h"
#include "design/item.h"

#include <cstdint>
#include <vector>

namespace berth::design {

/// Where the items of files begin. To be asked for each item, in the order of the document.
class LinesOfFiles {
public:
    explicit LinesOfFiles(std::size_t files) : lines_(files, 0), lists_(files) {}

    /// Lines of its file before the item. In a list that has changed they are those that it had.
    std::uint32_t before(const Item& item)
    {
        std::uint32_t& line = lines_[item.file()];
        List& list = lists_[item.file()];
        if (item.origin()) {
            if (item.origin().get() != list.origin) {
                list = {item.origin().get(), line + linesOf(item.origin()->before)};
                line = list.line + linesOf(item.origin()->text);
            }
            return list.line + (item.part() < list.origin->lines.size() ? list.origin->lines[item.part()] : 0);
        }
        const std::uint32_t first = line + linesOf(item.before());
        line = first + linesOf(item.text());
        return first;
    }

private:
    struct List {
        const Origin* origin = nullptr;
        std::uint32_t line = 0;
    };
    std::vector<std::uint32_t> lines_;
    std::vector<List> lists_;              ///< the one that the last item was in
};

}
