// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/api_gates.h"

#include <cstdint>
#include <optional>

namespace berth::cluster {

/// How long nodes take for what they do, where no annotation says otherwise (docs/living-cluster.md). Nanoseconds.
struct KubeletTiming {
    std::int64_t startDelay = 1'000'000'000;           ///< from the last image to running containers
    std::int64_t imageSize = 100'000'000;              ///< bytes of an image that nobody knows
    std::int64_t pullBytesPerSecond = 50'000'000;
    /// From SIGTERM to the end of the containers; absent: they use all of their grace period.
    std::optional<std::int64_t> terminationDelay;
    std::int64_t runDuration = 60'000'000'000;         ///< of a Job's pod, and of one that is to fail
    std::int64_t crashBackoffInitial = 10'000'000'000; ///< before the first restart, doubled with every further one …
    std::int64_t crashBackoffMaximum = 300'000'000'000;///< … up to this
    std::int64_t crashBackoffReset = 600'000'000'000;  ///< a container that ran that long starts anew
};

/// When controllers act, as kube-controller-manager's flags say it. Nanoseconds.
struct ControllerTiming {
    std::int64_t nodeMonitorGracePeriod = 50'000'000'000;    ///< from the kubelet's silence to NotReady
    std::int64_t podGcQuarantine = 40'000'000'000;           ///< from a node's end to that of its pods
    std::int32_t terminatedPodThreshold = 12500;             ///< finished pods that are kept
};

/// How the server lives. The first kind is what goldens are made with.
struct ServerBehaviour {
    bool playsKubelet = true;              ///< a bound pod is Running at once
    bool deletesAtOnce = true;             ///< no grace period, no finalizers; a pod that ends is gone
    bool clearsNominationAtBinding = true; ///< ClearingNominatedNodeNameAfterBinding
    api::ApiGates gates;                   ///< how objects are read
    /// Controllers and the kubelet stand-in are at work, objects are admitted as by the default admission plugins, names
    /// and uids come from the seed.
    bool living = false;
    bool validatesWorkloads = false;       ///< Deployments, DaemonSets and Jobs too, of which the scheduler knows nothing
    KubeletTiming kubelet;
    ControllerTiming controllers;

    /// A cluster that lives.
    static ServerBehaviour livingCluster()
    {
        ServerBehaviour behaviour;
        behaviour.playsKubelet = behaviour.deletesAtOnce = false;
        behaviour.living = behaviour.validatesWorkloads = true;
        return behaviour;
    }
};

}
