// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert_fields.h"
#include "api/toleration.h"
#include "cluster/daemon_set.h"
#include "cluster/object_edit.h"
#include "cluster/pod_making.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

constexpr const char* required = "requiredDuringSchedulingIgnoredDuringExecution";

/// Only the node of this name. Other required terms were judged when the node was chosen, and are replaced.
Value affinityFor(const std::string& node)
{
    Value requirement = Value::object();
    setText(requirement, "key", "metadata.name");
    setText(requirement, "operator", "In");
    requirement.set("values", Value::array()).items.push_back(Value::string(node));
    Value term = Value::object();
    term.set("matchFields", Value::array()).items.push_back(std::move(requirement));
    Value selector = Value::object();
    selector.set("nodeSelectorTerms", Value::array()).items.push_back(std::move(term));
    return selector;
}

void addToleration(Value& tolerations, const char* key, const char* effect)
{
    for (const auto& given : tolerations.items)
        if (fields::text(given, "key") == key && fields::text(given, "operator") == "Exists"
            && fields::text(given, "effect") == effect)
            return;
    Value& added = tolerations.items.emplace_back(Value::object());
    setText(added, "key", key);
    setText(added, "operator", "Exists");
    setText(added, "effect", effect);
}

/// A daemon stays on a node that is in trouble, and comes to one that is closed to others.
void addDaemonTolerations(Value& spec)
{
    const Value* given = fields::given(spec, "tolerations");
    Value tolerations = given ? *given : Value::array();
    for (const char* key : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"})
        addToleration(tolerations, key, "NoExecute");
    for (const char* key : {"node.kubernetes.io/disk-pressure", "node.kubernetes.io/memory-pressure",
                            "node.kubernetes.io/pid-pressure", "node.kubernetes.io/unschedulable"})
        addToleration(tolerations, key, "NoSchedule");
    if (fields::flag(spec, "hostNetwork"))
        addToleration(tolerations, "node.kubernetes.io/network-unavailable", "NoSchedule");
    spec.set("tolerations", std::move(tolerations));
}

}

std::shared_ptr<api::Pod> daemonPod(const api::Workload& set, const Revision& revision, const std::string& node)
{
    return podFromTemplate(set, revision.podTemplate, [&](Value& document) {
        Value& meta = section(document, "metadata");
        Value& labels = section(meta, "labels");
        setText(labels, "controller-revision-hash", revision.hash);
        setText(labels, "pod-template-generation", std::to_string(revision.number));
        Value& spec = section(document, "spec");
        addDaemonTolerations(spec);
        if (!node.empty())
            section(section(spec, "affinity"), "nodeAffinity").set(required, affinityFor(node));
    });
}

std::string targetNode(const api::Pod& pod)
{
    if (!pod.spec.nodeName.empty())
        return pod.spec.nodeName;
    if (!pod.spec.affinity || !pod.spec.affinity->nodeAffinity || !pod.spec.affinity->nodeAffinity->required)
        return {};
    for (const auto& term : pod.spec.affinity->nodeAffinity->required->nodeSelectorTerms)
        for (const auto& field : term.matchFields)
            if (field.key == "metadata.name" && field.op == "In" && field.values.size() == 1)
                return field.values.front().str();
    return {};
}

DaemonVerdict judgeNode(const api::Pod& daemonPod, const api::Node& node)
{
    const auto& spec = daemonPod.spec;
    if (!spec.nodeName.empty() && spec.nodeName != node.meta.name)
        return {};
    const auto& affinity = spec.affinity ? spec.affinity->nodeAffinity : std::nullopt;
    if (!api::RequiredNodeAffinity(spec.nodeSelector, affinity).matches({node.meta.name, node.meta.labels}))
        return {};
    DaemonVerdict verdict{true, true};
    for (const auto& taint : node.spec.taints) {
        const bool counts = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
        if (!counts || api::tolerates(spec.tolerations, taint))
            continue;
        verdict.shouldRun = false;
        if (taint.effect == "NoExecute")
            verdict.mayStay = false; // a taint that only stops new pods leaves this one alone
    }
    return verdict;
}

}
