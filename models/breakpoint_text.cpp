// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/breakpoint_text.h"

#include "models/attempt_list.h"
#include "models/format.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("berth::models::Breakpoint", text); }

QString placeText(trace::QueuePlace place)
{
    return place == trace::QueuePlace::None ? tr("outside the queue") : toQString(trace::queuePlaceName(place));
}

}

QString breakpointText(const scenario::Breakpoint& breakpoint)
{
    QStringList parts;
    if (!breakpoint.pod.empty())
        parts << tr("pod %1").arg(toQString(breakpoint.pod));
    if (breakpoint.isAboutMoves()) {
        if (breakpoint.from)
            parts << tr("moves from %1").arg(placeText(*breakpoint.from));
        if (breakpoint.to)
            parts << tr("moves to %1").arg(placeText(*breakpoint.to));
        if (!breakpoint.cause.empty())
            parts << tr("because of %1").arg(toQString(breakpoint.cause));
        return parts.join(u", ");
    }
    if (breakpoint.result)
        parts << tr("result %1").arg(attemptResultName(*breakpoint.result));
    if (!breakpoint.node.empty())
        parts << tr("node %1").arg(toQString(breakpoint.node));
    if (!breakpoint.plugin.empty())
        parts << tr("refused by %1").arg(toQString(breakpoint.plugin));
    if (breakpoint.preempting)
        parts << tr("evicts a pod");
    return parts.isEmpty() ? tr("every attempt") : parts.join(u", ");
}

}
