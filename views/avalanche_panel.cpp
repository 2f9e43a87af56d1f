// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/avalanche_panel.h"

#include "views/avalanche_canvas.h"
#include "views/table_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

AvalanchePanel::AvalanchePanel(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), model_(new models::AvalancheTableModel(this)), canvas_(new AvalancheCanvas(hub, this)),
      scroll_(new QScrollArea(this)), table_(new TableView(model_, u"avalanche"_s, tr("Evictions of the avalanche"), this)),
      choice_(new QComboBox(this)), summary_(new QLabel(this)), hint_(new QLabel(this)), pages_(new QStackedWidget(this))
{
    setObjectName(u"avalanchePanel"_s);
    summary_->setObjectName(u"avalancheSummary"_s);
    QFont large = summary_->font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    large.setWeight(QFont::DemiBold);
    summary_->setFont(large);
    summary_->setWordWrap(true);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    choice_->setObjectName(u"avalancheChoice"_s);
    choice_->setAccessibleName(tr("Avalanche that is shown"));
    choice_->setToolTip(choice_->accessibleName());
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice_->setMinimumContentsLength(36);
    hint_->setObjectName(u"avalancheHint"_s);
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setWordWrap(true);
    hint_->setMargin(48);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    hint_->setText(tr("No pod was evicted in this run. When a pod is evicted and its controller makes another one, that one may have to evict in its turn: the chain is drawn here."));
    scroll_->setObjectName(u"avalancheScroll"_s);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(canvas_);
    table_->setColumnCharacters({6, 10, 24, 11, 24, 24, 32, 26});
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(u"avalancheSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(scroll_);
    splitter->addWidget(table_);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({320, 180});
    auto* page = new QWidget(this);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 6, 12, 4);
    head->setSpacing(12);
    head->addWidget(summary_, 1);
    head->addWidget(choice_, 0, Qt::AlignTop);
    auto* inner = new QVBoxLayout(page);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(2);
    inner->addLayout(head);
    inner->addWidget(splitter, 1);
    pages_->addWidget(hint_);
    pages_->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pages_);

    connect(hub_, &SelectionHub::changed, this, &AvalanchePanel::follow);
    connect(canvas_, &AvalancheCanvas::revealed, this, [this](const QRect& part) {
        scroll_->ensureVisible(part.center().x(), part.center().y(), part.width() / 2, part.height() / 2);
    });
    connect(choice_, &QComboBox::activated, this, [this](int index) {
        isChosen_ = true;
        show(static_cast<std::size_t>(index));
    });
    connect(table_, &TableView::objectSelected, this, [this](const QString& id) {
        const std::int64_t attempt = id.section(u'/', 0, 0).toLongLong();
        for (const models::AvalancheCard& card : canvas_->cards())
            if (card.attempt == attempt)
                hub_->select({card.pod, card.node, hub_->current().plugin, card.attempt}, table_);
    });
}

void AvalanchePanel::setAvalanches(const models::AvalanchesPtr& avalanches, api::Time origin)
{
    if (avalanches_ == avalanches)
        return;
    avalanches_ = avalanches;
    origin_ = origin;
    const bool isEmpty = !avalanches_ || avalanches_->empty();
    pages_->setCurrentIndex(isEmpty ? 0 : 1);
    if (isEmpty) {
        isChosen_ = false;
        model_->setAvalanche(nullptr, 0, origin);
        canvas_->setCards({});
        choice_->clear();
        return;
    }
    isChosen_ = isChosen_ && shown_ < avalanches_->size();
    fillChoice();
    show(isChosen_ ? shown_ : models::avalancheOf(*avalanches_, hub_->current().attempt).value_or(models::greatestAvalanche(*avalanches_)));
}

void AvalanchePanel::fillChoice()
{
    QStringList titles;
    for (const scenario::Avalanche& avalanche : *avalanches_)
        titles << models::avalancheTitle(avalanche, origin_);
    choice_->clear();
    choice_->addItems(titles);
    choice_->setVisible(titles.size() > 1);
}

void AvalanchePanel::show(std::size_t index)
{
    shown_ = index;
    choice_->setCurrentIndex(static_cast<int>(index));
    const scenario::Avalanche& avalanche = (*avalanches_)[index];
    summary_->setText(models::avalancheSummary(avalanche, origin_));
    model_->setAvalanche(avalanches_, index, origin_);
    canvas_->setCards(models::avalancheCards(avalanche, origin_));
}

void AvalanchePanel::follow(const Selection& selection, const QObject* asker)
{
    if (!avalanches_ || avalanches_->empty())
        return;
    if (const auto of = models::avalancheOf(*avalanches_, selection.attempt); of && *of != shown_) {
        isChosen_ = true;
        show(*of);
    }
    const auto card = canvas_->currentCard();
    if (!card)
        table_->showObject({});
    else if (asker != table_)
        table_->showObject(u"%1/0"_s.arg(canvas_->cards()[*card].attempt));
}

Picture AvalanchePanel::picture() const
{
    if (pages_->currentIndex() == 0)
        return {tr("Avalanches"), {}, nullptr, inSight(pages_)};
    Picture picture{tr("Avalanche"), summary_->text(), nullptr, canvas_->onPaper()};
    if (!picture.drawing) {
        picture.drawing = inSight(scroll_);
        picture.onlyPart = tr("The picture shows the part in sight: all of it is more than a picture can have. The table of evictions can be exported whole.");
    }
    return picture;
}

QString AvalanchePanel::summary() const
{
    return pages_->currentIndex() == 0 ? hint_->text() : summary_->text();
}

}
