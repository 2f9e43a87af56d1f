// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <string>
#include <vector>

namespace berth::api {

/// Something wrong with an input. A value: collected, never thrown, shown in the Issues list.
struct Problem {
    enum class Severity : std::uint8_t { Error, Warning, Note };

    Severity severity = Severity::Error;
    std::string message;   ///< as kubectl or kube-scheduler would word it
    std::string file;      ///< path as given by the caller, or empty
    Position position;     ///< in the file
    std::string object;    ///< `Pod default/web`, `document` where it is unreadable
    std::string path;      ///< of the field, `spec.containers[0].image`; may be empty

    /// `file:line:column: error: message (object)`.
    std::string toString() const;
};

using Problems = std::vector<Problem>;

}
