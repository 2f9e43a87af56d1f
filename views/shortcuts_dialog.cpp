// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shortcuts_dialog.h"

#include "views/table_actions.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr const char* ownKeysProperty = "ownKeys";

}

QString plainText(const QAction* action)
{
    // Entries of submenus say more where they stand alone.
    QString text = action->objectName().startsWith(u"actionNew-") ? action->iconText() : action->text();
    text.remove(u'&');
    return text.remove(u'…');
}

QKeySequence ownKeys(const QAction* action)
{
    const QVariant kept = action->property(ownKeysProperty);
    return kept.isValid() ? kept.value<QKeySequence>() : action->shortcut();
}

void setKeys(QAction* action, const QKeySequence& keys)
{
    if (!action->property(ownKeysProperty).isValid())
        action->setProperty(ownKeysProperty, QVariant::fromValue(action->shortcut()));
    const QString before = u" (%1)"_s.arg(action->shortcut().toString(QKeySequence::NativeText));
    QString tip = action->toolTip();
    if (!action->shortcut().isEmpty() && tip.endsWith(before))
        tip.chop(before.size());
    action->setShortcut(keys);
    action->setToolTip(keys.isEmpty() ? tip : u"%1 (%2)"_s.arg(tip, keys.toString(QKeySequence::NativeText)));
}

ShortcutsDialog::ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), table_(new QTableWidget(this)), about_(new QLabel(this)), keys_(new QKeySequenceEdit(this)),
      take_(new QPushButton(tr("&Set"), this)), reset_(new QPushButton(tr("&Default"), this))
{
    setObjectName(u"shortcutsDialog"_s);
    setWindowTitle(tr("Keyboard shortcuts"));
    std::copy_if(actions.begin(), actions.end(), std::back_inserter(actions_),
                 [](const QAction* action) { return !action->text().isEmpty() && !action->menu(); });
    makeTable();
    auto* filter = new QLineEdit(this);
    filter->setObjectName(u"shortcutsFilter"_s);
    filter->setAccessibleName(tr("Filter of the shortcuts"));
    filter->setPlaceholderText(tr("Filter"));
    filter->setClearButtonEnabled(true);
    connect(filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        for (int row = 0; row < table_->rowCount(); ++row) {
            bool fits = false;
            for (int column = 0; column < 3; ++column)
                fits = fits || table_->item(row, column)->text().contains(text, Qt::CaseInsensitive);
            table_->setRowHidden(row, !fits);
        }
    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(filter);
    layout->addWidget(table_, 1);
    layout->addWidget(makeEditor());
    layout->addWidget(buttons);
    resize(720, 600);
    connect(table_, &QTableWidget::currentCellChanged, this, &ShortcutsDialog::showCurrent);
    showCurrent();
}

void ShortcutsDialog::makeTable()
{
    QList<std::array<QString, 3>> rows;
    for (const QAction* action : actions_)
        rows.push_back({plainText(action), action->shortcut().toString(QKeySequence::NativeText), action->statusTip()});
    rows.append({{tr("In tables"), u"Ctrl+C"_s, tr("Copy the selected rows")},
                 {tr("In the list of objects, on the map"), u"Ctrl+C, Ctrl+X, Del"_s, tr("Copy, cut and delete the chosen objects")},
                 {tr("In lists of a form"), tr("Insert, Del"), tr("A new row, the current row goes")},
                 {tr("In filter lines"), u"Ctrl+Space"_s, tr("What could stand here")},
                 {tr("In YAML"), u"Ctrl+Space"_s, tr("Fields and values that could stand here")},
                 {tr("On canvases"), tr("Arrows"), tr("Move the selection")},
                 {tr("On canvases"), tr("+, −, 0, Ctrl+wheel"), tr("Zoom in, out, all in sight")},
                 {tr("Everywhere"), tr("Menu, Shift+F10"), tr("What can be done with the selection")},
                 {tr("Everywhere"), u"Tab, Shift+Tab, F6"_s, tr("The next part, the one before, the next view")}});
    table_->setRowCount(static_cast<int>(rows.size()));
    table_->setColumnCount(3);
    table_->setObjectName(u"shortcutsTable"_s);
    table_->setAccessibleName(tr("Keyboard shortcuts"));
    table_->setHorizontalHeaderLabels({tr("Action"), tr("Keys"), tr("What it does")});
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setStretchLastSection(true);
    for (int row = 0; row < table_->rowCount(); ++row)
        for (int column = 0; column < 3; ++column)
            table_->setItem(row, column, new QTableWidgetItem(rows[row][static_cast<std::size_t>(column)]));
    table_->resizeColumnsToContents();
    addTableActions(table_, u"shortcuts"_s);
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

QWidget* ShortcutsDialog::makeEditor()
{
    auto* editor = new QWidget(this);
    about_->setObjectName(u"shortcutsAbout"_s);
    about_->setWordWrap(true);
    keys_->setObjectName(u"shortcutsKeys"_s);
    keys_->setAccessibleName(tr("New keys"));
    for (auto* inner : keys_->findChildren<QLineEdit*>())
        inner->setAccessibleName(tr("New keys"));
    take_->setObjectName(u"shortcutsSet"_s);
    reset_->setObjectName(u"shortcutsReset"_s);
    reset_->setToolTip(tr("The keys that it came with"));
    for (QPushButton* button : {take_, reset_})
        button->setAutoDefault(false);
    auto* layout = new QHBoxLayout(editor);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(about_, 1);
    layout->addWidget(keys_);
    layout->addWidget(take_);
    layout->addWidget(reset_);
    connect(take_, &QPushButton::clicked, this, [this] { choose(keys_->keySequence()); });
    connect(reset_, &QPushButton::clicked, this, [this] { choose(ownKeys(current())); });
    return editor;
}

QAction* ShortcutsDialog::current() const
{
    return actions_.value(table_->currentRow(), nullptr);
}

void ShortcutsDialog::showCurrent()
{
    QAction* action = current();
    for (QWidget* widget : std::initializer_list<QWidget*>{keys_, take_, reset_})
        widget->setEnabled(action != nullptr);
    keys_->setKeySequence(action ? action->shortcut() : QKeySequence());
    about_->setText(action ? tr("Keys of “%1”").arg(plainText(action)) : tr("Choose an action to give it other keys."));
}

/// Another action that is reached by these keys in the same place.
QAction* ShortcutsDialog::ownerOf(const QKeySequence& keys) const
{
    for (QAction* action : actions_)
        if (action != current() && !keys.isEmpty() && action->shortcut() == keys && action->shortcutContext() == current()->shortcutContext())
            return action;
    return nullptr;
}

void ShortcutsDialog::choose(const QKeySequence& keys)
{
    QAction* action = current();
    if (!action)
        return;
    if (const QAction* owner = ownerOf(keys)) {
        about_->setText(tr("%1 is taken by “%2”. Give that one other keys first.").arg(keys.toString(QKeySequence::NativeText), plainText(owner)));
        return;
    }
    setKeys(action, keys);
    table_->item(table_->currentRow(), 1)->setText(keys.toString(QKeySequence::NativeText));
    showCurrent();
    emit keysChosen(action->objectName(), keys);
}

}
