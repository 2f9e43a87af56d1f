// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/repeats.h"

namespace berth::api {

std::optional<Problem> Repeats::see(const DecodedDocument& document)
{
    if (!document.object || seen_.insert(document.object->label()).second)
        return {};
    Problem problem;
    problem.severity = Problem::Severity::Warning;
    problem.message = document.object->label() + " is given more than once: this one replaces the one before it";
    problem.file = document.file;
    problem.position = document.position;
    problem.object = document.object->label();
    return problem;
}

}
