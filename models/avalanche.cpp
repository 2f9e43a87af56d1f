// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/avalanche.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

using scenario::Avalanche;
using scenario::AvalancheLink;
using scenario::AvalanchePlacing;
using scenario::AvalancheVictim;

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Avalanche", text);
}

QString count(std::size_t number) { return formatCount(static_cast<std::int64_t>(number)); }

QString preemptions(std::size_t number) { return number == 1 ? tr("1 preemption") : tr("%1 preemptions").arg(count(number)); }

QString placedText(const AvalanchePlacing& placed, api::Time origin)
{
    return tr("on %1 at %2").arg(toQString(placed.node), formatMoment(placed.time, origin));
}

QString outcomeOf(const AvalancheLink& link, api::Time origin)
{
    if (link.placed)
        return tr("placed %1").arg(placedText(*link.placed, origin));
    return link.gone ? tr("deleted at %1, not placed").arg(formatMoment(*link.gone, origin)) : tr("waits for its node");
}

QString outcomeOf(const AvalancheVictim& victim, const Avalanche& avalanche, api::Time origin)
{
    if (victim.owner.empty())
        return tr("nobody replaces it");
    if (victim.link) {
        const std::size_t victims = avalanche.links[*victim.link].victims.size();
        return victims == 1 ? tr("evicts 1 pod in its turn") : tr("evicts %1 pods in its turn").arg(count(victims));
    }
    if (victim.placed)
        return tr("placed %1").arg(placedText(*victim.placed, origin));
    if (victim.gone)
        return tr("deleted at %1, not placed").arg(formatMoment(*victim.gone, origin));
    return victim.replacement.empty() ? tr("not replaced yet") : tr("waits for a node");
}

RowState stateOf(const AvalancheVictim& victim)
{
    if (victim.owner.empty() || victim.gone)
        return RowState::Muted;
    if (victim.link)
        return RowState::Warning;
    return victim.placed ? RowState::Good : RowState::Waiting;
}

RowState stateOf(const AvalancheLink& link)
{
    return link.placed ? RowState::Good : link.gone ? RowState::Muted : RowState::Waiting;
}

class AvalancheTable final : public TableData {
public:
    AvalancheTable(AvalanchesPtr avalanches, std::size_t index, api::Time origin)
        : avalanches_(std::move(avalanches)), avalanche_((*avalanches_)[index]), origin_(origin)
    {
        for (std::size_t link = 0; link < avalanche_.links.size(); ++link)
            for (std::size_t victim = 0; victim < avalanche_.links[link].victims.size(); ++victim)
                rows_.emplace_back(link, victim);
    }

    int rowCount() const override { return static_cast<int>(rows_.size()); }
    QString id(int row) const override { return u"%1/%2"_s.arg(linkAt(row).attempt).arg(at(row).second); }

    QString text(int row, int column) const override
    {
        const AvalancheLink& link = linkAt(row);
        const AvalancheVictim& victim = victimAt(row);
        switch (column) {
        case AvalancheTableModel::Depth:
            return count(link.depth);
        case AvalancheTableModel::Time:
            return formatMoment(link.time, origin_);
        case AvalancheTableModel::Evictor:
            return toQString(link.pod);
        case AvalancheTableModel::Node:
            return toQString(link.nominated);
        case AvalancheTableModel::Victim:
            return toQString(victim.pod);
        case AvalancheTableModel::Owner:
            return toQString(victim.owner);
        case AvalancheTableModel::Replacement:
            return toQString(victim.replacement);
        case AvalancheTableModel::Outcome:
            return outcomeOf(victim, avalanche_, origin_);
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        if (column == AvalancheTableModel::Depth)
            return {static_cast<double>(linkAt(row).depth), {}};
        if (column == AvalancheTableModel::Time)
            return {static_cast<double>(linkAt(row).time.nanoseconds - origin_.nanoseconds), {}};
        return {0, text(row, column)};
    }

    QString tooltip(int row, int column) const override
    {
        if (column == AvalancheTableModel::Replacement && victimAt(row).replaced)
            return tr("%1, made at %2").arg(text(row, column), formatMoment(*victimAt(row).replaced, origin_));
        if (column == AvalancheTableModel::Evictor)
            return tr("%1: %2").arg(text(row, column), outcomeOf(linkAt(row), origin_));
        return text(row, column);
    }

    RowState state(int row, int column) const override
    {
        return column == AvalancheTableModel::Outcome ? stateOf(victimAt(row)) : RowState::None;
    }

private:
    const std::pair<std::size_t, std::size_t>& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    const AvalancheLink& linkAt(int row) const { return avalanche_.links[at(row).first]; }
    const AvalancheVictim& victimAt(int row) const { return linkAt(row).victims[at(row).second]; }

    AvalanchesPtr avalanches_;
    const Avalanche& avalanche_;
    std::vector<std::pair<std::size_t, std::size_t>> rows_;      ///< link and victim
    api::Time origin_;
};

std::vector<TableColumn> avalancheColumns()
{
    return {
        {tr("Step"), u"step"_s, tr("How many preemptions led here: 1 began it"), true, ValueKind::Count},
        {tr("Time"), u"time"_s, tr("Since the run began"), true, ValueKind::Duration},
        {tr("Evicts"), u"pod"_s, tr("The pod that needed the room"), false},
        {tr("On node"), u"node"_s, tr("The node that it was nominated to"), false},
        {tr("Victim"), u"victim"_s, {}, false},
        {tr("Replacement"), u"replacement"_s, tr("The pod that came instead"), false},
        {tr("What became of it"), u"outcome"_s, {}, false},
        {tr("Owner"), u"owner"_s, tr("The controller that makes another pod"), false},
    };
}

}

QString avalancheTitle(const Avalanche& avalanche, api::Time origin)
{
    return tr("%1 at %2: %3, %4")
        .arg(toQString(avalanche.links.front().pod), formatMoment(avalanche.begun(), origin), preemptions(avalanche.links.size()),
             avalanche.settled ? tr("settled") : tr("not settled"));
}

QString avalancheSummary(const Avalanche& avalanche, api::Time origin)
{
    const QString pods = avalanche.victims == 1 ? tr("1 pod") : tr("%1 pods").arg(count(avalanche.victims));
    const QString chain = avalanche.depth == 1 ? tr("%1 evicted %2; no replacement had to evict in its turn.").arg(preemptions(avalanche.links.size()), pods)
                                               : tr("%1 evicted %2, %3 steps deep.").arg(preemptions(avalanche.links.size()), pods, count(avalanche.depth));
    if (avalanche.settled)
        return chain + u' '
            + tr("Settled at %1, %2 after it began.")
                  .arg(formatMoment(*avalanche.settled, origin), formatDuration(avalanche.settled->nanoseconds - avalanche.begun().nanoseconds));
    return chain + u' ' + (avalanche.waiting == 1 ? tr("It has not settled: 1 pod is on no node.") : tr("It has not settled: %1 pods are on no node.").arg(count(avalanche.waiting)));
}

std::optional<std::size_t> avalancheOf(const Avalanches& avalanches, std::int64_t attempt)
{
    const auto isIt = [attempt](const std::optional<AvalanchePlacing>& placed) { return placed && static_cast<std::int64_t>(placed->attempt) == attempt; };
    for (std::size_t i = 0; i < avalanches.size(); ++i)
        for (const AvalancheLink& link : avalanches[i].links)
            if (static_cast<std::int64_t>(link.attempt) == attempt || isIt(link.placed)
                || std::any_of(link.victims.begin(), link.victims.end(), [&](const AvalancheVictim& victim) { return isIt(victim.placed); }))
                return i;
    return {};
}

std::size_t greatestAvalanche(const Avalanches& avalanches)
{
    const auto size = [](const Avalanche& avalanche) { return std::tuple(avalanche.depth, avalanche.links.size()); };
    return static_cast<std::size_t>(std::max_element(avalanches.begin(), avalanches.end(), [&](const Avalanche& a, const Avalanche& b) { return size(a) < size(b); })
                                    - avalanches.begin());
}

std::vector<AvalancheCard> avalancheCards(const Avalanche& avalanche, api::Time origin)
{
    std::vector<AvalancheCard> cards;
    cards.reserve(avalanche.links.size());
    for (const AvalancheLink& link : avalanche.links) {
        AvalancheCard card{static_cast<std::int64_t>(link.attempt), toQString(link.pod), toQString(link.nominated), formatMoment(link.time, origin),
                           outcomeOf(link, origin), stateOf(link), link.depth, link.cause, {}};
        for (const AvalancheVictim& victim : link.victims)
            card.victims.push_back({toQString(victim.pod), toQString(victim.replacement), victim.placed ? toQString(victim.placed->node) : QString(),
                                    victim.placed ? static_cast<std::int64_t>(victim.placed->attempt) : -1,
                                    victim.placed && !victim.link ? placedText(*victim.placed, origin) : outcomeOf(victim, avalanche, origin),
                                    stateOf(victim), victim.link});
        cards.push_back(std::move(card));
    }
    return cards;
}

QString cardText(const AvalancheCard& card)
{
    QStringList lines{tr("%1 at %2, on %3").arg(card.pod, card.when, card.node)};
    for (const AvalancheCard::Victim& victim : card.victims)
        lines << (victim.replacement.isEmpty() ? tr("evicts %1: %2").arg(victim.pod, victim.outcome)
                                               : tr("evicts %1; instead of it %2: %3").arg(victim.pod, victim.replacement, victim.outcome));
    lines << tr("%1: %2").arg(card.pod, card.outcome);
    return lines.join(u'\n');
}

AvalancheTableModel::AvalancheTableModel(QObject* parent) : TableModel(avalancheColumns(), parent) {}

void AvalancheTableModel::setAvalanche(const AvalanchesPtr& avalanches, std::size_t index, api::Time origin)
{
    setTable(avalanches && index < avalanches->size() ? std::make_shared<AvalancheTable>(avalanches, index, origin) : nullptr);
}

}
