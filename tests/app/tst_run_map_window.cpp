// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map of a run in the real window: it fills itself, and what is clicked is selected everywhere.
#include "models/format.h"
#include "views/heat_map_view.h"
#include "window_test.h"

#include <QComboBox>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

using namespace berth;
using namespace Qt::StringLiterals;
using views::HeatMapView;

class TestRunMapWindow : public test::WindowTest {
    Q_OBJECT

    HeatMapView* view() const { return window_->heatMapView(); }
    views::RunMapCanvas* canvas() const { return view()->runCanvas(); }
    void click(const char* button) { window_->findChild<QToolButton*>(QString::fromLatin1(button))->click(); }
    void runSample()
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR "/mixed-60")});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 20'000);
        action("actionRun")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 20'000);
        window_->showView(u"heatmap"_s);
        click("heatMapRun");
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isComplete(), 20'000);
    }
    QPoint middleOf(views::HeatMapCell cell) const { return cellRect(canvas()->geometryOfCells(), cell).center().toPoint(); }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void aClickSelectsPodNodeAndAttempt()
    {
        runSample();
        const models::RunMap& map = *view()->runMap();
        const views::HeatMapCell cell{7, 90};
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, middleOf(cell));
        const views::Selection& chosen = window_->hub()->current();
        QCOMPARE(chosen.attempt, 90);
        QCOMPARE(chosen.pod, models::toQString(map.attempt(90).pod));
        QCOMPARE(chosen.node, map.rowAt(7).name);
        const QString tip = canvas()->tooltip(middleOf(cell));
        QVERIFY(tip.startsWith(map.rowAt(7).name));
        QVERIFY(tip.contains(models::cellDescription(*map.column(90), (*map.shownRows())[7])));
        // The same selection, opened.
        QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, {}, middleOf(cell));
        QCOMPARE(view()->subject(), HeatMapView::Subject::Attempt);
        QTRY_VERIFY_WITH_TIMEOUT(view()->canvas()->hasPicture(), 20'000);
    }

    void tilesComeWhileTheRunGoesOnAndBelongToIt()
    {
        runSample();
        action("actionRestart")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 20'000);
        QCOMPARE(view()->runMap()->columns(), std::size_t(0));
        QVERIFY(!view()->runMap()->tile(0));
        QVERIFY(!canvas()->isComplete());
        action("actionStep")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(view()->runMap()->columns(), std::size_t(1), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isComplete(), 20'000);
        action("actionRun")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isComplete(), 20'000);
        QCOMPARE(view()->runMap()->columns(), session_->snapshot()->attempts->size());
    }

    void zoomKeepsTheCellUnderThePointer()
    {
        runSample();
        const QPointF at(600, 320);
        canvas()->zoom(3, 1.25, at); // what fits as a whole has nowhere to go
        for (int i = 0; i < 8; ++i) {
            const auto before = cellAtPoint(canvas()->geometryOfCells(), at);
            QVERIFY(before);
            canvas()->zoom(1.25, 1.25, at);
            const auto after = cellAtPoint(canvas()->geometryOfCells(), at);
            QVERIFY(after);
            // Sizes and positions are whole pixels.
            QVERIFY(std::abs(static_cast<double>(after->column) - static_cast<double>(before->column)) <= 1);
            QVERIFY(std::abs(static_cast<double>(after->row) - static_cast<double>(before->row)) <= 1);
        }
        QVERIFY(canvas()->geometryOfCells().columnWidth >= 28);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isComplete(), 20'000);
        canvas()->viewport()->grab();
        click("runMapFit");
        QCOMPARE(canvas()->horizontalScrollBar()->maximum(), 0);
    }

    void theMiniMapLeadsThere()
    {
        runSample();
        canvas()->zoom(6, 3, {300, 300});
        QVERIFY(canvas()->horizontalScrollBar()->maximum() > 1000);
        const QPoint corner(canvas()->viewport()->width() - 16, canvas()->viewport()->height() - 16);
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, corner);
        QCOMPARE(canvas()->horizontalScrollBar()->value(), canvas()->horizontalScrollBar()->maximum());
        QVERIFY(window_->hub()->current().isEmpty());
    }

    void aHeaderSortsTheRows()
    {
        runSample();
        models::RunMap& map = *view()->runMap();
        std::size_t attempt = 0;
        while (map.attempt(attempt).feasibleNodes < 10)
            ++attempt;
        const QPoint header(middleOf({0, attempt}).x(), 30);
        QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, {}, header);
        QCOMPARE(map.order(), (models::RunOrder{models::RunOrder::Key::Attempt, attempt}));
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->isComplete(), 20'000);
        const models::RunColumn& column = *map.column(attempt);
        QCOMPARE(*column.total((*map.shownRows())[0]), column.high);
        auto* order = window_->findChild<QComboBox*>(u"runMapOrder"_s);
        QCOMPARE(order->currentIndex(), -1);
    }

    void theTableShowsTheSameCells()
    {
        runSample();
        click("heatMapTable");
        QTableView* table = view()->runTable();
        QVERIFY(table->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->index(3, 5).data().toString() != u"…"_s, 20'000);
        table->setCurrentIndex(table->model()->index(3, 5));
        QCOMPARE(window_->hub()->current().attempt, 5);
        QCOMPARE(window_->hub()->current().node, view()->runMap()->rowAt(3).name);
        click("heatMapTable");
        QVERIFY(canvas()->isVisible());
    }

    void arrowsGoFromCellToCell()
    {
        runSample();
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Right);
        const auto first = window_->hub()->current();
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Down);
        QCOMPARE(window_->hub()->current().attempt, first.attempt + 1);
        QVERIFY(window_->hub()->current().node != first.node);
    }
};

QTEST_MAIN(TestRunMapWindow)
#include "tst_run_map_window.moc"
