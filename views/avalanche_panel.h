// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/avalanche.h"
#include "views/picture.h"
#include "views/selection_hub.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QScrollArea;
class QStackedWidget;

namespace berth::views {

class AvalancheCanvas;
class TableView;

/// The avalanches of a run: which one, how far it came, its drawing, and the same as a table. Shows the one that the selected
/// attempt is part of, else the greatest, unless the user has chosen another.
class AvalanchePanel final : public QWidget {
    Q_OBJECT
public:
    explicit AvalanchePanel(SelectionHub* hub, QWidget* parent = nullptr);

    void setAvalanches(const models::AvalanchesPtr& avalanches, api::Time origin);
    AvalancheCanvas* canvas() const { return canvas_; }
    TableView* table() const { return table_; }
    QComboBox* choice() const { return choice_; }
    /// How many there are, how far the shown one came; or why there is nothing to see.
    QString summary() const;
    /// The whole drawing of the shown avalanche.
    Picture picture() const;

private:
    void follow(const Selection& selection, const QObject* asker);
    void show(std::size_t index);
    void fillChoice();

    SelectionHub* hub_;
    models::AvalanchesPtr avalanches_;
    api::Time origin_;
    std::size_t shown_ = 0;
    bool isChosen_ = false;                ///< by the user or the selection, not for its size
    models::AvalancheTableModel* model_;
    AvalancheCanvas* canvas_;
    QScrollArea* scroll_;
    TableView* table_;
    QComboBox* choice_;
    QLabel* summary_;
    QLabel* hint_;
    QStackedWidget* pages_;
};

}
