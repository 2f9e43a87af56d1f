// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/table_model.h"
#include "trace/run_trace.h"

#include <QString>

/// The preemption of one attempt as tables: candidates with the criteria in their order, the pods of one candidate, and
/// the nodes where evictions do not help.
namespace berth::models {

/// `PodDisruptionBudget violations`, … in the order of comparing.
QString criterionName(trace::PreemptionCriterion criterion);

/// One sentence: what was nominated and who leaves, or why nothing came of it. The facts behind it are in preemptionFacts.
QString preemptionSummary(const trace::Attempt& attempt);
/// How the search went: where it began, how many candidates were enough, what was found.
QString preemptionFacts(const trace::Attempt& attempt);

/// Candidates in the order the choice is made from. IdRole: the node. The chosen one has a star; in the others' rows the cell
/// of the criterion that eliminated them is marked.
class CandidateTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Order, Node, PdbViolations, HighestPriority, PrioritySum, VictimCount, LatestStart, Decided, ColumnCount };

    explicit CandidateTableModel(QObject* parent = nullptr);
    /// Null, or an attempt with a postFilter record. origin: what start times are relative to.
    void setAttempt(const trace::AttemptPtr& attempt, api::Time origin);
};

/// The pods that were weighed on one candidate, most important first. IdRole: `namespace/name`.
class VictimTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Pod, Fate, Priority, Started, Budgets, ColumnCount };

    explicit VictimTableModel(QObject* parent = nullptr);
    /// node: of a candidate; another empties the table.
    void setCandidate(const trace::AttemptPtr& attempt, const QString& node, api::Time origin);
};

/// Nodes that were tried, or could not be, without success. IdRole: the node.
class UnhelpfulNodesModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Node, Status, Reasons, ColumnCount };

    explicit UnhelpfulNodesModel(QObject* parent = nullptr);
    void setAttempt(const trace::AttemptPtr& attempt);
};

}
