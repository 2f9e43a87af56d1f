// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <stop_token>
#include <string>
#include <tl/expected.hpp>

namespace berth::ports {

/// What came back from an HTTP extender.
struct HttpAnswer {
    int status = 0;
    std::string body;
    /// Not empty: the body broke off, and this is why. What came of it until then may still be a whole JSON value.
    std::string bodyFailure;
};

/// How the engine reaches HTTP extenders: a POST with Content-Type application/json. Blocking from the engine's point of
/// view; cancelling and time-outs are the implementation's. One call at a time, from the engine's thread. The error is
/// the text that Go's HTTP client has for a call that got no answer: see postFailure.
class HttpExtender {
public:
    virtual ~HttpExtender() = default;
    virtual tl::expected<HttpAnswer, std::string> post(const std::string& url, const std::string& jsonBody,
                                                       std::int64_t timeoutNanoseconds) = 0;
    /// From now on calls end early, as failures, when the token says stop. Called between calls.
    virtual void stopWith(std::stop_token) {}
};

/// `Post "http://127.0.0.1:1/filter": dial tcp 127.0.0.1:1: connect: connection refused`
inline std::string postFailure(const std::string& url, const std::string& reason)
{
    return "Post \"" + url + "\": " + reason;
}

/// The reasons that all implementations have in common, in Go's words.
namespace http_failures {
inline constexpr const char* timeoutBeforeHeaders =
    "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
inline constexpr const char* timeoutInBody =
    "context deadline exceeded (Client.Timeout or context cancellation while reading body)";
inline constexpr const char* cancelled = "context canceled";
inline constexpr const char* closedEarly = "EOF";
}

}
