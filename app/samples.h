// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/start_page.h"

#include <vector>

namespace berth::app {

/// The samples that come with the program: beside an installed one, else in the source tree above the build.
std::vector<views::Sample> findSamples();
/// The list in a folder with index.json; empty if there is none.
std::vector<views::Sample> readSamples(const QString& folder);

}
