// SPDX-License-Identifier: GPL-3.0-or-later
// Views as pictures for other programs: whole, without the bars around them, with title and legend.
#include "models/format.h"
#include "views/avalanche_canvas.h"
#include "views/avalanche_panel.h"
#include "views/heat_map_view.h"
#include "views/map_view.h"
#include "views/preemption_view.h"
#include "views/queue_flow_view.h"
#include "views/time_line_view.h"
#include "window_test.h"

#include <QScrollBar>
#include <QXmlStreamReader>

using namespace berth;
using namespace Qt::StringLiterals;

class TestPictures : public test::WindowTest {
    Q_OBJECT

    static QStringList texts(const QByteArray& svg)
    {
        QStringList found;
        QXmlStreamReader reader(svg);
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text")
                found << reader.readElementText().trimmed();
        return found;
    }
    /// A scored attempt, explained.
    void selectScored()
    {
        const models::Attempts& attempts = *session_->snapshot()->attempts;
        const auto scored = std::find_if(attempts.begin(), attempts.end(), [](const trace::AttemptPtr& attempt) { return attempt->total.has_value(); });
        window_->hub()->select({models::toQString((*scored)->pod), {}, {}, scored - attempts.begin()});
        QTRY_VERIFY_WITH_TIMEOUT(window_->heatMapView()->canvas()->hasPicture(), 20'000);
    }
    /// Of each view one text of its bars, which has no place on a picture.
    void hasNoBars(const QStringList& written)
    {
        for (const QString& bar : {u"Evaluate all"_s, u"Bars:"_s, u"Groups:"_s, u"Lanes"_s, u"All moves"_s, u"One attempt"_s, u"Pods with this text"_s})
            QVERIFY2(!written.contains(bar), qPrintable(bar + u" is on the picture"_s));
    }

private slots:
    void initTestCase()
    {
        useOwnSettings();
        makeWindow();
        window_->resize(1100, 700);
        openAndRun(u"mixed-60"_s);
        selectScored();
    }
    void cleanupTestCase() { closeWindow(); }

    void theHeatMapOfAnAttemptHasAllNodes()
    {
        window_->showView(u"heatmap"_s);
        views::HeatMapCanvas* canvas = window_->heatMapView()->canvas();
        canvas->zoomRows(3); // so that most rows are scrolled away
        const int scroll = canvas->verticalScrollBar()->maximum();
        QVERIFY(scroll > 0);
        const views::Picture picture = window_->picture();
        QVERIFY2(picture.onlyPart.isEmpty(), qPrintable(picture.onlyPart));
        const QStringList written = texts(views::svgOf(picture));
        hasNoBars(written);
        for (const models::NodeRow& node : session_->snapshot()->cluster->nodes)
            QVERIFY2(written.contains(node.name), qPrintable(node.name));
        QVERIFY(written.first().startsWith(u"mixed-60 — Filters and scores: "_s));
        QVERIFY(written.contains(u"Unschedulable"_s)); // the legend
        // The view itself stays as it was.
        QCOMPARE(canvas->verticalScrollBar()->maximum(), scroll);
        canvas->zoomRows(0);
    }

    void theHeatMapOfTheRunHasAllCells()
    {
        window_->showView(u"heatmap"_s);
        window_->heatMapView()->showSubject(views::HeatMapView::Subject::Run);
        views::RunMapCanvas* canvas = window_->heatMapView()->runCanvas();
        canvas->zoom(4, 3, {});
        const views::Picture picture = window_->picture();
        QVERIFY(picture.isReady);
        QTRY_VERIFY_WITH_TIMEOUT(picture.isReady(), 60'000);
        const QStringList written = texts(views::svgOf(picture));
        hasNoBars(written);
        for (const models::NodeRow& node : session_->snapshot()->cluster->nodes)
            QVERIFY2(written.contains(node.name), qPrintable(node.name));
        const auto& cells = canvas->geometryOfCells();
        QVERIFY(picture.drawing->width() >= static_cast<double>(cells.columns) * cells.columnWidth);
        canvas->zoom(0, 0, {});
        window_->heatMapView()->showSubject(views::HeatMapView::Subject::Attempt);
    }

    void theMapHasAllNodes()
    {
        window_->showView(u"map"_s);
        views::NodeMap* map = window_->mapView()->map();
        map->zoom(3);
        QVERIFY(map->verticalScrollBar()->maximum() > 0);
        const views::Picture picture = window_->picture();
        const QStringList written = texts(views::svgOf(picture));
        hasNoBars(written);
        for (const models::NodeRow& node : session_->snapshot()->cluster->nodes)
            QVERIFY2(std::any_of(written.begin(), written.end(), [&node](const QString& text) { return text == node.name || text.endsWith(u' ' + node.name); }), qPrintable(node.name));
        QVERIFY(picture.about.startsWith(u"bars: cpu · groups: Zone"_s));
        map->zoom(0);
    }

    void theTimeLineHasAllPods()
    {
        window_->showView(u"timeline"_s);
        views::TimeLineView* view = window_->timeLineView();
        QTRY_VERIFY_WITH_TIMEOUT(view->line() && view->canvas()->rowCount() > 0, 20'000);
        QVERIFY(view->canvas()->verticalScrollBar()->maximum() > 0);
        view->canvas()->zoom(3, 400);
        const views::Picture picture = window_->picture();
        QVERIFY2(picture.onlyPart.isEmpty(), qPrintable(picture.onlyPart));
        const QStringList written = texts(views::svgOf(picture));
        hasNoBars(written);
        for (const models::TimeRow& row : view->line()->rows)
            QVERIFY2(written.contains(row.pod), qPrintable(row.pod));
        QVERIFY(written.contains(u"Bound"_s));
        QVERIFY(picture.drawing->width() > view->canvas()->width() * 2); // all of the time, as near as it was looked at
        view->canvas()->showAll();
    }

    void theQueueIsDrawnWithoutItsTable()
    {
        window_->showView(u"queue"_s);
        window_->queueFlowView()->showSankey(true);
        const QStringList moves = texts(views::svgOf(window_->picture()));
        hasNoBars(moves);
        QVERIFY(std::any_of(moves.begin(), moves.end(), [](const QString& text) { return text.startsWith(u"Bound "_s); }));
        window_->queueFlowView()->showSankey(false);
        const QStringList lanes = texts(views::svgOf(window_->picture()));
        hasNoBars(lanes);
        QVERIFY(lanes.contains(u"✓ Bound"_s));
    }

    void aPictureIsSharpOnAFineScreenAndNeverLargerThanProgramsTake()
    {
        window_->showView(u"map"_s);
        const views::Picture picture = window_->picture();
        const QImage once = views::imageOf(picture, 1);
        const QImage twice = views::imageOf(picture, 2);
        QCOMPARE(twice.size(), once.size() * 2);
        QVERIFY(views::fitsPicture({15'000, 6'000}));
        QVERIFY(!views::fitsPicture({20'000, 10}));
        QVERIFY(!views::fitsPicture({12'000, 12'000}));
        views::Picture large = window_->heatMapView()->picture();
        views::layOut(*large.drawing, {400, 10'000});
        const QImage fits = views::imageOf(large, 2);
        QVERIFY(fits.height() > 10'000 && fits.height() <= views::longestPicture);
    }

    void anAvalancheIsDrawnWhole()
    {
        openAndRun(u"preemption"_s);
        window_->showView(u"preemption"_s);
        window_->preemptionView()->showAvalanches(true);
        views::AvalancheCanvas* canvas = window_->preemptionView()->avalanches()->canvas();
        QTRY_VERIFY_WITH_TIMEOUT(!canvas->cards().empty(), 20'000);
        const views::Picture picture = window_->picture();
        QCOMPARE(picture.drawing->size(), canvas->sizeHint());
        const QStringList written = texts(views::svgOf(picture));
        hasNoBars(written);
        QVERIFY(std::any_of(written.begin(), written.end(), [](const QString& text) { return text.startsWith(u"evicts on "_s); }));
    }
};

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
