// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/status.h"

namespace berth::framework {
namespace {

const std::vector<std::string> noReasons;

std::string join(const std::vector<std::string>& texts)
{
    std::string all;
    for (const auto& text : texts) {
        if (&text != &texts.front())
            all += ", ";
        all += text;
    }
    return all;
}

}

Status::Status(Code code, std::vector<std::string> reasons) : code_(code)
{
    if (!reasons.empty())
        reasons_ = std::make_shared<const std::vector<std::string>>(std::move(reasons));
}

Status Status::error(std::string text)
{
    Status status(Code::Error, {std::move(text)});
    status.hasError_ = true;
    return status;
}

Status Status::wait(std::string reason)
{
    return reason.empty() ? Status(Code::Wait) : Status(Code::Wait, {std::move(reason)});
}

const std::vector<std::string>& Status::reasons() const { return reasons_ ? *reasons_ : noReasons; }

std::string Status::message() const { return join(reasons()); }

std::string Status::errorText() const
{
    if (code_ == Code::Success || code_ == Code::Wait || code_ == Code::Skip)
        return {};
    return hasError_ ? reasons().front() : message();
}

Status Status::withReason(std::string reason) const
{
    Status copy = *this;
    std::vector<std::string> all = reasons();
    all.push_back(std::move(reason));
    copy.reasons_ = std::make_shared<const std::vector<std::string>>(std::move(all));
    return copy;
}

Status Status::withCode(Code code) const
{
    Status copy = *this;
    copy.code_ = code;
    return copy;
}

}
