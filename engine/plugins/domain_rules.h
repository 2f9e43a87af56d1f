// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/domain_explainer.h"
#include "plugins/domain_counts.h"

#include <string>

/// What PodTopologySpread and InterPodAffinity have in common when they explain themselves.
namespace berth::plugins {

/// A rule with the domains that were counted, and the values that nodes have beside them, marked as not counted.
trace::DomainRule domainRule(trace::DomainRule::Kind kind, api::Symbol topologyKey, const DomainCounts& counts,
                             const framework::NodeList& nodes);

/// `app=web, tier in (a,b), !debug`; `(everything)` without requirements.
std::string selectorText(const api::Selector& selector);

}
