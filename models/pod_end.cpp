// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pod_end.h"

#include "api/pod.h"
#include "models/format.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::PodEnd", text);
}

bool isDisrupted(const api::Pod& pod)
{
    const api::PodCondition* condition = pod.status.condition("DisruptionTarget");
    return condition && condition->status == "True";
}

}

QString podEndName(PodEnd end)
{
    switch (end) {
    case PodEnd::Completed:
        return tr("completed");
    case PodEnd::Failed:
        return tr("failed");
    case PodEnd::Deleted:
        return tr("deleted");
    case PodEnd::Evicted:
        return tr("evicted");
    case PodEnd::None:
        break;
    }
    return {};
}

QString podEndCause(PodEnd end)
{
    switch (end) {
    case PodEnd::Completed:
        return u"PodSucceeded"_s;
    case PodEnd::Failed:
        return u"PodFailed"_s;
    case PodEnd::Deleted:
        return u"PodDelete"_s;
    case PodEnd::Evicted:
        return u"PodEvicted"_s;
    case PodEnd::None:
        break;
    }
    return {};
}

QString podEndSymbol(PodEnd end)
{
    switch (end) {
    case PodEnd::Completed:
        return u"●"_s;
    case PodEnd::Failed:
        return u"■"_s;
    case PodEnd::Deleted:
        return u"✕"_s;
    case PodEnd::Evicted:
        return u"▲"_s;
    case PodEnd::None:
        break;
    }
    return {};
}

std::size_t PodEnds::all() const
{
    std::size_t sum = 0;
    for (const PodEnd end : podEnds)
        sum += (*this)[end];
    return sum;
}

QString PodEnds::text() const
{
    if (all() == 0)
        return {};
    QStringList parts;
    for (const PodEnd end : podEnds)
        if ((*this)[end] > 0)
            parts << formatCount(static_cast<qint64>((*this)[end])) + u' ' + podEndName(end);
    return tr("%1 ended: %2").arg(formatCount(static_cast<qint64>(all())), parts.join(u", "_s));
}

PodEnd podEndOf(const cluster::ObjectChange& change)
{
    const api::ObjectPtr& known = change.after ? change.after : change.before;
    if (known->kind != api::Kind::Pod || !change.before)
        return PodEnd::None;
    const auto& before = static_cast<const api::Pod&>(*change.before);
    if (before.isTerminal())
        return PodEnd::None;
    static const api::Symbol removed{"delete"}, evicted{"evict"};
    if (change.after) {
        const auto& after = static_cast<const api::Pod&>(*change.after);
        if (!after.isTerminal())
            return PodEnd::None;
        if (isDisrupted(after))
            return PodEnd::Evicted;
        if (after.meta.deletionTimestamp)
            return PodEnd::Deleted;
        return after.status.phase == "Succeeded" ? PodEnd::Completed : PodEnd::Failed;
    }
    if (change.cause == evicted || isDisrupted(before))
        return PodEnd::Evicted;
    // A server that keeps no pods that have ended: they go with the update that says so.
    return change.cause == removed || before.meta.deletionTimestamp ? PodEnd::Deleted : PodEnd::Completed;
}

}
