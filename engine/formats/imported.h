// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decode.h"

#include <cstdint>
#include <string>
#include <vector>

namespace berth::formats {

/// Something that happens to the cluster at a moment after its start.
struct Change {
    enum class Verb : std::uint8_t {
        Apply,                             ///< create, or replace what has that name
        Delete,                            ///< as kubectl delete does
        Finish                             ///< a pod that is on a node has done its work; one that is not is deleted
    };
    std::int64_t at = 0;                   ///< nanoseconds from the start, never negative
    Verb verb = Verb::Apply;
    api::DecodedDocument document;         ///< Apply: with an object
    std::string kind;                      ///< Delete, Finish: which object
    std::string namespace_;
    std::string name;
    api::Position position;                ///< where the file says so
};

/// A file or folder in a format that is not Kubernetes' own, as objects.
struct Imported {
    std::string source;                    ///< the file that the changes stand in
    std::vector<api::DecodedDocument> cluster;     ///< there from the start, in order of creation; bad ones with their problems
    std::vector<Change> changes;           ///< by time; what happens at one moment in this order
    std::string configuration;             ///< a KubeSchedulerConfiguration as text, lines and columns those of the file; or empty
    api::Problems problems;                ///< what belongs to no document, and notes on what was chosen or left out
};

}
