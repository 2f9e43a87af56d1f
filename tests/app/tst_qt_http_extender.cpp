// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/http/extender_tls.h"
#include "app/http/qt_http_extender.h"
#include "ctl/extender_calls.h"

#include <QtTest>

using namespace berth;
using tests::LoopbackServer;
using tests::patience;

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
        app::QtHttpExtender client({});
        tests::nobodyThere(client);
    }

    void silenceIsATimeout()
    {
        app::QtHttpExtender client({});
        tests::silenceIsATimeout(client);
    }

    void stopEndsACall()
    {
        app::QtHttpExtender client({});
        tests::stopEndsACall(client);
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
