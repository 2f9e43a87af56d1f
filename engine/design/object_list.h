// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/item.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Documents that hold objects in a list: a List as kubectl prints it, a scenario with its cluster.
namespace berth::design {

/// The objects of such a document, each as a text of its own, and where they stand.
struct ListedObjects {
    std::vector<std::string> texts;        ///< in block style as they were written, comments included; else written anew
    std::vector<std::uint32_t> lines;      ///< of the document, before each
    bool isScenario = false;
};

/// Absent if the document is none of these, or its objects cannot be told apart.
std::optional<ListedObjects> objectsListedIn(std::string_view document);

/// The document with these objects in its list, and nothing else of it changed: items of this origin at their places, those that
/// are none of it behind the one before them. Texts that cannot be read must not be among them (isReadable).
std::string withObjects(const Origin& origin, const std::vector<ItemPtr>& items);

/// Whether the text can stand in a list beside others without making all of them unreadable.
bool isReadable(const Item& item);

/// A scenario with another configuration in it.
std::string withConfigurationInside(const std::string& scenario, std::string_view configuration);

}
