// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "formats/imported.h"

#include <optional>
#include <string_view>

namespace berth::formats {

/// What kube-scheduler-simulator exports: one JSON (or YAML) object with the lists pods, nodes, pvs, pvcs, storageClasses,
/// priorityClasses, namespaces, and schedulerConfig. Its objects come in an order in which nothing is before what it names;
/// bad items do not lose the others. Absent if the text is something else.
std::optional<Imported> readSimulatorSnapshot(std::string_view text, const std::string& file);

}
