// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace berth::design {

/// What "New" offers: a kind and a small, valid object of it.
struct Template {
    std::string_view kind;                 ///< `Deployment`
    std::string_view name;                 ///< that the object gets, if it is free
    std::string_view text;                 ///< YAML; `NAME` stands for the name
    bool beginsGroup = false;              ///< a line above it in the menu
};

/// In the order of a menu.
std::span<const Template> templates();

/// The object's text under that name.
std::string fillIn(const Template& from, const std::string& name);

}
