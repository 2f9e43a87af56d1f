// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"

#include <set>

namespace berth::cluster {

/// Deletes Jobs, and with them their pods, ttlSecondsAfterFinished after they have finished.
class TtlAfterFinished final : public Controller {
public:
    explicit TtlAfterFinished(World& world) : world_(world) {}

    std::string_view name() const override { return "ttl-after-finished-controller"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

private:
    World world_;
    std::set<std::string> marked_;
};

}
