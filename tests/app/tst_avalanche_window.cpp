// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/avalanche.h"
#include "models/format.h"
#include "views/avalanche_canvas.h"
#include "views/avalanche_panel.h"
#include "views/preemption_view.h"
#include "views/table_view.h"
#include "window_test.h"

#include <QComboBox>
#include <QTableView>
#include <QToolButton>

using namespace berth;
using namespace Qt::StringLiterals;

/// The avalanche in the real window with the real engine.
class TestAvalancheWindow : public test::WindowTest {
    Q_OBJECT

    void open(const QString& sample)
    {
        openAndRun(sample);
        window_->showView(u"preemption"_s);
        window_->findChild<QToolButton*>(u"preemptionAvalanches"_s)->click();
    }
    views::AvalanchePanel* panel() const { return window_->preemptionView()->avalanches(); }
    views::AvalancheCanvas* canvas() const { return panel()->canvas(); }
    QString cell(int row, int column) const { return panel()->table()->model()->index(row, column).data().toString(); }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void theSampleShowsTheWholeChain()
    {
        open(u"preemption-avalanche/scenario.yaml"_s);
        QVERIFY(session_->snapshot()->problems->empty());
        QVERIFY(panel()->isVisible());
        QVERIFY2(panel()->summary().startsWith(u"6 preemptions evicted 7 pods, 4 steps deep. Settled at 180."_s), qPrintable(panel()->summary()));
        QCOMPARE(canvas()->cards().size(), std::size_t(6));
        QCOMPARE(canvas()->cards()[0].pod, u"default/critical"_s);
        QCOMPARE(canvas()->cards()[0].node, u"large"_s);
        QCOMPARE(panel()->table()->model()->rowCount(), 7);
        using Column = models::AvalancheTableModel;
        QVERIFY(cell(0, Column::Victim).startsWith(u"default/gold-"_s));
        QCOMPARE(cell(0, Column::Outcome), u"evicts 2 pods in its turn"_s);
        QVERIFY(cell(6, Column::Outcome).startsWith(u"placed on joined at "_s));
        QVERIFY(!panel()->choice()->isVisible());
        // The drawing: every link right of the one that it follows from, none upon another.
        const auto& boxes = canvas()->tree().boxes;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (const auto cause = canvas()->cards()[i].cause)
                QVERIFY(boxes[*cause].card.right() < boxes[i].card.left());
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!boxes[i].card.intersects(boxes[j].card));
        }
    }

    void aLinkIsTheSelectionOfTheWholeProgram()
    {
        open(u"preemption-avalanche/scenario.yaml"_s);
        const models::AvalancheCard gold = canvas()->cards()[1];
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, canvas()->tree().boxes[1].card.topLeft().toPoint() + QPoint(20, 10));
        QCOMPARE(window_->hub()->current().pod, gold.pod);
        QCOMPARE(window_->hub()->current().attempt, gold.attempt);
        QCOMPARE(panel()->table()->table()->currentIndex().row(), 1);
        // What came instead of the last victims, with the attempt that placed it.
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, canvas()->tree().boxes[5].victims[0].center().toPoint());
        QCOMPARE(window_->hub()->current().node, u"joined"_s);
        QVERIFY(window_->hub()->current().pod.startsWith(u"default/batch-"_s));
        // By keys: to the first, on to what it set off.
        QTest::keyClick(canvas(), Qt::Key_Home);
        QCOMPARE(canvas()->currentCard(), std::optional<std::size_t>(0));
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(canvas()->currentCard(), std::optional<std::size_t>(1));
        QTest::keyClick(canvas(), Qt::Key_Left);
        QCOMPARE(canvas()->currentCard(), std::optional<std::size_t>(0));
        // The one attempt is behind the other button.
        window_->findChild<QToolButton*>(u"preemptionAttempt"_s)->click();
        QTRY_COMPARE(window_->preemptionView()->summary(), u"default/critical is nominated to large; 1 pod leaves."_s);
        // The table chooses, too.
        window_->findChild<QToolButton*>(u"preemptionAvalanches"_s)->click();
        panel()->table()->table()->setCurrentIndex(panel()->table()->table()->model()->index(3, 1));
        QCOMPARE(window_->hub()->current().attempt, canvas()->cards()[2].attempt);
    }

    void inThePastTheChainIsAsLongAsItWas()
    {
        open(u"preemption-avalanche/scenario.yaml"_s);
        const models::Moments& moments = *session_->snapshot()->moments;
        const api::Time origin = moments.origin;
        session_->goTo(moments.restAt({origin.nanoseconds + 150'000'000'000}));
        QTRY_VERIFY(session_->past());
        QTRY_VERIFY2(panel()->summary().endsWith(u"It has not settled: 2 pods are on no node."_s), qPrintable(panel()->summary()));
        QCOMPARE(cell(6, models::AvalancheTableModel::Outcome), u"waits for a node"_s);
        session_->goTo(moments.restAt({origin.nanoseconds + 50'000'000'000}));
        QTRY_VERIFY(panel()->summary().startsWith(u"No pod was evicted"_s));
        session_->backToNow();
        QTRY_COMPARE(canvas()->cards().size(), std::size_t(6));
    }

    void runsWithoutEvictionsSaySo()
    {
        open(u"images"_s);
        QVERIFY(panel()->summary().startsWith(u"No pod was evicted in this run."_s));
    }

    void severalAreChosenFrom()
    {
        open(u"preemption"_s);
        QVERIFY(session_->snapshot()->avalanches->size() > 1);
        QVERIFY(panel()->choice()->isVisible());
        QCOMPARE(panel()->choice()->count(), static_cast<int>(session_->snapshot()->avalanches->size()));
        // A selected preemption is shown, whichever is.
        const auto& last = session_->snapshot()->avalanches->back().links.front();
        window_->hub()->select({models::toQString(last.pod), {}, {}, static_cast<std::int64_t>(last.attempt)});
        QCOMPARE(panel()->choice()->currentIndex(), panel()->choice()->count() - 1);
        QCOMPARE(canvas()->currentCard(), std::optional<std::size_t>(0));
    }
};

QTEST_MAIN(TestAvalancheWindow)
#include "tst_avalanche_window.moc"
