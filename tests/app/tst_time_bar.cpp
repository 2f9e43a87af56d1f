// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "models/roles.h"
#include "views/breakpoints_dialog.h"
#include "views/inspector_view.h"
#include "views/selection_hub.h"
#include "views/table_view.h"
#include "views/time_bar.h"
#include "views/time_track.h"
#include "window_test.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace berth;
using namespace Qt::StringLiterals;

/// Time turned back in the real window with the real engine.
class TestTimeBar : public test::WindowTest {
    Q_OBJECT

    template <typename T>
    T* child(const char* name) const
    {
        return window_->findChild<T*>(QString::fromLatin1(name));
    }
    std::size_t rests() const { return session_->snapshot()->moments->rests(); }
    views::TimeTrack* track() const { return window_->timeBar()->track(); }
    bool isPast() const { return child<QLabel>("timePast")->isVisible(); }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void everyViewFollowsIntoThePastAndBack()
    {
        openAndRun(u"mixed-60"_s);
        QVERIFY(window_->timeBar()->isVisible());
        QVERIFY(!isPast());
        const int attempts = static_cast<int>(session_->snapshot()->attempts->size());
        const int log = window_->logView()->model()->totalRows();
        track()->setFocus();
        QTest::keyClick(track(), Qt::Key_Home);
        QTRY_VERIFY(session_->past());
        QTRY_VERIFY(isPast());
        // Nothing was attempted yet: all pods of the sample wait, and the list of what happened is short.
        QVERIFY(session_->past()->attempts->empty());
        QVERIFY(window_->logView()->model()->totalRows() < log);
        QCOMPARE(window_->podsView()->model()->totalRows(), static_cast<int>(session_->past()->cluster->pods.size()));
        QCOMPARE(session_->past()->cluster->now, session_->snapshot()->moments->timeOf(0));
        action("actionTimeForward")->trigger();
        QTRY_COMPARE(session_->past()->attempts->size(), std::size_t(1));
        QTRY_COMPARE(track()->position(), std::size_t(1));
        action("actionTimeBack")->trigger();
        QTRY_COMPARE(track()->position(), std::size_t(0));
        child<QToolButton>("timeNow")->click();
        QTRY_VERIFY(!isPast());
        QCOMPARE(window_->logView()->model()->totalRows(), log);
        QCOMPARE(static_cast<int>(session_->snapshot()->attempts->size()), attempts);
        QCOMPARE(track()->position(), rests() - 1);
    }

    void theTrackIsDragged()
    {
        openAndRun(u"mixed-60"_s);
        const api::Time middle = session_->snapshot()->moments->timeOf(rests() / 2);
        const auto x = static_cast<int>(track()->xOf(middle));
        QTest::mousePress(track(), Qt::LeftButton, {}, {x, 20});
        QTRY_VERIFY(session_->past());
        QVERIFY(session_->past()->cluster->now <= middle || track()->xOf(session_->past()->cluster->now) <= x + 1);
        QTest::mouseRelease(track(), Qt::LeftButton, {}, {x, 20});
        QVERIFY(!track()->textAt(track()->xOf(session_->snapshot()->moments->marks[0].time)).isEmpty());
        QVERIFY(child<QLabel>("timeText")->text().contains(u"event"_s));
    }

    /// The past is named beside the track, which stays where the pointer found it.
    void theTrackKeepsItsPlace()
    {
        openAndRun(u"preemption-avalanche"_s);
        QTest::qWait(50); // the bar has taken in its texts
        const QRect before = track()->geometry();
        session_->goTo(0);
        QTRY_VERIFY(isPast());
        QCOMPARE(track()->geometry(), before);
    }

    /// A click a little before a mark means the mark: it stands alone there.
    void aMarkIsHitFromBothSides()
    {
        openAndRun(u"preemption-avalanche"_s);
        const models::Moments& moments = *session_->snapshot()->moments;
        std::size_t alone = 0;
        for (std::size_t rest = 1; rest < rests() && alone == 0; ++rest)
            if (track()->xOf(moments.timeOf(rest)) - track()->xOf(moments.timeOf(rest - 1)) > 20)
                alone = rest;
        QVERIFY(alone > 0);
        const auto x = static_cast<int>(track()->xOf(moments.timeOf(alone)));
        QTest::mouseClick(track(), Qt::LeftButton, {}, {x - 3, 20});
        QTRY_COMPARE(track()->position(), alone);
        QTest::mouseClick(track(), Qt::LeftButton, {}, {x - 12, 20});
        QTRY_COMPARE(track()->position(), alone - 1);
    }

    /// What an attempt said that had not been made yet is not shown beside a cluster of then.
    void thePastKnowsNoLaterAttempt()
    {
        openAndRun(u"rolling-update"_s);
        const auto& attempts = *session_->snapshot()->attempts;
        window_->hub()->select({models::toQString(attempts.back()->pod), {}, {}, static_cast<qint64>(attempts.size()) - 1});
        waitForIdle();
        session_->goTo(0);
        QTRY_VERIFY(isPast());
        QTRY_VERIFY(window_->hub()->current().attempt < static_cast<qint64>(session_->past()->attempts->size()));
    }

    void whatIsShownIsWhatWasThen()
    {
        openAndRun(u"gates-and-priorities"_s);
        for (std::size_t rest = 0; rest + 1 < rests(); ++rest) {
            session_->goTo(rest);
            QTRY_VERIFY(session_->past() && session_->past()->past == rest);
            const models::Cluster& then = *session_->past()->cluster;
            std::size_t bound = 0;
            for (const models::PodRow& pod : then.pods)
                bound += !pod.node.isEmpty();
            QCOMPARE(then.queue.bound, bound);
            QCOMPARE(session_->past()->attempts->size(), session_->snapshot()->moments->machine->at(session_->snapshot()->moments->machine->rest(rest)).attempts);
        }
    }

    void playingGoesToTheEnd()
    {
        openAndRun(u"gates-and-priorities"_s);
        auto* speed = child<QComboBox>("timeSpeed");
        speed->setCurrentIndex(speed->count() - 1);
        child<QToolButton>("timePlay")->click();
        QVERIFY(window_->timeBar()->isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(!window_->timeBar()->isPlaying(), 30'000);
        QTRY_VERIFY(!isPast());
    }

    void runningOnComesBackToNow()
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u"/mixed-60"_s});
        waitForIdle();
        for (int i = 0; i < 3; ++i) {
            action("actionStep")->trigger();
            waitForIdle();
        }
        session_->goTo(0);
        QTRY_VERIFY(isPast());
        action("actionStep")->trigger();
        waitForIdle();
        QVERIFY(!isPast());
        QCOMPARE(session_->snapshot()->attempts->size(), std::size_t(4));
    }

    /// An edit makes the run anew, so the past that was looked at is no more.
    void anEditLeavesThePast()
    {
        openAndRun(u"gates-and-priorities"_s);
        track()->setFocus();
        QTest::keyClick(track(), Qt::Key_Home);
        QTRY_VERIFY(isPast());
        const auto document = session_->snapshot()->document;
        const std::size_t attempts = session_->snapshot()->attempts->size();
        session_->edit(document, true);
        waitForIdle();
        QVERIFY(!session_->past());
        QVERIFY(!isPast());
        QCOMPARE(track()->position(), rests() - 1);
        QCOMPARE(session_->snapshot()->attempts->size(), attempts);
        QCOMPARE(window_->logView()->model()->totalRows(), static_cast<int>(session_->snapshot()->log->size()));
        // And the new run has a past of its own.
        session_->goTo(0);
        QTRY_VERIFY(isPast());
        QVERIFY(session_->past()->attempts->empty());
    }

    void aRunStopsAtABreakpointAndGoesOn()
    {
        openAndRun(u"mixed-60"_s);
        const std::size_t all = session_->snapshot()->attempts->size();
        const std::string pod = (*session_->snapshot()->attempts)[all / 2]->pod;
        action("actionRestart")->trigger();
        waitForIdle();
        action("actionBreakpoints")->trigger();
        views::BreakpointsDialog* dialog = window_->breakpointsDialog();
        QTRY_VERIFY(dialog->isVisible());
        QVERIFY(dialog->findChild<QComboBox*>(u"breakpointPlugin"_s)->findText(u"NodeResourcesFit"_s) >= 0);
        dialog->findChild<QLineEdit*>(u"breakpointPod"_s)->setText(QString::fromStdString(pod));
        dialog->findChild<QPushButton*>(u"breakpointAdd"_s)->click();
        QCOMPARE(dialog->findChild<QListWidget*>(u"breakpointList"_s)->count(), 1);
        dialog->close();
        action("actionRun")->trigger();
        waitForIdle();
        const std::size_t stopped = session_->snapshot()->attempts->size();
        QVERIFY(stopped < all);
        QCOMPARE(session_->snapshot()->attempts->back()->pod, pod);
        QCOMPARE(window_->hub()->current().pod, QString::fromStdString(pod));
        QVERIFY(session_->snapshot()->moments->marks[session_->snapshot()->moments->marks.size() - 1].kind == models::TimeMark::Kind::Breakpoint);
        dialog->findChild<QListWidget*>(u"breakpointList"_s)->item(0)->setCheckState(Qt::Unchecked);
        action("actionRun")->trigger();
        waitForIdle();
        QCOMPARE(session_->snapshot()->attempts->size(), all);
    }

    void everyControlHasAName()
    {
        for (QWidget* widget : window_->timeBar()->findChildren<QWidget*>())
            if (widget->focusPolicy() != Qt::NoFocus && !widget->objectName().startsWith(u"qt_"_s))
                QVERIFY2(!widget->accessibleName().isEmpty() || qobject_cast<QLabel*>(widget), qPrintable(widget->objectName()));
    }
};

QTEST_MAIN(TestTimeBar)
#include "tst_time_bar.moc"
