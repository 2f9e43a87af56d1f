// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

namespace berth::plugins {

/// Posts the binding to the API server. Rule: plugins.md §4, DefaultBinder.
class DefaultBinder final : public framework::BindPlugin {
public:
    explicit DefaultBinder(framework::Handle& handle) : handle_(&handle) {}
    api::Symbol name() const override;
    framework::Status bind(framework::CycleState&, const api::Pod& pod, const std::string& node) override;

private:
    framework::Handle* handle_;
};

}
