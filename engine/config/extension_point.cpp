// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/extension_point.h"

namespace berth::config {

namespace {

struct Names {
    std::string_view field;
    std::string_view interface;
};

/// In the order of ExtensionPoint.
constexpr std::array<Names, extensionPointCount> names = {{
    {"preEnqueue", "PreEnqueuePlugin"},
    {"queueSort", "QueueSortPlugin"},
    {"preFilter", "PreFilterPlugin"},
    {"filter", "FilterPlugin"},
    {"postFilter", "PostFilterPlugin"},
    {"preScore", "PreScorePlugin"},
    {"score", "ScorePlugin"},
    {"reserve", "ReservePlugin"},
    {"permit", "PermitPlugin"},
    {"preBind", "PreBindPlugin"},
    {"bind", "BindPlugin"},
    {"postBind", "PostBindPlugin"},
    {"multiPoint", ""},
    {"placementGenerate", "PlacementGeneratePlugin"},
    {"placementScore", "PlacementScorePlugin"},
}};

}

std::string_view fieldName(ExtensionPoint point) { return names[static_cast<std::size_t>(point)].field; }

std::string_view interfaceName(ExtensionPoint point) { return names[static_cast<std::size_t>(point)].interface; }

std::optional<ExtensionPoint> extensionPointOf(std::string_view fieldName)
{
    for (ExtensionPoint point : allExtensionPoints)
        if (names[static_cast<std::size_t>(point)].field == fieldName)
            return point;
    return std::nullopt;
}

}
