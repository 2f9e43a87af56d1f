// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/natural_order.h"

namespace berth::models {

namespace {

/// The run of digits at the position, without leading zeros; moves the position behind it.
QStringView takeNumber(QStringView text, qsizetype& at)
{
    while (at < text.size() && text[at] == u'0')
        ++at;
    const qsizetype begin = at;
    while (at < text.size() && text[at].isDigit())
        ++at;
    return text.sliced(begin, at - begin);
}

}

int compareNaturally(QStringView a, QStringView b)
{
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < a.size() && j < b.size()) {
        if (a[i].isDigit() && b[j].isDigit()) {
            const QStringView left = takeNumber(a, i);
            const QStringView right = takeNumber(b, j);
            if (left.size() != right.size())
                return left.size() < right.size() ? -1 : 1;
            if (const int order = left.compare(right))
                return order;
            continue;
        }
        const QChar left = a[i++].toCaseFolded();
        const QChar right = b[j++].toCaseFolded();
        if (left != right)
            return left < right ? -1 : 1;
    }
    if (i < a.size() || j < b.size())
        return i < a.size() ? 1 : -1;
    return a.compare(b);
}

}
