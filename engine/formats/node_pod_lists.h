// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "formats/imported.h"

#include <filesystem>

namespace berth::formats {

/// Traces as CSV: a folder with lists of nodes (columns sn, cpu_milli, memory_mib, and where wanted gpu, model) and lists
/// of pods (name, cpu_milli, memory_mib, creation_time, and where wanted num_gpu, gpu_milli, gpu_spec, qos, pod_phase,
/// deletion_time; times in seconds from the start). What row becomes what object: docs/importing.md.
struct ListOptions {
    /// Which list, where a folder has several: the file's name, with or without .csv, or what its name ends with after a
    /// `_` or `-` (`gpuspec33`). Empty: that which ends with `default` (`all_node` for nodes), else the first by name.
    std::string podList;
    std::string nodeList;
    /// Pods are created at their creation time and finish at their deletion time. False: all are there from the start.
    bool arrivals = true;
};

/// Whether a folder has a list of nodes and a list of pods, by the headers of its *.csv.
bool hasNodeAndPodLists(const std::filesystem::path& folder);
/// The options that read a file of such a folder: its own list is the chosen one. False if the file is no such list.
bool chooseList(const std::filesystem::path& file, ListOptions& options);

/// Reads one list of each. A row that cannot be read is a problem with its place and is left out; so is a list that is not there.
Imported readNodeAndPodLists(const std::filesystem::path& folder, const ListOptions& options);

}
