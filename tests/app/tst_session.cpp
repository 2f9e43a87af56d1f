// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <QSignalSpy>
#include <QTest>

using namespace berth;
using namespace berth::app;
using namespace Qt::StringLiterals;

namespace {

const QString samples = QStringLiteral(BERTH_SAMPLES_DIR);

}

class TestSession : public QObject {
    Q_OBJECT
private slots:
    void loadingMakesNoAttemptsAndRunningPlacesPods()
    {
        Session session;
        QSignalSpy finished(&session, &Session::finished);
        session.open({samples + u"/mixed-60"_s});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        QVERIFY(session.snapshot()->attempts->empty());
        const std::size_t pending = session.snapshot()->cluster->queue.pending();
        QVERIFY(pending > 100);
        session.run();
        QCOMPARE(session.activity(), Session::Activity::Running);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 20'000);
        QVERIFY(session.snapshot()->cluster->queue.pending() < pending / 2);
        QVERIFY(session.snapshot()->attempts->size() >= pending / 2);
    }

    void aStepIsOneAttempt()
    {
        Session session;
        QSignalSpy finished(&session, &Session::finished);
        session.open({samples + u"/images"_s});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        session.step();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 20'000);
        QCOMPARE(session.snapshot()->attempts->size(), std::size_t(1));
        session.restart();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, 20'000);
        QCOMPARE(session.snapshot()->attempts->size(), std::size_t(0));
    }

    void cancelIsAnOutcomeOfItsOwnAndLosesNothing()
    {
        Session session;
        QSignalSpy finished(&session, &Session::finished);
        QSignalSpy cancelled(&session, &Session::cancelled);
        session.open({samples + u"/mixed-60"_s});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        session.run();
        session.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 20'000);
        QCOMPARE(cancelled.count(), 1);
        QCOMPARE(finished[1][0].value<Outcome>(), Outcome::Cancelled);
        QCOMPARE(session.activity(), Session::Activity::Idle);
        const std::size_t before = session.snapshot()->attempts->size();
        session.run();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, 20'000);
        QVERIFY(session.snapshot()->attempts->size() > before);
    }

    void openingAgainVoidsWhatTheFirstWouldHaveSaid()
    {
        Session session;
        QSignalSpy loaded(&session, &Session::loaded);
        QSignalSpy finished(&session, &Session::finished);
        session.open({samples + u"/mixed-60"_s});
        session.open({samples + u"/images"_s});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(session.snapshot()->title, u"images"_s);
    }

    void onlyTheLastQuestionIsAnswered()
    {
        Session session;
        QSignalSpy finished(&session, &Session::finished);
        QSignalSpy explained(&session, &Session::explained);
        session.open({samples + u"/images"_s});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        session.run();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 20'000);
        session.explain(0);
        session.explain(1);
        QTRY_COMPARE_WITH_TIMEOUT(explained.count(), 1, 20'000);
        const auto view = explained[0][0].value<models::AttemptViewPtr>();
        QVERIFY(view);
        QCOMPARE(view->inspection->index, 1);
        QVERIFY(!view->heatMap->rows.empty());
    }

    void aFileThatIsNotThereIsAFailureWithItsName()
    {
        Session session;
        QSignalSpy failed(&session, &Session::failed);
        session.open({u"no-such-file.yaml"_s});
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20'000);
        QVERIFY(failed[0][0].toString().contains(u"no-such-file.yaml"_s));
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
