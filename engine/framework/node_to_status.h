// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/cycle_state.h"
#include "framework/status.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace berth::framework {

/// What was found per node of a snapshot: explicit statuses by node position, and one for all nodes that have none.
class NodeToStatus {
public:
    NodeToStatus() : absent_(Code::UnschedulableAndUnresolvable, {}) {}
    explicit NodeToStatus(std::size_t nodes) : NodeToStatus() { size_ = nodes; }

    void set(std::uint32_t node, Status status)
    {
        if (slots_.empty())
            slots_.assign(size_, -1);
        if (slots_[node] < 0) {
            slots_[node] = static_cast<std::int32_t>(entries_.size());
            entries_.push_back({node, std::move(status)});
        } else {
            entries_[slots_[node]].status = std::move(status);
        }
    }
    /// An extender may name nodes that are not in the snapshot: counted and shown like explicit ones, no more.
    void setStranger(const std::string& node, Status status) { strangers_[node] = std::move(status); }
    void setAbsent(Status status) { absent_ = std::move(status); }

    const Status& get(std::uint32_t node) const
    {
        return slots_.empty() || slots_[node] < 0 ? absent_ : entries_[slots_[node]].status;
    }
    bool isExplicit(std::uint32_t node) const { return !slots_.empty() && slots_[node] >= 0; }
    const Status& absent() const { return absent_; }
    std::size_t explicitCount() const { return entries_.size() + strangers_.size(); }
    /// Nodes of the snapshot.
    std::size_t nodeCount() const { return size_; }

    struct Entry {
        std::uint32_t node;
        Status status;
    };
    /// In the order they were set.
    const std::vector<Entry>& entries() const { return entries_; }
    const std::map<std::string, Status>& strangers() const { return strangers_; }

private:
    std::size_t size_ = 0;
    std::vector<std::int32_t> slots_;      ///< by node, position in entries_ or -1; empty until the first set
    std::vector<Entry> entries_;
    std::map<std::string, Status> strangers_;
    Status absent_;
};

/// Why no node was found (framework/types.go FitError).
struct FitError {
    std::size_t numAllNodes = 0;
    NodeToStatus nodeToStatus;
    PluginSet unschedulablePlugins;
    PluginSet pendingPlugins;
    std::string preFilterMessage;
    std::string postFilterMessage;

    /// A rejecting status' plugin joins the rejectors, a pending one's both sets.
    void addPluginStatus(const Status& status);
    /// `0/N nodes are available: …` (cycle.md §9).
    std::string text() const;
};

}
