// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/document.h"
#include "models/avalanche.h"
#include "models/cluster.h"
#include "models/configuration.h"
#include "models/metric_table.h"
#include "models/moments.h"
#include "models/problem_list.h"
#include "models/run_log.h"
#include "models/run_tile.h"

#include <QStringList>

namespace berth::models {

/// Everything the window shows of one moment of a run, except the explanation of an attempt.
struct Snapshot {
    QString title;                         ///< name of the file or folder
    QStringList profiles;                  ///< scheduler names
    design::DocumentPtr document;          ///< what the run was started from
    bool isUnsaved = false;                ///< a document that came back after a crash says more than its files do
    std::uint64_t seed = 0;                ///< of whatever is random in the run
    ConfigurationPtr configuration;        ///< that the run was started with; if it is not good, the defaults run
    ClusterPtr cluster;
    AttemptsPtr attempts;
    QueueFlowPtr flow;
    RunLogPtr log;
    MetricsPtr metrics;                    ///< of the scheduler up to now; may be null
    ProblemsPtr problems;
    QStringList scripts;                   ///< files of the scripted plugins
    bool canStep = false;                  ///< an attempt is possible
    AvalanchesPtr avalanches;              ///< may be null: none
    RunRowsPtr runRows;                    ///< of the whole run, whatever moment this is
    MomentsPtr moments;                    ///< of the whole run so far, whatever moment this is
    std::optional<std::size_t> past;       ///< the rest that is looked at; absent: now
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

}
