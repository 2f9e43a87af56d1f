// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table_text.h"

#include "models/roles.h"

#include <QStringList>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString flat(QString text)
{
    for (QChar& c : text)
        if (c == u'\t' || c == u'\n' || c == u'\r')
            c = u' ';
    return text;
}

QString quoted(QString text)
{
    if (!text.contains(u'"') && !text.contains(u',') && !text.contains(u'\n') && !text.contains(u'\r'))
        return text;
    return u'"' + text.replace(u'"', u"\"\""_s) + u'"';
}

void addLine(QString& text, const QStringList& cells, TextFormat format)
{
    const bool csv = format == TextFormat::Csv;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (i > 0)
            text += csv ? u',' : u'\t';
        text += csv ? quoted(cells[i]) : flat(cells[i]);
    }
    text += csv ? u"\r\n"_s : u"\n"_s;
}

}

QString toText(const QAbstractItemModel& model, const QList<int>& rows, TextFormat format)
{
    QString text;
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    addLine(text, cells, format);
    for (int row : rows) {
        if (model.index(row, 0).data(GroupRole).isValid())
            continue;
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            const QVariant copy = index.data(CopyRole);
            cells << (copy.isValid() ? copy : index.data(Qt::DisplayRole)).toString();
        }
        addLine(text, cells, format);
    }
    return text;
}

QString toText(const QAbstractItemModel& model, TextFormat format)
{
    QList<int> rows(model.rowCount());
    std::iota(rows.begin(), rows.end(), 0);
    return toText(model, rows, format);
}

QString toText(const TableData& data, const std::vector<TableColumn>& columns, const std::vector<int>& rows, TextFormat format)
{
    QString text;
    QStringList cells;
    for (const TableColumn& column : columns)
        if (!column.hidden)
            cells << column.title;
    const int count = static_cast<int>(cells.size());
    addLine(text, cells, format);
    for (int row : rows) {
        cells.clear();
        for (int column = 0; column < count; ++column)
            cells << data.copyText(row, column);
        addLine(text, cells, format);
    }
    return text;
}

}
