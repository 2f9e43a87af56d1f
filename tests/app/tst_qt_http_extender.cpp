// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/http/extender_tls.h"
#include "app/http/qt_http_extender.h"
#include "ctl/loopback_server.h"

#include <QtTest>

using namespace berth;
using tests::LoopbackServer;

namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t patience = 20'000 * millisecond;

}

class tst_QtHttpExtender : public QObject {
    Q_OBJECT

private slots:
    void posts()
    {
        const LoopbackServer server("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"a\": 1}", LoopbackServer::Then::Close);
        app::QtHttpExtender client({});
        for (int i = 0; i < 2; ++i) {
            const auto answer = client.post(server.url("/filter"), "{\"Pod\": null}", patience);
            QVERIFY2(answer.has_value(), answer ? "" : answer.error().c_str());
            QCOMPARE(answer->status, 200);
            QCOMPARE(answer->body, std::string("{\"a\": 1}"));
            QVERIFY(answer->bodyFailure.empty());
        }
        const auto request = server.request();
        QVERIFY(request.starts_with("POST /filter HTTP/1.1\r\n"));
        QVERIFY(QByteArray::fromStdString(request).toLower().contains("content-type: application/json\r\n"));
        QVERIFY(request.ends_with("\r\n\r\n{\"Pod\": null}"));
    }

    void otherStatusIsAnAnswer()
    {
        for (const int status : {302, 404, 503}) {
            const LoopbackServer server("HTTP/1.1 " + std::to_string(status)
                                            + " X\r\nLocation: /elsewhere\r\nContent-Length: 2\r\n\r\nno",
                                        LoopbackServer::Then::Close);
            app::QtHttpExtender client({});
            const auto answer = client.post(server.url("/filter"), "{}", patience);
            QVERIFY2(answer.has_value(), answer ? "" : answer.error().c_str());
            QCOMPARE(answer->status, status);
            QVERIFY(server.request().starts_with("POST /filter ")); // nobody was followed elsewhere
        }
    }

    void brokenConnections()
    {
        app::QtHttpExtender client({});
        const LoopbackServer closed("", LoopbackServer::Then::Close);
        const auto none = client.post(closed.url("/x"), "{}", patience);
        QVERIFY(!none.has_value());
        QCOMPARE(none.error(), ports::postFailure(closed.url("/x"), "EOF"));
        const LoopbackServer cut("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"a", LoopbackServer::Then::Close);
        const auto half = client.post(cut.url("/x"), "{}", patience);
        QVERIFY2(half.has_value(), half ? "" : half.error().c_str());
        QCOMPARE(half->bodyFailure, std::string("unexpected EOF"));
    }

    void nobodyThere()
    {
        std::string url;
        {
            const LoopbackServer gone("", LoopbackServer::Then::Close);
            url = gone.url("/filter");
        }
        app::QtHttpExtender client({});
        const auto answer = client.post(url, "{}", patience);
        QVERIFY(!answer.has_value());
        QCOMPARE(answer.error(), "Post \"" + url + "\": dial tcp " + url.substr(7, url.size() - 14)
                     + ": connect: connection refused");
    }

    void silenceIsATimeout()
    {
        app::QtHttpExtender client({});
        const LoopbackServer silent("", LoopbackServer::Then::KeepSilent);
        const auto nothing = client.post(silent.url("/x"), "{}", 200 * millisecond);
        QVERIFY(!nothing.has_value());
        QVERIFY(nothing.error().ends_with(ports::http_failures::timeoutBeforeHeaders));
        const LoopbackServer slow("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a", LoopbackServer::Then::KeepSilent);
        const auto half = client.post(slow.url("/x"), "{}", 2000 * millisecond);
        QVERIFY2(half.has_value(), half ? "" : half.error().c_str());
        QCOMPARE(half->bodyFailure, std::string(ports::http_failures::timeoutInBody));
    }

    void stopEndsACall()
    {
        const LoopbackServer silent("", LoopbackServer::Then::KeepSilent);
        app::QtHttpExtender client({});
        std::stop_source source;
        client.stopWith(source.get_token());
        const std::jthread stopper([&source] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            source.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        const auto answer = client.post(silent.url("/x"), "{}", patience);
        QVERIFY(!answer.has_value());
        QVERIFY(answer.error().ends_with(ports::http_failures::cancelled));
        QVERIFY(timer.elapsed() < 10'000);
    }

    /// No text may hold what a setting holds.
    void badTlsSettingsAreNamedNotShown()
    {
        config::Extender extender;
        extender.urlPrefix = "https://127.0.0.1:1";
        extender.tlsConfig = config::ExtenderTLSConfig{};
        extender.tlsConfig->certData = "not a certificate";
        extender.tlsConfig->keyData = "my secret";
        app::QtHttpExtender client({extender});
        const auto answer = client.post("https://127.0.0.1:1/filter", "{}", patience);
        QVERIFY(!answer.has_value());
        QVERIFY(answer.error().find("client certificate") != std::string::npos);
        QVERIFY(answer.error().find("secret") == std::string::npos);
        extender.tlsConfig = config::ExtenderTLSConfig{};
        extender.tlsConfig->caFile = "/nowhere/ca.pem";
        const auto missing = app::makeExtenderTls(extender);
        QVERIFY(!missing.has_value());
        QVERIFY(missing.error().starts_with("open /nowhere/ca.pem: "));
    }

    /// As kube-scheduler: enableHTTPS without a CA verifies nothing; without it the system's authorities count.
    void verification()
    {
        config::Extender extender;
        extender.enableHTTPS = true;
        QVERIFY(app::makeExtenderTls(extender)->isInsecure);
        extender.enableHTTPS = false;
        QVERIFY(!app::makeExtenderTls(extender)->isInsecure);
        extender.tlsConfig = config::ExtenderTLSConfig{};
        extender.tlsConfig->insecure = true;
        extender.tlsConfig->serverName = "other";
        QVERIFY(app::makeExtenderTls(extender)->isInsecure);
        QCOMPARE(app::makeExtenderTls(extender)->peerName, QStringLiteral("other"));
    }
};

QTEST_GUILESS_MAIN(tst_QtHttpExtender)
#include "tst_qt_http_extender.moc"
