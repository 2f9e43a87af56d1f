// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/expand.h"

namespace berth::config {

/// One profile: its lists and weights, not its args. Error texts are without the prefix that names the profile;
/// paths start at the profile (`plugins.score.enabled[1]`).
tl::expected<ResolvedProfile, BuildError> expandProfile(const Profile& profile, const PluginCatalog& catalog);

}
