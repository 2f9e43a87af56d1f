// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/http/extender_network.h"

#include <QNetworkReply>
#include <QSslError>

namespace berth::app {
namespace {

std::string authority(const QUrl& url)
{
    const int standard = url.scheme() == QLatin1String("https") ? 443 : 80;
    const auto host = url.host().contains(QLatin1Char(':')) ? QLatin1Char('[') + url.host() + QLatin1Char(']') : url.host();
    return host.toStdString() + ":" + std::to_string(url.port(standard));
}

/// Why there was no answer, in the words of Go's client where it has some.
std::string reason(const QNetworkReply& reply, const QString& sslErrors)
{
    switch (reply.error()) {
    case QNetworkReply::ConnectionRefusedError:
        return "dial tcp " + authority(reply.url()) + ": connect: connection refused";
    case QNetworkReply::HostNotFoundError:
        return "dial tcp: lookup " + reply.url().host().toStdString() + ": no such host";
    case QNetworkReply::RemoteHostClosedError:
        return ports::http_failures::closedEarly;
    case QNetworkReply::SslHandshakeFailedError:
        return "tls: failed to verify certificate: "
            + (sslErrors.isEmpty() ? reply.errorString() : sslErrors).toStdString();
    default:
        return reply.errorString().toStdString();
    }
}

QNetworkRequest makeRequest(const ExtenderExchange& exchange)
{
    QNetworkRequest request(exchange.url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
    request.setHeader(QNetworkRequest::UserAgentHeader, QByteArrayLiteral("berth"));
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setDecompressedSafetyCheckThreshold(-1); // lists of nodes are repetitive
    if (exchange.tls) {
        request.setSslConfiguration(exchange.tls->configuration);
        request.setPeerVerifyName(exchange.tls->peerName);
    }
    return request;
}

}

void ExtenderNetwork::start(const std::shared_ptr<ExtenderExchange>& exchange)
{
    auto& manager = managers_[exchange->extender];
    if (!manager)
        manager = std::make_unique<QNetworkAccessManager>();
    auto* reply = manager->post(makeRequest(*exchange), exchange->body);
    reply_ = reply;
    const auto sslErrors = std::make_shared<QString>();
    const bool isInsecure = exchange->tls && exchange->tls->isInsecure;
    connect(reply, &QNetworkReply::sslErrors, this, [reply, sslErrors, isInsecure](const QList<QSslError>& errors) {
        if (isInsecure)
            reply->ignoreSslErrors();
        for (const QSslError& error : errors)
            *sslErrors += (sslErrors->isEmpty() ? QString() : QStringLiteral("; ")) + error.errorString();
    });
    connect(reply, &QNetworkReply::metaDataChanged, this, [reply, exchange] {
        const std::lock_guard lock(exchange->mutex);
        exchange->status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    });
    connect(reply, &QNetworkReply::finished, this, [this, reply, exchange, sslErrors] {
        finish(exchange, *reply, *sslErrors);
        reply->deleteLater();
    });
}

void ExtenderNetwork::abort()
{
    if (reply_)
        reply_->abort();
}

void ExtenderNetwork::finish(const std::shared_ptr<ExtenderExchange>& exchange, QNetworkReply& reply,
                             const QString& sslErrors)
{
    const std::lock_guard lock(exchange->mutex);
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status == 0) {
        exchange->result = tl::unexpected(reason(reply, sslErrors));
    } else {
        // A status of 400 and more is an error to Qt, but an answer like any other here.
        const bool isCut = reply.error() == QNetworkReply::RemoteHostClosedError
            || (reply.error() != QNetworkReply::NoError && status < 400);
        exchange->result = ports::HttpAnswer{status, reply.isOpen() ? reply.readAll().toStdString() : "", isCut ? "unexpected EOF" : ""};
    }
    exchange->ended.notify_all();
}

}
