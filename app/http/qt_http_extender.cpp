// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/http/qt_http_extender.h"

#include "app/http/extender_network.h"

namespace berth::app {
namespace {

namespace failures = ports::http_failures;

std::size_t extenderOf(const std::vector<config::Extender>& extenders, const std::string& url)
{
    for (std::size_t i = 0; i < extenders.size(); ++i) {
        auto prefix = extenders[i].urlPrefix;
        while (prefix.ends_with('/'))
            prefix.pop_back();
        if (url.starts_with(prefix + "/"))
            return i;
    }
    return extenders.size();
}

std::string whyNotUsable(const QUrl& url)
{
    const auto scheme = url.scheme();
    if (scheme != QLatin1String("http") && scheme != QLatin1String("https"))
        return "unsupported protocol scheme \"" + scheme.toStdString() + "\"";
    return url.host().isEmpty() ? "http: no Host in request URL" : "";
}

}

QtHttpExtender::QtHttpExtender(std::vector<config::Extender> extenders)
    : extenders_(std::move(extenders)), network_(new ExtenderNetwork)
{
    thread_.setObjectName(QStringLiteral("extenders"));
    network_->moveToThread(&thread_);
    QObject::connect(&thread_, &QThread::finished, network_, &QObject::deleteLater);
    thread_.start();
}

QtHttpExtender::~QtHttpExtender()
{
    thread_.quit();
    thread_.wait();
}

tl::expected<ports::HttpAnswer, std::string> QtHttpExtender::post(const std::string& url, const std::string& jsonBody,
                                                                  std::int64_t timeoutNanoseconds)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::nanoseconds(timeoutNanoseconds);
    auto failed = [&url](const std::string& reason) { return tl::unexpected(ports::postFailure(url, reason)); };
    const auto exchange = std::make_shared<ExtenderExchange>();
    exchange->url = QUrl(QString::fromStdString(url));
    exchange->body = QByteArray::fromStdString(jsonBody);
    exchange->extender = extenderOf(extenders_, url);
    if (const auto reason = whyNotUsable(exchange->url); !reason.empty())
        return failed(reason);
    if (exchange->url.scheme() == QLatin1String("https")) {
        auto tls = makeExtenderTls(exchange->extender < extenders_.size() ? extenders_[exchange->extender]
                                                                           : config::Extender{});
        if (!tls)
            return failed(tls.error());
        exchange->tls = std::move(*tls);
    }
    QMetaObject::invokeMethod(network_, [network = network_, exchange] { network->start(exchange); });

    std::unique_lock lock(exchange->mutex);
    if (exchange->ended.wait_until(lock, stop_, deadline, [&exchange] { return exchange->result.has_value(); })) {
        if (!*exchange->result)
            return failed(exchange->result->error());
        return **exchange->result;
    }
    const int status = exchange->status;
    lock.unlock();
    QMetaObject::invokeMethod(network_, [network = network_] { network->abort(); });
    if (stop_.stop_requested())
        return failed(failures::cancelled);
    if (status == 0)
        return failed(failures::timeoutBeforeHeaders);
    return ports::HttpAnswer{status, {}, failures::timeoutInBody};
}

}
