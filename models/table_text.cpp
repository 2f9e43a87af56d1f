// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table_text.h"

#include "models/roles.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString cellText(const QAbstractItemModel& model, int row, int column)
{
    const QModelIndex index = model.index(row, column);
    const QVariant copy = index.data(CopyRole);
    return (copy.isValid() ? copy : index.data(Qt::DisplayRole)).toString();
}

QString headerText(const QAbstractItemModel& model, int column)
{
    return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
}

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

}

QString toTsv(const QAbstractItemModel& model, const QList<int>& rows)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << flat(headerText(model, column));
    QString text = cells.join(u'\t') + u'\n';
    for (int row : rows) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column)
            cells << flat(cellText(model, row, column));
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

QString toCsv(const QAbstractItemModel& model)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << quoted(headerText(model, column));
    QString text = cells.join(u',') + u"\r\n";
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column)
            cells << quoted(cellText(model, row, column));
        text += cells.join(u',') + u"\r\n";
    }
    return text;
}

}
