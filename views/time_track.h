// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/moments.h"

#include <QWidget>

#include <optional>

namespace berth::views {

/// The virtual time of a run from left to right, with what happened as marks: changes of the cluster above, attempts in the
/// middle (tall where the pod was not placed), breakpoints that were met below. The pointer is where one looks; it is
/// dragged, clicked, or moved with the keys.
class TimeTrack final : public QWidget {
    Q_OBJECT
public:
    explicit TimeTrack(QWidget* parent = nullptr);

    void setMoments(const models::MomentsPtr& moments);
    /// The rest that is looked at; absent: now, the end.
    void setPosition(std::optional<std::size_t> rest);
    std::size_t position() const;
    const models::MomentsPtr& moments() const { return moments_; }

    /// Where a time is; within the groove.
    qreal xOf(api::Time time) const;
    /// The text of the marks at that point, one per line; empty where there is nothing.
    QString textAt(qreal x) const;

    QSize sizeHint() const override { return {400, 40}; }
    QSize minimumSizeHint() const override { return {120, 40}; }

signals:
    /// The user wants to look at that rest.
    void chosen(std::size_t rest);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// What a column of pixels shows: the marks in it, at most one of each kind.
    struct Column {
        std::uint8_t kinds = 0;            ///< a bit per TimeMark::Kind
    };
    void layOut();
    void chooseAt(qreal x);
    void stepBy(std::ptrdiff_t rests);
    QRectF groove() const;

    models::MomentsPtr moments_;
    std::optional<std::size_t> position_;
    std::vector<Column> columns_;          ///< one per pixel of the groove
};

}
