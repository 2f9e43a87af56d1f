// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/http_client.h"
#include "app/ctl/http_response.h"
#include "ctl/extender_calls.h"

#include <QtTest>

using namespace berth;
using tests::LoopbackServer;
using tests::patience;

namespace {

std::string ok(const std::string& body)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size())
        + "\r\n\r\n" + body;
}

}

class tst_HttpClient : public QObject {
    Q_OBJECT

private slots:
    void posts()
    {
        const LoopbackServer server(ok("{\"a\": 1}"), LoopbackServer::Then::Close);
        ctl::SocketHttpExtender client;
        for (int i = 0; i < 2; ++i) {
            const auto answer = client.post(server.url("/filter"), "{\"Pod\": null}", patience);
            QVERIFY2(answer.has_value(), answer ? "" : answer.error().c_str());
            QCOMPARE(answer->status, 200);
            QCOMPARE(answer->body, std::string("{\"a\": 1}"));
            QVERIFY(answer->bodyFailure.empty());
        }
        QVERIFY(server.request().starts_with("POST /filter HTTP/1.1\r\n"));
        QVERIFY(server.request().find("Content-Type: application/json\r\n") != std::string::npos);
        QVERIFY(server.request().ends_with("\r\n\r\n{\"Pod\": null}"));
    }

    void answersAreRead_data()
    {
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("failure");
        QTest::newRow("other status") << QByteArray("HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nno") << 503 << QByteArray("no")
                                      << QByteArray();
        QTest::newRow("until close") << QByteArray("HTTP/1.0 200 OK\r\n\r\n{}") << 200 << QByteArray("{}") << QByteArray();
        QTest::newRow("chunked") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n{\"a\r\n5\r\n"
                                               "\": 1}\r\n0\r\nT: x\r\n\r\n")
                                 << 200 << QByteArray("{\"a\": 1}") << QByteArray();
        QTest::newRow("informational") << QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
                                       << 200 << QByteArray("{}") << QByteArray();
        QTest::newRow("cut") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a") << 200 << QByteArray("{\"a")
                             << QByteArray("unexpected EOF");
        QTest::newRow("bad chunk") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}") << 200
                                   << QByteArray() << QByteArray("invalid byte in chunk length");
        QTest::newRow("closed") << QByteArray() << 0 << QByteArray() << QByteArray("EOF");
        const QByteArray broken = "net/http: HTTP/1.x transport connection broken: ";
        QTest::newRow("rubbish") << QByteArray("hello world\r\n\r\n") << 0 << QByteArray()
                                 << broken + "malformed HTTP status code \"world\"";
        QTest::newRow("one word") << QByteArray("hello\r\n\r\n") << 0 << QByteArray()
                                  << broken + "malformed HTTP response \"hello\"";
        QTest::newRow("version") << QByteArray("SPDY/3 200 OK\r\n\r\n") << 0 << QByteArray()
                                 << broken + "malformed HTTP version \"SPDY/3\"";
        QTest::newRow("cut head") << QByteArray("HTTP/1.1 200 OK\r\nContent-Le") << 0 << QByteArray()
                                  << broken + "malformed MIME header: missing colon: \"Content-Le\"";
        QTest::newRow("bad length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}") << 0 << QByteArray()
                                    << broken + "bad Content-Length \"x\"";
    }

    /// The same whether the bytes come at once over a socket or one by one.
    void answersAreRead()
    {
        QFETCH(QByteArray, reply);
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, failure);
        const LoopbackServer server(reply.toStdString(), LoopbackServer::Then::Close);
        ctl::SocketHttpExtender client;
        const auto url = server.url("/x");
        const auto answer = client.post(url, "{}", patience);
        if (status == 0) {
            QVERIFY(!answer.has_value());
            QCOMPARE(QByteArray::fromStdString(answer.error()),
                     QByteArray::fromStdString(ports::postFailure(url, failure.toStdString())));
        } else {
            QVERIFY2(answer.has_value(), answer ? "" : answer.error().c_str());
            QCOMPARE(answer->status, status);
            QCOMPARE(QByteArray::fromStdString(answer->body), body);
            QCOMPARE(QByteArray::fromStdString(answer->bodyFailure), failure);
        }
        ctl::HttpResponseReader reader;
        for (const char byte : reply)
            reader.feed({&byte, 1});
        reader.end();
        QCOMPARE(reader.hasHeaders(), status != 0);
        QCOMPARE(QByteArray::fromStdString(reader.body()), body);
        QCOMPARE(QByteArray::fromStdString(reader.failure()), failure);
    }

    void nobodyThere()
    {
        ctl::SocketHttpExtender client;
        tests::nobodyThere(client);
    }

    void silenceIsATimeout()
    {
        ctl::SocketHttpExtender client;
        tests::silenceIsATimeout(client);
    }

    void stopEndsACall()
    {
        ctl::SocketHttpExtender client;
        tests::stopEndsACall(client);
    }

    void addressesThatCannotBeUsed()
    {
        ctl::SocketHttpExtender client;
        QVERIFY(client.post("https://localhost/x", "{}", patience).error().find("https needs TLS") != std::string::npos);
        QCOMPARE(client.post("ftp://x/f", "{}", patience).error(),
                 std::string("Post \"ftp://x/f\": unsupported protocol scheme \"ftp\""));
        QCOMPARE(client.post("http:///f", "{}", patience).error(),
                 std::string("Post \"http:///f\": http: no Host in request URL"));
    }
};

QTEST_APPLESS_MAIN(tst_HttpClient)
#include "tst_http_client.moc"
