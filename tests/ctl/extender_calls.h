// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ctl/loopback_server.h"
#include "ports/http_extender.h"

#include <QElapsedTimer>
#include <QtTest>

#include <chrono>
#include <stop_token>
#include <thread>

/// What every client of HTTP extenders must do, whatever it is made of. Each is the body of a test function.
namespace berth::tests {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t patience = 20'000 * millisecond;

inline void nobodyThere(ports::HttpExtender& client)
{
    std::string url;
    {
        const LoopbackServer gone("", LoopbackServer::Then::Close);
        url = gone.url("/filter");
    }
    const auto answer = client.post(url, "{}", patience);
    QVERIFY(!answer.has_value());
    const auto authority = url.substr(7, url.size() - 7 - 7); // between http:// and /filter
    QCOMPARE(answer.error(), "Post \"" + url + "\": dial tcp " + authority + ": connect: connection refused");
}

inline void silenceIsATimeout(ports::HttpExtender& client)
{
    const LoopbackServer silent("", LoopbackServer::Then::KeepSilent);
    const auto nothing = client.post(silent.url("/x"), "{}", 200 * millisecond);
    QVERIFY(!nothing.has_value());
    QVERIFY(nothing.error().ends_with(ports::http_failures::timeoutBeforeHeaders));
    // The head must have come when the time is over, on a busy machine too.
    const LoopbackServer slow("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a", LoopbackServer::Then::KeepSilent);
    const auto half = client.post(slow.url("/x"), "{}", 2000 * millisecond);
    QVERIFY2(half.has_value(), half ? "" : half.error().c_str());
    QCOMPARE(half->bodyFailure, std::string(ports::http_failures::timeoutInBody));
}

/// client: has stopWith(std::stop_token) beside the port's post.
template <class Client>
void stopEndsACall(Client& client)
{
    const LoopbackServer silent("", LoopbackServer::Then::KeepSilent);
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
    QVERIFY(timer.nsecsElapsed() < patience);
}

}
