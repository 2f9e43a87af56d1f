// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/pod_place.h"

#include <algorithm>
#include <array>

namespace berth::design {

namespace {

bool beginsWith(const Path& path, const Path& begin)
{
    return path.size() >= begin.size() && std::equal(begin.begin(), begin.end(), path.begin());
}

Path moved(const Path& path, const Path& from, Path to)
{
    to.insert(to.end(), path.begin() + static_cast<std::ptrdiff_t>(from.size()), path.end());
    return to;
}

}

Path podSpecOf(std::string_view kind)
{
    constexpr std::array<std::string_view, 6> withTemplate = {"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "ReplicationController"};
    if (kind == "Pod")
        return {"spec"};
    if (kind == "CronJob")
        return {"spec", "jobTemplate", "spec", "template", "spec"};
    if (std::find(withTemplate.begin(), withTemplate.end(), kind) != withTemplate.end())
        return {"spec", "template", "spec"};
    return {};
}

std::optional<Path> samePlace(const Path& path, std::string_view kind, std::string_view otherKind)
{
    if (kind == otherKind)
        return path;
    Path from = podSpecOf(kind);
    Path to = podSpecOf(otherKind);
    if (!from.empty() && beginsWith(path, from))
        return to.empty() ? std::nullopt : std::optional(moved(path, from, std::move(to)));
    // The metadata of a template; that of a Pod is the object's.
    if (from.size() > 1 && to.size() > 1) {
        from.back() = "metadata";
        to.back() = "metadata";
        if (beginsWith(path, from))
            return moved(path, from, std::move(to));
    }
    return path;
}

}
