// SPDX-License-Identifier: GPL-3.0-or-later
// Placements of whole runs held against a second, plain and slow, reading of the rules: hard topology spread, required
// pod affinity and anti-affinity, node selectors, taints, cpu and host ports.
#include "scenario/simulation.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <rapidcheck.h>

using namespace berth;

namespace {

using Labels = std::map<std::string, std::string>;

struct Node {
    std::string name;
    Labels labels;
    bool tainted = false;
    int cpu = 64;
};

struct Spread {
    std::string key;
    int maxSkew = 1;
    int minDomains = 1;
    std::string app; ///< whom it counts; empty: an empty selector, which counts nobody
    bool honorsAffinity = true;
    bool honorsTaints = false;
};

struct Term {
    std::string key;
    std::string app;
    std::string ns; ///< empty: the pod's own; `*`: all
};

struct Pod {
    std::string name;
    std::string ns;
    std::string app;
    std::string node; ///< empty while it waits
    std::string zone; ///< of its node selector, if any
    bool tolerates = false;
    int cpu = 0;
    int port = 0; ///< of the host, 0: none
    std::vector<Spread> spread;
    std::vector<Term> near;
    std::vector<Term> away;
};

struct Cluster {
    std::vector<Node> nodes;
    std::vector<Pod> pods;
};

// The rules, once more.

const Node& nodeOf(const Cluster& cluster, const std::string& name)
{
    return *std::find_if(cluster.nodes.begin(), cluster.nodes.end(), [&](const Node& n) { return n.name == name; });
}

bool selectorAdmits(const Pod& pod, const Node& node)
{
    return pod.zone.empty() || (node.labels.contains("zone") && node.labels.at("zone") == pod.zone);
}

bool counts(const Spread& rule, const Pod& owner, const Pod& other)
{
    return !rule.app.empty() && other.ns == owner.ns && other.app == rule.app;
}

bool spreadAdmits(const Cluster& cluster, const Pod& pod, const Node& target)
{
    for (const auto& rule : pod.spread) {
        if (!target.labels.contains(rule.key))
            return false;
        std::map<std::string, int> domains;
        for (const auto& node : cluster.nodes) {
            const bool hasAll = std::all_of(pod.spread.begin(), pod.spread.end(),
                                            [&](const Spread& each) { return node.labels.contains(each.key); });
            if (!hasAll || (rule.honorsAffinity && !selectorAdmits(pod, node))
                || (rule.honorsTaints && node.tainted && !pod.tolerates))
                continue;
            int& count = domains[node.labels.at(rule.key)];
            for (const auto& other : cluster.pods)
                count += other.node == node.name && counts(rule, pod, other);
        }
        int least = domains.empty() ? 0 : domains.begin()->second;
        for (const auto& [value, count] : domains)
            least = std::min(least, count);
        if (static_cast<int>(domains.size()) < rule.minDomains)
            least = 0;
        const auto& value = target.labels.at(rule.key);
        const int here = domains.contains(value) ? domains[value] : 0;
        // An empty selector matches the pod itself all the same.
        const int self = rule.app.empty() || rule.app == pod.app;
        if (here + self - least > rule.maxSkew)
            return false;
    }
    return true;
}

bool selects(const Term& term, const Pod& owner, const Pod& other)
{
    const auto& ns = term.ns.empty() ? owner.ns : term.ns;
    return (ns == "*" || ns == other.ns) && term.app == other.app;
}

bool sameDomain(const Term& term, const Node& a, const Node& b)
{
    return a.labels.contains(term.key) && b.labels.contains(term.key) && a.labels.at(term.key) == b.labels.at(term.key);
}

bool nearAdmits(const Cluster& cluster, const Pod& pod, const Node& target)
{
    const auto selectedByAll = [&](const Pod& other) {
        return std::all_of(pod.near.begin(), pod.near.end(), [&](const Term& t) { return selects(t, pod, other); });
    };
    const bool hasKeys = std::all_of(pod.near.begin(), pod.near.end(),
                                     [&](const Term& term) { return target.labels.contains(term.key); });
    if (pod.near.empty() || !hasKeys)
        return pod.near.empty();
    bool anywhere = false;
    std::vector<bool> here(pod.near.size());
    for (const auto& other : cluster.pods) {
        if (other.node.empty() || !selectedByAll(other))
            continue;
        const auto& node = nodeOf(cluster, other.node);
        for (std::size_t i = 0; i < pod.near.size(); ++i) {
            anywhere = anywhere || node.labels.contains(pod.near[i].key);
            here[i] = here[i] || sameDomain(pod.near[i], node, target);
        }
    }
    return std::all_of(here.begin(), here.end(), [](bool found) { return found; }) || (!anywhere && selectedByAll(pod));
}

bool awayAdmits(const Cluster& cluster, const Pod& pod, const Node& target)
{
    for (const auto& other : cluster.pods) {
        if (other.node.empty())
            continue;
        const auto& node = nodeOf(cluster, other.node);
        for (const auto& term : pod.away)
            if (selects(term, pod, other) && sameDomain(term, node, target))
                return false;
        for (const auto& term : other.away)
            if (selects(term, other, pod) && sameDomain(term, node, target))
                return false;
    }
    return true;
}

/// Cpu for all pods of the node, and a host port for one.
bool roomAdmits(const Cluster& cluster, const Pod& pod, const Node& node)
{
    int used = 0;
    bool portIsTaken = false;
    for (const auto& other : cluster.pods)
        if (other.node == node.name) {
            used += other.cpu;
            portIsTaken = portIsTaken || (pod.port != 0 && other.port == pod.port);
        }
    return !portIsTaken && (pod.cpu == 0 || used + pod.cpu <= node.cpu);
}

bool admits(const Cluster& cluster, const Pod& pod, const Node& node)
{
    return roomAdmits(cluster, pod, node) && selectorAdmits(pod, node) && (!node.tainted || pod.tolerates) && spreadAdmits(cluster, pod, node)
           && nearAdmits(cluster, pod, node) && awayAdmits(cluster, pod, node);
}

// Clusters.

bool oneIn(int chances)
{
    return *rc::gen::inRange(0, chances) == 0;
}

std::string anyApp()
{
    return *rc::gen::element<std::string>("a", "b");
}

Term anyTerm()
{
    return {*rc::gen::element<std::string>("zone", "rack", "kubernetes.io/hostname"), anyApp(),
            *rc::gen::element<std::string>("", "", "other", "*")};
}

Pod anyPod(const std::string& name)
{
    Pod pod;
    pod.name = name;
    pod.ns = oneIn(4) ? "other" : "default";
    pod.app = anyApp();
    pod.zone = oneIn(6) ? *rc::gen::element<std::string>("z0", "z1") : "";
    pod.tolerates = oneIn(4);
    pod.cpu = oneIn(2) ? *rc::gen::inRange(1, 4) : 0;
    pod.port = oneIn(6) ? *rc::gen::element(80, 443) : 0;
    for (const auto* key : {"zone", "rack", "kubernetes.io/hostname"})
        if (oneIn(3))
            pod.spread.push_back(
                {key, *rc::gen::inRange(1, 3), oneIn(4) ? 3 : 1, oneIn(6) ? "" : anyApp(), !oneIn(4), oneIn(3)});
    if (oneIn(3))
        pod.near.push_back(anyTerm());
    if (oneIn(8))
        pod.near.push_back(anyTerm());
    if (oneIn(4))
        pod.away.push_back(anyTerm());
    return pod;
}

Cluster anyCluster()
{
    Cluster cluster;
    const int nodes = *rc::gen::inRange(1, 8);
    for (int i = 0; i < nodes; ++i) {
        const auto name = "n" + std::to_string(i);
        Node node{name, {{"kubernetes.io/hostname", name}}, oneIn(5), oneIn(2) ? *rc::gen::inRange(1, 9) : 64};
        if (!oneIn(5))
            node.labels["zone"] = "z" + std::to_string(*rc::gen::inRange(0, 3));
        if (!oneIn(5))
            node.labels["rack"] = "r" + std::to_string(*rc::gen::inRange(0, 3));
        cluster.nodes.push_back(std::move(node));
    }
    const int pods = *rc::gen::inRange(1, 16);
    for (int i = 0; i < pods; ++i) {
        auto pod = anyPod("p" + std::to_string(i));
        if (oneIn(3)) {
            pod.node = cluster.nodes[*rc::gen::inRange<std::size_t>(0, cluster.nodes.size())].name;
            pod.port = 0; // of two pods that hold one port of a node, kube-scheduler forgets it with the first that leaves
        }
        cluster.pods.push_back(std::move(pod));
    }
    return cluster;
}

std::string text(const Node& node)
{
    std::string labels;
    for (const auto& [key, value] : node.labels)
        labels += (labels.empty() ? "" : ", ") + key + ": " + value;
    return "{apiVersion: v1, kind: Node, metadata: {name: " + node.name + ", labels: {" + labels + "}}, spec: {"
           + (node.tainted ? "taints: [{key: k, effect: NoSchedule}]" : "")
           + "}, status: {allocatable: {cpu: " + std::to_string(node.cpu) + ", memory: 64Gi, pods: 110}}}\n---\n";
}

std::string text(const Spread& rule)
{
    return "{topologyKey: " + rule.key + ", maxSkew: " + std::to_string(rule.maxSkew)
           + ", minDomains: " + std::to_string(rule.minDomains) + ", whenUnsatisfiable: DoNotSchedule, labelSelector: {"
           + (rule.app.empty() ? "" : "matchLabels: {app: " + rule.app + "}")
           + "}, nodeAffinityPolicy: " + (rule.honorsAffinity ? "Honor" : "Ignore")
           + ", nodeTaintsPolicy: " + (rule.honorsTaints ? "Honor" : "Ignore") + "}";
}

std::string text(const Term& term)
{
    return "{topologyKey: " + term.key + ", labelSelector: {matchLabels: {app: " + term.app + "}}"
           + (term.ns.empty()  ? ""
              : term.ns == "*" ? ", namespaceSelector: {}"
                               : ", namespaces: [" + term.ns + "]")
           + "}";
}

template <typename T>
std::string list(const std::vector<T>& items)
{
    std::string all;
    for (const auto& item : items)
        all += (all.empty() ? "" : ", ") + text(item);
    return "[" + all + "]";
}

std::string text(const Pod& pod)
{
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + pod.name + ", namespace: " + pod.ns + ", labels: {app: "
           + pod.app + "}}, spec: {containers: [{name: c, image: i"
           + (pod.cpu == 0 ? "" : ", resources: {requests: {cpu: " + std::to_string(pod.cpu) + "}}")
           + (pod.port == 0 ? "" : ", ports: [{containerPort: 1, hostPort: " + std::to_string(pod.port) + "}]")
           + "}], topologySpreadConstraints: " + list(pod.spread)
           + ", affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " + list(pod.near)
           + "}, podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " + list(pod.away) + "}}"
           + (pod.node.empty() ? "" : ", nodeName: " + pod.node)
           + (pod.zone.empty() ? "" : ", nodeSelector: {zone: " + pod.zone + "}")
           + (pod.tolerates ? ", tolerations: [{operator: Exists}]" : "") + "}}\n---\n";
}

std::string text(const Cluster& cluster)
{
    std::string all;
    for (const auto& node : cluster.nodes)
        all += text(node);
    for (const auto& pod : cluster.pods)
        all += text(pod);
    return all;
}

/// The model beside a run: takes over its placements one by one, in the order they were made.
class Witness {
public:
    explicit Witness(Cluster cluster) : cluster_(std::move(cluster)) {}

    void follow(const trace::RunTrace& trace)
    {
        for (; seen_ < trace.attempts.size(); ++seen_)
            check(*trace.attempts[seen_]);
    }
    void remove(const std::string& pod)
    {
        std::erase_if(cluster_.pods, [&](const Pod& each) { return each.name == pod; });
    }
    const Cluster& cluster() const { return cluster_; }

private:
    void check(const trace::Attempt& attempt)
    {
        auto pod = std::find_if(cluster_.pods.begin(), cluster_.pods.end(),
                                [&](const Pod& each) { return each.ns + "/" + each.name == attempt.pod; });
        RC_ASSERT(pod != cluster_.pods.end());
        std::vector<std::string> fitting;
        for (const auto& node : cluster_.nodes)
            if (admits(cluster_, *pod, node))
                fitting.push_back(node.name);
        RC_LOG() << attempt.pod << " to " << (attempt.node.empty() ? "nowhere" : attempt.node) << ", "
                 << attempt.message << "; by plain reading it fits on " << rc::toString(fitting) << "\n";
        RC_ASSERT((attempt.result == trace::Result::Scheduled) == !fitting.empty());
        RC_ASSERT(static_cast<std::size_t>(attempt.feasibleNodes) == fitting.size());
        if (fitting.empty())
            return;
        RC_ASSERT(std::find(fitting.begin(), fitting.end(), attempt.node) != fitting.end());
        pod->node = attempt.node;
    }

    Cluster cluster_;
    std::size_t seen_ = 0;
};

}

class PlacementPropertiesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!qEnvironmentVariableIsSet("RC_PARAMS"))
            qputenv("RC_PARAMS", "max_success=1000");
    }

    void everyPlacementIsLegal()
    {
        QVERIFY(rc::check("pods go where a plain reading of the rules lets them, and nowhere else", [] {
            Witness witness(anyCluster());
            RC_LOG() << text(witness.cluster());
            auto simulation = scenario::Simulation::start({});
            RC_ASSERT(simulation.has_value());
            RC_ASSERT((*simulation)->create(api::decodeStream(text(witness.cluster()), "generated")).empty());
            (*simulation)
                ->settle(
                    {}, [](const scenario::Progress&) {}, 5);
            witness.follow((*simulation)->trace());
            // A gap in the cluster wakes pods up; what they find must be right again.
            const auto& pods = witness.cluster().pods;
            const auto gone = pods[*rc::gen::inRange<std::size_t>(0, pods.size())];
            (*simulation)->remove("Pod", gone.ns, gone.name);
            witness.remove(gone.name);
            (*simulation)
                ->settle(
                    {}, [](const scenario::Progress&) {}, 5);
            witness.follow((*simulation)->trace());
        }));
    }
};

QTEST_APPLESS_MAIN(PlacementPropertiesTest)
#include "tst_placement_properties.moc"
