// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

/// Selectors as kubectl writes them: `app=web,tier in (a,b),!old,cpu>4`.
namespace berth::design {

/// A label selector with matchLabels and matchExpressions.
std::string selectorText(const api::Value& labelSelector);
/// A list of requirements (key, operator, values), as in matchExpressions.
std::string requirementsText(const api::Value& requirements);

/// The other way: `a=b` becomes a matchLabels member, everything else an expression. The error says what is not understood.
tl::expected<api::Value, std::string> selectorOf(std::string_view text);
/// `a=b` becomes `a In [b]`.
tl::expected<api::Value, std::string> requirementsOf(std::string_view text);

}
