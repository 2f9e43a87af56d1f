// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::api {

/// The texts of Kubernetes' checks of names, each empty where the name is good.
std::vector<std::string> isQualifiedName(std::string_view key); ///< label keys
std::vector<std::string> isValidLabelValue(std::string_view value);
std::vector<std::string> isDnsLabel(std::string_view name);
std::vector<std::string> isDnsSubdomain(std::string_view name);
/// A DNS label that starts with a letter (RFC 1035): services, stateful sets of old.
std::vector<std::string> isDns1035Label(std::string_view name);
/// Names of container ports.
std::vector<std::string> isPortName(std::string_view name);

/// Integers without sign or zeros in front that nobody would write.
std::vector<std::string> isDecimalInteger(std::string_view text);

/// `MSG (e.g. 'A',  or 'B', regex used for validation is 'RE')`.
std::string regexError(std::string_view message, std::string_view regex,
                       const std::vector<std::string_view>& examples = {});

/// A base-10 int64 as strconv.ParseInt reads it: optional sign, digits only.
std::optional<std::int64_t> parseGoInt(std::string_view text);
/// What strconv.ParseInt says about a text that it cannot read, empty if it can.
std::string parseGoIntProblem(std::string_view text);

}
