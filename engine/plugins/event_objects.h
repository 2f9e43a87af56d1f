// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/cluster_event.h"

namespace berth::plugins {

/// The object of an event as the kind it is registered for; null where there is none.
inline const api::Pod* asPod(const api::Object* object) { return static_cast<const api::Pod*>(object); }
inline const api::Node* asNode(const api::Object* object) { return static_cast<const api::Node*>(object); }

/// The event is about this very pod.
inline bool isSamePod(const api::Pod& pod, const api::Object* object)
{
    return object && object->meta.uid == pod.meta.uid;
}

/// The pod takes room somewhere, or has been promised it.
inline bool isPlacedOrNominated(const api::Pod& pod)
{
    return !pod.spec.nodeName.empty() || !pod.status.nominatedNodeName.empty();
}

}
