// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/field_error.h"
#include "api/node.h"
#include "cluster/random_streams.h"
#include "cluster/server_behaviour.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace berth::cluster {

/// What the in-memory server does to an object between reading it and storing it (api.md §6.4, §8, §9).
class Admission {
public:
    using List = std::function<std::vector<api::ObjectPtr>(api::Kind)>;

    /// A living cluster draws names and uids from the streams, which outlive this; null: they are counted.
    Admission(List list, const ServerBehaviour& behaviour, RandomStreams* random)
        : list_(std::move(list)), gates_(behaviour.gates),
          random_(behaviour.living ? random : nullptr), isLiving_(behaviour.living),
          validatesWorkloads_(behaviour.validatesWorkloads)
    {
    }

    /// Completes (generated name, uid, creation time, priority, phase, start time) and validates. Not empty: refused, for
    /// these reasons, sorted by their texts; the object is then half-completed and of no use.
    api::FieldErrors admit(api::Object& object, api::Time now);
    /// Takes over into an update what it does not say: identity, and of a pod the node, priority and status.
    static void mergeUpdate(api::Object& update, const api::Object& stored);
    /// What no update changes in a living cluster: which object it is, its deletion, and what others write into it.
    static void keepIdentity(api::Object& update, const api::Object& stored);
    /// The base and five characters that no vowel makes a word of.
    std::string generateName(const std::string& base);

private:
    void complete(api::Object& object, api::Time now);
    std::string newUid();
    api::FieldErrors admitPod(api::Pod& pod, api::Time now);
    api::FieldErrors admitToNamespace(api::Pod& pod) const;
    std::string resolvePriority(api::Pod& pod) const;

    List list_;
    api::ApiGates gates_;
    RandomStreams* random_;
    bool isLiving_;
    bool validatesWorkloads_;
    std::uint64_t generatedNames_ = 0;
};

/// The uid an object gets when it brings none.
std::string uidFor(const api::Object& object);

}
