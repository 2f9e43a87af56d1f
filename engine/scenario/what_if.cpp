// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/what_if.h"

#include "api/validation.h"
#include "plugins/in_tree.h"

#include <algorithm>

namespace berth::scenario {

void WhatIfServer::add(const api::ObjectPtr& object)
{
    of(object->kind).push_back(object);
    for (auto* watcher : watchers_)
        watcher->onAdd(object);
}

void WhatIfServer::replace(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    auto& objects = of(before->kind);
    std::replace(objects.begin(), objects.end(), before, after);
    for (auto* watcher : watchers_)
        watcher->onUpdate(before, after);
}

void WhatIfServer::remove(const api::ObjectPtr& object)
{
    std::erase(of(object->kind), object);
    for (auto* watcher : watchers_)
        watcher->onDelete(object);
}

api::ObjectPtr WhatIfServer::get(api::Kind kind, const std::string& key) const
{
    const auto& objects = of(kind);
    auto it = std::find_if(objects.begin(), objects.end(), [&](const auto& each) { return each->meta.key() == key; });
    return it == objects.end() ? nullptr : *it;
}

api::ApiGates apiGatesOf(const config::FeatureGates& gates)
{
    using config::Gate;
    api::ApiGates of;
    of.matchLabelKeysInPodAffinity = gates.enabled(Gate::MatchLabelKeysInPodAffinity);
    of.matchLabelKeysInPodTopologySpread = gates.enabled(Gate::MatchLabelKeysInPodTopologySpread);
    of.matchLabelKeysInPodTopologySpreadSelectorMerge =
        gates.enabled(Gate::MatchLabelKeysInPodTopologySpreadSelectorMerge);
    of.podLevelResources = gates.enabled(Gate::PodLevelResources);
    of.genericWorkload = gates.enabled(Gate::GenericWorkload);
    of.taintTolerationComparisonOperators = gates.enabled(Gate::TaintTolerationComparisonOperators);
    return of;
}

WhatIf::WhatIf(const WhatIfWorld& world)
    : world_(world), apiGates_(apiGatesOf(world.gates)), registry_(plugins::inTreeRegistry())
{
    if (world_.addPlugins)
        world_.addPlugins(registry_);
    for (const auto& object : world_.others)
        server_.add(object);
    for (const auto& node : world_.nodes) {
        server_.add(node);
        nodes_[node->meta.name] = node;
    }
    for (const auto& pod : world_.pods)
        server_.add(pod);
    originalPod_ = framework::PodInfo::make(world_.pod);
    pod_ = originalPod_;
}

tl::expected<std::unique_ptr<WhatIf>, std::string> WhatIf::make(const WhatIfWorld& world)
{
    std::unique_ptr<WhatIf> made(new WhatIf(world));
    scheduler::SchedulerContext context{made->server_, made->clock_, made->random_, made->registry_, world.gates};
    context.keepMoves = false;
    context.httpExtender = world.httpExtender;
    auto scheduler = scheduler::Scheduler::make(*world.configuration, context);
    if (!scheduler)
        return tl::unexpected(scheduler.error());
    made->scheduler_ = std::move(*scheduler);
    return made;
}

const api::Node* WhatIf::originalNode(const std::string& name) const
{
    if (auto it = nodes_.find(name); it != nodes_.end())
        return it->second.get();
    auto it = added_.find(name);
    return it == added_.end() ? nullptr : it->second.get();
}

WhatIf::Edited WhatIf::apply(const std::vector<EditPtr>& edits, Writing writing) const
{
    const auto patchOf = [writing](const api::Object& object) {
        return writing == Writing::Patches && object.document ? DocumentPatch(*object.document) : DocumentPatch();
    };
    auto order = edits; // new nodes first, then by key from the end: positions in lists stay right
    std::sort(order.begin(), order.end(), [](const EditPtr& a, const EditPtr& b) {
        return a->added.has_value() != b->added.has_value() ? a->added.has_value() : a->key > b->key;
    });
    Edited edited;
    for (const auto& edit : order) {
        if (edit->removed) {
            edited.removed.push_back(edit->removed);
        } else if (edit->added) {
            const bool written = writing == Writing::Patches && !edit->added->document.is_null();
            edited.nodes[edit->target] = {nullptr, std::make_shared<api::Node>(*edit->added->node),
                                          written ? DocumentPatch(edit->added->document) : DocumentPatch()};
        } else if (edit->onPod) {
            if (!edited.pod) {
                edited.pod = std::make_shared<api::Pod>(*world_.pod);
                edited.podPatch = patchOf(*world_.pod);
            }
            edit->onPod(*edited.pod, edited.podPatch);
        } else {
            auto& node = edited.nodes[edit->target];
            if (!node.after) {
                node.before = nodes_.at(edit->target);
                node.after = std::make_shared<api::Node>(*node.before);
                node.patch = patchOf(*node.before);
            }
            edit->onNode(*node.after, node.patch);
        }
    }
    return edited;
}

bool WhatIf::isValid(const Edited& edited) const
{
    // What was there before has been admitted once; only what an edit has touched is looked at.
    if (edited.pod && !api::validate(*edited.pod, apiGates_).empty())
        return false;
    return std::all_of(edited.nodes.begin(), edited.nodes.end(),
                       [this](const auto& node) { return api::validate(*node.second.after, apiGates_).empty(); });
}

void WhatIf::restore()
{
    for (; !undo_.empty(); undo_.pop_back())
        undo_.back()();
    pod_ = originalPod_;
}

void WhatIf::takePortsAgain(const std::string& node, const std::vector<api::PodPtr>& removed)
{
    for (const auto& pod : world_.pods) {
        const bool isGone = std::find(removed.begin(), removed.end(), pod) != removed.end();
        if (isGone || pod->spec.nodeName != node || framework::hostPortsOf(*pod).empty())
            continue;
        server_.remove(pod);
        server_.add(pod);
    }
}

std::optional<scheduler::Scheduler::Judgement> WhatIf::judge(const std::vector<EditPtr>& edits)
{
    restore();
    added_.clear();
    for (const auto& edit : edits)
        if (edit->added)
            added_[edit->target] = edit->added->node;
    const auto edited = apply(edits, Writing::None);
    if (!isValid(edited))
        return std::nullopt;
    for (const auto& pod : edited.removed) {
        server_.remove(pod);
        undo_.push_back([this, pod] { server_.add(pod); });
    }
    for (const auto& pod : edited.removed)
        if (!framework::hostPortsOf(*pod).empty())
            takePortsAgain(pod->spec.nodeName, edited.removed);
    for (const auto& [name, node] : edited.nodes) {
        const api::ObjectPtr before = node.before;
        const api::ObjectPtr after = node.after;
        if (before)
            server_.replace(before, after);
        else
            server_.add(after);
        undo_.push_back([this, before, after] { before ? server_.replace(after, before) : server_.remove(after); });
    }
    if (edited.pod)
        pod_ = framework::PodInfo::make(edited.pod);
    return scheduler_->judge(pod_, false);
}

std::vector<ObjectEdit> WhatIf::objectsOf(const std::vector<EditPtr>& edits) const
{
    std::vector<ObjectEdit> objects;
    const auto edited = apply(edits, Writing::Patches);
    if (edited.pod)
        objects.push_back({ObjectEdit::Action::Update, edited.pod->label(), edited.pod, edited.podPatch.text()});
    for (const auto& [name, node] : edited.nodes) {
        const auto action = node.before ? ObjectEdit::Action::Update : ObjectEdit::Action::Create;
        const auto& document = node.patch.document();
        objects.push_back({action, node.after->label(), node.after,
                           node.before            ? node.patch.text()
                               : document.is_null() ? std::string()
                                                    : document.dump()});
    }
    for (const auto& pod : edited.removed)
        objects.push_back({ObjectEdit::Action::Delete, pod->label(), pod, {}});
    return objects;
}

}
