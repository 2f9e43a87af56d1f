// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::formats {

struct CsvCell {
    std::string text;                      ///< without quotes
    api::Position position;
};
using CsvRow = std::vector<CsvCell>;

/// Comma-separated values with a header, as RFC 4180 has them: quoted cells, doubled quotes, any line ends; a byte-order
/// mark and empty lines are skipped.
struct CsvTable {
    std::vector<std::string> header;
    std::vector<CsvRow> rows;              ///< as long as the header
    api::Problems problems;                ///< rows that are shorter or longer (and left out); a quote that never ends

    std::optional<std::size_t> column(std::string_view name) const;
};

CsvTable readCsv(std::string_view text, const std::string& file);

}
