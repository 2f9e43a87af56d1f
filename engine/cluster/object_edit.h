// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/value.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::cluster {

/// Changed copies of stored objects. A controller's change goes into the document as well as into the typed fields, so
/// that whoever shows or reads the document sees the object as it is now.

/// Replaces the object's document by a copy that edit(Value&) has changed. Shared copies stay as they are.
template <typename Edit>
void editDocument(api::Object& object, Edit edit)
{
    auto document = std::make_shared<api::Value>(object.document ? *object.document : api::Value::object());
    edit(*document);
    object.document = std::move(document);
}

/// The member as an object, made if it is missing or something else.
api::Value& section(api::Value& object, const std::string& key);
/// The value at a path of members, or an empty object.
const api::Value& valueAt(const api::Object& object, std::initializer_list<std::string_view> path);
/// Whether two values say the same. The order of an object's members and positions do not count.
bool sameValue(const api::Value& a, const api::Value& b);

api::Value toValue(const api::StringMap& map);
api::Value toValue(const std::vector<api::OwnerReference>& owners);
api::Value toValue(api::Time time);
/// Sets the member, or removes it where the text is empty.
void setText(api::Value& object, const std::string& key, const std::string& text);
void setNumber(api::Value& object, const std::string& key, std::int64_t number);

/// Brings labels, annotations and owners in the document in line with the metadata.
void writeMetadata(api::Object& object);
/// The object's status, read from the document.
const api::Value& statusOf(const api::Object& object);
void setStatus(api::Object& object, api::Value status);
/// spec.replicas, typed and in the document. The generation goes up, as with every change of a spec.
void setReplicas(api::Workload& workload, std::int32_t replicas);

/// An entry of status.conditions. Which times are kept depends on the kind.
struct Condition {
    std::string type;
    std::string status;
    std::string reason;
    std::string message;
    std::optional<api::Time> lastUpdateTime;       ///< Deployment
    std::optional<api::Time> lastProbeTime;        ///< Job
    std::optional<api::Time> lastTransitionTime;
};

std::vector<Condition> conditionsOf(const api::Value& status);
const Condition* findCondition(const std::vector<Condition>& conditions, std::string_view type);
void removeCondition(std::vector<Condition>& conditions, std::string_view type);
api::Value toValue(const std::vector<Condition>& conditions);

}
