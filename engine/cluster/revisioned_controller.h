// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/owned_objects.h"
#include "cluster/revision_history.h"
#include "cluster/workload_controller.h"

namespace berth::cluster {

/// What the controllers of sets whose pods have revisions (StatefulSet, DaemonSet) follow beside the sets.
class RevisionedController : public WorkloadController {
public:
    using WorkloadController::WorkloadController;

protected:
    void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        const auto& object = *(after ? after : before);
        if (isControllerRevision(object)) {
            revisions_.note(before, after);
        } else if (object.kind == api::Kind::Pod) {
            pods_.note(before, after);
            markOwners(before, after);
        }
    }

    /// Those that the set controls, and those of its namespace that nobody controls.
    Pods candidatesFor(const api::Object& set) const { return pods_.of<api::Pod>(set, true); }
    Opaques revisionsOf(const api::Object& set) const { return revisions_.of<api::Opaque>(set, false); }

private:
    OwnedObjects pods_;
    OwnedObjects revisions_;
};

}
