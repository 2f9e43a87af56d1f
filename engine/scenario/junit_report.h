// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/expectation.h"

namespace berth::scenario {

/// What was expected of a run as a JUnit XML document: one suite, one case per expectation. What could not be played at all
/// is an error of the suite. `time` is virtual: how far into the run the expectation was looked at.
std::string junitReport(const std::string& suite, const std::vector<Checked>& checked, const api::Problems& errors);

}
