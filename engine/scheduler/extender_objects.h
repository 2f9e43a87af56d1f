// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/pod_info.h"
#include "api/node.h"

#include <string>
#include <vector>

namespace berth::scheduler {

/// Objects as they stand in requests to extenders: the API's JSON form without kind and apiVersion (the scheduler's
/// copies have none). The source document, with what admission, the scheduler and the cluster have changed since.
api::Value extenderForm(const api::Pod& pod);
api::Value extenderForm(const api::Node& node);

}
