// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/control_plan.h"
#include "cluster/controller.h"

#include <map>
#include <set>
#include <string>

namespace berth::cluster {

/// What controllers of workloads have in common: which of their objects are to be looked at, now and later, and how a plan
/// is carried out.
class WorkloadController : public Controller {
public:
    /// own: the kind of the objects that this controller looks after. The world outlives it.
    WorkloadController(World& world, api::Kind own) : world_(world), own_(own) {}

    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

protected:
    /// A change of something else than its own objects.
    virtual void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) = 0;
    /// Looks at one object and does what is to be done; true if something was changed.
    virtual bool syncOne(const api::ObjectPtr& object) = 0;
    virtual void onOwnDeleted(const api::ObjectPtr&) {}

    void mark(const std::string& key) { marked_.insert(key); }
    void markAll();
    /// Marks those of its own that control the object, before or after the change. Of an orphan those that might want it.
    void markOwners(const api::ObjectPtr& before, const api::ObjectPtr& after);

    struct Outcome {
        bool changed = false;
        std::string failure;         ///< why a creation was refused; empty if none was
    };
    /// Carries a plan for an object out and comes back to it when the plan says so. A refused creation is tried again
    /// after 5 ms, 10 ms, … 1000 s.
    Outcome carryOut(const api::Object& owner, Plan& plan, TimeLine::Kind wake = TimeLine::Kind::Once);
    /// Stores a changed copy; null: nothing to store. True if it was stored.
    bool store(std::shared_ptr<api::Object> object);
    void record(const api::Object& about, const PlannedEvent& event);
    bool remove(const api::Object& object,
                DeleteOptions::Propagation propagation = DeleteOptions::Propagation::Background);
    api::Time now() const { return world_.clock.moment(); }
    World& world() { return world_; }
    const std::map<std::string, api::ObjectPtr>& ownObjects() const { return objects_; }

private:
    void create(const api::Object& owner, Plan& plan, Outcome& outcome);
    bool hasMadeItsShare(const std::string& key) const;
    void forgetWake(const std::string& key);
    void wakeAt(const std::string& key, api::Time when, TimeLine::Kind kind);
    void retryLater(const std::string& key);

    World world_;
    api::Kind own_;
    std::map<std::string, api::ObjectPtr> objects_;      ///< its own, by key
    std::set<std::string> marked_;
    std::map<std::string, TimeLine::Id> wakes_;
    std::map<std::string, int> refusals_;                ///< in a row, by key
    struct Made {
        api::Time when;
        std::size_t count = 0;
    };
    std::map<std::string, Made> made_;                   ///< what was made at the latest moment that made something, by key
};

}
