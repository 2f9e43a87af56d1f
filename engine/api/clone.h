// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <memory>

namespace berth::api {

/// A copy that may be changed, of the object's own type; it shares the document.
std::shared_ptr<Object> clone(const Object& object);

}
