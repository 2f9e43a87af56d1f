// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/query_completion.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

constexpr std::size_t most = 50;

bool isOperator(QChar c)
{
    return c == u'=' || c == u'~' || c == u'<' || c == u'>' || c == u'!';
}

/// Where the word at the cursor begins: after the last space outside quotes.
qsizetype wordStart(const QString& line, qsizetype cursor)
{
    qsizetype start = 0;
    bool quoted = false;
    for (qsizetype i = 0; i < cursor; ++i) {
        if (line[i] == u'"')
            quoted = !quoted;
        else if (line[i].isSpace() && !quoted)
            start = i + 1;
    }
    return start;
}

int fieldNamed(const std::vector<QueryField>& fields, const QString& name)
{
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (fields[i].key.compare(name, Qt::CaseInsensitive) == 0 || fields[i].aliases.contains(name, Qt::CaseInsensitive))
            return static_cast<int>(i);
    return -1;
}

QString quoted(const QString& value)
{
    const bool needed = std::any_of(value.begin(), value.end(), [](QChar c) { return c.isSpace() || c == u','; });
    return needed ? u'"' + value + u'"' : value;
}

void completeNames(QueryCompletions& result, const QString& typed, const std::vector<QueryField>& fields)
{
    for (const QueryField& field : fields) {
        const auto starts = [&typed](const QString& name) { return name.startsWith(typed, Qt::CaseInsensitive); };
        const auto alias = std::find_if(field.aliases.begin(), field.aliases.end(), starts);
        if (starts(field.key) || alias != field.aliases.end()) {
            const QString name = starts(field.key) ? field.key : *alias;
            result.items.push_back({name + (field.kind == ValueKind::Text ? u'=' : u'>'), field.description});
        }
    }
}

}

QueryCompletions completeQuery(const QString& line, qsizetype cursor, const std::vector<QueryField>& fields,
                               const std::function<QStringList(int field)>& valuesOf)
{
    QueryCompletions result;
    cursor = std::clamp<qsizetype>(cursor, 0, line.size());
    qsizetype start = wordStart(line, cursor);
    if (start < cursor && line[start] == u'-')
        ++start;
    qsizetype op = start;
    while (op < cursor && !isOperator(line[op]))
        ++op;
    if (op == cursor) {
        result.at = start;
        result.length = cursor - start;
        completeNames(result, line.mid(start, cursor - start), fields);
        return result;
    }
    const int field = fieldNamed(fields, line.mid(start, op - start));
    while (op < cursor && isOperator(line[op]))
        ++op;
    if (const qsizetype comma = line.lastIndexOf(u',', cursor - 1); comma >= op)
        op = comma + 1;
    result.at = op;
    result.length = cursor - op;
    if (field < 0 || !valuesOf)
        return result;
    const QString typed = line.mid(op, cursor - op).remove(u'"');
    for (const QString& value : valuesOf(field))
        if (!value.isEmpty() && value.contains(typed, Qt::CaseInsensitive) && result.items.size() < most)
            result.items.push_back({quoted(value), {}});
    return result;
}

}
