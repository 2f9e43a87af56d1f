// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace berth::ports {

/// How the engine reaches HTTP extenders. Blocking from the engine's point of view; cancelling and time-outs are the
/// implementation's. The answer is the body of a 200, or the text of what went wrong.
class HttpExtender {
public:
    virtual ~HttpExtender() = default;
    virtual tl::expected<std::string, std::string> post(const std::string& url, const std::string& jsonBody,
                                                        std::int64_t timeoutNanoseconds) = 0;
};

}
