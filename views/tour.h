// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPointer>
#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace berth::views {

/// One stop of the tour: the widget that it is about and what is said of it.
struct TourStep {
    QString title;
    QString text;
    /// Brings the widget in sight and returns it; null for a step about the whole window.
    std::function<QWidget*()> show;
};

/// Walks through the window once, a few stops long: darkens all but the widget in question and says a sentence beside it.
/// Esc or Skip ends it at once, Return goes on. Covers its parent while it is under way.
class Tour final : public QWidget {
    Q_OBJECT
public:
    Tour(std::vector<TourStep> steps, QWidget* parent);

    void start();
    std::size_t step() const { return at_; }
    std::size_t count() const { return steps_.size(); }
    /// What the step is about, in own coordinates; empty for a step about the whole window.
    QRect spot() const;

signals:
    /// By the last step or by skipping.
    void ended();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void go(std::size_t step);
    void end();
    void place();

    std::vector<TourStep> steps_;
    std::size_t at_ = 0;
    QPointer<QWidget> target_;
    QWidget* card_;
    QLabel* title_;
    QLabel* text_;
    QLabel* count_;
    QPushButton* back_;
    QPushButton* next_;
};

}
