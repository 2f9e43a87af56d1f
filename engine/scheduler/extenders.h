// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/types.h"
#include "framework/node_to_status.h"
#include "framework/plugin.h"
#include "plugins/preemption_candidate.h"
#include "scheduler/extender_line.h"

#include <list>

namespace berth::scheduler {

/// One HTTP extender as configured: what it is asked, and what its answers mean (cycle.md §6). Errors are texts.
class Extender {
public:
    explicit Extender(config::Extender config);

    const config::Extender& config() const { return config_; }
    bool isIgnorable() const { return config_.ignorable; }
    /// It manages all pods, or one of the resources that the pod's containers name.
    bool isInterestedIn(const api::Pod& pod) const;

    /// Nodes that extenders sent back as objects: without pods and usage, whatever is on them.
    using SentNodes = std::list<framework::NodeInfo>;

    /// The nodes that are left. Refusals go to statuses; nodes that come as objects are kept in sent.
    tl::expected<framework::NodeList, std::string> filter(ExtenderLine& line, const api::Pod& pod,
                                                          const framework::NodeList& nodes,
                                                          const framework::SharedLister& snapshot,
                                                          framework::NodeToStatus& statuses, SentNodes& sent) const;

    /// What it adds to each node's total; absent where it gave no score. All 0 without a prioritize verb.
    using Scores = std::vector<std::optional<std::int64_t>>;
    tl::expected<Scores, std::string> prioritize(ExtenderLine& line, const api::Pod& pod,
                                                 const framework::NodeList& nodes) const;

    tl::expected<void, std::string> bind(ExtenderLine& line, const api::Pod& pod, const std::string& node) const;

    /// The candidates that are left, with the victims it chose: those it was given first, in their order.
    using Candidates = std::vector<plugins::PreemptionCandidate>;
    tl::expected<Candidates, std::string> preempt(ExtenderLine& line, const api::Pod& pod, const Candidates& candidates,
                                                  const framework::SharedLister& snapshot) const;

private:
    ExtenderLine::Answer ask(ExtenderLine& line, const std::string& verb, const std::function<std::string()>& body) const;
    std::string nodesRequest(const api::Pod& pod, const framework::NodeList& nodes) const;
    std::string preemptRequest(const api::Pod& pod, const Candidates& candidates) const;
    tl::expected<plugins::PreemptionCandidate, std::string> victimsOn(const framework::NodeInfo& node,
                                                                      const std::vector<std::string>& uids) const;

    config::Extender config_;
};

/// All extenders, those that may be ignored behind the others.
class Extenders {
public:
    explicit Extenders(const std::vector<config::Extender>& configured);

    bool empty() const { return extenders_.empty(); }
    bool haveFilter() const;
    bool havePrioritizer() const;
    bool havePreemption() const;

    /// Asks one after the other while nodes are left. The error ends the attempt.
    tl::expected<framework::NodeList, std::string> filter(ExtenderLine& line, const api::Pod& pod,
                                                          framework::NodeList nodes,
                                                          const framework::SharedLister& snapshot,
                                                          framework::NodeToStatus& statuses,
                                                          Extender::SentNodes& sent) const;

    /// Who scored, and what it gave: an extender whose call failed is not among them.
    struct Scored {
        std::string url;
        Extender::Scores scores;
    };
    std::vector<Scored> prioritize(ExtenderLine& line, const api::Pod& pod, const framework::NodeList& nodes) const;

    /// The verdict of the extender that binds the pod; absent: the bind plugins do it.
    std::optional<tl::expected<void, std::string>> bind(ExtenderLine& line, const api::Pod& pod,
                                                        const std::string& node) const;

    /// The error is that of an extender that may not be ignored.
    tl::expected<Extender::Candidates, std::string> preempt(ExtenderLine& line, const api::Pod& pod,
                                                            Extender::Candidates candidates,
                                                            const framework::SharedLister& snapshot) const;

private:
    std::vector<Extender> extenders_;
};

}
