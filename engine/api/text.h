// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"
#include "api/value.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace berth::api {

/// One chunk of a stream between separators.
struct Chunk {
    std::string_view text;   ///< points into the stream; a separator with nothing before it belongs to its chunk
    std::uint32_t firstLine; ///< line of the file that the chunk's first line is
};

/// Cuts a stream at lines that start with `---`. The problem is that of a bad separator; chunks before it are good.
struct Chunks {
    std::vector<Chunk> chunks;
    std::vector<Problem> problems;
};
Chunks splitDocuments(std::string_view stream);

/// A parsed YAML document and what strict reading finds in it.
struct ParsedText {
    Value value;                            ///< keys unique (last one wins), scalars resolved as YAML 1.1
    struct DuplicateKey {
        std::string key;                    ///< as the message has it, in quotes where it is a string
        Position position;                  ///< of the second value, in the file
        std::uint32_t lineInDocument = 0;   ///< as the message counts
    };
    std::vector<DuplicateKey> duplicates;   ///< in text order
    Problems warnings;                      ///< what reads differently from how it looks (`0644`); severity Warning
    bool empty = false;                     ///< null, empty or comments only
};

/// The first YAML document of a chunk. Error: `yaml: line N: …` with the position in the file.
tl::expected<ParsedText, Problem> parseYaml(std::string_view text, std::uint32_t firstLine = 1);
/// Strict JSON (first value only). Duplicate keys are listed with their path as the key.
tl::expected<ParsedText, Problem> parseJson(std::string_view text, std::uint32_t firstLine = 1);

/// Compact JSON, object keys in the value's order, or sorted bytewise.
std::string toJson(const Value& value, bool sortKeys = false);
/// Block-style YAML as kubectl prints it (yaml-cpp's emitter), keys in the value's order. Strings that would be read as
/// something else are quoted.
std::string toYaml(const Value& value);

}
