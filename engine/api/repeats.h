// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decode.h"

#include <optional>
#include <string>
#include <unordered_set>

namespace berth::api {

/// Notices objects that are given more than once, be it in several files: kubectl takes the later as a change of the
/// earlier, and whoever wrote both hardly meant that.
class Repeats {
public:
    /// To be called for each document in order: a Warning at an object that has been there before.
    std::optional<Problem> see(const DecodedDocument& document);

private:
    std::unordered_set<std::string> seen_;
};

}
