// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"
#include "trace/domains.h"

#include <vector>

namespace berth::framework {

/// State data that can say what it counted per topology domain, beside describe(). Asked when an attempt is explained.
class DomainExplainer {
public:
    virtual ~DomainExplainer() = default;
    /// Adds a rule for each constraint or term. nodes: what DomainRule::nodeDomain is parallel to.
    virtual void explainDomains(const NodeList& nodes, std::vector<trace::DomainRule>& rules) const = 0;
};

}
