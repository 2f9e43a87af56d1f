// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTableView>

namespace berth::views {

/// The first column of a table, which stays where it is while the others scroll: a second view of the same model and
/// selection that lies over the first column's place. Only shown while the table is scrolled sideways.
class FrozenColumn final : public QTableView {
    Q_OBJECT
public:
    /// table must have its model and its delegate.
    explicit FrozenColumn(QTableView* table);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void hideOthers();
    void followSort();

    QTableView* table_;
};

}
