// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/toleration.h"

#include <algorithm>

namespace berth::api {

bool tolerates(const Toleration& toleration, const Taint& taint)
{
    if (!toleration.effect.empty() && toleration.effect != taint.effect)
        return false;
    if (!toleration.key.empty() && toleration.key != taint.key)
        return false;
    if (toleration.op.empty() || toleration.op == "Equal")
        return toleration.value == taint.value;
    return toleration.op == "Exists";
}

bool tolerates(std::span<const Toleration> tolerations, const Taint& taint)
{
    return std::any_of(tolerations.begin(), tolerations.end(),
                       [&taint](const Toleration& toleration) { return tolerates(toleration, taint); });
}

const Taint* findUntoleratedTaint(std::span<const Taint> taints, std::span<const Toleration> tolerations)
{
    for (const auto& taint : taints)
        if ((taint.effect == "NoSchedule" || taint.effect == "NoExecute") && !tolerates(tolerations, taint))
            return &taint;
    return nullptr;
}

}
