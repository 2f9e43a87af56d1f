// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/extender_line.h"

#include "scheduler/extender_answers.h"

namespace berth::scheduler {
namespace {

constexpr int ok = 200;

/// `127.0.0.1:1` of a URL, with the scheme's port where it names none.
std::string hostAndPort(const std::string& url)
{
    const auto scheme = url.find("://");
    const auto begin = scheme == url.npos ? 0 : scheme + 3;
    auto host = url.substr(begin, url.find_first_of("/?#", begin) - begin);
    const auto colon = host.rfind(':');
    if (colon == host.npos || host.find(']', colon) != host.npos)
        host += url.starts_with("https:") ? ":443" : ":80";
    return host;
}

}

ExtenderLine::Answer LiveExtenderLine::call(const std::string& url, const std::string& verb, const std::string& body,
                                            std::int64_t timeout)
{
    if (!port_)
        return tl::unexpected(
            ports::postFailure(url, "dial tcp " + hostAndPort(url) + ": connect: connection refused"));
    auto answer = port_->post(url, body, timeout);
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->status != ok)
        return tl::unexpected("failed " + verb + " with extender at URL " + url + ", code "
                              + std::to_string(answer->status));
    if (!answer->bodyFailure.empty() && !hasWholeValue(answer->body))
        return tl::unexpected(answer->bodyFailure);
    return std::make_shared<const std::string>(std::move(answer->body));
}

ExtenderLine::Answer LiveExtenderLine::ask(const std::string& url, const std::string& verb,
                                           const std::function<std::string()>& body, std::int64_t timeoutNanoseconds)
{
    auto answer = call(url, verb, body(), timeoutNanoseconds);
    trace::ExtenderCall record{url, verb, {}, {}, {}};
    if (answer)
        record.answer = *answer;
    else
        record.failure = record.outcome = answer.error();
    log_().push_back(std::move(record));
    return answer;
}

void LiveExtenderLine::note(const std::string& outcome) { log_().back().outcome = outcome; }

ExtenderLine::Answer RecordedExtenderLine::ask(const std::string& url, const std::string&,
                                               const std::function<std::string()>&, std::int64_t)
{
    while (next_ < calls_.size()) {
        const auto& call = calls_[next_++];
        if (call.url != url)
            continue;
        if (!call.answer)
            return tl::unexpected(call.failure);
        return call.answer;
    }
    return tl::unexpected(ports::postFailure(url, "no answer was recorded"));
}

}
