// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/generate_dialog.h"

#include "api/quantity.h"
#include "models/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

QSpinBox* number(const QString& name, int least, int most, int value, QWidget* parent)
{
    auto* box = new QSpinBox(parent);
    box->setObjectName(name);
    box->setRange(least, most);
    box->setValue(value);
    return box;
}

QLineEdit* line(const QString& name, const QString& text, QWidget* parent, const QString& example = {})
{
    auto* edit = new QLineEdit(text, parent);
    edit->setObjectName(name);
    edit->setPlaceholderText(example);
    return edit;
}

/// Two fields in one row, with a word between them.
QWidget* fromTo(QLineEdit* from, QLineEdit* to, const QString& word, QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(from, 1);
    layout->addWidget(new QLabel(word, row));
    layout->addWidget(to, 1);
    return row;
}

/// The letter of a mnemonic stands apart from its neighbours, which takes more room than labels reckon with; large letters show it.
void giveLabelsRoom(const QFormLayout& form)
{
    for (int row = 0; row < form.rowCount(); ++row)
        if (const QLayoutItem* item = form.itemAt(row, QFormLayout::LabelRole))
            if (auto* label = qobject_cast<QLabel*>(item->widget()))
                label->setMinimumWidth(label->fontMetrics().horizontalAdvance(label->text().remove(u'&')) + label->fontMetrics().averageCharWidth());
}

QLabel* errorLine(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(u"generateError"_s);
    label->setWordWrap(true);
    return label;
}

QDialogButtonBox* makeButtons(QDialog* dialog)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, dialog);
    buttons->button(QDialogButtonBox::Ok)->setText(QDialog::tr("&Make them"));
    buttons->button(QDialogButtonBox::Ok)->setObjectName(u"generateOk"_s);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return buttons;
}

/// Form, error and buttons, from top to bottom.
QFormLayout* lay(QDialog* dialog, QLabel* error, QDialogButtonBox* buttons)
{
    auto* all = new QVBoxLayout(dialog);
    auto* form = new QFormLayout;
    all->addLayout(form);
    all->addWidget(error);
    all->addStretch();
    all->addWidget(buttons);
    dialog->setMinimumWidth(dialog->fontMetrics().averageCharWidth() * 66);
    return form;
}

}

GenerateNodesDialog::GenerateNodesDialog(QWidget* parent)
    : QDialog(parent), shape_(new QComboBox(this)), count_(number(u"nodesCount"_s, 1, 20'000, 3, this)), zones_(number(u"nodesZones"_s, 0, 200, 3, this)),
      distribution_(new QComboBox(this)), seed_(number(u"nodesSeed"_s, 0, 1'000'000'000, 1, this)), prefix_(line(u"nodesPrefix"_s, u"node"_s, this)), cpu_(line(u"nodesCpu"_s, {}, this)), memory_(line(u"nodesMemory"_s, {}, this)),
      pods_(line(u"nodesPods"_s, {}, this)), gpus_(number(u"nodesGpus"_s, 0, 64, 0, this)), labels_(line(u"nodesLabels"_s, {}, this, u"pool=batch, disk=ssd"_s)),
      taints_(line(u"nodesTaints"_s, {}, this, u"dedicated=gpu:NoSchedule"_s)), error_(errorLine(this)), buttons_(makeButtons(this))
{
    setObjectName(u"generateNodes"_s);
    setWindowTitle(tr("Nodes of one shape"));
    shape_->setObjectName(u"nodesShape"_s);
    shape_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // or long names take the room of what is written before them
    shape_->setMinimumContentsLength(32);
    for (const design::NodeShape& shape : design::nodeShapes()) {
        QString text = models::toQString(shape.name) + u"  —  "_s + tr("%1 CPUs, %2").arg(models::toQString(shape.cpu), models::toQString(shape.memory));
        if (shape.gpus > 0)
            text += u", "_s + (shape.gpus == 1 ? tr("1 GPU") : tr("%1 GPUs").arg(shape.gpus));
        shape_->addItem(text + u"  ("_s + models::toQString(shape.provider) + u')', models::toQString(shape.name));
    }
    QFormLayout* form = lay(this, error_, buttons_);
    form->addRow(tr("Machine t&ype"), shape_);
    form->addRow(tr("C&ount"), count_);
    form->addRow(tr("&Zones"), zones_);
    form->addRow(tr("&Distribution"), distribution_);
    form->addRow(tr("&Seed"), seed_);
    form->addRow(tr("&Name"), prefix_);
    form->addRow(tr("&CPU"), cpu_);
    form->addRow(tr("M&emory"), memory_);
    form->addRow(tr("&Pods"), pods_);
    form->addRow(tr("&GPUs"), gpus_);
    form->addRow(tr("&Labels"), labels_);
    form->addRow(tr("&Taints"), taints_);
    giveLabelsRoom(*form);
    prefix_->setToolTip(tr("Nodes are called NAME-1, NAME-2, …"));
    zones_->setToolTip(tr("Nodes go to zone-a, zone-b, …; 0: no zone label"));
    distribution_->setObjectName(u"nodesDistribution"_s);
    distribution_->addItems({tr("To the zones in turns"), tr("To any zone, at random"), tr("Half as many in each next zone")});
    seed_->setToolTip(tr("The same seed draws the same zones"));
    const auto follow = [this] {
        seed_->setEnabled(distribution_->currentIndex() > 0);
        distribution_->setEnabled(zones_->value() > 1);
    };
    connect(distribution_, &QComboBox::currentIndexChanged, this, follow);
    connect(zones_, &QSpinBox::valueChanged, this, follow);
    follow();
    connect(shape_, &QComboBox::currentIndexChanged, this, &GenerateNodesDialog::takeShape);
    for (QLineEdit* edit : {prefix_, cpu_, memory_, pods_, labels_, taints_})
        connect(edit, &QLineEdit::textChanged, this, &GenerateNodesDialog::check);
    shape_->setCurrentIndex(shape_->findData(u"m5.xlarge"_s));
    takeShape();
}

void GenerateNodesDialog::takeShape()
{
    const design::NodeShape* shape = design::findNodeShape(shape_->currentData().toString().toStdString());
    if (!shape)
        return;
    cpu_->setText(models::toQString(shape->cpu));
    memory_->setText(models::toQString(shape->memory));
    pods_->setText(models::toQString(shape->pods));
    gpus_->setValue(shape->gpus);
}

void GenerateNodesDialog::check()
{
    const auto made = wish();
    error_->setText(made ? QString() : made.error());
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(made.has_value());
}

tl::expected<design::NodesWish, QString> GenerateNodesDialog::wish() const
{
    design::NodesWish wish;
    const design::NodeShape* shape = design::findNodeShape(shape_->currentData().toString().toStdString());
    if (shape)
        wish.shape = *shape;
    for (auto [text, edit] : {std::pair(&wish.shape.cpu, cpu_), std::pair(&wish.shape.memory, memory_), std::pair(&wish.shape.pods, pods_)}) {
        *text = edit->text().trimmed().toStdString();
        if (!api::Quantity::parse(*text))
            return tl::unexpected(tr("“%1” is no quantity.").arg(edit->text()));
    }
    wish.shape.gpus = gpus_->value();
    wish.count = static_cast<std::size_t>(count_->value());
    wish.zones = static_cast<std::size_t>(zones_->value());
    wish.distribution = static_cast<design::NodesWish::Distribution>(distribution_->currentIndex());
    wish.seed = static_cast<std::uint64_t>(seed_->value());
    wish.prefix = prefix_->text().trimmed().toStdString();
    if (wish.prefix.empty())
        return tl::unexpected(tr("The nodes need a name."));
    const auto labels = design::labelsOf(labels_->text().toStdString());
    if (!labels)
        return tl::unexpected(models::toQString(labels.error()) + u'.');
    wish.labels = *labels;
    const auto taints = design::taintListOf(taints_->text().toStdString());
    if (!taints)
        return tl::unexpected(models::toQString(taints.error()) + u'.');
    wish.taints = *taints;
    return wish;
}

GeneratePodsDialog::GeneratePodsDialog(const QStringList& priorityClasses, QWidget* parent)
    : QDialog(parent), count_(number(u"podsCount"_s, 1, 100'000, 10, this)), prefix_(line(u"podsPrefix"_s, u"pod"_s, this)),
      namespace_(line(u"podsNamespace"_s, u"default"_s, this)), distribution_(new QComboBox(this)), cpu_(line(u"podsCpu"_s, u"500m"_s, this)),
      cpuMost_(line(u"podsCpuMost"_s, u"2"_s, this)), memory_(line(u"podsMemory"_s, u"512Mi"_s, this)), memoryMost_(line(u"podsMemoryMost"_s, u"4Gi"_s, this)),
      gpus_(number(u"podsGpus"_s, 0, 64, 0, this)), priority_(new QComboBox(this)), labels_(line(u"podsLabels"_s, {}, this, u"tier=front"_s)),
      nodeSelector_(line(u"podsNodeSelector"_s, {}, this, u"disk=ssd"_s)), tolerations_(line(u"podsTolerations"_s, {}, this, u"dedicated=gpu:NoSchedule"_s)), spread_(new QCheckBox(tr("Over &zones, one more at most"), this)),
      seed_(number(u"podsSeed"_s, 0, 1'000'000'000, 1, this)), error_(errorLine(this)), buttons_(makeButtons(this))
{
    setObjectName(u"generatePods"_s);
    setWindowTitle(tr("Pods from a distribution"));
    distribution_->setObjectName(u"podsDistribution"_s);
    distribution_->addItems({tr("All the same"), tr("Evenly between the two"), tr("Small ones often, large ones seldom")});
    priority_->setObjectName(u"podsPriority"_s);
    priority_->setEditable(true);
    priority_->addItem(QString());
    priority_->addItems(priorityClasses);
    spread_->setObjectName(u"podsSpread"_s);
    // A row of two fields is no buddy of its label.
    cpu_->setAccessibleName(tr("CPU, or the least of it"));
    cpuMost_->setAccessibleName(tr("Most CPU"));
    memory_->setAccessibleName(tr("Memory, or the least of it"));
    memoryMost_->setAccessibleName(tr("Most memory"));
    QFormLayout* form = lay(this, error_, buttons_);
    form->addRow(tr("C&ount"), count_);
    form->addRow(tr("&Name"), prefix_);
    form->addRow(tr("N&amespace"), namespace_);
    form->addRow(tr("&Sizes"), distribution_);
    form->addRow(tr("&CPU"), fromTo(cpu_, cpuMost_, tr("to"), this));
    form->addRow(tr("M&emory"), fromTo(memory_, memoryMost_, tr("to"), this));
    form->addRow(tr("&GPUs"), gpus_);
    form->addRow(tr("&Priority class"), priority_);
    form->addRow(tr("&Labels"), labels_);
    form->addRow(tr("No&de selector"), nodeSelector_);
    form->addRow(tr("&Tolerations"), tolerations_);
    form->addRow(tr("Spread"), spread_);
    form->addRow(tr("See&d"), seed_);
    giveLabelsRoom(*form);
    seed_->setToolTip(tr("The same seed draws the same sizes"));
    const auto follow = [this] {
        const bool isRange = distribution_->currentIndex() > 0;
        cpuMost_->setEnabled(isRange);
        memoryMost_->setEnabled(isRange);
        check();
    };
    connect(distribution_, &QComboBox::currentIndexChanged, this, follow);
    for (QLineEdit* edit : {prefix_, namespace_, cpu_, cpuMost_, memory_, memoryMost_, labels_, nodeSelector_, tolerations_})
        connect(edit, &QLineEdit::textChanged, this, &GeneratePodsDialog::check);
    follow();
}

void GeneratePodsDialog::check()
{
    const auto made = wish();
    error_->setText(made ? QString() : made.error());
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(made.has_value());
}

tl::expected<design::PodsWish, QString> GeneratePodsDialog::wish() const
{
    design::PodsWish wish;
    wish.count = static_cast<std::size_t>(count_->value());
    wish.prefix = prefix_->text().trimmed().toStdString();
    wish.space = namespace_->text().trimmed().toStdString();
    if (wish.prefix.empty() || wish.space.empty())
        return tl::unexpected(tr("The pods need a name and a namespace."));
    const auto distribution = static_cast<design::RequestWish::Distribution>(distribution_->currentIndex());
    wish.cpu = {distribution, cpu_->text().trimmed().toStdString(), cpuMost_->text().trimmed().toStdString()};
    wish.memory = {distribution, memory_->text().trimmed().toStdString(), memoryMost_->text().trimmed().toStdString()};
    for (const QLineEdit* edit : {cpu_, cpuMost_, memory_, memoryMost_})
        if (edit->isEnabled() && !api::Quantity::parse(edit->text().toStdString()))
            return tl::unexpected(tr("“%1” is no quantity.").arg(edit->text()));
    wish.gpus = gpus_->value();
    wish.priorityClass = priority_->currentText().trimmed().toStdString();
    for (auto [into, edit] : {std::pair(&wish.labels, labels_), std::pair(&wish.nodeSelector, nodeSelector_)}) {
        const auto labels = design::labelsOf(edit->text().toStdString());
        if (!labels)
            return tl::unexpected(models::toQString(labels.error()) + u'.');
        *into = *labels;
    }
    const auto tolerations = design::taintListOf(tolerations_->text().toStdString());
    if (!tolerations)
        return tl::unexpected(models::toQString(tolerations.error()) + u'.');
    wish.tolerations = *tolerations;
    wish.spreadOverZones = spread_->isChecked();
    wish.seed = static_cast<std::uint64_t>(seed_->value());
    return wish;
}

}
