// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/field_path.h"

/// Where objects of a kind say what their pods are like: a Pod itself, a workload in its template.
namespace berth::design {

/// The pod's own fields, `spec` or `spec.template.spec`; empty for kinds without pods.
Path podSpecOf(std::string_view kind);

/// The same field in an object of another kind: what a pod or template says stands elsewhere in a template, everything else
/// has the same path. Absent where the other kind has no pods.
std::optional<Path> samePlace(const Path& path, std::string_view kind, std::string_view otherKind);

}
