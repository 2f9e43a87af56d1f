// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::config {

struct VersionKind {
    std::string apiVersion;
    std::string kind;
};

struct VersionKindError {
    std::string text;
    api::Position position;
};

/// What a document says it is, either part may be empty. Like the real one this reads the two names without regard to
/// case; members count in bytewise order if sortKeys, the last one wins.
tl::expected<VersionKind, VersionKindError> findVersionKind(const api::Value& document, bool sortKeys);

/// `no kind "K" is registered for version "V" in scheme …`, empty if it is one of kubescheduler.config.k8s.io/v1.
std::string notRegistered(const VersionKind& what);

inline constexpr std::string_view configVersion = "kubescheduler.config.k8s.io/v1";
inline constexpr std::string_view configGroup = "kubescheduler.config.k8s.io";

}
