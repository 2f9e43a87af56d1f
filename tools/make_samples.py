#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes samples/: the clusters that open from the start page. The same script gives the same files.

usage: tools/make_samples.py [DIRECTORY]      needs python3-yaml
"""
import json
import pathlib
import random
import sys

import yaml

GIB = 1 << 30
ZONES = ["north", "east", "south"]


class Flow(dict):
    """A mapping that is written on one line."""


class Writer(yaml.SafeDumper):
    def increase_indent(self, flow=False, indentless=False):
        return super().increase_indent(flow, False)


Writer.add_representer(Flow, lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=True))
Writer.ignore_aliases = lambda self, data: True


def text_of(documents, comment):
    head = "".join(f"# {line}\n" for line in comment.strip().splitlines())
    return head + "---\n".join(yaml.dump(d, Dumper=Writer, sort_keys=False, width=118) for d in documents)


def node(name, cpu, memory, zone=None, labels=None, taints=None, extended=None, images=None, pods=110, cordoned=False):
    """images: list of (name, bytes)."""
    all_labels = {"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"}
    if zone:
        all_labels["topology.kubernetes.io/zone"] = zone
    all_labels.update(labels or {})
    spec = {}
    if taints:
        spec["taints"] = [Flow(t) for t in taints]
    if cordoned:
        spec["unschedulable"] = True
    amounts = {"cpu": str(cpu), "memory": memory, "pods": str(pods)}
    amounts.update(extended or {})
    status = {"capacity": Flow(amounts), "allocatable": Flow(amounts)}
    if images:
        status["images"] = [Flow(names=[i], sizeBytes=size) for i, size in images]
    result = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": all_labels}}
    if spec:
        result["spec"] = spec
    result["status"] = status
    return result


def container(name, cpu=None, memory=None, image=None, ports=None, extended=None, restart=None):
    result = {"name": name, "image": image or f"registry.example/{name}:1.0"}
    requests = {}
    if cpu:
        requests["cpu"] = cpu
    if memory:
        requests["memory"] = memory
    requests.update(extended or {})
    if requests:
        result["resources"] = {"requests": Flow(requests)}
        if extended:
            result["resources"]["limits"] = Flow(extended)
    if ports:
        result["ports"] = [Flow(p) for p in ports]
    if restart:
        result["restartPolicy"] = restart
    return result


def pod(namespace, name, containers, app=None, on=None, **spec):
    """on: the node it already runs on. spec: further fields of the pod's spec, as they are written there."""
    body = {}
    if on:
        body["nodeName"] = on
    body.update(spec)
    body["containers"] = containers
    result = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"namespace": namespace, "name": name, "labels": {"app": app or name}},
        "spec": body,
    }
    if on:
        result["status"] = {"phase": "Running"}
    return result


def priority_class(name, value, description):
    return {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name}, "value": value,
            "description": description}


def required_affinity(key, *values):
    expression = {"key": key, "operator": "In", "values": list(values)}
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {
        "nodeSelectorTerms": [{"matchExpressions": [Flow(expression)]}]}}}


def preferred_affinity(weight, key, *values):
    expression = {"key": key, "operator": "In", "values": list(values)}
    return {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [
        {"weight": weight, "preference": {"matchExpressions": [Flow(expression)]}}]}}


def configuration(strategy, balanced=True):
    plugins = {"schedulerName": "default-scheduler",
               "pluginConfig": [{"name": "NodeResourcesFit", "args": {"scoringStrategy": strategy}}]}
    if not balanced:
        plugins["plugins"] = {"score": {"disabled": [{"name": "NodeResourcesBalancedAllocation"}]}}
    return {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [plugins]}


# ---------------------------------------------------------------------------------------------------------- mixed-60

GPU_TAINT = {"key": "nvidia.com/gpu", "value": "present", "effect": "NoSchedule"}
BATCH_TAINT = {"key": "dedicated", "value": "batch", "effect": "PreferNoSchedule"}
CONTROL_TAINT = {"key": "node-role.kubernetes.io/control-plane", "effect": "NoSchedule"}
TOLERATE_GPU = Flow(key="nvidia.com/gpu", operator="Exists", effect="NoSchedule")
TOLERATE_BATCH = Flow(key="dedicated", operator="Equal", value="batch", effect="PreferNoSchedule")

WEB_IMAGE = ("registry.example/web:2.4", 380_000_000)
MODEL_IMAGE = ("registry.example/inference:7", 6_200_000_000)
TRAINING_IMAGE = ("registry.example/training:7", 9_400_000_000)
REPORT_IMAGE = ("registry.example/report:1.9", 910_000_000)


def mixed_nodes(rng):
    nodes = []

    def images(*wanted):
        return [i for i, chance in wanted if rng.random() < chance]

    for i in range(24):
        labels = {"pool": "general"}
        if i < 6:
            labels["ingress"] = "true"
        taints = [{"key": "node.kubernetes.io/disk-pressure", "effect": "NoSchedule"}] if i == 17 else None
        nodes.append(node(f"general-{i + 1:02}", 8, "32Gi", ZONES[i % 3], labels, taints,
                          images=images((WEB_IMAGE, 0.5), (REPORT_IMAGE, 0.2)), cordoned=i == 11))
    for i in range(6):
        nodes.append(node(f"arm-{i + 1:02}", 4, "16Gi", ZONES[i % 3],
                          {"pool": "general", "kubernetes.io/arch": "arm64"}, images=images((WEB_IMAGE, 0.3))))
    for i in range(12):
        nodes.append(node(f"memory-{i + 1:02}", 8, "64Gi", ZONES[i % 3], {"pool": "memory"}))
    for i in range(9):
        nodes.append(node(f"compute-{i + 1:02}", 16, "32Gi", ZONES[i % 3], {"pool": "compute"}, [BATCH_TAINT],
                          images=images((REPORT_IMAGE, 0.6))))
    for i in range(6):
        kind = "a100" if i < 4 else "t4"
        nodes.append(node(f"gpu-{kind}-{i % 4 + 1:02}", 16, "128Gi", ZONES[i % 3],
                          {"pool": "gpu", "accelerator": kind}, [GPU_TAINT], {"nvidia.com/gpu": "4"},
                          images=images((MODEL_IMAGE, 0.5), (TRAINING_IMAGE, 0.5))))
    for i in range(3):
        nodes.append(node(f"control-{i + 1:02}", 4, "16Gi", ZONES[i],
                          {"pool": "control", "node-role.kubernetes.io/control-plane": ""}, [CONTROL_TAINT]))
    return nodes


def mixed_workloads():
    """(namespace, name, how many, what makes the pod's containers and spec)"""
    return [
        ("shop", "web", 52, lambda: dict(
            containers=[container("web", "500m", "1Gi", WEB_IMAGE[0])],
            nodeSelector=Flow(pool="general"))),
        ("shop", "api", 30, lambda: dict(
            containers=[container("api", "1", "1Gi"), container("proxy", "100m", "128Mi")],
            priorityClassName="important", affinity=preferred_affinity(60, "topology.kubernetes.io/zone", "north"))),
        ("shop", "worker", 24, lambda: dict(
            containers=[container("worker", "2", "4Gi")],
            tolerations=[TOLERATE_BATCH], affinity=preferred_affinity(80, "pool", "compute"))),
        ("data", "cache", 12, lambda: dict(
            containers=[container("cache", "500m", "6Gi")],
            affinity=required_affinity("pool", "memory"))),
        ("data", "database", 6, lambda: dict(
            containers=[container("database", "2", "12Gi",
                                  ports=[{"containerPort": 5432, "hostPort": 5432}])],
            priorityClassName="important", affinity=required_affinity("pool", "memory"))),
        ("ml", "training", 10, lambda: dict(
            containers=[container("training", "4", "32Gi", TRAINING_IMAGE[0], extended={"nvidia.com/gpu": "2"})],
            tolerations=[TOLERATE_GPU], nodeSelector=Flow(accelerator="a100"))),
        ("ml", "inference", 10, lambda: dict(
            containers=[container("inference", "1", "8Gi", MODEL_IMAGE[0], extended={"nvidia.com/gpu": "1"})],
            tolerations=[TOLERATE_GPU], affinity=preferred_affinity(50, "accelerator", "t4"))),
        ("ml", "notebook", 2, lambda: dict(
            containers=[container("notebook", "1", "4Gi")],
            nodeSelector=Flow(pool="gpu"))),
        ("edge", "proxy", 8, lambda: dict(
            containers=[container("proxy", "250m", "256Mi",
                                  ports=[{"containerPort": 8443, "hostPort": 443}])],
            nodeSelector=Flow(ingress="true"))),
        ("ops", "arm-build", 9, lambda: dict(
            containers=[container("build", "1500m", "3Gi")],
            nodeSelector=Flow({"kubernetes.io/arch": "arm64"}))),
        ("ops", "report", 20, lambda: dict(
            initContainers=[container("fetch", "3", "2Gi"),
                            container("log-shipper", "200m", "128Mi", restart="Always")],
            containers=[container("report", "2500m", "4Gi", REPORT_IMAGE[0])],
            tolerations=[TOLERATE_BATCH])),
        ("ops", "metrics", 6, lambda: dict(
            containers=[container("metrics", "200m", "512Mi")],
            tolerations=[Flow(operator="Exists")], affinity=required_affinity("pool", "control"))),
        ("ops", "monolith", 2, lambda: dict(
            containers=[container("monolith", "24", "48Gi")])),
        ("ops", "windows-agent", 3, lambda: dict(
            containers=[container("agent", "100m", "128Mi")],
            nodeSelector=Flow({"kubernetes.io/os": "windows"}))),
        ("shop", "canary", 6, lambda: dict(
            schedulingGates=[Flow(name="shop.example/approved")],
            containers=[container("web", "500m", "1Gi", "registry.example/web:2.5-rc1")])),
    ]


def mixed_60():
    rng = random.Random(60)
    nodes = mixed_nodes(rng)
    agents = [pod("kube-system", f"agent-{n['metadata']['name']}", [container("agent", "100m", "200Mi")], "agent",
                  n["metadata"]["name"], priority=2000001000, tolerations=[Flow(operator="Exists")]) for n in nodes]
    pending = []
    for namespace, name, count, make in mixed_workloads():
        for i in range(count):
            made = make()
            containers = made.pop("containers")
            pending.append(pod(namespace, f"{name}-{i + 1}", containers, name, **made))
    # Workloads roll out side by side: the queue sees them mixed, each in its own order.
    order = sorted(pending, key=lambda _: rng.random())
    documents = [priority_class("important", 1000, "What customers notice first.")] + nodes + agents + order
    return {
        "cluster.yaml": text_of(documents, "60 nodes of six shapes over three zones, 60 running agents, 200 pending pods."),
        "README.md": """# A mixed cluster: 60 nodes, 200 pods

General, Arm, memory, compute, GPU and control-plane nodes over three zones, and fifteen workloads that all arrive at once.
Most find a place. Those that do not each have another reason:

| pods | why they stay pending |
|---|---|
| ml/training, ml/inference (some) | the GPUs run out: `Insufficient nvidia.com/gpu` |
| ml/notebook | wants a GPU node and does not tolerate its taint |
| edge/proxy (two) | host port 443 is taken on all six ingress nodes |
| ops/monolith | larger than any node |
| ops/windows-agent | no node runs Windows |
| shop/canary | waits behind the scheduling gate `shop.example/approved` |

Look at the heat map of a `shop/web` pod: ImageLocality draws it to the nodes that have its image already.
""",
    }


# ------------------------------------------------------------------------------------------------------- bin-packing

def bin_packing():
    nodes = [node(f"node-{i + 1:02}", 8, "32Gi", ZONES[i % 3]) for i in range(12)]
    small = [pod("shop", f"small-{i + 1:02}", [container("app", "1", "4Gi")], "small") for i in range(36)]
    big = [pod("data", f"big-{i + 1}", [container("app", "6", "24Gi")], "big") for i in range(4)]
    resources = [Flow(name="cpu", weight=1), Flow(name="memory", weight=1)]
    return {
        "cluster.yaml": text_of(nodes + small + big, "12 equal nodes, 36 small pods, and then 4 big ones."),
        "scheduler.yaml": text_of([configuration({"type": "MostAllocated", "resources": resources})],
                                  "Packs: the fuller a node already is, the better."),
        "spreading.yaml": text_of([configuration({"type": "LeastAllocated", "resources": resources})],
                                  "Spreads, as kube-scheduler does by default: the emptier a node is, the better."),
        "README.md": """# Packing and spreading

36 small pods come first, then 4 big ones that need three quarters of a node each.

- `scheduler.yaml` scores with **MostAllocated**: the small pods fill five nodes, and every big pod finds an empty one.
- `spreading.yaml` scores with **LeastAllocated**, the default: the small pods lie three to a node, no node has room for a big
  pod any more, and all four stay pending, although more than half of the cluster is free.

    berthctl run samples/bin-packing
    berthctl run samples/bin-packing/cluster.yaml --config samples/bin-packing/spreading.yaml
""",
    }


# --------------------------------------------------------------------------------------------------- taints-and-gpus

def taints_and_gpus():
    gpu = {"nvidia.com/gpu": "2"}
    spot = {"key": "spot", "value": "true", "effect": "PreferNoSchedule"}
    nodes = [
        node("plain-1", 4, "16Gi"), node("plain-2", 4, "16Gi"),
        node("gpu-1", 8, "64Gi", labels={"accelerator": "a100"}, taints=[GPU_TAINT], extended=gpu),
        node("gpu-2", 8, "64Gi", labels={"accelerator": "a100"}, taints=[GPU_TAINT], extended=gpu),
        node("spot-1", 8, "32Gi", taints=[spot]),
        node("leaving", 8, "32Gi", taints=[{"key": "maintenance", "effect": "NoExecute"}]),
        node("cordoned", 8, "32Gi", cordoned=True),
        node("control", 4, "16Gi", taints=[CONTROL_TAINT]),
    ]
    train = [pod("ml", f"train-{i + 1}", [container("train", "2", "8Gi", extended={"nvidia.com/gpu": "1"})], "train",
                 tolerations=[TOLERATE_GPU]) for i in range(5)]
    web = [pod("shop", f"web-{i + 1}", [container("web", "1500m", "2Gi")], "web") for i in range(6)]
    others = [
        pod("ml", "train-untolerant", [container("train", "2", "8Gi", extended={"nvidia.com/gpu": "1"})], "train"),
        pod("ops", "with-a-key", [container("tool", "100m", "64Mi")], "tool", nodeSelector=Flow({"kubernetes.io/hostname": "control"}),
            tolerations=[Flow(key="node-role", operator="Exists")]),
        pod("ops", "without-a-key", [container("tool", "100m", "64Mi")], "tool", nodeSelector=Flow({"kubernetes.io/hostname": "control"}),
            tolerations=[Flow(operator="Exists")]),
        pod("ops", "for-an-hour", [container("tool", "100m", "64Mi")], "tool", nodeSelector=Flow({"kubernetes.io/hostname": "leaving"}),
            tolerations=[Flow(key="maintenance", operator="Exists", effect="NoExecute", tolerationSeconds=3600)]),
        pod("ops", "on-the-cordoned", [container("tool", "100m", "64Mi")], "tool", nodeSelector=Flow({"kubernetes.io/hostname": "cordoned"}),
            tolerations=[Flow(key="node.kubernetes.io/unschedulable", operator="Exists", effect="NoSchedule")]),
    ]
    return {
        "cluster.yaml": text_of(nodes + train + web + others, "8 nodes, one for every kind of taint; pods that tolerate some of them."),
        "README.md": """# Taints, tolerations and GPUs

- `ml/train-*` tolerate the GPU taint; the two nodes have four GPUs, so the fifth pod waits. `ml/train-untolerant` would not get
  there either way: only GPU nodes have what it asks for, and their taint keeps it out.
- `shop/web-*` fill the two plain nodes first; PreferNoSchedule only lowers a score, so what is left goes to `spot-1`.
- `ops/with-a-key` tolerates `node-role`, which is not the taint's key; `ops/without-a-key` tolerates everything and gets there.
- `ops/for-an-hour` may run on a node that is being emptied; `ops/on-the-cordoned` tolerates what a cordon amounts to.
""",
    }


# ------------------------------------------------------------------------------------------------------------ images

def images():
    big, middle, tiny = ("registry.example/model:9", 900_000_000), ("registry.example/app:3", 300_000_000), \
        ("registry.example/pause:3", 700_000)
    nodes = [node(f"node-{i + 1}", 8, "32Gi", images=have) for i, have in enumerate([
        [big, middle, tiny], [big], [middle, tiny], [middle], [tiny], []])]
    pods = [pod("ml", f"model-{i + 1}", [container("model", "500m", "1Gi", big[0])], "model") for i in range(4)]
    pods += [pod("shop", f"app-{i + 1}", [container("app", "500m", "1Gi", middle[0])], "app") for i in range(4)]
    pods += [pod("shop", f"pair-{i + 1}", [container("model", "250m", "512Mi", big[0]), container("app", "250m", "512Mi", middle[0])],
                 "pair") for i in range(2)]
    pods += [pod("shop", f"tiny-{i + 1}", [container("tiny", "500m", "1Gi", tiny[0])], "tiny") for i in range(2)]
    config = configuration({"type": "LeastAllocated", "resources": [Flow(name="cpu", weight=1), Flow(name="memory", weight=1)]})
    config["profiles"][0]["plugins"] = {"multiPoint": {"enabled": [{"name": "ImageLocality", "weight": 5}]}}
    return {
        "cluster.yaml": text_of(nodes + pods, "6 nodes that have some of three images; pods that use them."),
        "scheduler.yaml": text_of([config], "ImageLocality weighs 5 instead of 1, so that images decide."),
        "README.md": """# Images that are already there

ImageLocality gives a node points for the bytes that a pod would not have to pull, scaled by how many nodes have the image.
Images below 23 MB per container count for nothing: `shop/tiny-*` go wherever there is most room. `ml/model-*` go to the two
nodes that have the model, `shop/pair-*` to the one that has both images. With the default weight of 1 free resources would
win; `scheduler.yaml` weighs the plugin with 5. Move the weight and watch the bars re-sort.
""",
    }


# ---------------------------------------------------------------------------------------------- gates-and-priorities

def gates_and_priorities():
    nodes = [node("node-1", 4, "16Gi"), node("node-2", 4, "16Gi")]
    classes = [priority_class("urgent", 10000, "Goes first."), priority_class("normal", 100, "Goes after what is urgent.")]

    def make(name, cpu, priority=None, gates=()):
        spec = {}
        if priority:
            spec["priorityClassName"] = priority
        if gates:
            spec["schedulingGates"] = [Flow(name=g) for g in gates]
        return pod("default", name, [container("app", cpu, "1Gi")], "app", **spec)

    # Lowest first: the queue turns the order round.
    pods = [make(f"low-{i + 1}", "1500m") for i in range(4)]
    pods += [make(f"normal-{i + 1}", "1", "normal") for i in range(2)]
    pods += [make(f"urgent-{i + 1}", "1", "urgent") for i in range(2)]
    pods += [make("release", "500m", "urgent", ["shop.example/tested", "shop.example/approved"])]
    steps = [
        {"do": "settle"},
        {"do": "update", "objects": [make("release", "500m", "urgent", ["shop.example/approved"])]},
        {"do": "settle"},
        {"do": "update", "objects": [make("release", "500m", "urgent")]},
        {"do": "settle"},
        {"do": "delete", "kind": "Pod", "namespace": "default", "name": "urgent-1"},
        {"do": "delete", "kind": "Pod", "namespace": "default", "name": "normal-1"},
        {"do": "advance", "seconds": 30},
        {"do": "settle"},
    ]
    return {
        "cluster.yaml": text_of(classes + nodes + pods, "2 small nodes, pods of three priorities, one behind two gates."),
        "steps.yaml": text_of([steps], "The gates of default/release open one after the other; then two pods end."),
        "README.md": """# Gates and priorities

The pods are created lowest priority first, and scheduled highest first: `urgent-*`, `normal-*`, then `low-*`, for which the room
runs out. `release` is urgent, but held by two scheduling gates; it enters the queue only when the second one is gone.
At the end an urgent and a normal pod are deleted, and the queue wakes up what waited for their room.
Play the steps one by one in the queue flow.
""",
    }


# -------------------------------------------------------------------------------------------------------- host-ports

def host_ports():
    nodes = [node(f"edge-{i + 1}", 4, "8Gi", labels={"role": "edge"}) for i in range(3)]
    nodes[0]["status"]["addresses"] = [Flow(type="InternalIP", address="10.0.0.1")]
    ingress = [pod("edge", f"ingress-{i + 1}", [container("ingress", "200m", "128Mi", ports=[
        {"containerPort": 8080, "hostPort": 80}, {"containerPort": 8443, "hostPort": 443}])], "ingress") for i in range(4)]
    others = [
        pod("edge", "dns-tcp", [container("dns", "100m", "64Mi", ports=[{"containerPort": 53, "hostPort": 53, "protocol": "TCP"}])],
            "dns", nodeSelector=Flow({"kubernetes.io/hostname": "edge-2"})),
        pod("edge", "dns-udp", [container("dns", "100m", "64Mi", ports=[{"containerPort": 53, "hostPort": 53, "protocol": "UDP"}])],
            "dns", nodeSelector=Flow({"kubernetes.io/hostname": "edge-2"})),
        pod("edge", "one-address", [container("admin", "100m", "64Mi", ports=[
            {"containerPort": 9000, "hostPort": 9000, "hostIP": "127.0.0.1"}])], "admin",
            nodeSelector=Flow({"kubernetes.io/hostname": "edge-1"})),
        pod("edge", "other-address", [container("admin", "100m", "64Mi", ports=[
            {"containerPort": 9000, "hostPort": 9000, "hostIP": "10.0.0.1"}])], "admin",
            nodeSelector=Flow({"kubernetes.io/hostname": "edge-1"})),
        pod("edge", "any-address", [container("admin", "100m", "64Mi", ports=[{"containerPort": 9000, "hostPort": 9000}])], "admin",
            nodeSelector=Flow({"kubernetes.io/hostname": "edge-1"})),
    ]
    steps = [
        {"do": "settle"},
        {"do": "create", "objects": [node("edge-4", 4, "8Gi", labels={"role": "edge"})]},
        {"do": "advance", "seconds": 30},
        {"do": "settle"},
    ]
    return {
        "cluster.yaml": text_of(nodes + ingress + others, "3 nodes, and pods that want ports of the node itself."),
        "steps.yaml": text_of([steps], "First three nodes, then a fourth one joins."),
        "README.md": """# Host ports

Four ingress pods want ports 80 and 443 of their node, and there are three nodes: one waits until `edge-4` joins, whose arrival
wakes it up. `dns-tcp` and `dns-udp` share port 53 on one node, since the protocols differ. `one-address` and `other-address` share
port 9000 on one node, since the addresses differ; `any-address` wants it on all addresses, collides with both, and waits for ever.
""",
    }


# ------------------------------------------------------------------------------------------------------- ratio-shape

def ratio_shape():
    nodes = [node(f"node-{i + 1:02}", 10, "40Gi") for i in range(8)]
    pods = [pod("default", f"app-{i + 1:02}", [container("app", "1", "4Gi")], "app") for i in range(35)]
    shape = [Flow(utilization=0, score=0), Flow(utilization=70, score=10), Flow(utilization=80, score=1),
             Flow(utilization=100, score=0)]
    strategy = {"type": "RequestedToCapacityRatio", "resources": [Flow(name="cpu", weight=1), Flow(name="memory", weight=1)],
                "requestedToCapacityRatio": {"shape": shape}}
    return {
        "cluster.yaml": text_of(nodes + pods, "8 equal nodes with room for 10 pods each; 35 equal pods."),
        "scheduler.yaml": text_of([configuration(strategy, balanced=False)],
                                  "A node is best at 70 % and hardly wanted beyond 80 %."),
        "README.md": """# A shape for utilisation

RequestedToCapacityRatio scores a node by a curve over the utilisation it would have. Here the curve rises to 70 % and then falls
steeply: nodes are filled to seven pods of ten, one after the other, and the rest of the cluster stays empty. Five nodes
carry all 35 pods, each with 30 % in reserve. Move the corner of the curve and run again.
""",
    }


# -------------------------------------------------------------------------------------------------------- preemption

def started(made, minute):
    """The pod has run since that minute of the evening before."""
    made["status"]["startTime"] = f"2025-12-31T22:{minute:02}:00Z"
    return made


def budget(name, app, allowed):
    return {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"namespace": "shop", "name": name},
            "spec": {"minAvailable": 1, "selector": {"matchLabels": Flow(app=app)}},
            "status": Flow(disruptionsAllowed=allowed, currentHealthy=allowed + 1, desiredHealthy=1, expectedPods=allowed + 1)}


def preemption():
    classes = [priority_class("checkout", 10000, "The shop earns money with it."),
               priority_class("service", 1000, "What the shop shows."), priority_class("batch", 10, "Can wait.")]
    nodes = [node(f"node-{i}", 4, "16Gi") for i in range(1, 7)]
    nodes += [node("node-7", 4, "16Gi", taints=[{"key": "maintenance", "effect": "NoSchedule"}]), node("node-8", 1, "4Gi")]

    def run(name, on, cpu, priority, app, minute):
        made = pod("shop", name, [container("app", cpu, "1Gi")], app, on=on, priorityClassName=priority)
        return started(made, minute)

    pods = [
        # Every victim on node-1 is protected.
        run("cart-1", "node-1", "2", "service", "cart", 5), run("cart-2", "node-1", "2", "service", "cart", 6),
        # One more victim, of lower priority; the more important pod may stay.
        run("search-1", "node-2", "2", "service", "search", 10), run("report-1", "node-2", "1", "batch", "report", 40),
        run("report-2", "node-2", "1", "batch", "report", 41),
        run("search-2", "node-3", "1", "service", "search", 11), run("report-3", "node-3", "3", "batch", "report", 20),
        run("search-3", "node-4", "1", "service", "search", 12), run("report-4", "node-4", "3", "batch", "report", 35),
        run("front-1", "node-5", "2500m", "service", "front", 15), run("report-5", "node-5", "1500m", "batch", "report", 45),
        run("pay-1", "node-6", "4", "checkout", "pay", 1),
        run("report-6", "node-7", "4", "batch", "report", 50), run("report-7", "node-8", "1", "batch", "report", 55),
    ]
    waiting = [pod("shop", f"checkout-{i}", [container("app", "2", "1Gi")], "checkout", priorityClassName="checkout")
               for i in range(1, 4)]
    patient = pod("shop", "checkout-patient", [container("app", "2", "1Gi")], "checkout", priority=10000,
                  preemptionPolicy="Never")
    patient["spec"]["priorityClassName"] = "patient"
    classes.append({**priority_class("patient", 10000, "As important, but sends nobody away."), "preemptionPolicy": "Never"})
    return {
        "cluster.yaml": text_of(classes + [budget("cart", "cart", 0), budget("search", "search", 1)] + nodes + pods + waiting
                                + [patient], "8 full nodes; four important pods that want 2 cpu each."),
        "README.md": """# Preemption

The cluster is full, and three `checkout-*` pods are more important than most of what runs. Preemption tries each node in thought:
everybody of lower priority leaves, then they come back one by one, the most important first and those that a PodDisruptionBudget
protects before all others, as long as the newcomer still fits. Whoever cannot come back is a victim.

Look at the first attempt of `shop/checkout-1` in the preemption view: `node-1` would break the budget `cart`; `node-5` would lose a
pod of the class `service`; on `node-2` two victims, on `node-3` and `node-4` one each, of which the one that started later goes.
`node-6` runs nothing of lower priority, `node-8` is too small whoever leaves, and on `node-7` no eviction can help against a
taint. `checkout-patient` is just as important, but its preemptionPolicy is `Never`.
""",
    }


# --------------------------------------------------------------------------------------------------------- spreading

def spreading():
    nodes = [node(f"{zone}-{i}", 8, "32Gi", zone) for zone, many in zip(ZONES, (4, 3, 2)) for i in range(1, many + 1)]
    nodes.append(node("attic", 8, "32Gi"))
    everywhere = [{"maxSkew": 1, "topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": "DoNotSchedule",
                   "labelSelector": {"matchLabels": Flow(app="web")}},
                  {"maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "ScheduleAnyway",
                   "labelSelector": {"matchLabels": Flow(app="web")}}]

    def term(app, key):
        return {"labelSelector": {"matchLabels": Flow(app=app)}, "topologyKey": key}

    def required(terms):
        return {"requiredDuringSchedulingIgnoredDuringExecution": terms}

    pods = [pod("shop", f"web-old-{i}", [container("app", "1", "1Gi")], "web", on=on)
            for i, on in enumerate(["north-1", "north-1", "north-2", "east-1"], 1)]
    pods += [pod("shop", f"web-{i}", [container("app", "1", "1Gi")], "web", topologySpreadConstraints=everywhere)
             for i in range(1, 9)]
    # One per node, and there are ten nodes.
    pods += [pod("shop", f"cache-{i}", [container("app", "500m", "1Gi")], "cache", affinity={
        "podAntiAffinity": required([term("cache", "kubernetes.io/hostname")])}) for i in range(1, 12)]
    # Near a web pod, and never in the zone of another vault.
    pods += [pod("shop", f"vault-{i}", [container("app", "500m", "1Gi")], "vault", affinity={
        "podAffinity": required([term("web", "topology.kubernetes.io/zone")]),
        "podAntiAffinity": required([term("vault", "topology.kubernetes.io/zone")])}) for i in range(1, 5)]
    # Five zones are asked for, three are there.
    pods += [pod("shop", f"archive-{i}", [container("app", "500m", "1Gi")], "archive", topologySpreadConstraints=[
        {"maxSkew": 1, "minDomains": 5, "topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": "DoNotSchedule",
         "labelSelector": {"matchLabels": Flow(app="archive")}}]) for i in range(1, 5)]
    return {
        "cluster.yaml": text_of(nodes + pods, "10 nodes, nine of them in three zones of different size; pods that want to be apart or together."),
        "README.md": """# Spreading and affinity

`web-*` must not differ by more than one between zones. Three run in `north` and one in `east`: the next go to `south` and `east` until
the zones are level. Choose one of them and colour the map by its constraint. `attic` has no zone, so nothing that spreads over zones
may go there.
`cache-*` want a node each: ten find one, the eleventh does not. `vault-*` want to be near a `web-*` pod and in no zone with another
`vault-*`: three zones, so the fourth waits. `archive-*` ask for at least five zones; as there are three, the minimum counts as
0 and each zone takes one: the fourth waits.
""",
    }


SAMPLES = [
    ("mixed-60", mixed_60, "A mixed cluster",
     "60 nodes of six shapes in three zones, 200 pending pods of fifteen workloads; a few cannot be placed, each for another reason.",
     ["overview", "taints", "affinity", "gpu", "ports", "gates"]),
    ("bin-packing", bin_packing, "Packing and spreading",
     "MostAllocated leaves whole nodes free for big pods; LeastAllocated leaves a little room everywhere and none for them.",
     ["score", "NodeResourcesFit"]),
    ("taints-and-gpus", taints_and_gpus, "Taints, tolerations and GPUs",
     "One node for every kind of taint, a pool of GPUs that runs out, and tolerations that almost match.",
     ["taints", "gpu", "extended resources"]),
    ("images", images, "Images that are already there",
     "ImageLocality draws pods to the nodes that need not pull their image; small images count for nothing.",
     ["score", "ImageLocality"]),
    ("gates-and-priorities", gates_and_priorities, "Gates and priorities",
     "Pods of three priorities for too little room, one held back by scheduling gates that open step by step.",
     ["queue", "gates", "priority", "steps"]),
    ("handler-sync", dict,  # its files are written by hand
     "Starting before everything is known",
     "Why the scheduler waits for its handlers: a start that waits for the caches only chooses the wrong node for good.",
     ["start", "informers", "lesson"]),
    ("host-ports", host_ports, "Host ports",
     "Four ingress pods for three nodes until a fourth node joins; protocols and addresses that share a port, or collide.",
     ["ports", "steps"]),
    ("ratio-shape", ratio_shape, "A shape for utilisation",
     "RequestedToCapacityRatio fills nodes to 70 %, one after the other, and keeps the rest empty.",
     ["score", "NodeResourcesFit"]),
    ("preemption", preemption, "Preemption",
     "A full cluster and pods that are more important: candidates on five nodes, a protected one, victims and reprieved pods.",
     ["preemption", "priority", "PodDisruptionBudget"]),
    ("spreading", spreading, "Spreading and affinity",
     "Zones of different size, spread constraints, one pod per node, pods that want to be near others; a few wait, each for another reason.",
     ["spreading", "affinity", "anti-affinity"]),
    ("scripted-plugin", dict,  # as all that follow written by hand, with plugins/*.lua
     "A first plugin",
     "Seventeen lines of Lua keep pods off the nodes of an old team, and wake those that wait when a node changes hands.",
     ["plugin", "Lua", "filter"]),
    ("mistake-skipped-state", dict, "Mistake: state that was skipped",
     "PreFilter answers Skip and writes nothing; Score is called all the same, and reads it.",
     ["plugin", "mistake", "CycleState"]),
    ("mistake-greedy-bind", dict, "Mistake: a Bind that never skips",
     "A binder says Success for pods it does not bind: they are scheduled, hold their room, and stay pending.",
     ["plugin", "mistake", "bind"]),
    ("mistake-unreserve", dict, "Mistake: an Unreserve that undoes too much",
     "Every refusal gives back a seat that was never taken, until there are more guests than seats.",
     ["plugin", "mistake", "reserve"]),
    ("mistake-shared-state", dict, "Mistake: a clone that is no copy",
     "Three dry runs of preemption count in the same state; the second node looks as if the first one's pods were gone.",
     ["plugin", "mistake", "preemption", "CycleState"]),
]

# Scenario files, written by hand: this script only lists them.
SCENARIOS = [
    ("batch-queue", "A batch queue that lives",
     "Pods that end by themselves, a cordoned node and one pod in a hurry: a scenario file with a time line, and what is expected at each stage.",
     ["scenario", "living", "queue", "preemption"]),
    ("preemption-avalanche", "A preemption avalanche",
     "One critical pod evicts a Deployment's pod, the replacement evicts the next, and so on: six preemptions, until a node joins.",
     ["scenario", "living", "preemption", "priority"]),
    ("rolling-update", "A rolling update",
     "A Deployment gets a new image: never more than one pod too many, never more than one too few; then it is scaled beyond what fits.",
     ["scenario", "living", "deployment"]),
    ("node-failure", "A node fails",
     "Its kubelet falls silent, the node is tainted, its pods are evicted after five minutes and come back elsewhere.",
     ["scenario", "living", "taints", "eviction"]),
    ("job-queue", "A job queue",
     "An indexed Job of ten completions, four at a time, where only three fit.",
     ["scenario", "living", "job", "queue"]),
    ("cron", "Every five minutes",
     "A CronJob whose runs take longer than the time between them, and must not overlap.",
     ["scenario", "living", "cron"]),
]


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent / "samples"
    for name, make, *_ in SAMPLES:
        folder = root / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in make().items():
            (folder / file).write_text(text, encoding="utf-8")
    index = [{"id": name, "title": title, "summary": summary, "path": name, "tags": tags}
             for name, _, title, summary, tags in SAMPLES]
    index += [{"id": name, "title": title, "summary": summary, "path": f"{name}/scenario.yaml", "tags": tags}
              for name, title, summary, tags in SCENARIOS]
    (root / "index.json").write_text(json.dumps(index, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
