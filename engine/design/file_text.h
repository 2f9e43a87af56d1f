// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/document.h"

/// A file's text and the items in it, both ways.
namespace berth::design {

struct TakenApart {
    std::string end;                       ///< what stands behind the last document
    std::shared_ptr<const Origin> list;    ///< of a text that is one document with a list, be it empty; else null
};
/// Adds the documents of a text to items, each with an id from nextId on. A document that is a List gives its objects; where
/// they cannot be told apart it stays one item.
TakenApart takeApart(std::string_view text, std::size_t file, Item::Id& nextId, std::vector<ItemPtr>& items);

/// The text of a file: what is as it was read stays byte for byte. What has changed is written in its place, also in a list; what is
/// new becomes a document of its own, or goes into the list behind the object before (of a file whose name ends in .json and has none:
/// one List).
std::string putTogether(const std::vector<ItemPtr>& items, const File& file);

std::uint32_t linesOf(std::string_view text);

}
