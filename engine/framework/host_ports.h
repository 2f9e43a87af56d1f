// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/pod_info.h"

namespace berth::framework {

/// Which host ports are taken on a node: a set, so the second pod with a port adds nothing and either one's leaving
/// frees it. Only 0.0.0.0 is a wildcard; `::` is an address like any other (plugins.md §2).
class HostPortInfo {
public:
    void add(const HostPort& port);
    void remove(const HostPort& port);
    bool conflicts(const HostPort& port) const;
    bool empty() const { return used_.empty(); }
    std::size_t size() const { return used_.size(); }

private:
    std::vector<HostPort> used_;
};

}
