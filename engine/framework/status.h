// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/symbol.h"
#include "trace/attempt.h"

#include <memory>
#include <string>
#include <vector>

namespace berth::framework {

using trace::Code;

/// What a plugin answers. Success carries nothing and costs nothing; reasons are shared, so that a plugin that refuses
/// thousands of nodes for the same reason can hand out one status again and again (cycle.md §1).
class Status {
public:
    Status() = default;
    Status(Code code, std::vector<std::string> reasons);

    static Status success() { return {}; }
    static Status skip() { return Status(Code::Skip); }
    static Status unschedulable(std::string reason) { return {Code::Unschedulable, {std::move(reason)}}; }
    static Status unschedulableAndUnresolvable(std::string reason)
    {
        return {Code::UnschedulableAndUnresolvable, {std::move(reason)}};
    }
    /// AsStatus(err): Error with that error attached.
    static Status error(std::string text);
    static Status wait(std::string reason = {});
    static Status pending(std::string reason) { return {Code::Pending, {std::move(reason)}}; }

    Code code() const { return code_; }
    bool isSuccess() const { return code_ == Code::Success; }
    bool isSkip() const { return code_ == Code::Skip; }
    bool isWait() const { return code_ == Code::Wait; }
    bool isRejected() const { return trace::isRejected(code_); }

    /// The error's text first, if one is attached, then the reasons.
    const std::vector<std::string>& reasons() const;
    /// The reasons joined by `, `.
    std::string message() const;
    /// The text of the error it stands for: the attached one, else message(). Empty for Success, Wait, Skip.
    std::string errorText() const;

    /// The plugin that decided; empty if nobody in particular did.
    api::Symbol plugin() const { return plugin_; }
    Status& withPlugin(api::Symbol plugin)
    {
        plugin_ = plugin;
        return *this;
    }
    /// The same answer with one more reason.
    Status withReason(std::string reason) const;
    /// The same reasons under another code.
    Status withCode(Code code) const;

    trace::StatusRecord record() const { return {plugin_, code_, reasons()}; }
    trace::StatusRecord recordWithoutPlugin() const { return {{}, code_, reasons()}; }

private:
    explicit Status(Code code) : code_(code) {}

    Code code_ = Code::Success;
    bool hasError_ = false;                                     ///< reasons_[0] is an attached error's text
    api::Symbol plugin_;
    std::shared_ptr<const std::vector<std::string>> reasons_;   ///< null = none
};

}
