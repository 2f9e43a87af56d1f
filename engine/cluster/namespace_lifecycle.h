// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"

#include <map>
#include <set>

namespace berth::cluster {

/// Empties a namespace that is being deleted, and lets it go once nothing is left in it.
class NamespaceLifecycle final : public Controller {
public:
    explicit NamespaceLifecycle(World& world) : world_(world) {}

    std::string_view name() const override { return "namespace-controller"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

private:
    bool empty(const std::string& name);

    World world_;
    std::set<std::string> leaving_;
    std::set<std::string> marked_;
};

}
