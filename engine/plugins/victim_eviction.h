// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

#include <optional>
#include <string>

namespace berth::plugins {

/// The eviction of one victim, cut into pieces with one API write each, so that everybody can react to a write before
/// the next (preemption.md §9).
class VictimEviction {
public:
    /// Who evicts whom, and for which node.
    struct Parties {
        api::PodPtr preemptor;
        api::PodPtr victim;              ///< as the dry run saw it
        std::string node;
        api::Symbol plugin;
    };

    VictimEviction(framework::Handle& handle, Parties parties) : handle_(&handle), parties_(std::move(parties)) {}

    /// Goes on, up to and including the next API write.
    void proceed();
    bool isFinished() const { return step_ == Step::Finished; }
    /// What the API server had against it; empty if all went well, or the victim had gone by itself. Once finished.
    const std::string& errorText() const { return errorText_; }

private:
    enum class Step { Begin, MarkWritten, DeleteWritten, Finished };

    bool preemptInMemory();
    void mark();
    void deleteVictim();
    void recordEvent(bool inMemory);
    std::optional<api::PodCondition> conditionToWrite();
    bool lastWriteFailed();

    framework::Handle* handle_;
    Parties parties_;
    Step step_ = Step::Begin;
    ports::ApiResult lastWrite_;
    std::string errorText_;
};

}
