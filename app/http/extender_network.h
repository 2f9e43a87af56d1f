// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/http/extender_tls.h"
#include "ports/http_extender.h"

#include <QNetworkAccessManager>
#include <QPointer>
#include <QUrl>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace berth::app {

/// One call, shared by the thread that waits and the one that does it.
struct ExtenderExchange {
    using Result = tl::expected<ports::HttpAnswer, std::string>;   ///< the error: the reason alone

    QUrl url;
    QByteArray body;
    std::size_t extender = 0;              ///< whose connections it uses
    std::optional<ExtenderTls> tls;

    std::mutex mutex;                      ///< guards what is below
    std::condition_variable_any ended;
    int status = 0;                        ///< known as soon as there are headers
    std::optional<Result> result;
};

/// The network side; everything runs on its own thread.
class ExtenderNetwork final : public QObject {
    Q_OBJECT
public:
    void start(const std::shared_ptr<ExtenderExchange>& exchange);
    /// Ends the call that is under way, if any.
    void abort();

private:
    void finish(const std::shared_ptr<ExtenderExchange>& exchange, QNetworkReply& reply, const QString& sslErrors);

    /// One per extender: a connection is used again with the client certificate that it was made with.
    std::map<std::size_t, std::unique_ptr<QNetworkAccessManager>> managers_;
    QPointer<QNetworkReply> reply_;
};

}
