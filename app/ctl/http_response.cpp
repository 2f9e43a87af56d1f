// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/http_response.h"

#include <algorithm>
#include <charconv>

namespace berth::ctl {
namespace {

constexpr std::string_view broken = "net/http: HTTP/1.x transport connection broken: ";
constexpr std::size_t longestHead = 1 << 20;
/// No list of nodes is that long: what is longer is no answer but an attack on memory.
constexpr std::size_t longestBody = 256U << 20;

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

bool readNumber(std::string_view text, std::uint64_t& number, int base)
{
    const auto* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number, base);
    return !text.empty() && read.ec == std::errc() && read.ptr == end;
}

}

bool HttpResponseReader::fail(std::string reason)
{
    state_ = State::Failed;
    failure_ = std::move(reason);
    return false;
}

void HttpResponseReader::feed(std::string_view bytes)
{
    if (state_ == State::Done || state_ == State::Failed)
        return;
    pending_.append(bytes);
    while (state_ == State::Headers && readHead()) {
    }
    while (state_ == State::Body && readBody()) {
    }
    if (body_.size() > longestBody)
        fail("the answer is longer than 256 MiB");
}

void HttpResponseReader::end()
{
    if (state_ == State::Headers) {
        const auto last = pending_.substr(pending_.rfind('\n') == std::string::npos ? 0 : pending_.rfind('\n') + 1);
        if (pending_.empty())
            fail("EOF");
        else if (pending_.find('\n') == std::string::npos)
            readStatusLine(trimmed(pending_)) && fail(std::string(broken) + "unexpected EOF");
        else if (!last.empty() && last.find(':') == std::string::npos)
            fail(std::string(broken) + "malformed MIME header: missing colon: \"" + last + "\"");
        else
            fail(std::string(broken) + "unexpected EOF");
    } else if (state_ == State::Body) {
        if (framing_ == Framing::UntilClose)
            state_ = State::Done;
        else
            fail("unexpected EOF");
    }
}

/// True if there may be more to read: an informational response was skipped.
bool HttpResponseReader::readHead()
{
    auto end = pending_.find("\r\n\r\n");
    std::size_t gap = 4;
    if (const auto bare = pending_.find("\n\n"); bare < end) {
        end = bare;
        gap = 2;
    }
    if (end == std::string::npos)
        return pending_.size() > longestHead && fail(std::string(broken) + "server response headers exceeded 1048576 bytes");
    const std::string head = pending_.substr(0, end);
    pending_.erase(0, end + gap);
    framing_ = Framing::UntilClose;
    std::size_t at = head.find('\n');
    if (!readStatusLine(trimmed(head.substr(0, at))))
        return false;
    while (at != std::string::npos) {
        const auto next = head.find('\n', at + 1);
        if (!readHeader(std::string_view(head).substr(at + 1, next == std::string::npos ? next : next - at - 1)))
            return false;
        at = next;
    }
    if (status_ >= 100 && status_ < 200)
        return true;
    hasHeaders_ = true;
    state_ = State::Body;
    if (status_ == 204 || status_ == 304)
        state_ = State::Done;
    return false;
}

bool HttpResponseReader::readStatusLine(std::string_view line)
{
    const auto space = line.find(' ');
    if (space == line.npos)
        return fail(std::string(broken) + "malformed HTTP response \"" + std::string(line) + "\"");
    const auto code = trimmed(line.substr(space)).substr(0, trimmed(line.substr(space)).find(' '));
    std::uint64_t number = 0;
    if (code.size() != 3 || !readNumber(code, number, 10))
        return fail(std::string(broken) + "malformed HTTP status code \"" + std::string(code) + "\"");
    const auto version = line.substr(0, space);
    if (!version.starts_with("HTTP/1."))
        return fail(std::string(broken) + "malformed HTTP version \"" + std::string(version) + "\"");
    status_ = static_cast<int>(number);
    return true;
}

bool HttpResponseReader::readHeader(std::string_view line)
{
    const auto colon = line.find(':');
    if (colon == line.npos)
        return fail(std::string(broken) + "malformed MIME header: missing colon: \"" + std::string(trimmed(line)) + "\"");
    const auto name = lower(line.substr(0, colon));
    const auto value = trimmed(line.substr(colon + 1));
    if (name == "transfer-encoding" && lower(value) == "chunked")
        framing_ = Framing::Chunked;
    if (name != "content-length" || framing_ == Framing::Chunked)
        return true;
    if (!readNumber(value, left_, 10))
        return fail(std::string(broken) + "bad Content-Length \"" + std::string(value) + "\"");
    framing_ = Framing::Length;
    return true;
}

/// True if there may be more to read of what is pending.
bool HttpResponseReader::readBody()
{
    if (framing_ == Framing::Chunked)
        return readChunk();
    if (framing_ == Framing::UntilClose) {
        body_.append(pending_);
        pending_.clear();
        return false;
    }
    const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(left_, pending_.size()));
    body_.append(pending_, 0, taken);
    pending_.erase(0, taken);
    left_ -= taken;
    if (left_ == 0)
        state_ = State::Done;
    return false;
}

bool HttpResponseReader::readChunk()
{
    if (inChunk_ && left_ > 0) {
        const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(left_, pending_.size()));
        body_.append(pending_, 0, taken);
        pending_.erase(0, taken);
        left_ -= taken;
        if (left_ > 0)
            return false;
    }
    const auto end = pending_.find('\n');
    if (end == std::string::npos)
        return false;
    const auto line = trimmed(std::string_view(pending_).substr(0, end));
    const auto size = std::string(trimmed(line.substr(0, line.find(';'))));
    const bool blank = line.empty();
    pending_.erase(0, end + 1);
    if (inTrailer_) {
        if (blank)
            state_ = State::Done;
        return !blank;
    }
    if (inChunk_) {
        inChunk_ = false;
        return blank || fail("malformed chunked encoding");
    }
    if (!readNumber(size, left_, 16))
        return fail("invalid byte in chunk length");
    inTrailer_ = left_ == 0;
    inChunk_ = left_ > 0;
    return true;
}

}
