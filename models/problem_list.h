// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"
#include "models/table_model.h"

namespace berth::models {

using ProblemsPtr = std::shared_ptr<const api::Problems>;

/// What is wrong with the input, in the order it was found. IdRole: the index.
class ProblemsModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Severity, Message, Object, File, Line, ColumnCount };

    explicit ProblemsModel(QObject* parent = nullptr);
    void setProblems(ProblemsPtr problems);
};

}
