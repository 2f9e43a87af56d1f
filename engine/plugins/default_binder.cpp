// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/default_binder.h"

#include "plugins/names.h"

namespace berth::plugins {

using framework::Status;

api::Symbol DefaultBinder::name() const { return names::defaultBinder; }

Status DefaultBinder::bind(framework::CycleState&, const api::Pod& pod, const std::string& node)
{
    auto bound = handle_->apiServer().bind({pod.meta.namespace_.str(), pod.meta.name, pod.meta.uid, node});
    return bound ? Status::success() : Status::error(bound.error().text);
}

}
