// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"

#include <QAbstractItemModel>

namespace berth::models {

/// The steps of one attempt as a tree: a step, below it its reasons and what its plugins said; last the CycleState with
/// its entries. Two columns.
class InspectorModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { What, Says, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;
    void setInspection(InspectionPtr inspection);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const InspectionStep& step(std::size_t row) const;
    QString text(const QModelIndex& index) const;
    int state(const QModelIndex& index) const;

    InspectionPtr inspection_;
};

}
