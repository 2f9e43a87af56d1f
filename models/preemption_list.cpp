// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/preemption_list.h"

#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::PreemptionList", text);
}

/// Violations of the candidate that was chosen; the run knows it of every preemption.
std::int64_t violationsOf(const trace::Attempt& attempt)
{
    if (attempt.postFilter && attempt.postFilter->nominatedNode)
        for (const trace::PreemptionCandidate& candidate : attempt.postFilter->candidates)
            if (candidate.node == *attempt.postFilter->nominatedNode)
                return candidate.pdbViolations;
    return 0;
}

/// Who evicted has a node or is gone, and so is everybody who came back.
bool isSettled(const scenario::AvalancheLink& link)
{
    return !link.isWaitedFor() && std::none_of(link.victims.begin(), link.victims.end(), [](const scenario::AvalancheVictim& victim) { return victim.isWaitedFor(); });
}

class PreemptionList final : public TableData {
public:
    PreemptionList(AvalanchesPtr avalanches, const AttemptsPtr& attempts, api::Time origin) : avalanches_(std::move(avalanches)), origin_(origin)
    {
        for (const scenario::Avalanche& avalanche : *avalanches_)
            for (const scenario::AvalancheLink& one : avalanche.links)
                rows_.push_back({&one, one.attempt < attempts->size() ? violationsOf(*(*attempts)[one.attempt]) : 0});
        std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.link->attempt < b.link->attempt; });
    }

    int rowCount() const override { return static_cast<int>(rows_.size()); }
    QString id(int row) const override { return QString::number(link(row).attempt); }

    QString text(int row, int column) const override
    {
        const scenario::AvalancheLink& shown = link(row);
        switch (column) {
        case PreemptionListModel::Time:
            return formatMoment(shown.time, origin_);
        case PreemptionListModel::Attempt:
            return formatCount(static_cast<std::int64_t>(shown.attempt) + 1);
        case PreemptionListModel::Preemptor:
            return toQString(shown.pod);
        case PreemptionListModel::Node:
            return toQString(shown.nominated);
        case PreemptionListModel::Victims:
            return formatCount(static_cast<std::int64_t>(shown.victims.size()));
        case PreemptionListModel::PdbViolations:
            return formatCount(at(row).violations);
        case PreemptionListModel::Settled:
            return isSettled(shown) ? tr("settled") : tr("not settled");
        case PreemptionListModel::Became:
            if (shown.placed)
                return tr("placed on %1 at %2").arg(toQString(shown.placed->node), formatMoment(shown.placed->time, origin_));
            return shown.gone ? tr("deleted at %1, not placed").arg(formatMoment(*shown.gone, origin_)) : tr("waits for its node");
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        switch (column) {
        case PreemptionListModel::Time:
            return {static_cast<double>(link(row).time.nanoseconds - origin_.nanoseconds), {}};
        case PreemptionListModel::Attempt:
            return {static_cast<double>(link(row).attempt + 1), {}};
        case PreemptionListModel::Victims:
            return {static_cast<double>(link(row).victims.size()), {}};
        case PreemptionListModel::PdbViolations:
            return {static_cast<double>(at(row).violations), {}};
        default:
            return {0, text(row, column)};
        }
    }

    QString tooltip(int row, int column) const override
    {
        if (column != PreemptionListModel::Victims)
            return text(row, column);
        constexpr std::size_t named = 12;
        QStringList pods;
        for (const scenario::AvalancheVictim& victim : link(row).victims)
            if (static_cast<std::size_t>(pods.size()) < named)
                pods << toQString(victim.pod);
        if (link(row).victims.size() > named)
            pods << tr("and %1 more").arg(formatCount(static_cast<std::int64_t>(link(row).victims.size() - named)));
        return pods.join(u'\n');
    }

    RowState state(int row, int column) const override
    {
        if (column == PreemptionListModel::Settled)
            return isSettled(link(row)) ? RowState::Good : RowState::Waiting;
        return column == PreemptionListModel::PdbViolations && at(row).violations > 0 ? RowState::Bad : RowState::None;
    }

private:
    struct Row {
        const scenario::AvalancheLink* link = nullptr;   ///< of avalanches_
        std::int64_t violations = 0;
    };
    const Row& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    const scenario::AvalancheLink& link(int row) const { return *at(row).link; }

    AvalanchesPtr avalanches_;
    api::Time origin_;
    std::vector<Row> rows_;
};

std::vector<TableColumn> listColumns()
{
    return {
        {tr("Time"), u"time"_s, tr("When the pod was tried, from the begin of the run"), true, ValueKind::Duration},
        {tr("#"), u"attempt"_s, tr("The attempt of the run"), true, ValueKind::Count},
        {tr("Preemptor"), u"pod"_s, tr("The pod that makes others leave"), false, ValueKind::Text, {u"preemptor"_s}},
        {tr("Node"), u"node"_s, tr("The node that it is nominated to"), false},
        {tr("Victims"), u"victims"_s, tr("How many pods leave"), true, ValueKind::Count},
        {tr("PDB violations"), u"violations"_s, tr("How many of them leave although a PodDisruptionBudget forbids it"), true, ValueKind::Count},
        {tr("Settled"), u"settled"_s, tr("Settled: the preemptor and whoever replaces its victims are on a node, gone, or evict in their turn"), false},
        {tr("Preemptor went"), u"outcome"_s, tr("Where the preemptor went afterwards"), false},
    };
}

}

PreemptionListModel::PreemptionListModel(QObject* parent) : TableModel(listColumns(), parent) {}

void PreemptionListModel::setRun(const AvalanchesPtr& avalanches, const AttemptsPtr& attempts, api::Time origin)
{
    setTable(avalanches && attempts && !avalanches->empty() ? std::make_shared<PreemptionList>(avalanches, attempts, origin) : nullptr);
}

QString whyNoPreemption(const Attempts& attempts, const Cluster& cluster)
{
    if (attempts.empty())
        return tr("Nothing has been tried yet. Press Run or Step.");
    std::int64_t lowest = std::numeric_limits<std::int32_t>::max();
    for (const PodRow& pod : cluster.pods)
        lowest = std::min<std::int64_t>(lowest, pod.pod->priority());
    std::int64_t failed = 0;
    bool asked = false;
    bool outranks = false;
    QString message;
    for (const trace::AttemptPtr& attempt : attempts) {
        if (attempt->result != trace::Result::Unschedulable)
            continue;
        ++failed;
        const PodRow* pod = outranks ? nullptr : cluster.pod(toQString(attempt->pod));
        outranks = !pod || pod->pod->priority() > lowest;
        asked = asked || attempt->postFilter.has_value();
        if (attempt->postFilter && message.isEmpty())
            message = toQString(attempt->postFilter->message);
    }
    if (failed == 0)
        return tr("Every pod that was tried found a node: preemption runs only for pods that fit on none.");
    if (!outranks)
        return tr("No pod that failed has a higher priority than another pod (spec.priority, or the value of its PriorityClass): only pods of lower priority can be made to leave.");
    if (!asked)
        return tr("No attempt that failed got as far as preemption: the profile has no PostFilter plugin, or the pods were held back before any filter.");
    return message.isEmpty() ? tr("No node would take one of the pods that failed, whoever of lower priority left it.")
                             : tr("No node would take one of the pods that failed, whoever of lower priority left it. The first of them was told: %1").arg(message);
}

}
