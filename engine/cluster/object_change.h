// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <cstdint>

namespace berth::cluster {

/// One change of one object, as the server made it. Objects never change once they are stored, so keeping a change costs
/// two pointers.
struct ObjectChange {
    api::Time time;                        ///< the clock's moment
    std::uint64_t order = 0;               ///< of the object's creation: the same through its whole life
    api::ObjectPtr before;                 ///< null: created
    api::ObjectPtr after;                  ///< null: gone
    api::Symbol cause;                     ///< `create`, `update`, `delete`, `bind`, `status`, or `evict`
    api::Symbol actor;                     ///< `user`, or who else did it
};

}
