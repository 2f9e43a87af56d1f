// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/junit_report.h"

#include "cluster/virtual_clock.h"

#include <algorithm>
#include <cstdio>

namespace berth::scenario {
namespace {

/// As the value of an attribute. XML 1.0 has no control characters at all, not even escaped.
std::string quoted(const std::string& text)
{
    std::string out;
    out += '"';
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\n': out += "&#10;"; break;
        case '\t': out += "&#9;"; break;
        default: out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
        }
    }
    out += '"';
    return out;
}

std::string secondsOf(api::Time time)
{
    char text[40];
    std::snprintf(text, sizeof text, "\"%.3f\"", static_cast<double>(time.nanoseconds - cluster::VirtualClock::epoch.nanoseconds) / 1e9);
    return text;
}

std::string caseOf(const Checked& checked)
{
    const auto problem = checked.toProblem();
    std::string out = "    <testcase classname=" + quoted(checked.file) + " name=";
    out += quoted(std::to_string(checked.position.line) + ": " + checked.text) + " time=" + secondsOf(checked.time);
    if (checked.holds())
        return out + "/>\n";
    out += ">\n      <failure message=" + quoted(problem.message) + " type=\"expectation\"/>\n    </testcase>\n";
    return out;
}

}

std::string junitReport(const std::string& suite, const std::vector<Checked>& checked, const api::Problems& errors)
{
    const auto failures = std::count_if(checked.begin(), checked.end(), [](const auto& one) { return !one.holds(); });
    const auto counts = " tests=\"" + std::to_string(checked.size() + errors.size()) + "\" failures=\"" + std::to_string(failures)
        + "\" errors=\"" + std::to_string(errors.size()) + "\"";
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n  <testsuite name=";
    out += quoted(suite) + counts + ">\n";
    for (const auto& error : errors)
        out += "    <testcase classname=" + quoted(error.file) + " name=\"read\">\n      <error message=" + quoted(error.toString())
            + " type=\"input\"/>\n    </testcase>\n";
    for (const auto& one : checked)
        out += caseOf(one);
    return out + "  </testsuite>\n</testsuites>\n";
}

}
