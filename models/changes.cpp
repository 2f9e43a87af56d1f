// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/changes.h"

#include "models/format.h"

#include <QCoreApplication>

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Changes", text);
}

}

std::vector<ChangeLine> changeLines(const Changes& changes)
{
    std::vector<ChangeLine> lines;
    for (const scenario::Change& change : changes.found.changes) {
        const auto edits = static_cast<std::int64_t>(change.size.edits);
        lines.push_back({edits == 1 ? tr("1 edit") : tr("%1 edits").arg(formatCount(edits)), toQString(change.text),
                         toQString(change.node)});
    }
    return lines;
}

QString changesSummary(const Changes& changes)
{
    const scenario::SmallestChanges& found = changes.found;
    if (!found.error.empty())
        return tr("Nothing could be tried: %1").arg(toQString(found.error));
    if (!found.node.empty())
        return tr("It fits now without any change, on %1.").arg(toQString(found.node));
    const QString tried = formatCount(static_cast<std::int64_t>(found.tried));
    if (found.changes.empty())
        return found.isComplete ? tr("Nothing that was tried makes it fit (%1 tries).").arg(tried)
                                : tr("Nothing was found before the search ended (%1 tries).").arg(tried);
    return found.isComplete ? tr("Each was tried out; smallest first (%1 tries).").arg(tried)
                            : tr("Each was tried out; smallest first. The search ended at its limit (%1 tries).").arg(tried);
}

}
