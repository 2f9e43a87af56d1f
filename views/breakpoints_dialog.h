// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/breakpoint.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace berth::views {

/// Where runs stop: a list that can be switched on and off one by one, and a form that adds to it. Whatever is changed holds
/// at once.
class BreakpointsDialog final : public QDialog {
    Q_OBJECT
public:
    explicit BreakpointsDialog(QWidget* parent = nullptr);

    const std::vector<scenario::Breakpoint>& breakpoints() const { return breakpoints_; }
    void setPlugins(const QStringList& names);

signals:
    void changed(const std::vector<berth::scenario::Breakpoint>& breakpoints);

private:
    QWidget* makeForm();
    scenario::Breakpoint typed() const;
    void add();
    void remove();
    void fill();

    std::vector<scenario::Breakpoint> breakpoints_;
    QListWidget* list_;
    QLineEdit* pod_;
    QLineEdit* node_;
    QComboBox* plugin_;
    QComboBox* result_;
    QComboBox* from_;
    QComboBox* to_;
    QCheckBox* preempting_;
    QPushButton* add_;
    QPushButton* remove_;
};

}
