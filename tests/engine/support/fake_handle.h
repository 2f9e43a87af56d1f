// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decode.h"
#include "framework/handle.h"

#include <list>
#include <stdexcept>

/// A cluster and a scheduler's handle to it for testing plugins alone.
namespace berth::tests {

/// Nodes and the pods on them, in the order given; can be changed between calls of a plugin.
class FakeNodes final : public framework::SharedLister {
public:
    void add(api::NodePtr node)
    {
        auto& info = states_.emplace_back();
        info.setNode(std::move(node));
        refresh();
    }
    /// False if the pod's node is not known.
    bool addPod(api::PodPtr pod)
    {
        auto* info = mutableNode(pod->spec.nodeName);
        if (info)
            info->addPod(framework::PodInfo::make(std::move(pod)));
        refresh();
        return info;
    }
    framework::NodeInfo* mutableNode(const std::string& name)
    {
        for (auto& info : states_)
            if (info.name() == name)
                return &info;
        return nullptr;
    }

    const std::vector<const framework::NodeInfo*>& list() const override { return all_; }
    const std::vector<const framework::NodeInfo*>& havePodsWithAffinity() const override { return withAffinity_; }
    const std::vector<const framework::NodeInfo*>& havePodsWithRequiredAntiAffinity() const override
    {
        return withAntiAffinity_;
    }
    const framework::NodeInfo* get(const std::string& name) const override
    {
        const auto index = indexOf(name);
        return index < 0 ? nullptr : all_[static_cast<std::size_t>(index)];
    }
    std::int32_t indexOf(const std::string& name) const override
    {
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i]->name() == name)
                return static_cast<std::int32_t>(i);
        return -1;
    }

private:
    void refresh()
    {
        all_.clear();
        withAffinity_.clear();
        withAntiAffinity_.clear();
        for (const auto& info : states_) {
            all_.push_back(&info);
            if (!info.podsWithAffinity().empty())
                withAffinity_.push_back(&info);
            if (!info.podsWithRequiredAntiAffinity().empty())
                withAntiAffinity_.push_back(&info);
        }
    }

    std::list<framework::NodeInfo> states_;
    std::vector<const framework::NodeInfo*> all_;
    std::vector<const framework::NodeInfo*> withAffinity_;
    std::vector<const framework::NodeInfo*> withAntiAffinity_;
};

/// Knows nodes, objects and gates. Whatever would change the cluster or wait is an error of the test.
class FakeHandle : public framework::Handle {
public:
    FakeNodes nodes;
    framework::Listers objects;
    config::FeatureGates featureGates;

    /// Reads documents: nodes go to nodes, pods with a node onto it, everything goes to objects. Pods get a uid.
    void load(const std::string& yaml)
    {
        for (const auto& document : api::decodeStream(yaml, "test"))
            if (document.object)
                take(document.object);
            else
                throw std::runtime_error(document.problems.empty() ? "unreadable" : document.problems.front().message);
    }
    /// A pod by name, of any namespace; the test fails if there is none.
    std::shared_ptr<const api::Pod> pod(const std::string& name) const
    {
        for (const auto& [key, object] : objects.all(api::Kind::Pod))
            if (object->meta.name == name)
                return std::static_pointer_cast<const api::Pod>(object);
        throw std::runtime_error("no pod " + name);
    }
    const framework::NodeInfo& node(const std::string& name) const
    {
        const auto* found = nodes.get(name);
        return found ? *found : throw std::runtime_error("no node " + name);
    }

    const framework::SharedLister& snapshot() const override { return nodes; }
    const framework::Listers& listers() const override { return objects; }
    const config::FeatureGates& gates() const override { return featureGates; }
    std::uint64_t attemptCount() const override { return 1; }
    const framework::PodNominator& nominator() const override { return unexpected<framework::PodNominator>(); }
    ports::ApiServer& apiServer() override { return unexpected<ports::ApiServer>(); }
    ports::Clock& clock() override { return unexpected<ports::Clock>(); }
    ports::Random& random() override { return unexpected<ports::Random>(); }
    void activate(const std::vector<std::string>&) override { unexpected<int>(); }
    void forEachWaitingPod(const std::function<void(framework::WaitingPod&)>&) override {}
    framework::WaitingPod* waitingPod(const std::string&) override { return nullptr; }
    bool cancelPreBind(const std::string&, const std::string&) override { return false; }
    void defer(framework::Stage, std::uint64_t, std::function<void()>) override { unexpected<int>(); }
    void recordEvent(const api::Object&, const std::string&, const std::string&, const std::string&,
                     const std::string&) override
    {}
    framework::Framework& framework(api::Symbol) override { return unexpected<framework::Framework>(); }

private:
    template <typename T>
    [[noreturn]] static T& unexpected()
    {
        throw std::logic_error("the plugin asked for something that it has no use for");
    }

    void take(const std::shared_ptr<api::Object>& object)
    {
        if (object->meta.namespace_.empty() && api::isNamespaced(object->kind))
            object->meta.namespace_ = api::Symbol("default");
        if (object->meta.uid.empty())
            object->meta.uid = "uid-" + object->meta.key();
        objects.put(object);
        if (object->kind == api::Kind::Node)
            nodes.add(std::static_pointer_cast<const api::Node>(object));
        if (object->kind != api::Kind::Pod)
            return;
        const auto pod = std::static_pointer_cast<const api::Pod>(object);
        if (!pod->spec.nodeName.empty() && !nodes.addPod(pod))
            throw std::runtime_error("no node " + pod->spec.nodeName);
    }
};

/// Documents in flow style: labels and spec are the inside of their braces.
inline std::string nodeText(const std::string& name, const std::string& labels, const std::string& spec = {})
{
    return "{apiVersion: v1, kind: Node, metadata: {name: " + name + ", labels: {" + labels + "}}, spec: {" + spec
           + "}}\n---\n";
}
/// metadata: further fields of it, such as `namespace: other`.
inline std::string podText(const std::string& name, const std::string& node, const std::string& labels,
                           const std::string& spec = {}, const std::string& metadata = {})
{
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", labels: {" + labels + "}"
           + (metadata.empty() ? "" : ", " + metadata) + "}, spec: {containers: [{name: c, image: i}]"
           + (node.empty() ? "" : ", nodeName: " + node) + (spec.empty() ? "" : ", " + spec) + "}}\n---\n";
}

}
