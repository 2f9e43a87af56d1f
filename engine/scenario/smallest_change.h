// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"
#include "api/pod.h"
#include "config/load.h"
#include "framework/registry.h"
#include "ports/http_extender.h"

#include <compare>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

/// What would make an unschedulable pod fit. How the search goes: docs/smallest-change.md.
namespace berth::scenario {

/// What an edit does, from the least invasive to the most: first those to the waiting pod, which nobody else notices, then
/// those to nodes, then those that take something from running pods, then new hardware.
enum class EditKind : std::uint8_t {
    AddToleration, AlterNodeSelector, DropNodeSelector, RelaxSpread, SoftenSpread, DropPodAffinity, LowerRequest,
    DropHostPort, Uncordon, AddNodeLabel, ChangeNodeLabel, RemoveTaint, FreeResources, FreeHostPort, EvictPod,
    EnlargeNode, AddNode
};
/// `AddToleration`, …
std::string_view editKindName(EditKind kind);

/// One edit of one field of one object.
struct Edit {
    EditKind kind = EditKind::AddToleration;
    std::string object;                    ///< `Node n1`, `Pod default/web`
    std::string key;                       ///< object and field: two edits of one key differ in extent alone
    std::string text;                      ///< for people: `uncordon node n1`
    std::int64_t amount = 0;               ///< how much, to compare edits of a kind (docs/smallest-change.md)
    std::int64_t extent = 0;               ///< how much in the field's own unit; more of it includes less of it
};

/// What becomes of one object when a change is made.
struct ObjectEdit {
    enum class Action : std::uint8_t { Update, Delete, Create };
    Action action = Action::Update;
    std::string label;                     ///< `Node n1`
    api::ObjectPtr object;                 ///< after the change; of Delete: the one that goes. Its document is as read
    /// Update: an RFC 6902 patch of the document that the object was read from; Create: the whole document as JSON. Empty
    /// for Delete, and for objects that were not read from a document.
    std::string patch;
};

/// What changes are ordered by: fewer edits, then less invasive kinds (the most invasive of each first), then smaller
/// amounts (in the order of the kinds), then names.
struct ChangeSize {
    std::size_t edits = 0;
    std::vector<EditKind> kinds;           ///< of the edits, most invasive first
    std::vector<std::int64_t> amounts;     ///< parallel to kinds
    std::string names;                     ///< the edits' keys
    friend auto operator<=>(const ChangeSize&, const ChangeSize&) = default;
};

/// Edits that together make the pod fit. Each has been tried.
struct Change {
    std::vector<Edit> edits;               ///< most invasive first
    std::vector<ObjectEdit> objects;
    std::string node;                      ///< where the pod goes then
    std::string text;                      ///< all edits for people
    ChangeSize size;

    EditKind kind() const { return edits.front().kind; }
    const std::string& object() const { return edits.front().object; }
};

/// Whether `more` does everything that `less` does, or more of it.
bool includes(const Change& more, const Change& less);

struct SmallestChanges {
    std::string pod;                       ///< `namespace/name`
    std::string node;                      ///< not empty: the pod fits there without any change
    std::string error;                     ///< not empty: nothing could be tried, for this reason
    std::vector<Change> changes;           ///< smallest first; none includes another
    std::size_t tried = 0;
    bool isComplete = true;                ///< false: the search ended at a limit, or was stopped
};

struct ChangeLimits {
    std::size_t edits = 4;                 ///< of one change
    std::size_t perSort = 3;               ///< changes of the same kinds
    std::size_t failuresPerSort = 20;      ///< tries without success before changes of these kinds are given up
    std::size_t tries = 400;
};

/// The cluster that a pod did not fit into. Objects are shared and never changed.
struct WhatIfWorld {
    std::shared_ptr<const config::LoadResult> configuration;   ///< must be ok()
    config::FeatureGates gates;
    std::function<void(framework::Registry&)> addPlugins;   ///< those that are not in-tree; may be empty
    std::vector<api::NodePtr> nodes;
    std::vector<api::PodPtr> pods;         ///< on nodes, or nominated to one; without the pod in question
    std::vector<api::ObjectPtr> others;
    api::PodPtr pod;
    /// Who reaches the configuration's HTTP extenders; null: nobody. It is asked in the course of the search, one call at a
    /// time, so the simulation that it belongs to must not run meanwhile.
    std::shared_ptr<ports::HttpExtender> httpExtender = nullptr;
};

/// Searches in a scheduler of its own, on whatever thread; several can be under way at once. Never null.
std::shared_ptr<const SmallestChanges> findSmallestChanges(const WhatIfWorld& world, const ChangeLimits& limits = {},
                                                           std::stop_token stop = {});

}
