// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"
#include "trace/code.h"
#include "trace/domains.h"
#include "trace/preemption.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::trace {

/// A status as a record: the plugin's name may be empty where the place it stands in says it.
struct StatusRecord {
    api::Symbol plugin;
    Code code = Code::Success;
    std::vector<std::string> reasons;
    friend bool operator==(const StatusRecord&, const StatusRecord&) = default;
};

struct PluginScore {
    std::int64_t raw = 0;
    std::int64_t normalized = 0;
    std::int64_t weighted = 0;
};

struct PostFilterRecord {
    Code code = Code::Unschedulable;
    std::string message;
    std::optional<std::string> nominatedNode;          ///< empty text: clears the nomination
    std::vector<std::string> victims;
    std::optional<std::int32_t> offset;
    std::optional<std::int32_t> numCandidates;
    std::vector<PreemptionCandidate> candidates;       ///< in the order the choice is made from
    std::vector<std::string> tied;                     ///< candidates that no criterion tells apart (two or more)
    std::vector<std::pair<std::string, StatusRecord>> dryRun;   ///< nodes where preemption does not help
};

/// Everything about one attempt, for the inspector and the goldens. Made on demand, not kept for every attempt.
struct Explanation {
    std::vector<std::string> nodes;                    ///< the snapshot's order; indexes below refer to it

    struct PreFilter {
        api::Symbol plugin;
        StatusRecord status;
        std::optional<std::vector<std::string>> nodes; ///< what the plugin narrows to, sorted
    };
    bool hasPreFilter = false;                         ///< false without nodes
    std::vector<PreFilter> preFilter;                  ///< every PreFilter plugin, on a state of its own
    std::optional<StatusRecord> preFilterStatus;       ///< what the real cycle got
    std::optional<std::vector<std::string>> preFilterNodes;

    bool hasFilters = false;                           ///< false after a PreFilter that stopped everything
    std::vector<api::Symbol> filterPlugins;            ///< those that were run on every node, in order
    struct FilterFailure {
        std::uint16_t plugin = 0;                      ///< index into filterPlugins
        StatusRecord status;
        /// It refuses the node for the sake of pods that are nominated to it, and would not without them.
        bool forNominated = false;
    };
    std::vector<std::vector<FilterFailure>> filters;   ///< by node, failures only, every plugin asked

    /// What the real cycle found per node (explicit statuses only), by node index, ascending.
    std::vector<std::pair<std::uint32_t, StatusRecord>> filterStatus;
    std::optional<StatusRecord> absentStatus;          ///< of an unschedulable pod

    std::vector<std::uint32_t> feasible;               ///< in scoring order
    struct PreScore {
        api::Symbol plugin;
        Code code = Code::Success;
    };
    bool hasPreScore = false;
    std::vector<PreScore> preScore;
    std::optional<StatusRecord> preScoreFailure;
    bool hasScores = false;
    std::vector<api::Symbol> scorePlugins;             ///< those that scored, in order
    std::vector<std::int64_t> weights;                 ///< of scorePlugins
    std::vector<std::vector<PluginScore>> scores;      ///< [feasible][plugin]
    std::vector<std::string> extenders;                ///< URLs of the extenders that were asked to score, in order
    std::vector<std::vector<std::int64_t>> extenderScores;   ///< [feasible][extender], to be added to totals
    std::vector<std::int64_t> totals;                  ///< [feasible], of the plugins alone
    std::vector<std::uint32_t> tied;                   ///< feasible positions sharing the best total (two or more)
    std::vector<std::pair<std::string, std::string>> cycleState;   ///< key, contents as text
    std::vector<DomainRule> domains;                   ///< what spreading and pod affinity counted, filters first
};

/// One call of an HTTP extender and what it answered: recorded when it arrives and never asked for again.
struct ExtenderCall {
    std::string url;
    std::string verb;                                  ///< as configured; the last part of the URL
    std::string outcome;                               ///< for people: `3 of 5 nodes pass`, or the failure
    std::string failure;                               ///< not empty: no answer, or none that can be used
    std::shared_ptr<const std::string> answer;         ///< the body; null without one
};

enum class Result : std::uint8_t { Waiting, Scheduled, Unschedulable, Error, Feasible };
std::string_view resultName(Result result);

/// Extension points behind the choice of a node, in their order. WaitOnPermit: the wait that Permit asked for.
enum class PlacedPoint : std::uint8_t { Reserve, Permit, WaitOnPermit, PreBindPreFlight, PreBind, Bind };
/// The framework's own name.
std::string_view placedPointName(PlacedPoint point);

enum class QueuePlace : std::uint8_t { None, Active, Backoff, Unschedulable, Gated };
std::string_view queuePlaceName(QueuePlace place);

/// One attempt to place one pod. Small: kept for every attempt of a run.
struct Attempt {
    std::uint32_t index = 0;                           ///< position in the run's list
    api::Time time;                                    ///< of the pop
    std::string pod;                                   ///< `namespace/name`
    std::string uid;
    std::int32_t attempt = 0;                          ///< the pod's own count, from 1
    api::Symbol profile;
    std::string podGroup;
    std::int64_t startIndex = 0;
    std::string nodeHint;
    std::int32_t evaluatedNodes = 0;
    std::int32_t feasibleNodes = 0;
    Result result = Result::Error;
    std::string node;
    std::optional<PlacedPoint> failedAt;               ///< of an attempt that failed although it had chosen a node
    std::optional<std::int64_t> total;                 ///< score of the chosen node, if scored, extenders included
    std::optional<PostFilterRecord> postFilter;
    std::vector<ExtenderCall> extenderCalls;           ///< in order
    std::string message;
    std::vector<api::Symbol> unschedulablePlugins;     ///< sorted
    std::vector<api::Symbol> pendingPlugins;
    std::optional<QueuePlace> queueAfter;
    std::optional<api::Time> backoffExpiry;
    std::shared_ptr<const Explanation> explanation;    ///< null unless the run was asked to explain everything
};

}
