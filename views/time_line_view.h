// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/snapshot.h"
#include "views/picture.h"
#include "views/time_line_canvas.h"

class QComboBox;
class QLineEdit;
class QTimer;

namespace berth::views {

class Legend;

/// The time line with its choices: axis, order of rows, filter. Computes on another thread, and only while in sight.
class TimeLineView final : public QWidget {
    Q_OBJECT
public:
    explicit TimeLineView(SelectionHub* hub, QWidget* parent = nullptr);

    void setSnapshot(const models::SnapshotPtr& snapshot);
    void setAttempt(const models::AttemptViewPtr& attempt) { canvas_->setAttempt(attempt); }
    TimeLineCanvas* canvas() const { return canvas_; }
    /// Null before the first was computed.
    const models::TimeLinePtr& line() const { return line_; }
    /// All rows and all of the time.
    Picture picture() const;

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void updateLegend();

    SelectionHub* hub_;
    TimeLineCanvas* canvas_;
    QComboBox* axis_;
    QComboBox* order_;
    QLineEdit* filter_;
    Legend* legend_;
    QTimer* delay_;
    models::SnapshotPtr snapshot_;
    models::SnapshotPtr computed_;
    models::TimeLinePtr line_;
    bool working_ = false;
    bool stale_ = false;                   ///< order or filter changed meanwhile
};

}
