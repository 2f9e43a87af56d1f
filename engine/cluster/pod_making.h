// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/value.h"

#include <functional>
#include <memory>
#include <string>

namespace berth::cluster {

/// The reference by which an owner controls what it makes.
api::OwnerReference controllerReference(const api::Object& owner);

/// A pod as the template (as written) says, in the owner's namespace and controlled by the owner, with generateName
/// `OWNER-` and no name yet. edit changes the document before the pod is read from it. Copies share the document.
std::shared_ptr<api::Pod> podFromTemplate(const api::Object& owner, const api::Value& podTemplate,
                                          const std::function<void(api::Value& document)>& edit = {});

/// Sets a label of an object that is being made, in the document too.
void setLabel(api::Object& object, const std::string& key, const std::string& value);
void setAnnotation(api::Object& object, const std::string& key, const std::string& value);

/// The object of a document that a controller has written, defaulted as the API server does.
std::shared_ptr<api::Object> makeObject(api::Value document);

/// A document's beginning: apiVersion, kind, and metadata with namespace and one controlling owner.
api::Value ownedDocument(const std::string& apiVersion, const std::string& kind, const api::Object& owner);

}
