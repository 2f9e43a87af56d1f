// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/pod_making.h"

#include "api/convert.h"
#include "api/defaults.h"
#include "cluster/object_edit.h"

namespace berth::cluster {

using api::Value;

api::OwnerReference controllerReference(const api::Object& owner)
{
    return {owner.apiVersion, owner.kindText, owner.meta.name, owner.meta.uid, true};
}

Value ownedDocument(const std::string& apiVersion, const std::string& kind, const api::Object& owner)
{
    Value document = Value::object();
    document.set("apiVersion", Value::string(apiVersion));
    document.set("kind", Value::string(kind));
    Value& meta = document.set("metadata", Value::object());
    setText(meta, "namespace", owner.meta.namespace_.str());
    meta.set("ownerReferences", toValue(std::vector{controllerReference(owner)}));
    return document;
}

std::shared_ptr<api::Pod> podFromTemplate(const api::Object& owner, const api::Pod& podTemplate,
                                          const Value& templateValue)
{
    auto pod = std::make_shared<api::Pod>(podTemplate);
    pod->meta = {};
    pod->meta.generateName = owner.meta.name + "-";
    pod->meta.namespace_ = owner.meta.namespace_;
    pod->meta.labels = podTemplate.meta.labels;
    pod->meta.annotations = podTemplate.meta.annotations;
    pod->meta.finalizers = podTemplate.meta.finalizers;
    pod->meta.ownerReferences = {controllerReference(owner)};
    pod->status = {};
    api::applyDefaults(*pod);

    Value document = ownedDocument("v1", "Pod", owner);
    setText(*document.find("metadata"), "generateName", pod->meta.generateName);
    if (const Value* spec = templateValue.find("spec"))
        document.set("spec", *spec);
    pod->document = std::make_shared<const Value>(std::move(document));
    writeMetadata(*pod);
    return pod;
}

void setLabel(api::Object& object, const std::string& key, const std::string& value)
{
    object.meta.labels.set(api::Symbol(key), api::Symbol(value));
    writeMetadata(object);
}

void setAnnotation(api::Object& object, const std::string& key, const std::string& value)
{
    object.meta.annotations.set(api::Symbol(key), api::Symbol(value));
    writeMetadata(object);
}

std::shared_ptr<api::Object> makeObject(Value document)
{
    const std::string apiVersion = document.find("apiVersion")->text;
    const std::string kind = document.find("kind")->text;
    auto object = api::convertObject(std::make_shared<const Value>(std::move(document)), kind, apiVersion);
    api::applyDefaults(*object);
    return object;
}

}
