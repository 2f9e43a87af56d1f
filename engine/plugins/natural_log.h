// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace berth::plugins {

/// ln x to the last bit as Go's math.Log gives it on amd64, for finite x > 0. The C library's may differ in that bit,
/// and scores are rounded.
double naturalLog(double x);

}
