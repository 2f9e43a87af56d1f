// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::design {

/// The way to a field of a document: member names, positions in lists as digits.
using Path = std::vector<std::string>;

/// `spec.template.spec` as a path. Names with dots in them are put between brackets: `metadata.labels[app.kubernetes.io/name]`,
/// which is also how problems of the API write positions in lists.
Path pathOf(std::string_view text);

/// What stands there, or nullptr.
const api::Value* at(const api::Value& document, const Path& path);

/// One field, set or, without a value, taken away.
struct FieldEdit {
    Path path;
    std::optional<api::Value> value;
    friend bool operator==(const FieldEdit&, const FieldEdit&);
};

/// Makes the edit. Objects on the way are made where they are missing; a list grows by one where the position is its
/// length. What an edit leaves empty goes with the field, up to the members of the document. False if there is no such
/// place (a member of a text, a position beyond the end): then nothing has changed.
bool apply(api::Value& document, const FieldEdit& edit);

/// Whether two values say the same: positions and the order of members do not count.
bool isSame(const api::Value& a, const api::Value& b);

}
