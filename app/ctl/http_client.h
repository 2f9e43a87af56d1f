// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ports/http_extender.h"

namespace berth::ctl {

/// HTTP extenders over plain sockets, one connection per call: http:// only. What berthctl has without Qt; https:// is
/// a failure that says so. Redirects are answers like any other that is not 200.
class SocketHttpExtender final : public ports::HttpExtender {
public:
    tl::expected<ports::HttpAnswer, std::string> post(const std::string& url, const std::string& jsonBody,
                                                      std::int64_t timeoutNanoseconds) override;
    void stopWith(std::stop_token token) override { stop_ = std::move(token); }

private:
    std::stop_token stop_;
};

}
