// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <memory>
#include <string>
#include <tl/expected.hpp>

namespace berth::scenario {

/// A copy of a stored object with a merge patch applied to its document. What the cluster has changed since the document was
/// written (a pod's status and node, a node's status and taints) stays as it is, unless the patch says otherwise. The error is the
/// API server's text for an object that cannot be read any more.
tl::expected<std::shared_ptr<api::Object>, std::string> patchedObject(const api::Object& stored, const api::Value& patch);

}
