// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/field_path.h"
#include "design/item.h"

#include <set>
#include <string>

namespace berth::design {

using Names = std::set<std::string, std::less<>>;

/// The name if nobody has it, else with a number behind: `web`, `web-2`; `web-2` goes on with `web-3`.
std::string freeName(const Names& taken, std::string name);

/// What makes the item's text that of another object: its name, and nothing that belongs to the one object alone.
std::vector<FieldEdit> renamingOf(const Item& item, const std::string& name);

}
