// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace berth::scenario {

/// Writes down what is done to a document as an RFC 6902 patch (`kubectl patch --type=json`). Without a document it
/// writes nothing, so that whoever edits an object need not ask whether the patch is wanted.
class DocumentPatch {
public:
    using Path = std::vector<std::string>;     ///< member names; positions in lists as digits

    DocumentPatch() = default;
    explicit DocumentPatch(const api::Value& document);
    explicit DocumentPatch(nlohmann::json document) : active_(true), document_(std::move(document)) {}

    /// Sets a member; objects on the way that are missing are made.
    void set(const Path& path, nlohmann::json value);
    /// Adds to the end of a list, which is made if it is missing.
    void append(const Path& path, nlohmann::json value);
    /// Nothing happens if it is not there.
    void remove(const Path& path);
    bool has(const Path& path) const;

    /// As it is now; null without one.
    const nlohmann::json& document() const { return document_; }
    /// Empty if nothing was done.
    std::string text() const { return operations_.empty() ? std::string() : operations_.dump(); }

private:
    static nlohmann::json::json_pointer pointer(const Path& path, std::size_t depth);
    void apply(nlohmann::json operation);

    bool active_ = false;
    nlohmann::json document_;
    nlohmann::json operations_ = nlohmann::json::array();
};

}
