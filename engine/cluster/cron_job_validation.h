// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/field_error.h"
#include "api/meta.h"

namespace berth::cluster {

/// What the API server has against a new CronJob, its template left out; empty: nothing. Here and not with the other kinds,
/// because schedules and time zones are read here.
api::FieldErrors cronJobErrors(const api::Object& cronJob);

}
