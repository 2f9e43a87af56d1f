// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/stateful_set.h"

namespace berth::cluster {

/// The pod of an ordinal: its name is its host name and a label, its volumes of claim templates are its own claims.
std::shared_ptr<api::Pod> statefulPod(const api::Workload& set, const Revision& revision, std::int32_t ordinal);

/// The claim of a template for an ordinal, with the set's labels.
std::shared_ptr<api::Object> claimFor(const api::Workload& set, const api::Value& claimTemplate, std::int32_t ordinal,
                                      bool isOwnedBySet);
std::vector<std::string> claimTemplateNames(const api::Workload& set);

/// A copy of a claim that goes when the pod goes, or null if it does already.
std::shared_ptr<api::Object> claimOwnedByPod(const api::ObjectPtr& claim, const api::Pod& pod);

}
