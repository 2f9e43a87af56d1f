// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <algorithm>

namespace berth::api {

/// The owner that manages the object; null if nobody does. Lives as long as meta.
inline const OwnerReference* controllerOf(const ObjectMeta& meta)
{
    const auto found = std::ranges::find_if(meta.ownerReferences, &OwnerReference::controller);
    return found == meta.ownerReferences.end() ? nullptr : &*found;
}

}
