// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/registry.h"

namespace berth::plugins {

/// Every plugin that kube-scheduler 1.36.1 is built with, by name, and those of native_plugins.h.
framework::Registry inTreeRegistry();

}
