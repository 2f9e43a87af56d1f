// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::design {

/// What could stand at a place of a text that is being written.
struct Completion {
    struct Candidate {
        std::string text;                  ///< what is put in place of the beginning: `spec:`, `NoSchedule`
        std::string about;                 ///< the field's type, `[]v1.Container`; empty for values
    };
    std::size_t begin = 0;                 ///< where what has been written of it begins, in bytes
    std::vector<Candidate> candidates;     ///< fields that are there already are left out; sorted
    std::string typeName;                  ///< what the place is of, `v1.PodSpec`
};

/// The names of the other objects of a kind: a pod's class, its claims, its node are chosen among them.
using NamesOf = std::function<std::vector<std::string>(std::string_view kind)>;

/// By indentation alone, so that it answers in the middle of a text that cannot be read yet. cursor: in bytes. Fields come from
/// the table of Kubernetes' types (api/schema_table.h), values from enum_values.h, true and false for bools.
Completion complete(std::string_view text, std::size_t cursor, const NamesOf& names = {});

/// The same for a KubeSchedulerConfiguration. plugins: the names that it may speak of; what `args` holds follows from the name
/// beside it.
Completion completeConfiguration(std::string_view text, std::size_t cursor, std::span<const std::string> plugins);

}
