// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/document.h"
#include "scenario/folder.h"

#include <QString>
#include <QStringList>

namespace berth::app {

/// What was asked to be opened, read and decoded, but not yet given to an engine. Input errors are in problems, those of
/// the configuration in its own.
struct Input {
    QString title;                         ///< name of the file or folder
    design::Document document;             ///< the objects as they can be edited, and the configuration's text if there is a file of it
    std::vector<scenario::Step> steps;     ///< what Run plays; one `settle` without steps.yaml
    config::LoadResult configuration;
    std::string configurationText;         ///< as written; empty without a file, then the defaults hold, with the scripts at all their points
    std::string configurationFile;
    config::FeatureGates gates;
    std::vector<std::string> scriptFiles;  ///< all *.lua files, in order
    std::vector<plugins::ScriptSource> scripts;        ///< those that can be run
    config::PluginCatalog catalog = config::PluginCatalog::inTree();   ///< with the scripts
    scenario::Timing timing;
    std::uint64_t seed = 0;
    bool validatesWorkloads = true;        ///< not in a scenario folder, which plays like its golden
    cluster::ServerBehaviour server;
    std::shared_ptr<const std::vector<formats::Change>> changes;   ///< what happens beside the steps; may be null
    api::Problems problems;
    QString failure;                       ///< not empty: nothing could be read at all, in one sentence
};

/// What Run plays where no steps are given.
scenario::Step settled();

/// Reads files (together one cluster), folders of files, or one scenario folder (see scenario::Folder). A
/// KubeSchedulerConfiguration among the files is the configuration, *.lua files are plugins. No paths: an empty cluster. Any
/// thread.
Input readInput(const QStringList& paths);

/// What a script's error, `file:line: text`, says as a problem of that script.
api::Problem scriptProblem(const std::string& file, const std::string& error);

}
