// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/types.h"
#include "ports/http_extender.h"

#include <QThread>

#include <vector>

namespace berth::app {

class ExtenderNetwork;

/// HTTP extenders over Qt Network, http:// and https://, with the TLS settings of the configuration. The network lives
/// on a thread of its own, so that the engine's thread can wait for it. Keys and certificates appear in no text.
class QtHttpExtender final : public ports::HttpExtender {
public:
    /// extenders: those of the configuration; a call belongs to the one whose urlPrefix its URL begins with.
    explicit QtHttpExtender(std::vector<config::Extender> extenders);
    ~QtHttpExtender() override;
    QtHttpExtender(const QtHttpExtender&) = delete;
    QtHttpExtender& operator=(const QtHttpExtender&) = delete;

    tl::expected<ports::HttpAnswer, std::string> post(const std::string& url, const std::string& jsonBody,
                                                      std::int64_t timeoutNanoseconds) override;
    void stopWith(std::stop_token token) override { stop_ = std::move(token); }

private:
    std::vector<config::Extender> extenders_;
    QThread thread_;
    ExtenderNetwork* network_;             ///< lives on thread_, and dies with it
    std::stop_token stop_;
};

}
