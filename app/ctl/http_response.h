// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace berth::ctl {

/// Reads one HTTP/1.1 response from bytes as they come. Failures are in the words of Go's HTTP client.
class HttpResponseReader {
public:
    enum class State : std::uint8_t { Headers, Body, Done, Failed };

    /// Bytes behind the end of the response are left alone.
    void feed(std::string_view bytes);
    /// The peer has closed: the end of some bodies, too early for others.
    void end();

    State state() const { return state_; }
    bool hasHeaders() const { return hasHeaders_; }
    int status() const { return status_; }
    const std::string& body() const { return body_; }
    /// Why it failed: the headers' fault before hasHeaders(), the body's after it.
    const std::string& failure() const { return failure_; }

private:
    enum class Framing : std::uint8_t { Length, Chunked, UntilClose };

    bool readHead();
    bool readStatusLine(std::string_view line);
    bool readHeader(std::string_view line);
    bool readBody();
    bool readChunk();
    bool fail(std::string reason);

    State state_ = State::Headers;
    bool hasHeaders_ = false;
    Framing framing_ = Framing::UntilClose;
    std::uint64_t left_ = 0;               ///< bytes of the body, or of the chunk, still to come
    bool inChunk_ = false;
    bool inTrailer_ = false;
    int status_ = 0;
    std::string pending_;                  ///< received, not yet understood
    std::string body_;
    std::string failure_;
};

}
