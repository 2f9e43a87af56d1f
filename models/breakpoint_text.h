// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/breakpoint.h"

#include <QString>

namespace berth::models {

/// `Pod default/web-*, not placed, refused by NodeResourcesFit`: the breakpoint in words.
QString breakpointText(const scenario::Breakpoint& breakpoint);

}
