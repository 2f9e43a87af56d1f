// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile_table.h"

#include "views/palette.h"
#include "views/table_actions.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

using models::PointState;
using models::ProfileMatrixModel;

constexpr int heaviest = 1'000'000;

/// A position as it stands in a cell. Filled: the own list settles it over multiPoint; framed: the own list alone.
void drawCell(QPainter& painter, const QRect& cell, PointState state, const QString& position, bool multiPoint, bool selected)
{
    const Palette& p = Palette::current();
    const QColor plain = selected ? p.accentText : p.text;
    const int height = painter.fontMetrics().height();
    const int width = std::min(cell.width() - 4, std::max(height + 4, painter.fontMetrics().horizontalAdvance(position) + 8));
    const QRectF pill(cell.center().x() - width / 2.0 + 0.5, cell.center().y() - height / 2.0 + 0.5, width, height);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (state == PointState::Disabled) {
        const QPointF c = QRectF(cell).center();
        painter.setPen(QPen(selected ? plain : p.bad, 1.6));
        painter.drawLine(c + QPointF(-3.5, -3.5), c + QPointF(3.5, 3.5));
        painter.drawLine(c + QPointF(-3.5, 3.5), c + QPointF(3.5, -3.5));
    } else if (state == PointState::Off) {
        painter.setPen(QPen(selected ? plain : p.secondaryText, 1));
        painter.drawEllipse(QRectF(cell).center(), 3, 3);
    } else if (state != PointState::NotImplemented) {
        const bool filled = state == PointState::Overridden;
        const bool framed = state == PointState::Own && !multiPoint;
        painter.setPen(framed || filled ? QPen(selected ? plain : p.accent, 1.2) : QPen(Qt::NoPen));
        painter.setBrush(filled ? QBrush(selected ? plain : p.accent) : QBrush());
        if (framed || filled)
            painter.drawRoundedRect(pill, 4, 4);
        painter.setPen(filled ? (selected ? p.accent : p.accentText) : multiPoint && !selected ? p.secondaryText : plain);
        painter.drawText(cell, Qt::AlignCenter, position);
    }
    painter.restore();
}

/// The names of extension points stand upright, so that their columns can be as narrow as their numbers.
class PointHeader final : public QHeaderView {
public:
    PointHeader(ProfileMatrixModel* model, QWidget* parent) : QHeaderView(Qt::Horizontal, parent), model_(model) {}

protected:
    QSize sectionSizeFromContents(int section) const override
    {
        if (!model_->pointAt(section) && section != ProfileMatrixModel::Weight)
            return QHeaderView::sectionSizeFromContents(section);
        const QString text = model_->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        return {fontMetrics().height() + 8, fontMetrics().horizontalAdvance(text) + 16};
    }

    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        const Palette& p = Palette::current();
        painter->save();
        painter->fillRect(rect, p.raised);
        painter->setPen(p.line);
        painter->drawLine(rect.bottomLeft(), rect.bottomRight());
        painter->drawLine(rect.topRight(), rect.bottomRight());
        const bool current = selectionModel() && selectionModel()->currentIndex().column() == section;
        painter->setPen(current ? p.text : p.secondaryText);
        const QString text = model_->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        if (!model_->pointAt(section) && section != ProfileMatrixModel::Weight) {
            painter->drawText(rect.adjusted(8, 0, -4, -6), Qt::AlignLeft | Qt::AlignBottom, text);
        } else {
            painter->translate(rect.left(), rect.bottom());
            painter->rotate(-90);
            painter->drawText(QRect(8, 0, rect.height() - 8, rect.width()), Qt::AlignLeft | Qt::AlignVCenter, text);
        }
        painter->restore();
    }

private:
    ProfileMatrixModel* model_;
};

}

void ProfileCellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const Palette& p = Palette::current();
    const QVariant state = index.data(ProfileMatrixModel::PointStateRole);
    const bool selected = item.state.testFlag(QStyle::State_Selected);
    if (index.data(models::StateRole).toInt() == static_cast<int>(models::RowState::Muted))
        item.palette.setColor(QPalette::Text, p.secondaryText);
    if (!state.isValid()) {
        if (selected)
            painter->fillRect(item.rect, p.accent);
        if (item.displayAlignment.testFlag(Qt::AlignLeft))
            item.rect.setLeft(item.rect.left() + 6);
        QStyledItemDelegate::paint(painter, item, index);
        return;
    }
    if (selected)
        painter->fillRect(item.rect, p.accent);
    else if (static_cast<PointState>(state.toInt()) == PointState::NotImplemented)
        painter->fillRect(item.rect, p.raised);
    const auto* table = qobject_cast<const ProfileTable*>(item.widget);
    const auto* model = table ? qobject_cast<const ProfileMatrixModel*>(table->model()) : nullptr;
    const bool multiPoint = model && model->pointAt(index.column()) == config::ExtensionPoint::MultiPoint;
    painter->setFont(item.font);
    drawCell(*painter, item.rect, static_cast<PointState>(state.toInt()), index.data().toString(), multiPoint, selected);
}

QWidget* ProfileCellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (auto* box = qobject_cast<QSpinBox*>(editor)) {
        box->setRange(1, heaviest);
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
        box->setObjectName(u"profileWeightEditor"_s);
        box->setAccessibleName(index.data(Qt::AccessibleTextRole).toString());
    }
    return editor;
}

ProfileTable::ProfileTable(ProfileMatrixModel* model, QWidget* parent)
    : QTableView(parent), model_(model), toggle_(makeAction(u"profileToggle"_s, tr("&Enable or disable here"), Qt::Key_Space)),
      earlier_(makeAction(u"profileEarlier"_s, tr("Move &earlier"), QKeySequence(u"Alt+Up"_s))),
      later_(makeAction(u"profileLater"_s, tr("Move &later"), QKeySequence(u"Alt+Down"_s))),
      heavier_(makeAction(u"profileHeavier"_s, tr("Weight &+ 1"), Qt::Key_Plus)),
      lighter_(makeAction(u"profileLighter"_s, tr("Weight &− 1"), Qt::Key_Minus))
{
    setObjectName(u"profileTable"_s);
    setAccessibleName(tr("Plugins by extension point"));
    setHorizontalHeader(new PointHeader(model, this));
    setModel(model);
    setItemDelegate(new ProfileCellDelegate(this));
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setMinimumSectionSize(20);
    horizontalHeader()->setSectionsClickable(false);
    connect(toggle_, &QAction::triggered, this, &ProfileTable::toggle);
    connect(earlier_, &QAction::triggered, this, [this] { move(-1); });
    connect(later_, &QAction::triggered, this, [this] { move(1); });
    connect(heavier_, &QAction::triggered, this, [this] { changeWeight(1); });
    connect(lighter_, &QAction::triggered, this, [this] { changeWeight(-1); });
    connect(this, &QTableView::doubleClicked, this, &ProfileTable::toggle);
    connect(model, &QAbstractItemModel::modelReset, this, &ProfileTable::fitColumns);
    connect(model, &QAbstractItemModel::dataChanged, this, &ProfileTable::updateActions);
    tableActions_ = addTableActions(this, u"profileMatrix"_s);
    updateActions();
}

QAction* ProfileTable::makeAction(const QString& name, const QString& text, const QKeySequence& shortcut)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetShortcut);
    addAction(action);
    return action;
}

void ProfileTable::setEditable(bool editable)
{
    editable_ = editable;
    setEditTriggers(editable ? QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed : QAbstractItemView::NoEditTriggers);
    updateActions();
}

void ProfileTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    horizontalHeader()->viewport()->update();
    updateActions();
}

void ProfileTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && model_)
        fitColumns();
}

void ProfileTable::updateActions()
{
    const QModelIndex current = currentIndex();
    const auto point = model_->pointAt(current.column());
    const auto state = static_cast<PointState>(current.data(ProfileMatrixModel::PointStateRole).toInt());
    const bool runs = point && current.data().isValid();
    toggle_->setEnabled(editable_ && point && state != PointState::NotImplemented);
    earlier_->setEnabled(editable_ && runs);
    later_->setEnabled(editable_ && runs);
    const bool weighs = current.isValid() && current.siblingAtColumn(ProfileMatrixModel::Weight).data().isValid();
    heavier_->setEnabled(editable_ && weighs);
    lighter_->setEnabled(editable_ && weighs);
}

void ProfileTable::toggle()
{
    const QModelIndex current = currentIndex();
    if (toggle_->isEnabled())
        emit toggleRequested(*model_->pointAt(current.column()), current.data(models::IdRole).toString(), !current.data().isValid());
}

void ProfileTable::move(int by)
{
    const QModelIndex current = currentIndex();
    if (!earlier_->isEnabled())
        return;
    const QString plugin = current.data(models::IdRole).toString();
    const int column = current.column();
    emit moveRequested(*model_->pointAt(column), plugin, by);
    // Rows follow multiPoint's order: the cursor stays with the plugin.
    if (const int row = model_->rowOf(plugin); row >= 0)
        setCurrentIndex(model_->index(row, column));
}

void ProfileTable::changeWeight(int by)
{
    const QModelIndex weight = currentIndex().siblingAtColumn(ProfileMatrixModel::Weight);
    model_->setData(weight, std::clamp(weight.data().toInt() + by, 1, heaviest), Qt::EditRole);
}

void ProfileTable::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    int widest = 0;
    for (int row = 0; row < model_->rowCount(); ++row)
        widest = std::max(widest, metrics.horizontalAdvance(model_->index(row, 0).data().toString()));
    setColumnWidth(ProfileMatrixModel::Plugin, widest + 20);
    for (int column = ProfileMatrixModel::Weight; column < model_->argsColumn(); ++column)
        setColumnWidth(column, metrics.height() + 8);
    setColumnWidth(ProfileMatrixModel::Weight, metrics.horizontalAdvance(u"0000"_s) + 10);
    setColumnWidth(model_->argsColumn(), metrics.averageCharWidth() * 44);
}

void ProfileTable::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(toggle_);
    menu.addActions({earlier_, later_});
    menu.addSeparator();
    menu.addActions({heavier_, lighter_});
    menu.addSeparator();
    menu.addActions(tableActions_);
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid();
    menu.exec(isByKey ? viewport()->mapToGlobal(visualRect(currentIndex()).center()) : event->globalPos());
}

ProfileLegend::ProfileLegend(QWidget* parent) : QWidget(parent)
{
    setObjectName(u"profileLegend"_s);
    setAccessibleName(tr("Meaning of the marks"));
}

QSize ProfileLegend::sizeHint() const
{
    return {520, fontMetrics().height() + 10};
}

void ProfileLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& p = Palette::current();
    const struct {
        PointState state;
        QString text;
    } marks[] = {{PointState::Expanded, tr("from multiPoint")}, {PointState::Overridden, tr("position overridden")},
                 {PointState::Own, tr("enabled by name")}, {PointState::Disabled, tr("disabled")}, {PointState::Off, tr("off")}};
    int x = 8;
    for (const auto& mark : marks) {
        const int width = fontMetrics().height() + 8;
        drawCell(painter, QRect(x, 0, width, height()), mark.state, u"1"_s, false, false);
        x += width + 3;
        painter.setPen(p.secondaryText);
        painter.drawText(QRect(x, 0, fontMetrics().horizontalAdvance(mark.text) + 2, height()), Qt::AlignVCenter | Qt::AlignLeft, mark.text);
        x += fontMetrics().horizontalAdvance(mark.text) + 14;
    }
}

}
