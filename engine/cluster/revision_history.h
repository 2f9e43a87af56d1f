// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/value.h"
#include "cluster/control_plan.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace berth::cluster {

/// A pod template that a StatefulSet or DaemonSet has had, kept as a ControllerRevision.
struct Revision {
    std::string name;                ///< `SET-HASH`
    std::string hash;
    std::int64_t number = 0;
    api::Value podTemplate;
    api::ObjectPtr object;
};

using Opaques = std::vector<std::shared_ptr<const api::Opaque>>;

/// Whether an object is a ControllerRevision.
bool isControllerRevision(const api::Object& object);

/// The revisions of one set while a step is planned.
class RevisionHistory {
public:
    /// stored: the ControllerRevisions of its namespace.
    RevisionHistory(const api::Workload& owner, const Opaques& stored, Plan& plan);

    /// The revision of the present template: made, or, if there was one like it before, made the newest. isTaken: whether
    /// a name is in use by an object that is none of the history.
    const Revision& update(std::int32_t& collisionCount, const std::function<bool(const std::string&)>& isTaken);
    const Revision* find(std::string_view name) const;
    /// Forgets the oldest that nobody uses, beyond the limit. inUse: names.
    void cleanUp(std::size_t limit, const std::set<std::string>& inUse);

private:
    const Revision& append(const std::string& hash, std::int64_t number);

    const api::Workload* owner_;
    Plan* plan_;
    std::vector<Revision> revisions_;    ///< by number
};

}
