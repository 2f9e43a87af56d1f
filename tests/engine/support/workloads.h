// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/decode.h"
#include "cluster/control_plan.h"
#include "cluster/pod_making.h"
#include "cluster/pod_standing.h"

#include <memory>
#include <string>

/// Objects for tests of what controllers decide.
namespace berth::test {

/// The one object of a text, with a uid and a creation time as if it were stored.
template <typename T>
std::shared_ptr<T> stored(const std::string& text, api::Time created = {})
{
    auto documents = api::decodeStream(text, "test.yaml");
    auto object = std::dynamic_pointer_cast<T>(documents.at(0).object);
    if (!object)
        throw std::runtime_error(documents.at(0).problems.empty() ? text : documents.at(0).problems[0].message);
    if (object->meta.uid.empty())
        object->meta.uid = "uid-" + object->meta.name;
    object->meta.namespace_ = api::Symbol("default");
    object->meta.creationTimestamp = created;
    object->meta.generation = 1;
    return object;
}

/// A planned pod as it stands a while after its creation.
struct Standing {
    std::string name;
    std::string node = "n1";
    std::string phase = "Running";
    std::optional<api::Time> readySince = api::Time{};
};

inline std::shared_ptr<api::Pod> standing(const api::Object& made, const Standing& how)
{
    auto pod = std::make_shared<api::Pod>(dynamic_cast<const api::Pod&>(made));
    if (!how.name.empty())
        pod->meta.name = how.name;
    pod->meta.uid = "uid-" + pod->meta.name;
    pod->meta.creationTimestamp = api::Time{};
    pod->spec.nodeName = how.node;
    pod->status.phase = how.phase;
    if (how.readySince)
        pod->status.conditions.push_back({"Ready", "True", {}, {}, how.readySince, 0});
    return pod;
}

inline std::vector<std::string> messagesOf(const cluster::Plan& plan)
{
    std::vector<std::string> messages;
    for (const auto& event : plan.events)
        messages.push_back(event.message);
    return messages;
}

}
