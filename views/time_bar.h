// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/moments.h"

#include <QElapsedTimer>
#include <QHash>
#include <QWidget>

#include <optional>

class QAction;
class QComboBox;
class QLabel;
class QTimer;
class QToolButton;

namespace berth::views {

class TimeTrack;

/// Time that can be turned back: buttons to play and step, the track, what time it is there, and, in the past, that it is the
/// past, with the way back. Asks for moments by signals; shows the moment it is told.
class TimeBar final : public QWidget {
    Q_OBJECT
public:
    explicit TimeBar(QWidget* parent = nullptr);

    void setMoments(const models::MomentsPtr& moments);
    /// What is shown now: a rest, or the present.
    void setPast(std::optional<std::size_t> rest);
    void updateIcons();
    /// The tool tip of that button says the keys of its action from now on, also when they change.
    void sayKeys(const QString& button, const QAction* action);
    TimeTrack* track() const { return track_; }
    bool isPlaying() const;
    /// `t = 12.300 s · event 418 of 2 031`
    QString text() const;
    QSize minimumSizeHint() const override;

public slots:
    void play(bool on);
    void stepBack();
    void stepForward();
    void backToNow();

signals:
    void momentRequested(std::size_t rest);
    void nowRequested();
    void branchRequested();
    void breakpointsRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void advance();
    void choose(std::size_t rest);
    void showText();
    void updateTips();
    void showWhatFits();
    int buttonsWidth() const;

    models::MomentsPtr moments_;
    std::optional<std::size_t> past_;
    std::optional<std::size_t> wanted_;    ///< asked for last; the answer may still be on its way
    TimeTrack* track_;
    QToolButton* play_;
    QToolButton* back_;
    QToolButton* forward_;
    QToolButton* branch_;
    QToolButton* breakpoints_;
    QComboBox* speed_;
    QLabel* text_;
    QLabel* pastLabel_;
    QToolButton* now_;
    QTimer* timer_;
    QElapsedTimer sinceTick_;
    QHash<QToolButton*, const QAction*> actions_;
    double playedTo_ = 0;                  ///< nanoseconds since the run began
};

}
