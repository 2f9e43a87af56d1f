// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of nodes and of pods that run.
#include "scenario/change_edits.h"

#include "api/text.h"
#include "framework/resource.h"

#include <algorithm>

namespace berth::scenario::edits {

using nlohmann::json;

const api::Symbol unschedulableTaintKey{"node.kubernetes.io/unschedulable"};
const api::Symbol hostnameKey{"kubernetes.io/hostname"};

namespace {

std::shared_ptr<PlannedEdit> planned(EditKind kind, const api::Object& object, const std::string& field,
                                     std::string text)
{
    auto edit = std::make_shared<PlannedEdit>();
    edit->kind = kind;
    edit->object = object.label();
    edit->target = object.meta.key();
    edit->key = edit->object + (field.empty() ? "" : " " + field);
    edit->text = std::move(text);
    return edit;
}

void eraseTaint(api::Node& node, const api::Taint& taint, DocumentPatch& patch)
{
    auto& taints = node.spec.taints;
    auto it = std::find_if(taints.begin(), taints.end(), [&](const api::Taint& each) {
        return each.key == taint.key && each.value == taint.value && each.effect == taint.effect;
    });
    if (it == taints.end())
        return;
    patch.remove({"spec", "taints", std::to_string(it - taints.begin())});
    taints.erase(it);
}

}

EditPtr uncordon(const api::Node& node)
{
    auto edit = planned(EditKind::Uncordon, node, "unschedulable", "uncordon node " + node.meta.name);
    edit->onNode = [](api::Node& n, DocumentPatch& patch) {
        n.spec.unschedulable = false;
        patch.remove({"spec", "unschedulable"});
        // The node controller keeps this taint in step with the field.
        const auto taints = n.spec.taints;
        for (const auto& taint : taints)
            if (taint.key == unschedulableTaintKey)
                eraseTaint(n, taint, patch);
    };
    return edit;
}

EditPtr setLabel(const api::Node& node, api::Symbol key, api::Symbol value)
{
    const auto* now = node.meta.labels.find(key);
    const auto pair = key.str() + "=" + value.str();
    auto edit = planned(now ? EditKind::ChangeNodeLabel : EditKind::AddNodeLabel, node, "label " + pair,
                        now ? "relabel node " + node.meta.name + " with " + pair + " (now " + now->str() + ")"
                            : "label node " + node.meta.name + " with " + pair);
    edit->onNode = [key, value](api::Node& n, DocumentPatch& patch) {
        n.meta.labels.set(key, value);
        patch.set({"metadata", "labels", key.str()}, value.str());
    };
    return edit;
}

EditPtr removeLabel(const api::Node& node, api::Symbol key)
{
    auto edit = planned(EditKind::ChangeNodeLabel, node, "label " + key.str(),
                        "remove label " + key.str() + " from node " + node.meta.name);
    edit->onNode = [key](api::Node& n, DocumentPatch& patch) {
        n.meta.labels.erase(key);
        patch.remove({"metadata", "labels", key.str()});
    };
    return edit;
}

EditPtr removeTaint(const api::Node& node, const api::Taint& taint)
{
    const auto name =
        taint.key.str() + (taint.value.empty() ? "" : "=" + taint.value.str()) + ":" + taint.effect.str();
    auto edit = planned(EditKind::RemoveTaint, node, "taint " + name,
                        "remove the taint " + name + " from node " + node.meta.name);
    edit->onNode = [taint](api::Node& n, DocumentPatch& patch) { eraseTaint(n, taint, patch); };
    return edit;
}

EditPtr makeRoom(const api::Node& node, api::Symbol resource, const api::Quantity& more, bool canBeFreed)
{
    const bool isSlot = resource == framework::resource_name::pods;
    const auto what = isSlot ? "room for " + more.toString() + " more pod(s)" : more.toString() + " of " + resource.str();
    auto edit = planned(canBeFreed ? EditKind::FreeResources : EditKind::EnlargeNode, node,
                        "allocatable " + resource.str(),
                        (canBeFreed ? "free " : "enlarge by ") + what + (canBeFreed ? " on node " : " node ")
                            + node.meta.name);
    const auto* now = node.status.allocatable.find(resource);
    auto grown = now ? *now : more;
    if (now)
        grown.add(more);
    const bool isCpu = resource == framework::resource_name::cpu;
    const auto units = [isCpu](const api::Quantity& q) { return isCpu ? q.milliValue() : q.value(); };
    edit->extent = units(grown);
    edit->amount = static_cast<std::int64_t>(1000.0 * static_cast<double>(units(more))
                                             / static_cast<double>(std::max<std::int64_t>(1, now ? units(*now) : 0)));
    edit->onNode = [resource, grown](api::Node& n, DocumentPatch& patch) {
        n.status.allocatable.set(resource, grown);
        n.status.hasAllocatable = true;
        // Where the document gives no allocatable, its capacity stands in, for every resource.
        const bool byCapacity = !patch.has({"status", "allocatable"}) && patch.has({"status", "capacity"});
        patch.set({"status", byCapacity ? "capacity" : "allocatable", resource.str()}, grown.toString());
    };
    return edit;
}

EditPtr evict(const api::PodPtr& pod, const std::string& node)
{
    const auto text = pod->spec.nodeName.empty() ? "delete the pending pod " + pod->meta.key() + ", nominated to " + node
                                                 : "evict pod " + pod->meta.key() + " from node " + node;
    auto edit = planned(EditKind::EvictPod, *pod, {}, text);
    edit->amount = pod->priority();
    edit->removed = pod;
    return edit;
}

EditPtr freeHostPort(const api::PodPtr& holder, const std::string& node, const std::string& port)
{
    auto edit = planned(EditKind::FreeHostPort, *holder, {},
                        "free host port " + port + " on node " + node + ": evict pod " + holder->meta.key());
    edit->amount = holder->priority();
    edit->removed = holder;
    return edit;
}

EditPtr addNode(const api::Node& model, const std::string& name)
{
    auto node = std::make_shared<api::Node>(model);
    DocumentPatch document = model.document ? DocumentPatch(*model.document) : DocumentPatch();
    node->meta = {};
    node->meta.name = name;
    node->meta.labels = model.meta.labels;
    node->spec.providerID.clear();
    auto plain = json::object();
    plain["name"] = name;
    for (const auto& [key, value] : model.meta.labels)
        plain["labels"][key.str()] = key == hostnameKey ? name : value.str();
    document.set({"metadata"}, plain);
    document.remove({"spec", "providerID"});
    if (model.meta.labels.contains(hostnameKey))
        node->meta.labels.set(hostnameKey, api::Symbol(name));
    uncordon(*node)->onNode(*node, document);
    auto edit = planned(EditKind::AddNode, model, "another",
                        "add a node of the shape of " + model.meta.name);
    edit->target = name;
    edit->object = "Node " + name;
    node->document.reset();
    edit->added = PlannedEdit::NewNode{node, document.document()};
    return edit;
}

}
