// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/folder.h"

#include <QString>
#include <QStringList>

namespace berth::app {

/// What was asked to be opened, read and decoded, but not yet given to an engine. Input errors are in problems, those of
/// the configuration in its own.
struct Input {
    QString title;                         ///< name of the file or folder
    std::vector<api::DecodedDocument> documents;
    std::vector<scenario::Step> steps;     ///< what Run plays; one `settle` without steps.yaml
    config::LoadResult configuration;
    std::string configurationText;         ///< as written; empty without a file, then the defaults hold
    std::string configurationFile;
    config::FeatureGates gates;
    std::uint64_t seed = 0;
    api::Problems problems;
    QString failure;                       ///< not empty: nothing could be read at all, in one sentence
};

/// Reads files (together one cluster), folders of files, or one scenario folder (cluster.yaml, scheduler.yaml,
/// steps.yaml, oracle.yaml). A KubeSchedulerConfiguration among the files is the configuration. Any thread.
Input readInput(const QStringList& paths);

}
