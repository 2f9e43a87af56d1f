// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"

#include <map>
#include <set>

namespace berth::cluster {

/// Deletes objects whose owners are all gone, and carries out the two other ways of deleting an owner: foreground (what
/// blocks goes first) and orphan (what is owned stays, without owner). An owner counts as gone if it was there and was
/// deleted: owners that a dump only names and does not contain keep their objects, unlike in a real cluster.
class GarbageCollector final : public Controller {
public:
    explicit GarbageCollector(World& world) : world_(world) {}

    std::string_view name() const override { return "generic-garbage-collector"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

private:
    /// Where an object is, since its key alone does not say its kind.
    struct Place {
        api::Kind kind = api::Kind::Other;
        std::string key;                   ///< for MemoryServer::find
    };

    api::ObjectPtr at(const Place& place, const std::string& uid) const;
    bool syncDependent(const std::string& uid);
    bool syncOwner(const std::string& uid);
    bool orphanAll(const api::Object& owner);
    bool deleteBlocking(const api::Object& owner);
    bool dropFinalizer(const api::Object& owner, const std::string& finalizer);
    bool remove(const api::Object& object, DeleteOptions::Propagation propagation);

    World world_;
    std::map<std::string, Place> objects_;                      ///< by uid: those that own or are owned
    std::map<std::string, std::set<std::string>> dependents_;   ///< uids by the uid of an owner
    std::set<std::string> gone_;                                ///< uids of objects that were deleted
    std::set<std::string> markedDependents_;
    std::set<std::string> markedOwners_;
};

}
