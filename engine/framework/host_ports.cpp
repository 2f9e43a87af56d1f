// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/host_ports.h"

#include <algorithm>

namespace berth::framework {
namespace {

constexpr std::string_view anyAddress = "0.0.0.0";

HostPort normalised(const HostPort& port)
{
    return {port.ip.empty() ? std::string(anyAddress) : port.ip, port.protocol.empty() ? "TCP" : port.protocol,
            port.port};
}

bool same(const HostPort& a, const HostPort& b) { return a.port == b.port && a.protocol == b.protocol && a.ip == b.ip; }

}

void HostPortInfo::add(const HostPort& port)
{
    if (port.port <= 0)
        return;
    auto wanted = normalised(port);
    if (std::none_of(used_.begin(), used_.end(), [&](const HostPort& u) { return same(u, wanted); }))
        used_.push_back(std::move(wanted));
}

void HostPortInfo::remove(const HostPort& port)
{
    if (port.port <= 0)
        return;
    const auto gone = normalised(port);
    std::erase_if(used_, [&](const HostPort& u) { return same(u, gone); });
}

bool HostPortInfo::conflicts(const HostPort& port) const
{
    if (port.port <= 0 || used_.empty())
        return false;
    const auto wanted = normalised(port);
    return std::any_of(used_.begin(), used_.end(), [&](const HostPort& u) {
        return u.port == wanted.port && u.protocol == wanted.protocol
            && (u.ip == wanted.ip || u.ip == anyAddress || wanted.ip == anyAddress);
    });
}

}
