// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/table_data.h"

#include <QAbstractItemModel>
#include <QString>

namespace berth::models {

/// Csv: RFC 4180, cells with commas, quotes or line ends quoted, lines ended by CR LF. Tsv: tabs and line ends in cells
/// become spaces, as text for the clipboard and spreadsheets.
enum class TextFormat : std::uint8_t { Csv, Tsv };

/// Rows of a model with a header line; headings of groups are left out.
QString toText(const QAbstractItemModel& model, const QList<int>& rows, TextFormat format);
/// All rows of a model.
QString toText(const QAbstractItemModel& model, TextFormat format);
/// Rows of a table with a header line. Pure: for threads that write large tables.
QString toText(const TableData& data, const std::vector<TableColumn>& columns, const std::vector<int>& rows, TextFormat format);

}
