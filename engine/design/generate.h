// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

/// Clusters and pods from shapes. The same wish gives the same texts, on any machine.
namespace berth::design {

/// What a node offers, as quantities; gpus as nvidia.com/gpu.
struct NodeShape {
    std::string name;                      ///< `m5.xlarge`; becomes the label node.kubernetes.io/instance-type
    std::string provider;
    std::string cpu = "4";
    std::string memory = "16Gi";
    std::string pods = "110";
    int gpus = 0;
};

/// resources/node-shapes.csv: machine types that people know, without what their systems keep for themselves.
const std::vector<NodeShape>& nodeShapes();
/// nullptr for an unknown name.
const NodeShape* findNodeShape(std::string_view name);

struct TaintWish {
    std::string key;
    std::string value;
    std::string effect;
};
/// `key=value:effect` or `key:effect`, as kubectl taint takes it.
tl::expected<TaintWish, std::string> taintOf(std::string_view text);
/// Several of them, with commas between.
tl::expected<std::vector<TaintWish>, std::string> taintListOf(std::string_view text);
/// `a=b,c=d`.
tl::expected<std::map<std::string, std::string>, std::string> labelsOf(std::string_view text);

struct NodesWish {
    enum class Distribution : std::uint8_t { InTurns, AtRandom, FirstZonesOften };   ///< the last: half as many in each next zone
    NodeShape shape;
    std::size_t count = 3;
    std::size_t zones = 3;                 ///< that nodes go to; 0: no zone label
    Distribution distribution = Distribution::InTurns;
    std::uint64_t seed = 1;                ///< not used by InTurns
    std::string zonePrefix = "zone-";      ///< `zone-a`, `zone-b`, … behind the 26th `zone-aa`
    std::string prefix = "node";           ///< `node-1`, …
    std::map<std::string, std::string> labels;
    std::vector<TaintWish> taints;
};
/// One YAML text for each node. taken: names that are not to be given again.
std::vector<std::string> generateNodes(const NodesWish& wish, const std::vector<std::string>& taken = {});

/// How much pods ask for.
struct RequestWish {
    enum class Distribution : std::uint8_t { Fixed, Uniform, SmallOnesOften };   ///< the last: halves as often, doubled each
    Distribution distribution = Distribution::Fixed;
    std::string least = "500m";
    std::string most = "500m";             ///< not used by Fixed
};

struct PodsWish {
    std::size_t count = 10;
    std::string space = "default";
    std::string prefix = "pod";
    RequestWish cpu;
    RequestWish memory{RequestWish::Distribution::Fixed, "512Mi", "512Mi"};
    int gpus = 0;
    std::string priorityClass;
    std::map<std::string, std::string> labels;   ///< beside app=PREFIX
    std::map<std::string, std::string> nodeSelector;
    std::vector<TaintWish> tolerations;    ///< of such taints; without value: of any value
    bool spreadOverZones = false;          ///< maxSkew 1, DoNotSchedule
    std::uint64_t seed = 1;
};
/// The error says which quantity is none.
tl::expected<std::vector<std::string>, std::string> generatePods(const PodsWish& wish, const std::vector<std::string>& taken = {});

}
