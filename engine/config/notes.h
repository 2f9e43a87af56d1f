// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "config/load.h"

namespace berth::config {

/// What kube-scheduler does not say but a reader wants to know: notes about plugins that this scheduler does not have
/// (removed, out-of-tree or misspelt), at the place of their first mention.
void addPluginNotes(LoadResult& result, const PluginCatalog& catalog, const api::Value& document);

/// A note about a removed version of the API, if that is what result failed for.
void addVersionNote(LoadResult& result);

}
