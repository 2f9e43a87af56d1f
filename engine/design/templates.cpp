// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/templates.h"

namespace berth::design {

namespace {

constexpr Template all[] = {
    {"Node", "node", R"(apiVersion: v1
kind: Node
metadata:
  name: NAME
  labels:
    kubernetes.io/hostname: NAME
    topology.kubernetes.io/zone: zone-a
spec: {}
status:
  capacity:
    cpu: "4"
    memory: 16Gi
    pods: "110"
  allocatable:
    cpu: "4"
    memory: 16Gi
    pods: "110"
  conditions:
  - type: Ready
    status: "True"
)"},
    {"Pod", "pod", R"(apiVersion: v1
kind: Pod
metadata:
  name: NAME
  namespace: default
  labels:
    app: NAME
spec:
  containers:
  - name: main
    image: registry.k8s.io/pause:3.10
    resources:
      requests:
        cpu: 500m
        memory: 512Mi
)"},
    {"Deployment", "web", R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: NAME
  namespace: default
spec:
  replicas: 3
  selector:
    matchLabels:
      app: NAME
  template:
    metadata:
      labels:
        app: NAME
    spec:
      containers:
      - name: main
        image: registry.k8s.io/pause:3.10
        resources:
          requests:
            cpu: 500m
            memory: 512Mi
)", true},
    {"StatefulSet", "db", R"(apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: NAME
  namespace: default
spec:
  serviceName: NAME
  replicas: 3
  selector:
    matchLabels:
      app: NAME
  template:
    metadata:
      labels:
        app: NAME
    spec:
      containers:
      - name: main
        image: registry.k8s.io/pause:3.10
        resources:
          requests:
            cpu: 500m
            memory: 1Gi
)"},
    {"DaemonSet", "agent", R"(apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: NAME
  namespace: default
spec:
  selector:
    matchLabels:
      app: NAME
  template:
    metadata:
      labels:
        app: NAME
    spec:
      containers:
      - name: main
        image: registry.k8s.io/pause:3.10
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
)"},
    {"ReplicaSet", "set", R"(apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: NAME
  namespace: default
spec:
  replicas: 3
  selector:
    matchLabels:
      app: NAME
  template:
    metadata:
      labels:
        app: NAME
    spec:
      containers:
      - name: main
        image: registry.k8s.io/pause:3.10
        resources:
          requests:
            cpu: 500m
            memory: 512Mi
)"},
    {"Job", "job", R"(apiVersion: batch/v1
kind: Job
metadata:
  name: NAME
  namespace: default
spec:
  completions: 1
  parallelism: 1
  template:
    metadata:
      labels:
        app: NAME
    spec:
      restartPolicy: Never
      containers:
      - name: main
        image: registry.k8s.io/pause:3.10
        resources:
          requests:
            cpu: "1"
            memory: 1Gi
)"},
    {"CronJob", "cron", R"(apiVersion: batch/v1
kind: CronJob
metadata:
  name: NAME
  namespace: default
spec:
  schedule: "*/10 * * * *"
  jobTemplate:
    spec:
      completions: 1
      parallelism: 1
      template:
        metadata:
          labels:
            app: NAME
        spec:
          restartPolicy: Never
          containers:
          - name: main
            image: registry.k8s.io/pause:3.10
            resources:
              requests:
                cpu: "1"
                memory: 1Gi
)"},
    {"PriorityClass", "high", R"(apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: NAME
value: 1000
preemptionPolicy: PreemptLowerPriority
)", true},
    {"RuntimeClass", "sandboxed", R"(apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: NAME
handler: sandbox
overhead:
  podFixed:
    cpu: 100m
    memory: 64Mi
)"},
    {"PodDisruptionBudget", "budget", R"(apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: NAME
  namespace: default
spec:
  minAvailable: 1
  selector:
    matchLabels:
      app: web
)"},
    {"LimitRange", "limits", R"(apiVersion: v1
kind: LimitRange
metadata:
  name: NAME
  namespace: default
spec:
  limits:
  - type: Container
    defaultRequest:
      cpu: 100m
      memory: 128Mi
    default:
      cpu: 500m
      memory: 512Mi
)"},
    {"ResourceQuota", "quota", R"(apiVersion: v1
kind: ResourceQuota
metadata:
  name: NAME
  namespace: default
spec:
  hard:
    requests.cpu: "10"
    requests.memory: 20Gi
)"},
    {"Namespace", "team-a", R"(apiVersion: v1
kind: Namespace
metadata:
  name: NAME
)"},
    {"Service", "web", R"(apiVersion: v1
kind: Service
metadata:
  name: NAME
  namespace: default
spec:
  selector:
    app: NAME
  ports:
  - port: 80
)"},
    {"PersistentVolumeClaim", "data", R"(apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: NAME
  namespace: default
spec:
  accessModes:
  - ReadWriteOnce
  storageClassName: standard
  resources:
    requests:
      storage: 10Gi
)", true},
    {"PersistentVolume", "disk", R"(apiVersion: v1
kind: PersistentVolume
metadata:
  name: NAME
spec:
  capacity:
    storage: 10Gi
  accessModes:
  - ReadWriteOnce
  persistentVolumeReclaimPolicy: Delete
  storageClassName: standard
  csi:
    driver: csi.example.com
    volumeHandle: NAME
)"},
    {"StorageClass", "standard", R"(apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: NAME
provisioner: csi.example.com
volumeBindingMode: WaitForFirstConsumer
)"},
    {"CSINode", "node", R"(apiVersion: storage.k8s.io/v1
kind: CSINode
metadata:
  name: NAME
spec:
  drivers:
  - name: csi.example.com
    nodeID: NAME
    allocatable:
      count: 8
)"},
};

}

std::span<const Template> templates()
{
    return all;
}

std::string fillIn(const Template& from, const std::string& name)
{
    constexpr std::string_view mark = "NAME";
    std::string text(from.text);
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + name.size()))
        text.replace(at, mark.size(), name);
    return text;
}

}
