// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/waiting_pods.h"

namespace berth::scheduler {

using framework::Code;
using framework::Status;

namespace {

/// A whole number of units and what is behind the point, without trailing zeros.
std::string withFraction(std::uint64_t amount, std::uint64_t unit, const char* suffix)
{
    std::string text = std::to_string(amount / unit);
    if (auto rest = amount % unit; rest != 0) {
        std::string digits = std::to_string(unit + rest).substr(1);
        while (digits.back() == '0')
            digits.pop_back();
        text += "." + digits;
    }
    return text + suffix;
}

}

std::string goDuration(std::chrono::nanoseconds duration)
{
    constexpr std::uint64_t second = 1'000'000'000;
    const bool negative = duration.count() < 0;
    const auto amount = static_cast<std::uint64_t>(negative ? -duration.count() : duration.count());
    if (amount == 0)
        return "0s";
    std::string text;
    if (amount < 1000)
        text = std::to_string(amount) + "ns";
    else if (amount < 1'000'000)
        text = withFraction(amount, 1000, "µs");
    else if (amount < second)
        text = withFraction(amount, 1'000'000, "ms");
    else {
        const auto minutes = amount / second / 60;
        if (minutes >= 60)
            text += std::to_string(minutes / 60) + "h";
        if (minutes > 0)
            text += std::to_string(minutes % 60) + "m";
        text += withFraction(amount - minutes * 60 * second, second, "s");
    }
    return negative ? "-" + text : text;
}

PermitWait::PermitWait(api::PodPtr pod, const Waits& waits, api::Time now, Decided decided)
    : pod_(std::move(pod)), decided_(std::move(decided))
{
    for (const auto& [plugin, timeout] : waits)
        pending_.push_back({plugin, timeout, {now.nanoseconds + timeout.count()}});
}

std::vector<api::Symbol> PermitWait::pendingPlugins() const
{
    std::vector<api::Symbol> plugins;
    for (const auto& pending : pending_)
        plugins.push_back(pending.plugin);
    return plugins;
}

bool PermitWait::decide(Status status)
{
    if (isDecided_)
        return false;
    isDecided_ = true;
    decided_(std::move(status));
    return true;
}

void PermitWait::allow(api::Symbol plugin)
{
    std::erase_if(pending_, [plugin](const Pending& pending) { return pending.plugin == plugin; });
    if (pending_.empty())
        decide(Status::success());
}

bool PermitWait::reject(api::Symbol plugin, const std::string& message)
{
    return decide(Status::unschedulable(message).withPlugin(plugin));
}

bool PermitWait::preempt(api::Symbol plugin, const std::string& message)
{
    return decide(Status::error(message).withPlugin(plugin));
}

void PermitWait::expire(api::Time now)
{
    for (const auto& pending : pending_)
        if (!(now < pending.deadline)) {
            const auto text = "rejected due to timeout after waiting " + goDuration(pending.timeout) + " at plugin "
                + pending.plugin.str();
            reject(pending.plugin, text);
            return;
        }
}

}
