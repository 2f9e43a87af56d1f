// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/toleration.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace berth::api {
namespace {

const Symbol noSchedule{"NoSchedule"};
const Symbol noExecute{"NoExecute"};

/// `0`, `-7`, `12`: no sign for positives, no leading zeros, within int64.
std::optional<std::int64_t> canonicalInteger(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || std::to_string(number) != text)
        return std::nullopt;
    return number;
}

bool compares(const Toleration& toleration, const Taint& taint)
{
    const auto tolerated = canonicalInteger(toleration.value.view());
    const auto found = canonicalInteger(taint.value.view());
    if (!tolerated || !found)
        return false;
    return toleration.op == "Lt" ? *found < *tolerated : *found > *tolerated;
}

}

bool tolerates(const Toleration& toleration, const Taint& taint, TolerationOperators operators)
{
    if (!toleration.effect.empty() && toleration.effect != taint.effect)
        return false;
    if (!toleration.key.empty() && toleration.key != taint.key)
        return false;
    if (toleration.op.empty() || toleration.op == "Equal")
        return toleration.value == taint.value;
    if (toleration.op == "Exists")
        return true;
    const bool comparison = toleration.op == "Lt" || toleration.op == "Gt";
    return comparison && operators == TolerationOperators::WithComparison && compares(toleration, taint);
}

bool tolerates(std::span<const Toleration> tolerations, const Taint& taint, TolerationOperators operators)
{
    return std::any_of(tolerations.begin(), tolerations.end(), [&taint, operators](const Toleration& toleration) {
        return tolerates(toleration, taint, operators);
    });
}

const Taint* findUntoleratedTaint(std::span<const Taint> taints, std::span<const Toleration> tolerations,
                                  TolerationOperators operators)
{
    for (const auto& taint : taints)
        if ((taint.effect == noSchedule || taint.effect == noExecute) && !tolerates(tolerations, taint, operators))
            return &taint;
    return nullptr;
}

}
