// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/command_palette.h"

#include "models/fuzzy.h"
#include "views/palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

enum Role : int { KindRole = Qt::UserRole + 1, ShortcutRole };

/// The title at the left, shortcut and kind at the right.
class EntryDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Palette& p = Palette::current();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
        painter->fillRect(option.rect, selected ? p.accent : p.surface);
        QRect box = option.rect.adjusted(12, 0, -12, 0);
        const QColor quiet = selected ? p.accentText : p.secondaryText;
        painter->setPen(quiet);
        const QString kind = index.data(KindRole).toString();
        const QString shortcut = index.data(ShortcutRole).toString();
        const QString right = shortcut.isEmpty() ? kind : shortcut + u"   "_s + kind;
        painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter, right);
        box.setRight(box.right() - option.fontMetrics.horizontalAdvance(right) - 16);
        painter->setPen(selected ? p.accentText : enabled ? p.text : p.secondaryText);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, box.width()));
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {200, option.fontMetrics.height() + 12};
    }
};

}

CommandPalette::CommandPalette(QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint), line_(new QLineEdit(this)), list_(new QListView(this)),
      items_(new QStandardItemModel(this))
{
    setObjectName(u"commandPalette"_s);
    setAccessibleName(tr("Command palette"));
    line_->setObjectName(u"commandPaletteLine"_s);
    line_->setAccessibleName(tr("What to do or to look for"));
    line_->setPlaceholderText(tr("Actions, views, pods, nodes, samples, terms …"));
    line_->installEventFilter(this);
    list_->setObjectName(u"commandPaletteList"_s);
    list_->setAccessibleName(tr("What fits"));
    list_->setModel(items_);
    list_->setItemDelegate(new EntryDelegate(list_));
    list_->setUniformItemSizes(true);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(line_);
    layout->addWidget(list_, 1);
    connect(line_, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(list_, &QListView::clicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::ask()
{
    const QWidget* over = parentWidget();
    const int width = std::min(640, over->width() - 40);
    resize(width, std::min(440, over->height() - 80));
    move(over->mapToGlobal(QPoint((over->width() - width) / 2, 48)));
    line_->clear();
    search();
    show();
    line_->setFocus();
}

void CommandPalette::search()
{
    struct Found {
        int score;
        QString title;
        std::function<PaletteEntry()> make;
    };
    std::vector<Found> found;
    const QString typed = line_->text();
    const auto better = [](const Found& a, const Found& b) { return a.score > b.score; };
    for (const PaletteSource& source : sources_)
        source(typed, [&](const QString& title, const std::function<PaletteEntry()>& make) {
            if (const std::optional<int> score = models::fuzzyScore(typed, title)) {
                if (found.size() >= 4 * most) {
                    // Keeps what is held small: thousands of pods fit a single letter.
                    std::stable_sort(found.begin(), found.end(), better);
                    found.resize(most);
                }
                found.push_back({*score, title, make});
            }
        });
    std::stable_sort(found.begin(), found.end(), better);
    if (found.size() > most)
        found.resize(most);
    items_->clear();
    shown_.clear();
    for (const Found& one : found) {
        shown_.push_back(one.make());
        shown_.back().title = one.title;
        auto* item = new QStandardItem(one.title);
        item->setData(shown_.back().kind, KindRole);
        item->setData(shown_.back().shortcut, ShortcutRole);
        item->setEnabled(shown_.back().enabled);
        items_->appendRow(item);
    }
    if (!shown_.empty())
        list_->setCurrentIndex(items_->index(0, 0));
}

QStringList CommandPalette::titles() const
{
    QStringList titles;
    for (const PaletteEntry& entry : shown_)
        titles << entry.title;
    return titles;
}

void CommandPalette::runCurrent()
{
    const int row = list_->currentIndex().row();
    if (row < 0 || !shown_[static_cast<std::size_t>(row)].enabled)
        return;
    const std::function<void()> run = shown_[static_cast<std::size_t>(row)].run;
    hide();
    run();
}

void CommandPalette::moveBy(int by)
{
    const int rows = items_->rowCount();
    if (rows > 0)
        list_->setCurrentIndex(items_->index(std::clamp(list_->currentIndex().row() + by, 0, rows - 1), 0));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == line_ && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
            moveBy(1);
            return true;
        case Qt::Key_Up:
            moveBy(-1);
            return true;
        case Qt::Key_PageDown:
            moveBy(8);
            return true;
        case Qt::Key_PageUp:
            moveBy(-8);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            runCurrent();
            return true;
        default:
            break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}
