// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/breakpoints_dialog.h"

#include "models/attempt_list.h"
#include "models/breakpoint_text.h"
#include "models/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int anything = -1;

QComboBox* placeChoice(QWidget* parent, const QString& name, const QString& accessible)
{
    auto* box = new QComboBox(parent);
    box->setObjectName(name);
    box->setAccessibleName(accessible);
    box->addItem(BreakpointsDialog::tr("any"), anything);
    using trace::QueuePlace;
    for (const auto place : {QueuePlace::Active, QueuePlace::Backoff, QueuePlace::Unschedulable, QueuePlace::Gated})
        box->addItem(models::toQString(trace::queuePlaceName(place)), static_cast<int>(place));
    box->addItem(BreakpointsDialog::tr("outside the queue"), static_cast<int>(QueuePlace::None));
    return box;
}

}

BreakpointsDialog::BreakpointsDialog(QWidget* parent)
    : QDialog(parent), list_(new QListWidget(this)), pod_(new QLineEdit(this)), node_(new QLineEdit(this)), plugin_(new QComboBox(this)),
      result_(new QComboBox(this)), from_(placeChoice(this, u"breakpointFrom"_s, tr("Moves from"))),
      to_(placeChoice(this, u"breakpointTo"_s, tr("Moves to"))), preempting_(new QCheckBox(tr("Only attempts that &evict a pod"), this)),
      add_(new QPushButton(tr("&Add"), this)), remove_(new QPushButton(tr("Re&move"), this))
{
    setObjectName(u"breakpointsDialog"_s);
    setWindowTitle(tr("Breakpoints"));
    list_->setObjectName(u"breakpointList"_s);
    list_->setAccessibleName(tr("Breakpoints; Space switches one on or off"));
    auto* intro = new QLabel(tr("A run stops after the attempt, or the passing of time, in which something happens that a breakpoint describes. Run goes on."), this);
    intro->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(intro);
    layout->addWidget(list_, 1);
    layout->addWidget(remove_, 0, Qt::AlignRight);
    layout->addWidget(makeForm());
    layout->addWidget(buttons);
    resize(480, 520);
    connect(add_, &QPushButton::clicked, this, &BreakpointsDialog::add);
    connect(remove_, &QPushButton::clicked, this, &BreakpointsDialog::remove);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        breakpoints_[static_cast<std::size_t>(list_->row(item))].enabled = item->checkState() == Qt::Checked;
        emit changed(breakpoints_);
    });
    fill();
}

QWidget* BreakpointsDialog::makeForm()
{
    pod_->setObjectName(u"breakpointPod"_s);
    node_->setObjectName(u"breakpointNode"_s);
    plugin_->setObjectName(u"breakpointPlugin"_s);
    result_->setObjectName(u"breakpointResult"_s);
    preempting_->setObjectName(u"breakpointPreempting"_s);
    add_->setObjectName(u"breakpointAdd"_s);
    remove_->setObjectName(u"breakpointRemove"_s);
    pod_->setPlaceholderText(tr("any; namespace/name, * for any text"));
    node_->setPlaceholderText(tr("any; chosen or nominated"));
    plugin_->setEditable(true);
    plugin_->lineEdit()->setAccessibleName(tr("Plugin that refuses"));
    setPlugins({});
    result_->addItem(tr("any"), anything);
    for (const auto result : {trace::Result::Scheduled, trace::Result::Unschedulable, trace::Result::Error})
        result_->addItem(models::attemptResultName(result), static_cast<int>(result));
    auto* form = new QWidget(this);
    auto* rows = new QFormLayout(form);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addRow(tr("&Pod"), pod_);
    rows->addRow(tr("&Node"), node_);
    rows->addRow(tr("P&lugin that refuses"), plugin_);
    rows->addRow(tr("&Result"), result_);
    rows->addRow(QString(), preempting_);
    rows->addRow(tr("Moves &from"), from_);
    rows->addRow(tr("Moves &to"), to_);
    rows->addRow(QString(), add_);
    return form;
}

void BreakpointsDialog::setPlugins(const QStringList& names)
{
    QStringList shown;
    for (int i = 1; i < plugin_->count(); ++i)
        shown << plugin_->itemText(i);
    if (plugin_->count() > 0 && shown == names)
        return;
    const QString text = plugin_->currentText();
    plugin_->clear();
    plugin_->addItem(QString());
    plugin_->addItems(names);
    plugin_->setCurrentText(text);
}

scenario::Breakpoint BreakpointsDialog::typed() const
{
    scenario::Breakpoint breakpoint;
    breakpoint.pod = pod_->text().trimmed().toStdString();
    breakpoint.node = node_->text().trimmed().toStdString();
    breakpoint.plugin = plugin_->currentText().trimmed().toStdString();
    breakpoint.preempting = preempting_->isChecked();
    if (const int result = result_->currentData().toInt(); result != anything)
        breakpoint.result = static_cast<trace::Result>(result);
    if (const int place = from_->currentData().toInt(); place != anything)
        breakpoint.from = static_cast<trace::QueuePlace>(place);
    if (const int place = to_->currentData().toInt(); place != anything)
        breakpoint.to = static_cast<trace::QueuePlace>(place);
    return breakpoint;
}

void BreakpointsDialog::add()
{
    breakpoints_.push_back(typed());
    fill();
    list_->setCurrentRow(list_->count() - 1);
    emit changed(breakpoints_);
}

void BreakpointsDialog::remove()
{
    const int row = list_->currentRow();
    if (row < 0)
        return;
    breakpoints_.erase(breakpoints_.begin() + row);
    fill();
    emit changed(breakpoints_);
}

void BreakpointsDialog::fill()
{
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (const scenario::Breakpoint& breakpoint : breakpoints_) {
        auto* item = new QListWidgetItem(models::breakpointText(breakpoint), list_);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(breakpoint.enabled ? Qt::Checked : Qt::Unchecked);
    }
    remove_->setEnabled(!breakpoints_.empty());
}

}
