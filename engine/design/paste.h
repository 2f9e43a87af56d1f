// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/document.h"

namespace berth::design {

/// What became of a text from another program.
struct Pasted {
    Document document;
    std::vector<Item::Id> ids;                                   ///< of what was added
    std::vector<std::pair<std::string, std::string>> renamed;    ///< `Pod default/web`, whose name was taken, and its new name
    api::Problems unreadable;                                    ///< of documents that are no objects; lines of the text
};

/// Adds the objects of a text, in YAML or JSON, one or many, Lists too; the lines around them that other programs put there
/// (fences, an indentation of everything) are left out. Objects with mistakes are added, what has no kind is not.
Pasted paste(const Document& into, std::string_view text);

}
