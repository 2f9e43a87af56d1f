// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

namespace berth::scenario {

/// An object's document as the API server would answer it now. What the cluster changes of pods and nodes (node, priority,
/// tolerations, resources, taints, status) is kept in their fields alone, and is written over the document here; other kinds
/// bring theirs up to date themselves.
api::Value presentDocument(const api::Object& object);

}
