// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/merge_patch.h"

namespace berth::scenario {

using api::Value;

void mergePatch(Value& target, const Value& patch)
{
    if (!patch.isObject()) {
        target = patch;
        return;
    }
    if (!target.isObject()) {
        const auto position = target.position;
        target = Value::object();
        target.position = position;
    }
    for (const auto& [key, value, position] : patch.members) {
        if (value.isNull()) {
            std::erase_if(target.members, [&, &name = key](const auto& member) { return member.key == name; });
            continue;
        }
        auto* member = target.find(key);
        mergePatch(member ? *member : target.set(key, Value()), value);
    }
}

}
