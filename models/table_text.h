// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractItemModel>
#include <QString>

namespace berth::models {

/// Rows as tab-separated text with a header line, for the clipboard. Tabs and line ends in cells become spaces.
QString toTsv(const QAbstractItemModel& model, const QList<int>& rows);
/// The whole table as CSV (RFC 4180) with a header line.
QString toCsv(const QAbstractItemModel& model);

}
