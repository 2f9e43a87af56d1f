// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/http_client.h"

#include "app/ctl/http_response.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace berth::ctl {
namespace {

namespace failures = ports::http_failures;
using Clock = std::chrono::steady_clock;
using Failure = tl::unexpected<std::string>;

struct Url {
    std::string host;      ///< without the brackets of an IPv6 address
    std::string port = "80";
    std::string authority;
    std::string target = "/";
};

tl::expected<Url, std::string> parseUrl(const std::string& text)
{
    const auto colon = text.find("://");
    const auto scheme = colon == text.npos ? std::string() : text.substr(0, colon);
    if (scheme == "https")
        return Failure("https needs TLS, which berthctl does not have; use the program with a window, or an http:// address");
    if (scheme != "http")
        return Failure("unsupported protocol scheme \"" + scheme + "\"");
    Url url;
    const auto begin = colon + 3;
    const auto slash = text.find_first_of("/?#", begin);
    url.authority = text.substr(begin, slash == text.npos ? slash : slash - begin);
    if (const auto at = url.authority.rfind('@'); at != url.authority.npos)
        url.authority.erase(0, at + 1);
    if (slash != text.npos)
        url.target = (text[slash] == '/' ? "" : "/") + text.substr(slash, text.find('#', slash) - slash);
    const auto bracket = url.authority.rfind(']');
    const auto port = url.authority.rfind(':');
    const bool hasPort = port != url.authority.npos && (bracket == url.authority.npos || port > bracket);
    if (hasPort && port + 1 < url.authority.size())
        url.port = url.authority.substr(port + 1);
    url.host = url.authority.substr(0, hasPort ? port : url.authority.npos);
    if (url.host.starts_with('[') && url.host.ends_with(']'))
        url.host = url.host.substr(1, url.host.size() - 2);
    if (url.host.empty())
        return Failure("http: no Host in request URL");
    return url;
}

struct Socket {
    int descriptor = -1;
    explicit Socket(int d) : descriptor(d) {}
    ~Socket()
    {
        if (descriptor >= 0)
            ::close(descriptor);
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
};

std::string errorText(int number)
{
    std::string text = std::strerror(number);
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z')
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

/// One request on one connection.
class Exchange {
public:
    Exchange(Url url, Clock::time_point deadline, std::stop_token stop)
        : url_(std::move(url)), deadline_(deadline), stop_(std::move(stop))
    {
    }

    tl::expected<ports::HttpAnswer, std::string> run(const std::string& body)
    {
        if (auto connected = connect(); !connected)
            return Failure(connected.error());
        const auto request = "POST " + url_.target + " HTTP/1.1\r\nHost: " + url_.authority
            + "\r\nUser-Agent: berthctl\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size())
            + "\r\nConnection: close\r\n\r\n" + body;
        // A server may answer and close before it has read everything: what it said still counts.
        const auto sent = send(request);
        if (!sent && sent.error() != closed)
            return Failure(sent.error());
        return receive();
    }

private:
    static constexpr const char* closed = "closed";

    /// Empty when the socket is ready.
    std::string wait(short events)
    {
        constexpr std::chrono::milliseconds glance(50); // how soon a stop is noticed
        for (;;) {
            if (stop_.stop_requested())
                return failures::cancelled;
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
            if (left.count() <= 0)
                return failures::timeoutBeforeHeaders;
            pollfd entry{socket_->descriptor, events, 0};
            const int ready = ::poll(&entry, 1, static_cast<int>(std::min(left, glance).count()));
            if (ready > 0)
                return {};
            if (ready < 0 && errno != EINTR)
                return errorText(errno);
        }
    }

    tl::expected<void, std::string> connect()
    {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        const int result = ::getaddrinfo(url_.host.c_str(), url_.port.c_str(), &hints, &found);
        if (result == EAI_SERVICE)
            return Failure("dial tcp: address " + url_.port + ": invalid port");
        if (result != 0)
            return Failure("dial tcp: lookup " + url_.host + ": "
                           + (result == EAI_NONAME ? "no such host" : ::gai_strerror(result)));
        const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
        std::string failure = "no address";
        for (const auto* address = found; address; address = address->ai_next) {
            auto tried = connectTo(*address);
            if (tried)
                return {};
            failure = tried.error();
        }
        return Failure(failure);
    }

    static std::string dialled(const addrinfo& address, const std::string& what)
    {
        char host[NI_MAXHOST] = "";
        char port[NI_MAXSERV] = "";
        (void)::getnameinfo(address.ai_addr, address.ai_addrlen, host, sizeof host, port, sizeof port,
                            NI_NUMERICHOST | NI_NUMERICSERV);
        const std::string name = std::strchr(host, ':') ? "[" + std::string(host) + "]" : host;
        return "dial tcp " + name + ":" + port + ": " + what;
    }

    tl::expected<void, std::string> connectTo(const addrinfo& address)
    {
        socket_ = std::make_unique<Socket>(
            ::socket(address.ai_family, address.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, address.ai_protocol));
        if (socket_->descriptor < 0)
            return Failure(dialled(address, "socket: " + errorText(errno)));
        if (::connect(socket_->descriptor, address.ai_addr, address.ai_addrlen) == 0)
            return {};
        if (errno != EINPROGRESS)
            return Failure(dialled(address, "connect: " + errorText(errno)));
        if (auto failure = wait(POLLOUT); !failure.empty())
            return Failure(failure);
        int error = 0;
        socklen_t size = sizeof error;
        ::getsockopt(socket_->descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
        if (error != 0)
            return Failure(dialled(address, "connect: " + errorText(error)));
        return {};
    }

    tl::expected<void, std::string> send(const std::string& bytes)
    {
        for (std::size_t at = 0; at < bytes.size();) {
            const auto count = ::send(socket_->descriptor, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
            if (count >= 0) {
                at += static_cast<std::size_t>(count);
                continue;
            }
            if (errno == EPIPE || errno == ECONNRESET)
                return Failure(closed);
            if (errno != EAGAIN && errno != EINTR)
                return Failure("write tcp: " + errorText(errno));
            if (auto failure = wait(POLLOUT); !failure.empty())
                return Failure(failure);
        }
        return {};
    }

    tl::expected<ports::HttpAnswer, std::string> receive()
    {
        HttpResponseReader reader;
        std::string broke;
        char buffer[65536];
        while (broke.empty() && (reader.state() == HttpResponseReader::State::Headers
                                 || reader.state() == HttpResponseReader::State::Body)) {
            const auto count = ::recv(socket_->descriptor, buffer, sizeof buffer, 0);
            if (count > 0)
                reader.feed({buffer, static_cast<std::size_t>(count)});
            else if (count == 0)
                reader.end();
            else if (errno == EAGAIN || errno == EINTR)
                broke = wait(POLLIN);
            else
                broke = "read tcp: " + errorText(errno);
        }
        if (!reader.hasHeaders())
            return Failure(broke.empty() ? reader.failure() : broke);
        if (broke == failures::timeoutBeforeHeaders)
            broke = failures::timeoutInBody;
        return ports::HttpAnswer{reader.status(), reader.body(), broke.empty() ? reader.failure() : broke};
    }

    Url url_;
    Clock::time_point deadline_;
    std::stop_token stop_;
    std::unique_ptr<Socket> socket_;
};

}

tl::expected<ports::HttpAnswer, std::string> SocketHttpExtender::post(const std::string& url, const std::string& jsonBody,
                                                                      std::int64_t timeoutNanoseconds)
{
    const auto deadline = Clock::now() + std::chrono::nanoseconds(timeoutNanoseconds);
    auto parsed = parseUrl(url);
    if (!parsed)
        return Failure(ports::postFailure(url, parsed.error()));
    auto answer = Exchange(std::move(*parsed), deadline, stop_).run(jsonBody);
    if (!answer)
        return Failure(ports::postFailure(url, answer.error()));
    return answer;
}

}
