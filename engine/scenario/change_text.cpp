// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/change_text.h"

namespace berth::scenario {

using nlohmann::json;

std::string changesText(const SmallestChanges& changes)
{
    std::string out = "\nSmallest changes that let the pod in (each tried, " + std::to_string(changes.tried) + " tries"
        + (changes.isComplete ? "" : "; the search ended at a limit, there may be more") + ")\n";
    if (!changes.error.empty())
        return "\nNo change can be searched for: " + changes.error + "\n";
    if (!changes.node.empty())
        return "\nNo change is needed: as things stand the pod fits on " + changes.node + "\n";
    if (changes.changes.empty())
        return out + "  none found\n";
    std::size_t number = 0;
    for (const auto& change : changes.changes)
        out += "  " + std::to_string(++number) + ". " + change.text + "  → " + change.node + "\n";
    return out;
}

namespace {

json objectJson(const ObjectEdit& edit)
{
    constexpr const char* actions[] = {"update", "delete", "create"};
    json out{{"action", actions[static_cast<std::size_t>(edit.action)]}, {"object", edit.label}};
    if (!edit.patch.empty())
        out[edit.action == ObjectEdit::Action::Create ? "document" : "patch"] = json::parse(edit.patch);
    return out;
}

}

json changesJson(const SmallestChanges& changes)
{
    json out{{"pod", changes.pod}, {"tried", changes.tried}, {"complete", changes.isComplete}};
    if (!changes.node.empty())
        out["fitsOn"] = changes.node;
    if (!changes.error.empty())
        out["error"] = changes.error;
    out["changes"] = json::array();
    for (const auto& change : changes.changes) {
        json one{{"text", change.text}, {"node", change.node}, {"edits", json::array()}, {"objects", json::array()}};
        for (const auto& edit : change.edits)
            one["edits"].push_back(
                {{"kind", std::string(editKindName(edit.kind))}, {"object", edit.object}, {"text", edit.text}});
        for (const auto& object : change.objects)
            one["objects"].push_back(objectJson(object));
        out["changes"].push_back(std::move(one));
    }
    return out;
}

}
