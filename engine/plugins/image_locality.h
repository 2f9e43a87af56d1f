// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

namespace berth::plugins {

/// Prefers nodes that have the pod's images already, large and widely spread ones most. Rule: plugins.md §4.
class ImageLocality final : public framework::ScorePlugin, public framework::SignPlugin {
public:
    explicit ImageLocality(framework::Handle& handle) : handle_(&handle) {}
    api::Symbol name() const override;
    framework::Status score(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node,
                            std::int64_t& score) override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;

private:
    framework::Handle* handle_;
};

}
