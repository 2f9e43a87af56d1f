// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/meta.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace berth::api {
namespace {

struct KindRow {
    Kind kind;
    std::string_view name;
    bool namespaced;
};

constexpr std::array<KindRow, 28> kinds{{
    {Kind::Pod, "Pod", true},
    {Kind::Node, "Node", false},
    {Kind::Namespace, "Namespace", false},
    {Kind::PriorityClass, "PriorityClass", false},
    {Kind::Service, "Service", true},
    {Kind::ReplicationController, "ReplicationController", true},
    {Kind::ReplicaSet, "ReplicaSet", true},
    {Kind::StatefulSet, "StatefulSet", true},
    {Kind::Deployment, "Deployment", true},
    {Kind::DaemonSet, "DaemonSet", true},
    {Kind::Job, "Job", true},
    {Kind::CronJob, "CronJob", true},
    {Kind::PodDisruptionBudget, "PodDisruptionBudget", true},
    {Kind::PersistentVolume, "PersistentVolume", false},
    {Kind::PersistentVolumeClaim, "PersistentVolumeClaim", true},
    {Kind::StorageClass, "StorageClass", false},
    {Kind::CSINode, "CSINode", false},
    {Kind::CSIDriver, "CSIDriver", false},
    {Kind::CSIStorageCapacity, "CSIStorageCapacity", true},
    {Kind::VolumeAttachment, "VolumeAttachment", false},
    {Kind::ResourceClaim, "ResourceClaim", true},
    {Kind::ResourceClaimTemplate, "ResourceClaimTemplate", true},
    {Kind::ResourceSlice, "ResourceSlice", false},
    {Kind::DeviceClass, "DeviceClass", false},
    {Kind::PodGroup, "PodGroup", true},
    {Kind::Workload, "Workload", true},
    {Kind::LimitRange, "LimitRange", true},
    {Kind::Other, "Other", true},
}};

constexpr std::int64_t billion = 1'000'000'000;

}

std::int64_t Time::seconds() const
{
    const std::int64_t quotient = nanoseconds / billion;
    return nanoseconds % billion < 0 ? quotient - 1 : quotient;
}

std::string ObjectMeta::key() const
{
    return namespace_.empty() ? name : namespace_.str() + "/" + name;
}

std::string_view kindName(Kind kind)
{
    return std::ranges::find(kinds, kind, &KindRow::kind)->name;
}

std::optional<Kind> kindFromName(std::string_view name)
{
    const auto row = std::ranges::find(kinds, name, &KindRow::name);
    if (row == kinds.end() || row->kind == Kind::Other)
        return std::nullopt;
    return row->kind;
}

bool isNamespaced(Kind kind)
{
    return std::ranges::find(kinds, kind, &KindRow::kind)->namespaced;
}

std::string Object::label() const
{
    return kindText + " " + meta.key();
}

std::string toRfc3339(Time time)
{
    // Days to a civil date by eras of 400 years, which begin in March so that the leap day comes last.
    const std::int64_t seconds = time.seconds();
    const std::int64_t secondOfDay = (seconds % 86'400 + 86'400) % 86'400;
    const std::int64_t days = (seconds - secondOfDay) / 86'400 + 719'468;
    const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
    const std::int64_t dayOfEra = days - era * 146'097;
    const std::int64_t yearOfEra = (dayOfEra - dayOfEra / 1'460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
    const std::int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t marchMonth = (5 * dayOfYear + 2) / 153;
    const std::int64_t day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
    const std::int64_t month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    const std::int64_t year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02dZ", static_cast<int>(year), static_cast<int>(month),
                  static_cast<int>(day), static_cast<int>(secondOfDay / 3'600), static_cast<int>(secondOfDay / 60 % 60),
                  static_cast<int>(secondOfDay % 60));
    return text;
}

}
