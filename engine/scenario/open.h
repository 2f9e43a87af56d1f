// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "formats/node_pod_lists.h"
#include "scenario/player.h"

namespace berth::scenario {

struct OpenOptions {
    formats::ListOptions lists;            ///< where a folder has lists of nodes and pods
};

/// What files and folders turned out to be, read and decoded.
struct Opened {
    FilesRun run;                          ///< what can be played; the documents that were refused are among its cluster
    api::Problems problems;                ///< of everything that was read, and notes on what was chosen or left out
    std::string failure;                   ///< not empty: nothing can be played, for this reason
};

/// Reads files and folders, all together as one cluster, each by what is in it, not by its name: Kubernetes objects (a
/// kubectl dump: completed pods are left out), a KubeSchedulerConfiguration, a kube-scheduler-simulator snapshot, a SimKube
/// trace, plugins in Lua, lists of nodes and pods (a folder, or one of its files), a scenario file or folder. Other folders are
/// read with all that is below them, in the order of the paths. Where nothing of this says how to schedule, the configuration beside a
/// file is taken (`web-scheduler.yaml` beside `web.yaml`), and a note says so. Any thread.
Opened openFiles(const std::vector<std::string>& paths, const OpenOptions& options = {});

/// Whether it is a pod that has completed, which is none of a scheduler's business: it stays in its file, and out of the cluster.
bool isCompletedPod(const api::DecodedDocument& document);

}
