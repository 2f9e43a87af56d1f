// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/volume_plugins.h"

#include "plugins/names.h"
#include "plugins/signatures.h"

#include <algorithm>
#include <array>

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::Status;

namespace {

constexpr std::string_view claimSource = "persistentVolumeClaim";
constexpr std::string_view ephemeralSource = "ephemeral";

template <std::size_t N>
bool isOneOf(const std::string& source, const std::array<std::string_view, N>& sources)
{
    return std::find(sources.begin(), sources.end(), source) != sources.end();
}

}

Status UnfinishedVolumePlugin::check(const api::Pod& pod) const
{
    for (const auto& volume : pod.spec.volumes)
        if (concerns(volume))
            return Status::error("the plugin " + name().str() + " is not implemented yet, and volume \"" + volume.name
                                 + "\" (" + volume.source + ") needs it");
    return Status::success();
}

Status UnfinishedVolumePlugin::preFilter(framework::CycleState&, const api::Pod& pod, const framework::NodeList&,
                                         framework::PreFilterResult&)
{
    auto status = check(pod);
    return status.isSuccess() ? Status::skip() : status;
}

Status UnfinishedVolumePlugin::filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo&)
{
    return check(pod);
}

Status UnfinishedVolumePlugin::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    fragments.push_back(signatures::volumes(pod));
    return Status::success();
}

api::Symbol VolumeRestrictions::name() const { return names::volumeRestrictions; }

bool VolumeRestrictions::concerns(const api::Volume& volume) const
{
    constexpr std::array<std::string_view, 5> sources{"gcePersistentDisk", "awsElasticBlockStore", "rbd", "iscsi",
                                                      claimSource};
    return isOneOf(volume.source, sources);
}

std::vector<framework::ClusterEventWithHint> VolumeRestrictions::eventsToRegister() const
{
    return {{{EventResource::Pod, ActionType::Delete, {}}, nullptr},
            {{EventResource::Node, ActionType::Add, {}}, nullptr},
            {{EventResource::PersistentVolumeClaim, ActionType::Add, {}}, nullptr}};
}

api::Symbol NodeVolumeLimits::name() const { return names::nodeVolumeLimits; }

bool NodeVolumeLimits::concerns(const api::Volume& volume) const
{
    constexpr std::array<std::string_view, 9> sources{claimSource,     ephemeralSource, "awsElasticBlockStore",
                                                      "gcePersistentDisk", "cinder",    "azureDisk",
                                                      "azureFile",     "vsphereVolume", "portworxVolume"};
    return isOneOf(volume.source, sources);
}

std::vector<framework::ClusterEventWithHint> NodeVolumeLimits::eventsToRegister() const
{
    return {{{EventResource::CSINode, ActionType::Add | ActionType::Update, {}}, nullptr},
            {{EventResource::Pod, ActionType::Delete, {}}, nullptr},
            {{EventResource::PersistentVolumeClaim, ActionType::Add, {}}, nullptr},
            {{EventResource::VolumeAttachment, ActionType::Delete, {}}, nullptr}};
}

api::Symbol VolumeZone::name() const { return names::volumeZone; }

bool VolumeZone::concerns(const api::Volume& volume) const { return volume.source == claimSource; }

std::vector<framework::ClusterEventWithHint> VolumeZone::eventsToRegister() const
{
    return {{{EventResource::StorageClass, ActionType::Add, {}}, nullptr},
            {{EventResource::Node, ActionType::Add | ActionType::UpdateNodeLabel, {}}, nullptr},
            {{EventResource::PersistentVolumeClaim, ActionType::Add | ActionType::Update, {}}, nullptr},
            {{EventResource::PersistentVolume, ActionType::Add | ActionType::Update, {}}, nullptr}};
}

api::Symbol VolumeBinding::name() const { return names::volumeBinding; }

bool VolumeBinding::concerns(const api::Volume& volume) const
{
    return volume.source == claimSource || volume.source == ephemeralSource;
}

std::vector<framework::ClusterEventWithHint> VolumeBinding::eventsToRegister() const
{
    return {{{EventResource::StorageClass, ActionType::Add | ActionType::Update, {}}, nullptr},
            {{EventResource::PersistentVolumeClaim, ActionType::Add | ActionType::Update, {}}, nullptr},
            {{EventResource::PersistentVolume, ActionType::Add | ActionType::Update, {}}, nullptr},
            {{EventResource::Node, ActionType::Add | ActionType::UpdateNodeLabel, {}}, nullptr},
            {{EventResource::CSINode, ActionType::Add | ActionType::Update, {}}, nullptr},
            {{EventResource::CSIDriver, ActionType::Update, {}}, nullptr},
            {{EventResource::CSIStorageCapacity, ActionType::Add | ActionType::Update, {}}, nullptr}};
}

Status VolumeBinding::preScore(framework::CycleState&, const api::Pod&, const framework::NodeList&)
{
    return Status::skip();
}

Status VolumeBinding::score(framework::CycleState&, const api::Pod&, const framework::NodeInfo&, std::int64_t& score)
{
    score = 0;
    return Status::success();
}

Status VolumeBinding::preBindPreFlight(framework::CycleState&, const api::Pod&, const std::string&, bool& parallel)
{
    parallel = true;
    return Status::skip();
}

}
