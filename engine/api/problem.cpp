// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/problem.h"

namespace berth::api {
namespace {

std::string_view severityName(Problem::Severity severity)
{
    switch (severity) {
    case Problem::Severity::Error: return "error";
    case Problem::Severity::Warning: return "warning";
    case Problem::Severity::Note: return "note";
    }
    return "error";
}

}

std::string Problem::toString() const
{
    std::string text = file;
    if (position.line > 0) {
        if (!text.empty())
            text += ':';
        text += std::to_string(position.line);
        if (position.column > 0)
            text += ':' + std::to_string(position.column);
    }
    if (!text.empty())
        text += ": ";
    text += severityName(severity);
    text += ": " + message;
    if (!object.empty())
        text += " (" + object + ")";
    return text;
}

}
