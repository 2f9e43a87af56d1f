// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;

namespace berth::views {

/// Weights of an attempt's score plugins to be tried: what the nodes' sums would be, at once and without another run.
class WeightSliders final : public QWidget {
    Q_OBJECT
public:
    explicit WeightSliders(QWidget* parent = nullptr);

    /// An attempt; null or one without scores: nothing to try. Weights that are being tried stay for plugins that score here, too.
    void setInspection(models::InspectionPtr inspection);

signals:
    /// The attempt with the weights that stand here.
    void tried(const berth::models::InspectionPtr& inspection);
    /// To be written into the profile: its name, and what differs from it.
    void wanted(const QString& profile, const QHash<QString, int>& weights);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        QString plugin;
        QLabel* name;
        QSlider* slider;
        QSpinBox* number;
    };

    void makeRow(const QString& plugin, std::int64_t weight);
    void clearRows();
    void show();
    void reset();
    QHash<QString, int> differing() const;

    models::InspectionPtr inspection_;
    QPushButton* open_;
    QWidget* panel_;
    QGridLayout* grid_;
    QLabel* verdict_;
    QPushButton* reset_;
    QPushButton* keep_;
    std::vector<Row> rows_;
};

}
