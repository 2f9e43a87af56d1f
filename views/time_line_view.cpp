// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/time_line_view.h"

#include "models/format.h"
#include "views/icons.h"
#include "views/legend.h"
#include "views/palette.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// Between two computations while a run goes on.
constexpr int pause = 500;

}

TimeLineView::TimeLineView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), canvas_(new TimeLineCanvas(hub, this)), axis_(new QComboBox(this)), order_(new QComboBox(this)),
      filter_(new QLineEdit(this)), legend_(new Legend(this)), delay_(new QTimer(this))
{
    setObjectName(u"timeLineView"_s);
    axis_->setObjectName(u"timeLineAxis"_s);
    axis_->setAccessibleName(tr("Axis of the time line"));
    axis_->addItem(tr("Virtual time"), static_cast<int>(models::TimeAxis::Virtual));
    axis_->addItem(tr("Order of moves"), static_cast<int>(models::TimeAxis::Order));
    axis_->setToolTip(tr("Much may happen at one moment of the virtual clock; by order of moves it lies apart"));
    order_->setObjectName(u"timeLineOrder"_s);
    order_->setAccessibleName(tr("Order of pods"));
    order_->addItem(tr("By arrival"), static_cast<int>(models::RowOrder::Arrival));
    order_->addItem(tr("By name"), static_cast<int>(models::RowOrder::Name));
    order_->addItem(tr("Most attempts first"), static_cast<int>(models::RowOrder::MostAttempts));
    order_->addItem(tr("Longest wait first"), static_cast<int>(models::RowOrder::LongestWait));
    filter_->setObjectName(u"timeLineFilter"_s);
    filter_->setAccessibleName(tr("Filter of the time line"));
    filter_->setPlaceholderText(tr("Pods with this text"));
    filter_->setClearButtonEnabled(true);
    filter_->setMaximumWidth(200);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 12, 6);
    bar->setSpacing(8);
    bar->addWidget(axis_);
    bar->addWidget(order_);
    bar->addWidget(filter_);
    for (const auto& [text, tip, factor] : {std::tuple(u"−"_s, tr("Zoom out (−)"), 1 / 1.5), std::tuple(u"+"_s, tr("Zoom in (+)"), 1.5), std::tuple(tr("All"), tr("The whole run (0)"), 0.0)}) {
        auto* button = new QToolButton(this);
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, [this, factor = factor] {
            factor > 0 ? canvas_->zoom(factor, canvas_->width() / 2.0) : canvas_->showAll();
        });
        bar->addWidget(button);
    }
    bar->addSpacing(8);
    bar->addWidget(legend_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(canvas_, 1);
    delay_->setSingleShot(true);
    delay_->setInterval(pause);
    const auto again = [this] {
        stale_ = true;
        refresh();
    };
    connect(delay_, &QTimer::timeout, this, &TimeLineView::refresh);
    connect(axis_, &QComboBox::currentIndexChanged, this, [this] { canvas_->setAxis(static_cast<models::TimeAxis>(axis_->currentData().toInt())); });
    connect(order_, &QComboBox::currentIndexChanged, this, again);
    connect(filter_, &QLineEdit::textChanged, this, again);
    updateLegend();
}

void TimeLineView::setSnapshot(const models::SnapshotPtr& snapshot)
{
    snapshot_ = snapshot;
    if (isVisible() && !working_ && !delay_->isActive())
        refresh();
}

void TimeLineView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void TimeLineView::refresh()
{
    if (working_ || !isVisible() || !snapshot_ || (snapshot_ == computed_ && !stale_))
        return;
    working_ = true;
    stale_ = false;
    const auto order = static_cast<models::RowOrder>(order_->currentData().toInt());
    QThreadPool::globalInstance()->start([self = QPointer<TimeLineView>(this), snapshot = snapshot_, known = snapshot_ == computed_ ? line_ : nullptr,
                                          order, filter = filter_->text().trimmed()] {
        models::TimeLinePtr line = known ? known : models::makeTimeLine(snapshot->flow, snapshot->cluster->origin, snapshot->cluster->now);
        std::vector<std::uint32_t> rows = models::orderRows(*line, order, filter);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [self, snapshot, line, rows = std::move(rows)]() mutable {
                if (!self)
                    return;
                self->working_ = false;
                self->computed_ = snapshot;
                self->line_ = line;
                self->canvas_->setLine(line, std::move(rows));
                self->updateLegend();
                if (self->snapshot_ != snapshot || self->stale_)
                    self->delay_->start(self->stale_ ? 0 : pause);
            },
            Qt::QueuedConnection);
    });
}

Picture TimeLineView::picture() const
{
    const QString rows = models::formatCount(static_cast<std::int64_t>(canvas_->rowCount()));
    QStringList about{axis_->currentText(), order_->currentText(), tr("%1 pods").arg(rows)};
    if (const QString filter = filter_->text().trimmed(); !filter.isEmpty())
        about << tr("with “%1” in their names").arg(filter);
    about << selectionText(hub_->current());
    about.removeAll(QString());
    Picture picture{tr("Time line of pods"), about.join(u" · "_s), legend_->onPaper(), canvas_->onPaper()};
    if (!picture.drawing) {
        picture.drawing = inSight(canvas_);
        picture.onlyPart = tr("The picture shows the part in sight: all %1 rows at this scale are more than a picture can have. Filter the pods or zoom out; the event log can be exported whole.").arg(rows);
    }
    return picture;
}

void TimeLineView::updateLegend()
{
    std::vector<Legend::Entry> entries;
    const auto addLane = [&entries](models::Lane lane) { entries.push_back({models::laneName(lane), Palette::current().lane(lane)}); };
    // What a narrow window has no room for comes last: stays that are short or rare.
    using models::Lane;
    for (const Lane lane : {Lane::Bound, Lane::Active, Lane::Unschedulable})
        addLane(lane);
    for (const models::PodEnd end : models::podEnds)
        if (line_ && line_->flow->ended[end] > 0)
            entries.push_back({models::podEndName(end), Palette::current().end(end), Qt::NoBrush, models::podEndSymbol(end)});
    for (const Lane lane : {Lane::Backoff, Lane::Gated, Lane::InFlight, Lane::Permit, Lane::Binding})
        addLane(lane);
    legend_->setEntries(std::move(entries));
}

void TimeLineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateLegend();
    QWidget::changeEvent(event);
}

}
