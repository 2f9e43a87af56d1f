// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

namespace berth::queue {

/// The nominations of one moment, with the pods as they were then.
class PastNominations final : public framework::PodNominator {
public:
    using ByNode = std::unordered_map<std::string, std::vector<framework::PodInfoPtr>>;

    explicit PastNominations(ByNode byNode = {}) : byNode_(std::move(byNode)) {}
    std::vector<framework::PodInfoPtr> nominatedPodsForNode(const std::string& node) const override;
    const ByNode& byNode() const { return byNode_; }

private:
    ByNode byNode_;
};

/// Which pods have been promised which node (queue.md §6, Nominator).
class Nominator final : public framework::PodNominator {
public:
    using Find = std::function<framework::PodInfoPtr(const std::string& key)>;

    /// find: the queued record of a pod by `namespace/name`, null if it is in no queue.
    Nominator(const framework::Listers& listers, Find find) : listers_(&listers), find_(std::move(find)) {}

    /// nominating absent: the pod's own status counts.
    void add(const api::Pod& pod, const std::optional<framework::NominatingInfo>& nominating);
    void remove(const std::string& uid);
    void update(const api::Pod& before, const api::Pod& after);
    std::vector<framework::PodInfoPtr> nominatedPodsForNode(const std::string& node) const override;
    /// What it says now, for later; null if nobody is nominated, and the same as before where nothing has changed.
    std::shared_ptr<const PastNominations> remember(std::shared_ptr<const PastNominations> before) const;
    /// Another number whenever all() may say something else.
    std::uint64_t version() const { return version_; }
    /// Node by pod key, all nominations.
    std::map<std::string, std::string> all() const;

private:
    struct Reference {
        std::string key;
        std::string namespace_;
        std::string name;
        std::string uid;
    };

    const framework::Listers* listers_;
    Find find_;
    std::unordered_map<std::string, std::vector<Reference>> byNode_;   ///< in order of nomination
    std::unordered_map<std::string, std::string> nodeOf_;              ///< by UID
    std::uint64_t version_ = 0;
};

}
