// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace berth::tests {

/// A TCP server on 127.0.0.1 that says one thing to whoever has sent a request, and then closes or keeps silent. Ends
/// by itself with the object, whatever its client does.
class LoopbackServer {
public:
    enum class Then { Close, KeepSilent };

    LoopbackServer(std::string reply, Then then) : reply_(std::move(reply)), then_(then)
    {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
        ::listen(listener_, 8);
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
        thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }
    ~LoopbackServer()
    {
        thread_.request_stop();
        thread_.join();
        ::close(listener_);
    }
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;

    std::string url(const std::string& path) const { return "http://127.0.0.1:" + std::to_string(port_) + path; }
    /// What the last client sent.
    std::string request() const
    {
        const std::lock_guard lock(mutex_);
        return lastRequest_;
    }

private:
    static bool isReadable(int descriptor)
    {
        pollfd entry{descriptor, POLLIN, 0};
        return ::poll(&entry, 1, 10) > 0;
    }

    void serve(const std::stop_token& stop)
    {
        while (!stop.stop_requested()) {
            if (!isReadable(listener_))
                continue;
            const int client = ::accept(listener_, nullptr, nullptr);
            request_.clear();
            char buffer[4096];
            while (!stop.stop_requested() && !isWhole()) {
                if (!isReadable(client))
                    continue;
                const auto count = ::recv(client, buffer, sizeof buffer, 0);
                if (count <= 0)
                    break;
                request_.append(buffer, static_cast<std::size_t>(count));
            }
            {
                const std::lock_guard lock(mutex_);
                lastRequest_ = request_;
            }
            ::send(client, reply_.data(), reply_.size(), MSG_NOSIGNAL);
            while (then_ == Then::KeepSilent && !stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            ::close(client);
        }
    }

    bool isWhole() const
    {
        const auto head = request_.find("\r\n\r\n");
        const auto length = request_.find("Content-Length: ");
        if (head == std::string::npos)
            return false;
        return length == std::string::npos || request_.size() >= head + 4 + std::stoul(request_.substr(length + 16));
    }

    std::string reply_;
    Then then_;
    int listener_ = -1;
    unsigned short port_ = 0;
    std::string request_;                  ///< of the server's thread
    mutable std::mutex mutex_;
    std::string lastRequest_;
    std::jthread thread_;
};

}
