// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/simulation.h"

#include <QString>

#include <memory>
#include <vector>

namespace berth::models {

/// What the scheduler would say if a pod were to go to a node now: every filter's verdict, every score, and how the node compares.
struct PlacementAnswer {
    QString pod;                           ///< `namespace/name`
    QString node;
    QString error;                         ///< not empty: nothing can be said, for this reason
    bool fits = false;
    struct Verdict {
        QString plugin;
        QString says;                      ///< empty: no objection
    };
    std::vector<Verdict> verdicts;         ///< of PreFilter and Filter plugins
    struct Score {
        QString plugin;
        std::int64_t raw = 0;
        std::int64_t normalized = 0;
        std::int64_t weight = 1;
        std::int64_t weighted = 0;
    };
    std::vector<Score> scores;             ///< empty where the scheduler would not have scored
    std::int64_t total = 0;
    std::int64_t rank = 0;                 ///< from 1, among the nodes that fit
    std::int64_t fitting = 0;              ///< nodes
    QString best;                          ///< node that the scheduler would take; empty if none
    std::int64_t bestTotal = 0;
};

using PlacementAnswerPtr = std::shared_ptr<const PlacementAnswer>;

/// Asks a scheduler of its own, on whatever thread; the cluster stays as it is. A pod that is bound is looked at as if it were
/// not. world: with which configuration and plugins; what is in it is replaced by the state.
PlacementAnswer askPlacement(scenario::WhatIfWorld world, const scenario::ClusterState& state, const QString& pod, const QString& node);

}
