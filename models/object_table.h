// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/document.h"
#include "models/table_model.h"

namespace berth::models {

/// Every object of a document, in its order. IdRole: the item's id.
class ObjectTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, KindColumn, Namespace, Labels, File, State, ColumnCount };

    explicit ObjectTableModel(QObject* parent = nullptr);
    void setDocument(const design::DocumentPtr& document);
};

}
