// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

/// Prefers the node whose name comes last; machines are numbered, and the newest ones are the best.
class NewestNode final : public berth::framework::ScorePlugin {
public:
    berth::api::Symbol name() const override { return berth::api::Symbol("NewestNode"); }

    /// By the last digit: 0 to 99.
    berth::framework::Status score(berth::framework::CycleState&, const berth::api::Pod&,
                                   const berth::framework::NodeInfo& node, std::int64_t& score) override
    {
        const char last = node.name().back();
        score = last >= '0' && last <= '9' ? (last - '0') * 11 : 0;
        return {};
    }
};
