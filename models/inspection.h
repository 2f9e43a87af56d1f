// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/domains.h"
#include "models/node_judgements.h"

#include <vector>

/// The "why" of one attempt as a list of steps, ready to be shown: an immutable value.
namespace berth::models {

enum class StepState : std::uint8_t { Passed, Narrowed, Rejected, Failed, NotReached };

/// One reason and how many nodes gave it.
struct ReasonCount {
    QString text;
    QString plugin;
    trace::Code code = trace::Code::Unschedulable;
    std::int64_t nodes = 0;
};

struct InspectionStep {
    enum class Kind : std::uint8_t { PreFilter, Filter, PostFilter, Score, Outcome, CycleState };
    Kind kind = Kind::PreFilter;
    QString title;                         ///< `Filter`
    QString summary;                       ///< `3 of 60 nodes feasible`
    StepState state = StepState::NotReached;
    std::int64_t nodesIn = -1;             ///< -1: says nothing about nodes
    std::int64_t nodesOut = -1;
    std::vector<ReasonCount> reasons;      ///< most nodes first
    struct Detail {
        QString what;                      ///< plugin
        QString says;                      ///< status or numbers
        bool bad = false;
    };
    std::vector<Detail> details;
};

/// A node with its score, best first.
struct ScoreBar {
    QString node;
    std::int32_t rank = 0;
    bool chosen = false;
    bool tied = false;                     ///< shares the best total
    std::vector<trace::PluginScore> parts; ///< by Inspection::scorePlugins
    std::int64_t total = 0;
};

struct Inspection {
    QString pod;
    QString profile;
    trace::Result result = trace::Result::Error;
    std::int32_t attempt = 0;
    std::int64_t index = -1;
    QString moment;
    QString node;
    QString message;                       ///< FitError text or error, as kube-scheduler gives it
    QString queueAfter;                    ///< where the pod went if it failed
    std::vector<InspectionStep> steps;
    /// What plugins wrote for one another, as details: the key, then a line of its contents each. No step of its own.
    InspectionStep cycleState;
    QString underWay;                      ///< what comes next, while somebody walks through the attempt (walk.h)
    std::vector<QString> scorePlugins;
    std::vector<std::int64_t> weights;
    std::vector<ScoreBar> bars;
    std::int64_t nodes = 0;                ///< in the snapshot
    std::int64_t evaluated = 0;            ///< looked at by the real scheduler
};

using InspectionPtr = std::shared_ptr<const Inspection>;

Inspection makeInspection(const trace::Attempt& attempt, const trace::Explanation& explanation, api::Time origin);

struct Walk;

/// All there is to show about one attempt, worked out where it is made: a view only hands it on. The last owner does not
/// take it apart either (background_delete.h).
struct AttemptView {
    trace::AttemptPtr attempt;
    std::shared_ptr<const trace::Explanation> explanation;
    HeatMapPtr heatMap;
    InspectionPtr inspection;
    HeatMapArrangementPtr arrangement;     ///< of heatMap by rank, weighted
    NodeJudgementsPtr judgements;          ///< of heatMap
    std::vector<DomainPanel> domains;      ///< of explanation
    std::shared_ptr<const Walk> walk;      ///< null: the whole attempt is shown
};

using AttemptViewPtr = std::shared_ptr<const AttemptView>;

/// Of an attempt of a scheduler that is no more: what the trace says, and that there is no explanation.
AttemptViewPtr makeUnexplainedView(trace::AttemptPtr attempt, api::Time origin);
AttemptViewPtr makeAttemptView(trace::AttemptPtr attempt, std::shared_ptr<const trace::Explanation> explanation,
                               const Cluster* cluster, api::Time origin);

/// Works out anew what follows from the heat map and the explanation.
void completeAttemptView(AttemptView& view);

/// The whole inspection as plain text, for copying.
QString toPlainText(const Inspection& inspection);

}
