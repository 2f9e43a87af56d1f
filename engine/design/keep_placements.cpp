// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/keep_placements.h"

#include "api/owner.h"
#include "api/text.h"
#include "design/yaml_rewrite.h"

#include <map>
#include <set>

namespace berth::design {
namespace {

std::string labelOf(const api::Object& of, const api::OwnerReference& owner)
{
    return owner.kind + " " + of.meta.namespace_.str() + "/" + owner.name;
}

/// What somebody would have to write to have the object: nothing of what the server gave it but its name.
std::string textOf(const api::Object& object, const std::vector<FieldEdit>& edits)
{
    api::Value value = object.document ? *object.document : api::Value::object();
    apply(value, {{"metadata", "name"}, api::Value::string(object.meta.name)});
    for (const char* given : {"uid", "resourceVersion", "generation", "creationTimestamp", "ownerReferences", "managedFields"})
        apply(value, {{"metadata", given}, {}});
    apply(value, {{"status"}, {}});
    for (const FieldEdit& edit : edits)
        apply(value, edit);
    return api::toYaml(value);
}

FieldEdit onNode(const api::Pod& pod)
{
    return {{"spec", "nodeName"}, api::Value::string(pod.spec.nodeName)};
}

class Keeping {
public:
    Keeping(const Document& document, const std::vector<api::PodPtr>& pods, const std::vector<api::ObjectPtr>& replicaSets)
        : document_(document), pods_(pods), replicaSets_(replicaSets)
    {
        document.items().forEach([this](std::size_t, const ItemPtr& item) {
            items_.emplace(item->label(), item);
            return true;
        });
    }

    Kept kept(bool isOfDocument)
    {
        for (const api::PodPtr& pod : pods_)
            keep(*pod);
        for (const api::ObjectPtr& set : replicaSets_)
            keepReplicaSet(*set);
        if (isOfDocument)
            forgetDeleted();
        result_.document = document_.withTexts(texts_);
        if (!added_.empty())
            result_.document = result_.document.withAdded(added_);
        if (!deleted_.empty())
            result_.document = result_.document.without(deleted_);
        result_.gone = deleted_.size();
        return std::move(result_);
    }

private:
    ItemPtr find(const std::string& label) const
    {
        const auto found = items_.find(label);
        return found == items_.end() ? nullptr : found->second;
    }

    void change(const ItemPtr& item, const FieldEdit& edit, std::size_t* count = nullptr)
    {
        auto text = edited(item->text(), {edit});
        if (!text || *text == item->text())
            return;
        texts_.emplace_back(item->id(), std::move(*text));
        if (count)
            ++*count;
    }

    void keep(const api::Pod& pod)
    {
        if (pod.isTerminal())
            return; // it holds no room any more; whoever wants another has made it
        present_.insert(pod.label());
        if (pod.spec.nodeName.empty() || pod.meta.deletionTimestamp)
            return;
        if (const ItemPtr item = find(pod.label()))
            return change(item, onNode(pod), &result_.placements);
        const api::OwnerReference* owner = api::controllerOf(pod.meta);
        if (!owner)
            return;
        if (owner->kind == "Job")
            ++result_.ofJobs;
        else if (owner->kind == "ReplicaSet")
            ofSets_[labelOf(pod, *owner)].push_back(&pod);
        else if ((owner->kind == "StatefulSet" || owner->kind == "DaemonSet") && find(labelOf(pod, *owner)))
            add(pod);
    }

    void add(const api::Pod& pod)
    {
        added_.push_back(textOf(pod, {onNode(pod)}));
        ++result_.placements;
    }

    /// With its pods. One that nobody needs any more is made anew by its Deployment, or is not missed.
    void keepReplicaSet(const api::Object& set)
    {
        const ItemPtr item = find(set.label());
        const api::OwnerReference* owner = api::controllerOf(set.meta);
        const bool isOfDesign = owner && find(labelOf(set, *owner));
        const auto pods = ofSets_.find(set.label());
        const api::Value* replicas = set.document ? at(*set.document, {"spec", "replicas"}) : nullptr;
        if (item && isOfDesign && replicas)
            change(item, {{"spec", "replicas"}, *replicas});
        if (pods == ofSets_.end() || (!item && !isOfDesign))
            return;
        if (!item)
            added_.push_back(textOf(set, {}));
        for (const api::Pod* pod : pods->second)
            add(*pod);
    }

    /// Who was kept before and is deleted in the run: its workload has made another in its place, or wants none.
    void forgetDeleted()
    {
        document_.items().forEach([this](std::size_t, const ItemPtr& item) {
            const api::Object* object = item->object();
            if (!object || object->kind != api::Kind::Pod || item->hasErrors() || present_.contains(item->label()))
                return true;
            const auto& pod = static_cast<const api::Pod&>(*object);
            if (!pod.spec.nodeName.empty() && pod.meta.ownerReferences.empty() && isMadeByWorkload(pod))
                deleted_.push_back(item->id());
            return true;
        });
    }

    /// Controllers name pods after themselves.
    bool isMadeByWorkload(const api::Pod& pod) const
    {
        const std::string& base = pod.meta.generateName;
        if (base.size() < 2 || base.back() != '-')
            return false;
        const std::string owner = " " + pod.meta.namespace_.str() + "/" + base.substr(0, base.size() - 1);
        return find("ReplicaSet" + owner) || find("StatefulSet" + owner) || find("DaemonSet" + owner);
    }

    const Document& document_;
    const std::vector<api::PodPtr>& pods_;
    const std::vector<api::ObjectPtr>& replicaSets_;
    std::map<std::string, ItemPtr> items_;                         ///< by label
    std::set<std::string> present_;                                ///< labels of pods
    std::map<std::string, std::vector<const api::Pod*>> ofSets_;   ///< to be added, by the label of their ReplicaSet
    std::vector<std::pair<Item::Id, std::string>> texts_;
    std::vector<std::string> added_;
    std::vector<Item::Id> deleted_;
    Kept result_;
};

}

Kept keepPlacements(const Document& document, const std::vector<api::PodPtr>& pods, const std::vector<api::ObjectPtr>& replicaSets,
                    bool isOfDocument)
{
    return Keeping(document, pods, replicaSets).kept(isOfDocument);
}

}
