// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

namespace berth::plugins {

/// The device class that stands behind an extended resource: by spec.extendedResourceName (of several the youngest,
/// then the lowest name), or implicitly `deviceclass.resource.kubernetes.io/CLASS`. Empty if there is none.
std::string deviceClassOf(const framework::Listers& listers, api::Symbol resource);

/// spec.extendedResourceName of a DeviceClass object, empty if it has none.
std::string extendedResourceNameOf(const api::Object& deviceClass);

/// Prefix of the implicit names.
inline constexpr std::string_view implicitDeviceClassPrefix = "deviceclass.resource.kubernetes.io/";

}
