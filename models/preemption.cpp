// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/preemption.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Preemption", text);
}

using Criterion = trace::PreemptionCriterion;

/// Of the candidate that the nomination names; empty if nothing was chosen.
std::string chosenNode(const trace::Attempt& attempt)
{
    const trace::PostFilterRecord& record = *attempt.postFilter;
    return record.code == trace::Code::Success && record.nominatedNode ? *record.nominatedNode : std::string();
}

QString startText(const std::optional<api::Time>& started, api::Time origin)
{
    if (!started)
        return tr("not started");
    const std::int64_t before = origin.nanoseconds - started->nanoseconds;
    return before > 0 ? u"−"_s + formatDuration(before) : formatMoment(*started, origin);
}

/// The column that shows what a criterion compares.
int columnOf(Criterion criterion)
{
    switch (criterion) {
    case Criterion::PdbViolations:
        return CandidateTableModel::PdbViolations;
    case Criterion::HighestPriority:
        return CandidateTableModel::HighestPriority;
    case Criterion::PrioritySum:
        return CandidateTableModel::PrioritySum;
    case Criterion::VictimCount:
        return CandidateTableModel::VictimCount;
    case Criterion::LatestStart:
        return CandidateTableModel::LatestStart;
    case Criterion::Order:
        break;
    }
    return CandidateTableModel::Order;
}

class CandidateTable final : public TableData {
public:
    CandidateTable(trace::AttemptPtr attempt, api::Time origin)
        : attempt_(std::move(attempt)), chosen_(chosenNode(*attempt_)), origin_(origin)
    {
    }

    int rowCount() const override { return static_cast<int>(attempt_->postFilter->candidates.size()); }
    QString id(int row) const override { return toQString(at(row).node); }

    QString text(int row, int column) const override
    {
        const trace::PreemptionCandidate& candidate = at(row);
        switch (column) {
        case CandidateTableModel::Order:
            return formatCount(row + 1);
        case CandidateTableModel::Node:
            return isChosen(row) ? u"★ "_s + toQString(candidate.node) : toQString(candidate.node);
        case CandidateTableModel::PdbViolations:
            return formatCount(candidate.pdbViolations);
        case CandidateTableModel::HighestPriority:
            return formatCount(candidate.highestPriority);
        case CandidateTableModel::PrioritySum:
            return formatCount(candidate.prioritySum);
        case CandidateTableModel::VictimCount:
            return formatCount(static_cast<std::int64_t>(candidate.victims.size()));
        case CandidateTableModel::LatestStart:
            return startText(candidate.earliestStart, origin_);
        case CandidateTableModel::Decided:
            if (isChosen(row))
                return tr("chosen");
            return candidate.eliminatedBy ? tr("lost by %1").arg(criterionName(*candidate.eliminatedBy)) : QString();
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        const trace::PreemptionCandidate& candidate = at(row);
        switch (column) {
        case CandidateTableModel::Order:
            return {static_cast<double>(row), {}};
        case CandidateTableModel::Node:
            return {0, toQString(candidate.node)};
        case CandidateTableModel::PdbViolations:
            return {static_cast<double>(candidate.pdbViolations), {}};
        case CandidateTableModel::HighestPriority:
            return {static_cast<double>(candidate.highestPriority), {}};
        case CandidateTableModel::PrioritySum:
            return {static_cast<double>(candidate.victims.size()) * 2147483648.0 + static_cast<double>(candidate.prioritySum), {}};
        case CandidateTableModel::VictimCount:
            return {static_cast<double>(candidate.victims.size()), {}};
        case CandidateTableModel::LatestStart:
            return {candidate.earliestStart ? static_cast<double>(candidate.earliestStart->nanoseconds) : 1e30, {}};
        case CandidateTableModel::Decided:
            return {isChosen(row) ? -1.0 : candidate.eliminatedBy ? 5.0 - static_cast<double>(*candidate.eliminatedBy) : 9.0, {}};
        default:
            return {};
        }
    }

    QString tooltip(int row, int column) const override
    {
        const trace::PreemptionCandidate& candidate = at(row);
        if (column == CandidateTableModel::PrioritySum)
            return tr("%1; compared with 2³¹ added to the priority of each of the %2 victims, so that every further victim counts")
                .arg(formatCount(candidate.prioritySum), formatCount(static_cast<std::int64_t>(candidate.victims.size())));
        if (column == CandidateTableModel::LatestStart && !candidate.earliestStart)
            return tr("No victim of the highest priority has a start time: it counts as starting now");
        return text(row, column);
    }

    QString copyText(int row, int column) const override
    {
        return column == CandidateTableModel::Node ? id(row) : text(row, column);
    }

    RowState state(int row, int column) const override
    {
        if (isChosen(row))
            return column == CandidateTableModel::Decided ? RowState::Good : RowState::None;
        const auto& eliminatedBy = at(row).eliminatedBy;
        return eliminatedBy && column == columnOf(*eliminatedBy) ? RowState::Bad : RowState::None;
    }

private:
    const trace::PreemptionCandidate& at(int row) const { return attempt_->postFilter->candidates[static_cast<std::size_t>(row)]; }
    bool isChosen(int row) const { return !chosen_.empty() && at(row).node == chosen_; }

    trace::AttemptPtr attempt_;
    std::string chosen_;
    api::Time origin_;
};

class VictimTable final : public TableData {
public:
    VictimTable(trace::AttemptPtr attempt, std::size_t candidate, api::Time origin)
        : attempt_(std::move(attempt)), pods_(attempt_->postFilter->candidates[candidate].pods), origin_(origin)
    {
    }

    int rowCount() const override { return static_cast<int>(pods_.size()); }
    QString id(int row) const override { return toQString(at(row).pod); }

    QString text(int row, int column) const override
    {
        const trace::PreemptionPod& pod = at(row);
        switch (column) {
        case VictimTableModel::Pod:
            return toQString(pod.pod);
        case VictimTableModel::Fate:
            return pod.victim ? tr("victim") : tr("reprieved");
        case VictimTableModel::Priority:
            return formatCount(pod.priority);
        case VictimTableModel::Started:
            return startText(pod.started, origin_);
        case VictimTableModel::Budgets:
            return budgetText(pod);
        default:
            return {};
        }
    }

    SortKey sortKey(int row, int column) const override
    {
        const trace::PreemptionPod& pod = at(row);
        if (column == VictimTableModel::Priority)
            return {static_cast<double>(pod.priority), {}};
        if (column == VictimTableModel::Started)
            return {pod.started ? static_cast<double>(pod.started->nanoseconds) : 1e30, {}};
        return {0, text(row, column)};
    }

    RowState state(int row, int column) const override
    {
        const trace::PreemptionPod& pod = at(row);
        if (column == VictimTableModel::Fate)
            return pod.victim ? RowState::Bad : RowState::Good;
        if (column == VictimTableModel::Budgets && !pod.budgets.empty())
            return !pod.breaksBudget ? RowState::Good : pod.victim ? RowState::Bad : RowState::Warning;
        return RowState::None;
    }

private:
    static QString budgetText(const trace::PreemptionPod& pod)
    {
        QStringList names;
        for (const std::string& name : pod.budgets)
            names << toQString(name);
        if (names.isEmpty())
            return {};
        const QString budgets = names.join(u", "_s);
        if (!pod.breaksBudget)
            return tr("%1: allows this eviction").arg(budgets);
        return pod.victim ? tr("%1: violated").arg(budgets) : tr("%1: would be violated").arg(budgets);
    }
    const trace::PreemptionPod& at(int row) const { return pods_[static_cast<std::size_t>(row)]; }

    trace::AttemptPtr attempt_;
    const std::vector<trace::PreemptionPod>& pods_;
    api::Time origin_;
};

class UnhelpfulNodes final : public TableData {
public:
    explicit UnhelpfulNodes(trace::AttemptPtr attempt) : attempt_(std::move(attempt)) {}

    int rowCount() const override { return static_cast<int>(attempt_->postFilter->dryRun.size()); }
    QString id(int row) const override { return toQString(at(row).first); }
    QString text(int row, int column) const override
    {
        const trace::StatusRecord& status = at(row).second;
        if (column == UnhelpfulNodesModel::Node)
            return id(row);
        if (column == UnhelpfulNodesModel::Status)
            return toQString(trace::codeName(status.code));
        // The filters let the pod in once nobody was left to evict: kube-scheduler takes that for an error of a plugin.
        if (status.code == trace::Code::Success)
            return tr("fits without a victim; kube-scheduler: expected at least one victim pod on node \"%1\"").arg(toQString(at(row).first));
        QStringList reasons;
        for (const std::string& reason : status.reasons)
            reasons << toQString(reason);
        return reasons.join(u", "_s);
    }
    SortKey sortKey(int row, int column) const override { return {0, text(row, column)}; }
    RowState state(int row, int column) const override
    {
        if (column != UnhelpfulNodesModel::Status)
            return RowState::None;
        return at(row).second.code == trace::Code::Error ? RowState::Warning : RowState::Bad;
    }

private:
    const std::pair<std::string, trace::StatusRecord>& at(int row) const { return attempt_->postFilter->dryRun[static_cast<std::size_t>(row)]; }

    trace::AttemptPtr attempt_;
};

std::vector<TableColumn> candidateColumns()
{
    return {
        {tr("#"), u"order"_s, tr("Order of the choice: without violated budgets first, each as the dry run found it. Decides where no criterion does"), true},
        {tr("Node"), u"node"_s, {}, false},
        {tr("1 PDB violations"), u"violations"_s, tr("First criterion: the fewest victims whose eviction breaks a PodDisruptionBudget"), true},
        {tr("2 Highest priority"), u"priority"_s, tr("Second criterion: the lowest priority of the most important victim"), true},
        {tr("3 Sum of priorities"), u"sum"_s, tr("Third criterion: the lowest sum of the victims' priorities, 2³¹ added to each"), true},
        {tr("4 Victims"), u"victims"_s, tr("Fourth criterion: the fewest victims"), true},
        {tr("5 Earliest start"), u"start"_s, tr("Fifth criterion: the latest of these, when the oldest of the most important victims started, relative to the run's begin"), true},
        {tr("Decided"), u"decided"_s, tr("The criterion by which the candidate fell behind"), false},
    };
}

std::vector<TableColumn> victimColumns()
{
    return {
        {tr("Pod"), u"pod"_s, tr("Most important first: higher priority, then longer running"), false},
        {tr("Fate"), u"fate"_s, tr("Victims leave; the others were let back one by one, those that a budget protects first"), false},
        {tr("Priority"), u"priority"_s, {}, true},
        {tr("Started"), u"started"_s, tr("Relative to the run's begin"), true},
        {tr("Disruption budgets"), u"budget"_s, tr("PodDisruptionBudgets that cover the pod, and whether its eviction breaks one"), false},
    };
}

std::vector<TableColumn> unhelpfulColumns()
{
    return {
        {tr("Node"), u"node"_s, {}, false},
        {tr("Status"), u"status"_s, {}, false},
        {tr("Reasons"), u"reasons"_s, tr("What still stands in the way once everybody of lower priority has left"), false},
    };
}

}

QString criterionName(trace::PreemptionCriterion criterion)
{
    switch (criterion) {
    case Criterion::PdbViolations:
        return tr("PDB violations");
    case Criterion::HighestPriority:
        return tr("highest priority");
    case Criterion::PrioritySum:
        return tr("sum of priorities");
    case Criterion::VictimCount:
        return tr("number of victims");
    case Criterion::LatestStart:
        return tr("start time");
    case Criterion::Order:
        return tr("order");
    }
    return {};
}

QString preemptionSummary(const trace::Attempt& attempt)
{
    const trace::PostFilterRecord& record = *attempt.postFilter;
    if (const std::string node = chosenNode(attempt); !node.empty()) {
        const auto victims = static_cast<std::int64_t>(record.victims.size());
        return victims == 1 ? tr("%1 is nominated to %2; 1 pod leaves.").arg(toQString(attempt.pod), toQString(node))
                            : tr("%1 is nominated to %2; %3 pods leave.").arg(toQString(attempt.pod), toQString(node), formatCount(victims));
    }
    const QString message = toQString(record.message);
    return message.isEmpty() ? tr("Preemption did not help %1.").arg(toQString(attempt.pod))
                             : tr("Preemption did not help %1: %2").arg(toQString(attempt.pod), message);
}

QString preemptionFacts(const trace::Attempt& attempt)
{
    const trace::PostFilterRecord& record = *attempt.postFilter;
    QStringList facts;
    if (record.numCandidates)
        facts << tr("enough with %1 candidates").arg(formatCount(*record.numCandidates));
    if (record.offset)
        facts << tr("search began at offset %1").arg(formatCount(*record.offset));
    facts << tr("%1 found").arg(formatCount(static_cast<std::int64_t>(record.candidates.size())));
    if (!record.dryRun.empty())
        facts << tr("nodes without help: %1").arg(formatCount(static_cast<std::int64_t>(record.dryRun.size())));
    if (record.tied.size() > 1)
        facts << tr("%1 are equal by all criteria, the first was taken").arg(formatCount(static_cast<std::int64_t>(record.tied.size())));
    return facts.join(u" · "_s);
}

CandidateTableModel::CandidateTableModel(QObject* parent) : TableModel(candidateColumns(), parent) {}

void CandidateTableModel::setAttempt(const trace::AttemptPtr& attempt, api::Time origin)
{
    setTable(attempt && attempt->postFilter ? std::make_shared<CandidateTable>(attempt, origin) : nullptr);
}

VictimTableModel::VictimTableModel(QObject* parent) : TableModel(victimColumns(), parent) {}

void VictimTableModel::setCandidate(const trace::AttemptPtr& attempt, const QString& node, api::Time origin)
{
    if (attempt && attempt->postFilter)
        for (std::size_t i = 0; i < attempt->postFilter->candidates.size(); ++i)
            if (toQString(attempt->postFilter->candidates[i].node) == node) {
                setTable(std::make_shared<VictimTable>(attempt, i, origin));
                return;
            }
    setTable(nullptr);
}

UnhelpfulNodesModel::UnhelpfulNodesModel(QObject* parent) : TableModel(unhelpfulColumns(), parent) {}

void UnhelpfulNodesModel::setAttempt(const trace::AttemptPtr& attempt)
{
    setTable(attempt && attempt->postFilter ? std::make_shared<UnhelpfulNodes>(attempt) : nullptr);
}

}
