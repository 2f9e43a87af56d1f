// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/weight_sliders.h"

#include "models/other_weights.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int mostWeight = 100;            ///< kube-scheduler's own bound is far away; whoever needs more writes it
constexpr int sliderEnd = 10;              ///< weights people use; the slider grows with what stands in the number

}

WeightSliders::WeightSliders(QWidget* parent)
    : QWidget(parent), open_(new QPushButton(tr("Try other weights"), this)), panel_(new QWidget(this)),
      grid_(new QGridLayout), verdict_(new QLabel(panel_)), reset_(new QPushButton(tr("As in the profile"), panel_)), keep_(new QPushButton(tr("Write into the profile…"), panel_))
{
    setObjectName(u"weightSliders"_s);
    open_->setObjectName(u"weightsOpen"_s);
    open_->setToolTip(tr("What the sums of the nodes would be with other weights, without another run"));
    open_->setCheckable(true);
    panel_->setVisible(false);
    verdict_->setObjectName(u"weightsVerdict"_s);
    verdict_->setWordWrap(true);
    reset_->setObjectName(u"weightsReset"_s);
    reset_->setToolTip(tr("The weights that the attempt was made with"));
    keep_->setObjectName(u"weightsKeep"_s);
    keep_->setToolTip(tr("Puts these weights into the profile, where Apply runs the cluster with them"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(reset_);
    buttons->addWidget(keep_);
    buttons->addStretch(1);
    grid_->setColumnStretch(1, 1);
    grid_->setVerticalSpacing(4);
    auto* panel = new QVBoxLayout(panel_);
    panel->setContentsMargins(0, 0, 0, 0);
    panel->addLayout(grid_);
    panel->addWidget(verdict_);
    panel->addLayout(buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 0, 12, 4);
    layout->addWidget(open_, 0, Qt::AlignLeft);
    layout->addWidget(panel_);
    connect(open_, &QPushButton::toggled, this, [this](bool on) {
        panel_->setVisible(on);
        on ? show() : reset();
    });
    connect(reset_, &QPushButton::clicked, this, &WeightSliders::reset);
    connect(keep_, &QPushButton::clicked, this, [this] { emit wanted(inspection_->profile, differing()); });
}

void WeightSliders::setInspection(models::InspectionPtr inspection)
{
    const QHash<QString, int> tried = inspection_ ? differing() : QHash<QString, int>();
    inspection_ = std::move(inspection);
    const bool hasScores = inspection_ && !inspection_->bars.empty();
    setVisible(hasScores);
    clearRows();
    if (!hasScores)
        return;
    for (std::size_t i = 0; i < inspection_->scorePlugins.size(); ++i)
        makeRow(inspection_->scorePlugins[i], tried.value(inspection_->scorePlugins[i], static_cast<int>(inspection_->weights[i])));
    if (open_->isChecked())
        show();
}

void WeightSliders::makeRow(const QString& plugin, std::int64_t weight)
{
    Row row{plugin, new QLabel(plugin, panel_), new QSlider(Qt::Horizontal, panel_), new QSpinBox(panel_)};
    row.slider->setObjectName(u"weightSlider-"_s + plugin);
    row.slider->setAccessibleName(tr("Weight of %1 to be tried").arg(plugin));
    row.slider->setRange(0, std::max(sliderEnd, static_cast<int>(weight)));
    row.slider->setPageStep(1);
    row.slider->setValue(static_cast<int>(weight));
    row.number->setObjectName(u"weightNumber-"_s + plugin);
    row.number->setAccessibleName(row.slider->accessibleName());
    row.number->setRange(0, std::max(mostWeight, static_cast<int>(weight)));
    row.number->setValue(static_cast<int>(weight));
    row.number->setToolTip(tr("0: as if the plugin did not score"));
    for (QWidget* field : {static_cast<QWidget*>(row.slider), static_cast<QWidget*>(row.number)}) {
        field->setFocusPolicy(Qt::StrongFocus);
        field->installEventFilter(this);
    }
    connect(row.slider, &QSlider::valueChanged, row.number, &QSpinBox::setValue);
    connect(row.number, &QSpinBox::valueChanged, row.slider, [this, slider = row.slider](int value) {
        slider->setMaximum(std::max(slider->maximum(), value));
        slider->setValue(value);
        show();
    });
    const int line = static_cast<int>(rows_.size());
    grid_->addWidget(row.name, line, 0);
    grid_->addWidget(row.slider, line, 1);
    grid_->addWidget(row.number, line, 2);
    rows_.push_back(row);
}

void WeightSliders::clearRows()
{
    for (const Row& row : rows_)
        for (QWidget* field : {static_cast<QWidget*>(row.name), static_cast<QWidget*>(row.slider), static_cast<QWidget*>(row.number)}) {
            field->hide();
            field->deleteLater();
        }
    rows_.clear();
}

QHash<QString, int> WeightSliders::differing() const
{
    QHash<QString, int> weights;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].number->value() != inspection_->weights[i])
            weights.insert(rows_[i].plugin, rows_[i].number->value());
    return weights;
}

void WeightSliders::show()
{
    std::vector<std::int64_t> weights;
    for (const Row& row : rows_)
        weights.push_back(row.number->value());
    const bool isAsBefore = weights == inspection_->weights;
    const models::InspectionPtr after = isAsBefore ? inspection_ : models::withWeights(*inspection_, weights);
    verdict_->setText(isAsBefore ? tr("Move a slider: the nodes are put in order at once. Filters and raw scores stay what they are.") : models::whatWeightsChange(*after));
    reset_->setEnabled(!isAsBefore);
    keep_->setEnabled(!isAsBefore);
    emit tried(after);
}

void WeightSliders::reset()
{
    for (std::size_t i = 0; i < rows_.size(); ++i)
        rows_[i].number->setValue(static_cast<int>(inspection_->weights[i]));
    if (inspection_)
        show();
}

bool WeightSliders::eventFilter(QObject* watched, QEvent* event)
{
    // Whoever scrolls the page does not mean the field that passes under the pointer.
    const auto* field = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && field && !field->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}
