// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/branch.h"
#include "models/roles.h"
#include "views/branch_dialog.h"
#include "views/design_desk.h"
#include "views/profile_view.h"
#include "views/table_view.h"
#include "views/time_bar.h"
#include "views/time_track.h"
#include "views/yaml_editor.h"
#include "window_test.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace berth;
using namespace Qt::StringLiterals;

/// Branches of a run in the real window with the real engine.
class TestBranchWindow : public test::WindowTest {
    Q_OBJECT

    void goTo(std::size_t rest)
    {
        session_->goTo(rest);
        QTRY_VERIFY(session_->past() && session_->past()->past == rest);
    }
    views::BranchDialog* dialog() const { return window_->branchDialog(); }
    void runBranch(const QString& steps)
    {
        dialog()->editor()->replaceText(steps);
        auto* button = dialog()->findChild<QPushButton*>(u"branchRun"_s);
        QVERIFY(button->isEnabled());
        QSignalSpy branched(session_.get(), &app::Session::branched);
        button->click();
        QTRY_COMPARE_WITH_TIMEOUT(branched.count(), 1, 60'000);
        waitForIdle();
    }
    QString problem() const { return dialog()->findChild<QLabel*>(u"branchProblem"_s)->text(); }
    QString count(int row, int column) const { return dialog()->counts()->index(row, column).data().toString(); }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    /// The avalanche would not have begun if a node had been there in time.
    void aNodeInTimeMakesNoAvalanche()
    {
        openAndRun(u"preemption-avalanche/scenario.yaml"_s);
        const models::Moments& moments = *session_->snapshot()->moments;
        const std::size_t attempts = session_->snapshot()->attempts->size();
        goTo(moments.restAt({moments.origin.nanoseconds + 50'000'000'000}));
        window_->findChild<QToolButton*>(u"timeBranch"_s)->click();
        QTRY_VERIFY(dialog()->isVisible());
        QVERIFY(dialog()->findChild<QLabel*>(u"branchMoment"_s)->text().contains(u"t = "_s));
        runBranch(u"- create:\n  - {apiVersion: v1, kind: Node, metadata: {name: spare}, status: {allocatable: {cpu: '10', memory: 64Gi, pods: '20'}}}\n"_s);
        QVERIFY2(dialog()->summary().contains(u"pods ended differently"_s), qPrintable(dialog()->summary()));
        QCOMPARE(count(4, models::BranchCountsModel::Figure), u"Preemptions"_s);
        QCOMPARE(count(4, models::BranchCountsModel::Run), u"6"_s);
        QCOMPARE(count(4, models::BranchCountsModel::Branched), u"0"_s);
        QCOMPARE(count(5, models::BranchCountsModel::Branched), u"0"_s);
        QVERIFY(dialog()->findChild<QLabel*>(u"branchDivergence"_s)->text().startsWith(u"First difference: attempt "_s));
        // A row is the selection of the whole program; where one looks has stayed.
        views::TableView* table = dialog()->placements();
        const int row = table->model()->rowOf(u"default/critical"_s);
        QVERIFY(row >= 0);
        QCOMPARE(table->model()->index(row, models::BranchTableModel::Run).data().toString(), u"large"_s);
        QCOMPARE(table->model()->index(row, models::BranchTableModel::Branched).data().toString(), u"spare"_s);
        QVERIFY(session_->past());
        session_->backToNow();
        table->table()->setCurrentIndex(table->table()->model()->index(row, 0));
        QCOMPARE(window_->hub()->current().pod, u"default/critical"_s);
        dialog()->findChild<QPushButton*>(u"branchShowDivergence"_s)->click();
        QVERIFY(window_->hub()->current().attempt >= 0);
        // The run itself is as it was.
        QCOMPARE(session_->snapshot()->attempts->size(), attempts);
    }

    void aBranchThatDoesNothingElseIsTheSame()
    {
        for (const char* sample : {"preemption-avalanche/scenario.yaml", "gates-and-priorities", "mixed-60"}) {
            openAndRun(QLatin1String(sample));
            goTo(session_->snapshot()->moments->rests() / 2);
            action("actionBranch")->trigger();
            runBranch({});
            QVERIFY2(dialog()->summary().contains(u"is the same as the run"_s), qPrintable(QLatin1String(sample) + u": "_s + dialog()->summary()));
            QCOMPARE(dialog()->placements()->model()->rowCount(), 0);
            for (int row = 0; row < dialog()->counts()->rowCount(); ++row)
                QCOMPARE(count(row, models::BranchCountsModel::Difference), u"="_s);
        }
    }

    /// Another scheduler takes over, as it is written in the profile view.
    void anotherConfigurationTakesOver()
    {
        openAndRun(u"bin-packing"_s);
        goTo(0);
        action("actionBranch")->trigger();
        auto* with = dialog()->findChild<QComboBox*>(u"branchConfiguration"_s);
        emit window_->configurationFileChosen(QStringLiteral(BERTH_SAMPLES_DIR) + u"/bin-packing/spreading.yaml"_s);
        QTRY_VERIFY(window_->profileView()->draft() && window_->profileView()->draft()->text.contains(u"LeastAllocated"_s));
        QTRY_COMPARE(with->count(), 2);
        with->setCurrentIndex(1);
        runBranch({});
        QVERIFY2(dialog()->placements()->model()->rowCount() > 0, qPrintable(dialog()->summary()));
    }

    void mistakesAreSaidWithTheirLine()
    {
        openAndRun(u"gates-and-priorities"_s);
        action("actionBranch")->trigger();
        runBranch(u"- cordon: n1\n- explode: n2\n"_s);
        QVERIFY2(problem().startsWith(u"Line 2: "_s), qPrintable(problem()));
        QVERIFY(dialog()->summary().isEmpty());
        runBranch(u"- cordon: nowhere\n"_s);
        QVERIFY2(problem().contains(u"\"nowhere\" not found"_s), qPrintable(problem()));
        // What the other steps led to is shown all the same.
        QVERIFY(!dialog()->summary().isEmpty());
    }

    /// What a branch did becomes the run's, and undo gives the run before back.
    void aBranchBecomesTheRun()
    {
        openAndRun(u"bin-packing"_s);
        const models::Designer* designer = window_->findChild<views::DesignDesk*>()->designer();
        const design::DocumentPtr before = designer->document();
        const QString node = session_->snapshot()->cluster->pods.front().node;
        const auto onNode = [this, &node] {
            const auto& pods = session_->snapshot()->cluster->pods;
            return std::count_if(pods.begin(), pods.end(), [&node](const models::PodRow& pod) { return pod.node == node; });
        };
        const auto isRun = [this, designer] { return session_->snapshot()->document == designer->document() && session_->activity() == app::Session::Activity::Idle; };
        const auto placed = onNode();
        QVERIFY(placed > 0);
        goTo(0);
        action("actionBranch")->trigger();
        auto* adopt = dialog()->findChild<QPushButton*>(u"branchAdopt"_s);
        runBranch({});
        QVERIFY(!adopt->isEnabled()); // nothing was done
        runBranch(u"- cordon: %1\n- settle: 1s\n"_s.arg(node));
        QTRY_VERIFY(adopt->isEnabled() && adopt->isVisible());
        adopt->setFocus();
        QTest::keyClick(adopt, Qt::Key_Space);
        QVERIFY(!dialog()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(isRun() && designer->document() != before && !session_->snapshot()->attempts->empty(), 60'000);
        QCOMPARE(onNode(), 0);
        const auto texts = window_->findChildren<QLabel*>();
        QVERIFY(std::any_of(texts.begin(), texts.end(), [&node](const QLabel* text) {
            return text->isVisible() && text->text().contains(u"part of the design now: Node "_s + node) && text->text().contains(u"Line 2: settle"_s);
        }));
        designer->history()->undo();
        QCOMPARE(designer->document(), before);
        QTRY_VERIFY_WITH_TIMEOUT(isRun() && !session_->snapshot()->attempts->empty(), 60'000);
        QCOMPARE(onNode(), placed);
    }

    void stepsAboutTheSelectionAreOffered()
    {
        openAndRun(u"gates-and-priorities"_s);
        const models::PodRow& pod = session_->snapshot()->cluster->pods.front();
        window_->hub()->select({pod.key, pod.node, {}, pod.lastAttempt});
        action("actionBranch")->trigger();
        dialog()->findChild<QToolButton*>(u"branchAdd"_s)->menu()->actions().front()->trigger();
        QCOMPARE(dialog()->editor()->toPlainText(), u"- delete: Pod %1\n"_s.arg(pod.key));
    }
};

QTEST_MAIN(TestBranchWindow)
#include "tst_branch_window.moc"
