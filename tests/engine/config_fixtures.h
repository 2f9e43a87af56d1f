// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/feature_gates.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

/// What kube-scheduler 1.36.1 said of configurations, in data/config:
///   errors.json          [{name, gates?, text, error}]
///   effective.json       [{name, gates?, text, patch}], patch turns default.json into the effective configuration
///   feature_gates.json   [{flag, error} or {flag, enabled}], enabled = how many gates are on then
namespace fixtures {

inline nlohmann::json readFixture(const std::string& name)
{
    std::ifstream in(std::string(BERTH_TESTS_DIR "/engine/data/config/") + name);
    return nlohmann::json::parse(in);
}

inline berth::config::FeatureGates gatesOf(const nlohmann::json& entry)
{
    berth::config::FeatureGates gates;
    const std::string flag = entry.value("gates", std::string());
    if (auto set = gates.set(std::string_view(flag)); !set)
        throw std::runtime_error(set.error());
    return gates;
}

}
