// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/configuration.h"
#include "models/table_model.h"
#include "scenario/compare_runs.h"

#include <QMetaType>
#include <QString>

#include <memory>

/// A run that goes another way from some moment on, and how it differs from the one it left.
namespace berth::models {

/// What is to be done at the moment.
struct BranchRequest {
    std::size_t rest = 0;                  ///< where the branch leaves the run (Moments)
    QString steps;                         ///< a list as in scenario files; empty: nothing is done
    ConfigurationPtr configuration;        ///< another scheduler takes over; null: the same goes on
};

/// What came of it. A value.
struct Branch {
    BranchRequest request;
    api::Time origin;
    api::Time moment;                      ///< where it left
    api::Time end;                         ///< up to where both runs were compared
    api::Problems problems;                ///< of the steps, and what the API server refused; errors of the steps: it was not run
    bool wasRun = false;
    scenario::RunComparison comparison;    ///< a: the run, b: the branch
};
using BranchPtr = std::shared_ptr<const Branch>;

/// One sentence: how many pods ended differently, or that all is the same.
QString branchSummary(const Branch& branch);
/// `First difference: attempt 12 at 30.000 s: default/a went to n1; in the branch to n2`; empty without one.
QString divergenceText(const Branch& branch);

/// Figures of both runs. No ids: there is nothing to select.
class BranchCountsModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Figure, Run, Branched, Difference, ColumnCount };

    explicit BranchCountsModel(QObject* parent = nullptr);
    void setBranch(const BranchPtr& branch);
};

/// Pods that ended on another node, or in one run only. IdRole: `namespace/name`.
class BranchTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Pod, Run, Branched, What, ColumnCount };

    explicit BranchTableModel(QObject* parent = nullptr);
    void setBranch(const BranchPtr& branch);
};

}

Q_DECLARE_METATYPE(berth::models::BranchPtr)
