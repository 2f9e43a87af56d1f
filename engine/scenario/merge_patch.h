// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

namespace berth::scenario {

/// RFC 7386, as `kubectl patch --type=merge` does it: members of the patch replace those of the target, objects are merged,
/// null removes, lists are replaced as a whole.
void mergePatch(api::Value& target, const api::Value& patch);

}
