// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace berth;
using namespace berth::app;
using namespace Qt::StringLiterals;

namespace {

const QString samples = QStringLiteral(BERTH_SAMPLES_DIR);

/// Who was tried when, and where each went.
QString textOf(const models::Attempts& attempts)
{
    QString text;
    for (const trace::AttemptPtr& attempt : attempts)
        text += u"%1 %2 %3\n"_s.arg(attempt->time.nanoseconds).arg(QString::fromStdString(attempt->pod), QString::fromStdString(attempt->node));
    return text;
}

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

    /// By attempts or by events, stepping makes the run that Run makes.
    void steppingIsTheSameRun()
    {
        for (const char* sample : {"preemption-avalanche/scenario.yaml", "gates-and-priorities", "preemption"}) {
            QStringList runs;
            for (const auto command : {&Session::run, &Session::step, &Session::stepEvent}) {
                Session session;
                QSignalSpy finished(&session, &Session::finished);
                session.open({samples + u'/' + QLatin1String(sample)});
                QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
                std::size_t before = 0;
                for (int count = 2; session.snapshot()->canStep; ++count) {
                    (session.*command)();
                    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), count, 20'000);
                    const std::size_t attempts = session.snapshot()->attempts->size();
                    QVERIFY(command == &Session::run || attempts <= before + 1);
                    before = attempts;
                }
                runs << textOf(*session.snapshot()->attempts);
            }
            QVERIFY(!runs[0].isEmpty());
            QCOMPARE(runs[1], runs[0]);
            QCOMPARE(runs[2], runs[0]);
        }
    }

    /// A cluster in which something happens every minute, for longer than anybody waits.
    void breakpointsSetDuringARunHoldAtOnce()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"endless.yaml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: berth/v1\nkind: Scenario\ncluster:\n"
                   "- {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: '4', memory: 4Gi, pods: '20'}}}\n"
                   "- apiVersion: batch/v1\n  kind: CronJob\n  metadata: {name: tick}\n  spec:\n    schedule: '* * * * *'\n"
                   "    jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}\n"
                   "steps:\n- at: 100000h\n");
        file.close();
        Session session;
        QSignalSpy finished(&session, &Session::finished);
        QSignalSpy stopped(&session, &Session::stoppedAt);
        session.open({file.fileName()});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        connect(&session, &Session::progressed, &session, [&] { session.setBreakpoints({{.pod = "default/tick-*"}}); }, Qt::SingleShotConnection);
        session.run();
        QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 20'000);
        QCOMPARE(finished[1][0].value<Outcome>(), Outcome::Stopped);
        QVERIFY(session.snapshot()->canStep);
        session.cancel();
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
