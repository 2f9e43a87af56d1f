// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/generate.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace berth::views {

/// Asks for a pool of nodes: of which shape, how many, over how many zones.
class GenerateNodesDialog final : public QDialog {
    Q_OBJECT
public:
    explicit GenerateNodesDialog(QWidget* parent = nullptr);
    /// What was asked for; the error names the field that cannot be understood.
    tl::expected<design::NodesWish, QString> wish() const;

private:
    void takeShape();
    void check();

    QComboBox* shape_;
    QSpinBox* count_;
    QSpinBox* zones_;
    QComboBox* distribution_;
    QSpinBox* seed_;
    QLineEdit* prefix_;
    QLineEdit* cpu_;
    QLineEdit* memory_;
    QLineEdit* pods_;
    QSpinBox* gpus_;
    QLineEdit* labels_;
    QLineEdit* taints_;
    QLabel* error_;
    QDialogButtonBox* buttons_;
};

/// Asks for pods: how many, what they ask for, drawn with which seed.
class GeneratePodsDialog final : public QDialog {
    Q_OBJECT
public:
    explicit GeneratePodsDialog(const QStringList& priorityClasses, QWidget* parent = nullptr);
    tl::expected<design::PodsWish, QString> wish() const;

private:
    void check();

    QSpinBox* count_;
    QLineEdit* prefix_;
    QLineEdit* namespace_;
    QComboBox* distribution_;
    QLineEdit* cpu_;
    QLineEdit* cpuMost_;
    QLineEdit* memory_;
    QLineEdit* memoryMost_;
    QSpinBox* gpus_;
    QComboBox* priority_;
    QLineEdit* labels_;
    QLineEdit* nodeSelector_;
    QLineEdit* tolerations_;
    QCheckBox* spread_;
    QSpinBox* seed_;
    QLabel* error_;
    QDialogButtonBox* buttons_;
};

}
