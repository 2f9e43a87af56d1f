// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"

namespace berth::models {

/// The scores of the attempt as if its plugins had these weights (by Inspection::scorePlugins, none negative): totals, ranks and ties are
/// worked out anew, best first. Filters, raw and normalised scores do not depend on weights; which node was chosen stays what it was.
InspectionPtr withWeights(const Inspection& inspection, std::vector<std::int64_t> weights);

/// What other weights do to the choice: `n4 would be chosen, by 12. n1, which was, has 2 better.`
QString whatWeightsChange(const Inspection& after);

}
