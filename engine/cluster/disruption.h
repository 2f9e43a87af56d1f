// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"

#include <map>
#include <set>

namespace berth::cluster {

/// Keeps the status of PodDisruptionBudgets: how many pods are healthy, how many have to be, how many may go.
class DisruptionController final : public Controller {
public:
    explicit DisruptionController(World& world) : world_(world) {}

    std::string_view name() const override { return "disruption-controller"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

private:
    struct Status {
        std::int32_t healthy = 0;
        std::int32_t desired = 0;
        std::int32_t expected = 0;
        std::string failure;               ///< not empty: nothing may go, for this reason
    };

    void mark(const std::string& ns, const api::Object* pod);
    bool syncBudget(const std::string& key);
    std::vector<api::PodPtr> podsOf(const api::PodDisruptionBudget& budget) const;
    Status statusOf(const api::PodDisruptionBudget& budget, const std::vector<api::PodPtr>& pods) const;
    /// Sum of the replicas that the pods' controllers want; absent: one has none, and failure says which.
    std::optional<std::int32_t> expectedScale(const std::vector<api::PodPtr>& pods, std::string& failure) const;
    api::ObjectPtr scaledOwner(const api::Object& object) const;

    World world_;
    std::map<std::string, std::map<std::string, api::Selector>> budgets_;   ///< by namespace and key
    std::map<std::string, std::map<std::string, api::PodPtr>> pods_;        ///< all as they are now, by namespace and key
    std::set<std::string> marked_;
};

}
