// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/pod_making.h"

#include "api/convert.h"
#include "api/convert_fields.h"
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

std::shared_ptr<api::Pod> podFromTemplate(const api::Object& owner, const Value& podTemplate,
                                          const std::function<void(Value&)>& edit)
{
    Value document = ownedDocument("v1", "Pod", owner);
    Value& meta = *document.find("metadata");
    setText(meta, "generateName", owner.meta.name + "-");
    const Value& given = api::fields::objectAt(podTemplate, "metadata");
    for (const char* member : {"labels", "annotations", "finalizers"})
        if (const Value* value = api::fields::given(given, member))
            meta.set(member, *value);
    document.set("spec", api::fields::objectAt(podTemplate, "spec"));
    if (edit)
        edit(document);
    return std::static_pointer_cast<api::Pod>(makeObject(std::move(document)));
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
