// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ports/http_extender.h"
#include "trace/attempt.h"

#include <functional>
#include <memory>

namespace berth::scheduler {

/// Who answers when an attempt asks an extender. The error is the text the scheduler would have.
class ExtenderLine {
public:
    using Answer = tl::expected<std::shared_ptr<const std::string>, std::string>;

    virtual ~ExtenderLine() = default;
    virtual Answer ask(const std::string& url, const std::string& verb, const std::function<std::string()>& body,
                       std::int64_t timeoutNanoseconds) = 0;
    /// What came of the last answer, in a few words.
    virtual void note(const std::string& outcome) = 0;
    /// Whether the attempt is over and only being explained: nothing may be drawn or changed.
    virtual bool isReplay() const = 0;
};

/// Calls out, and writes every answer into the attempt.
class LiveExtenderLine final : public ExtenderLine {
public:
    using Log = std::function<std::vector<trace::ExtenderCall>&()>;

    /// port: null = nobody can be reached. log: asked for anew each time.
    LiveExtenderLine(ports::HttpExtender* port, Log log) : port_(port), log_(std::move(log)) {}
    Answer ask(const std::string& url, const std::string& verb, const std::function<std::string()>& body,
               std::int64_t timeoutNanoseconds) override;
    void note(const std::string& outcome) override;
    bool isReplay() const override { return false; }

private:
    Answer call(const std::string& url, const std::string& verb, const std::string& body, std::int64_t timeout);

    ports::HttpExtender* port_;
    Log log_;
};

/// Answers from what an attempt recorded, call by call.
class RecordedExtenderLine final : public ExtenderLine {
public:
    explicit RecordedExtenderLine(std::vector<trace::ExtenderCall> calls) : calls_(std::move(calls)) {}
    Answer ask(const std::string& url, const std::string& verb, const std::function<std::string()>& body,
               std::int64_t timeoutNanoseconds) override;
    void note(const std::string&) override {}
    bool isReplay() const override { return true; }

private:
    std::vector<trace::ExtenderCall> calls_;
    std::size_t next_ = 0;
};

}
