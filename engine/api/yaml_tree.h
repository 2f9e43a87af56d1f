// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace berth::api {

/// How deeply a document may be nested. Deeper ones are refused: no object of Kubernetes comes near, and recursion
/// over values stays within any stack.
inline constexpr std::uint32_t maxDocumentDepth = 1000;

/// A YAML document before its scalars are resolved and its aliases followed: nodes in the order of the text, a
/// collection's children right behind it.
struct YamlTree {
    enum class Kind : std::uint8_t { Scalar, Sequence, Mapping, Alias };
    struct Node {
        Kind kind = Kind::Scalar;
        bool implicit = false;        ///< plain and without a tag: its type is to be resolved
        std::uint16_t tag = 0;        ///< index into tags; 0 = none
        std::uint32_t line = 0;       ///< in the text, from 0
        std::uint32_t column = 0;     ///< from 0
        std::uint32_t end = 0;        ///< index behind the last node within this one
        std::uint32_t target = 0;     ///< Alias: the node that it stands for
        std::string value;            ///< Scalar: the text; Alias: the name
    };
    std::vector<Node> nodes;          ///< empty: the text has no document
    std::vector<std::string> tags{""};

    const std::string& tagOf(const Node& node) const { return tags[node.tag]; }
};

/// The first document of a text. The error's position counts lines from firstLine.
tl::expected<YamlTree, Problem> readYamlTree(std::string_view text, std::uint32_t firstLine);

}
