// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

/// Fragments of a pod's signature that several plugins give (cycle.md §14).
namespace berth::plugins::signatures {

/// A JSON string.
std::string quoted(std::string_view text);
/// `v1.Pod.Spec.Tolerations`: sorted by key, then value.
framework::SignFragment tolerations(const api::Pod& pod);
/// `v1.Pod.Spec.ContainerRequestsAndOverheads()`: what the pod asks for.
framework::SignFragment requests(const api::Pod& pod);
/// `v1.Pod.Spec.Volumes`-like: volume sources other than configMap and secret, sorted.
framework::SignFragment volumes(const api::Pod& pod);

}
