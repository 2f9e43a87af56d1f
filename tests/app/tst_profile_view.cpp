// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"
#include "models/format.h"
#include "models/problem_list.h"
#include "models/profile_matrix.h"
#include "models/table_model.h"
#include "views/message_bar.h"
#include "views/profile_table.h"
#include "views/profile_view.h"
#include "views/table_view.h"
#include "views/yaml_completion.h"
#include "views/selection_hub.h"
#include "views/inspector_view.h"
#include "views/weight_sliders.h"
#include "views/yaml_editor.h"
#include "window_test.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace berth;
using config::ExtensionPoint;
using models::ProfileMatrixModel;
using namespace Qt::StringLiterals;

class TestProfileView : public test::WindowTest {
    Q_OBJECT

    views::ProfileView* view() const { return window_->profileView(); }
    views::YamlEditor* editor() const { return view()->editor(); }
    ProfileMatrixModel* matrix() const { return view()->model(); }
    QModelIndex cell(const QString& plugin, int column) const { return matrix()->index(matrix()->rowOf(plugin), column); }
    QModelIndex cell(const QString& plugin, ExtensionPoint point) const { return cell(plugin, matrix()->columnOf(point)); }
    models::PointState state(const QString& plugin, ExtensionPoint point) const
    {
        return static_cast<models::PointState>(cell(plugin, point).data(ProfileMatrixModel::PointStateRole).toInt());
    }

    void open(const QString& sample)
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u'/' + sample});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 20'000);
        window_->showView(u"profile"_s);
    }
    void waitForIdle() { QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 20'000); }
    void run()
    {
        action("actionRun")->trigger();
        waitForIdle();
    }
    void apply()
    {
        QTRY_VERIFY_WITH_TIMEOUT(action("profileApply")->isEnabled(), 5'000);
        const auto before = session_->snapshot()->configuration;
        action("profileApply")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot()->configuration != before, 20'000);
        waitForIdle();
    }
    std::size_t pending() const { return session_->snapshot()->cluster->queue.pending(); }
    std::size_t emptyNodes() const
    {
        std::size_t count = 0;
        for (const models::NodeRow& node : session_->snapshot()->cluster->nodes)
            count += node.pods.empty() ? 1 : 0;
        return count;
    }
    /// Types over the first occurrence, as somebody at the keyboard would.
    void retype(const QString& before, const QString& after)
    {
        QTextCursor cursor = editor()->document()->find(before);
        QVERIFY2(!cursor.isNull(), qPrintable(before));
        editor()->setTextCursor(cursor);
        QTest::keyClicks(editor(), after);
    }
    void select(const QModelIndex& index)
    {
        view()->table()->setFocus();
        view()->table()->scrollTo(index);
        QTest::mouseClick(view()->table()->viewport(), Qt::LeftButton, {}, view()->table()->visualRect(index).center());
        QCOMPARE(view()->table()->currentIndex(), index);
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void anotherStrategyInTheTextPlacesPodsElsewhere()
    {
        open(u"bin-packing"_s);
        QVERIFY(editor()->toPlainText().startsWith(u"# Packs"_s));
        run();
        QCOMPARE(pending(), std::size_t(0));
        QVERIFY(emptyNodes() > 0);
        QVERIFY(!action("profileApply")->isEnabled());
        retype(u"MostAllocated"_s, u"LeastAllocated"_s);
        apply();
        QVERIFY(view()->stateText().startsWith(u"In force"_s));
        // What had been run runs again, with the new profile.
        QVERIFY(!session_->snapshot()->attempts->empty());
        QCOMPARE(pending(), std::size_t(4));
        QCOMPARE(emptyNodes(), std::size_t(0));
        QVERIFY(cell(u"NodeResourcesFit"_s, matrix()->argsColumn()).data().toString().contains(u"LeastAllocated"_s));
    }

    void anErrorIsShownWhereItStandsAndListed()
    {
        open(u"bin-packing"_s);
        const qsizetype before = window_->problemsView()->model()->rowCount();
        retype(u"weight: 1"_s, u"weight: 1000"_s);
        QTRY_VERIFY_WITH_TIMEOUT(view()->stateText().startsWith(u"Line "_s), 5'000);
        QVERIFY(!action("profileApply")->isEnabled());
        QCOMPARE(window_->problemsView()->model()->rowCount(), before + 1);
        const api::Problem& problem = view()->draft()->result.problems.front();
        const int line = editor()->document()->find(u"weight: 1000"_s).blockNumber() + 1;
        QCOMPARE(static_cast<int>(problem.position.line), line);
        QVERIFY2(view()->stateText().startsWith(u"Line %1, "_s.arg(line)), qPrintable(view()->stateText()));
        QVERIFY(editor()->problemsAt(line).contains(u"1000"_s));
        QCOMPARE(editor()->extraSelections().size(), 1);
        QCOMPARE(editor()->extraSelections().front().cursor.blockNumber() + 1, line);
        // From the list to the line.
        editor()->moveCursor(QTextCursor::Start);
        window_->showView(u"map"_s);
        QTableView* issues = window_->problemsView()->table();
        emit issues->activated(issues->model()->index(issues->model()->rowCount() - 1, 0));
        QCOMPARE(editor()->textCursor().blockNumber() + 1, line);
        QVERIFY(editor()->isVisible());
        action("profileRevert")->trigger();
        QCOMPARE(window_->problemsView()->model()->rowCount(), before);
        QVERIFY(editor()->extraSelections().isEmpty());
    }

    void fieldsAndPluginsAreOffered()
    {
        open(u"scripted-plugin"_s);
        editor()->setFocus();
        editor()->selectAll();
        QTest::keyClicks(editor(), u"apiVersion: kubescheduler.config.k8s.io/v1"_s);
        QTest::keyClick(editor(), Qt::Key_Return);
        QTest::keyClicks(editor(), u"kind: KubeSchedulerConfiguration"_s);
        QTest::keyClick(editor(), Qt::Key_Return);
        QTest::keyClicks(editor(), u"prof"_s);
        QTest::keyClick(editor(), Qt::Key_Space, Qt::ControlModifier);
        QVERIFY2(editor()->toPlainText().endsWith(u"profiles:"_s), qPrintable(editor()->toPlainText()));
        QTest::keyClick(editor(), Qt::Key_Return);
        QTest::keyClicks(editor(), u"- pluginConfig:"_s);
        QTest::keyClick(editor(), Qt::Key_Return);
        QTest::keyClicks(editor(), u"  - name: "_s);
        QTest::keyClick(editor(), Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(view()->completion()->offered().contains(u"NodeResourcesFit"_s));
        bool scripted = false;
        for (const auto& [name, entry] : session_->snapshot()->configuration->catalog.entries())
            scripted = scripted || (!entry.inTree && view()->completion()->offered().contains(QString::fromStdString(name)));
        QVERIFY(scripted);
    }

    void brokenYamlKeepsTheLastGoodMatrix()
    {
        open(u"bin-packing"_s);
        retype(u"profiles:"_s, u"profilez: {"_s);
        QTRY_VERIFY_WITH_TIMEOUT(view()->stateText().contains(u"last good reading"_s), 5'000);
        QVERIFY(matrix()->rowCount() > 20);
        QVERIFY(!action("profileMinimal")->isEnabled());
        QTest::keyClick(editor(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(action("profileMinimal")->isEnabled(), 5'000);
    }

    void aWeightTypedIntoTheMatrixIsWrittenAndWeighs()
    {
        open(u"images"_s);
        const QModelIndex weight = cell(u"TaintToleration"_s, ProfileMatrixModel::Weight);
        select(weight);
        QTest::keyClick(view()->table(), Qt::Key_F2);
        auto* box = view()->table()->findChild<QSpinBox*>(u"profileWeightEditor"_s);
        QVERIFY(box);
        box->selectAll();
        QTest::keyClicks(box, u"17"_s);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_COMPARE(cell(u"TaintToleration"_s, ProfileMatrixModel::Weight).data().toInt(), 17);
        QVERIFY2(editor()->toPlainText().contains(u"weight: 17"_s), qPrintable(editor()->toPlainText()));
        select(cell(u"TaintToleration"_s, ExtensionPoint::Score));
        QTest::keyClick(view()->table(), Qt::Key_Plus);
        QTRY_COMPARE(cell(u"TaintToleration"_s, ProfileMatrixModel::Weight).data().toInt(), 18);
        apply();
        run();
        window_->hub()->select({{}, {}, {}, 0});
        bool found = false;
        for (const auto& profile : session_->snapshot()->configuration->result.profiles)
            for (const config::WeightedPlugin& plugin : profile.score)
                found = found || (plugin.name == "TaintToleration" && plugin.weight == 18);
        QVERIFY(found);
        action("profileRevert")->trigger();
        QVERIFY(editor()->toPlainText().contains(u"weight: 18"_s));
    }

    void keysSwitchOffMoveAndUndo()
    {
        open(u"bin-packing"_s);
        const QString before = editor()->toPlainText();
        select(cell(u"ImageLocality"_s, ExtensionPoint::Score));
        QTest::keyClick(view()->table(), Qt::Key_Space);
        QCOMPARE(state(u"ImageLocality"_s, ExtensionPoint::Score), models::PointState::Disabled);
        QVERIFY(editor()->toPlainText().contains(u"disabled:"_s));
        QTest::keyClick(view()->table(), Qt::Key_Space);
        QCOMPARE(state(u"ImageLocality"_s, ExtensionPoint::Score), models::PointState::Expanded);
        const int position = cell(u"ImageLocality"_s, ExtensionPoint::Score).data().toInt();
        QTest::keyClick(view()->table(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(cell(u"ImageLocality"_s, ExtensionPoint::Score).data().toInt(), position - 1);
        QCOMPARE(state(u"ImageLocality"_s, ExtensionPoint::Score), models::PointState::Overridden);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(view()->table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(editor()->toPlainText(), before);
        QTRY_COMPARE_WITH_TIMEOUT(cell(u"ImageLocality"_s, ExtensionPoint::Score).data().toInt(), position, 5'000);
        QVERIFY(view()->stateText().startsWith(u"In force"_s));
    }

    void whatKubeSchedulerWouldRefuseIsNotWritten()
    {
        open(u"bin-packing"_s);
        const QString before = editor()->toPlainText();
        const QModelIndex bind = cell(u"DefaultBinder"_s, ExtensionPoint::Bind);
        select(bind);
        QTest::mouseDClick(view()->table()->viewport(), Qt::LeftButton, {}, view()->table()->visualRect(bind).center());
        QCOMPARE(editor()->toPlainText(), before);
        QVERIFY2(window_->findChild<views::MessageBar*>()->text().contains(u"at least one bind plugin is needed"_s),
                 qPrintable(window_->findChild<views::MessageBar*>()->text()));
    }

    void minimalAndExplicitAreTheSameConfiguration()
    {
        open(u"bin-packing"_s);
        action("profileExplicit")->trigger();
        QVERIFY(action("profileExplicit")->isChecked());
        QVERIFY(editor()->toPlainText().contains(u"percentageOfNodesToScore: 0"_s));
        QVERIFY(view()->draft()->result.ok());
        action("profileMinimal")->trigger();
        QVERIFY(action("profileMinimal")->isChecked());
        QVERIFY(!action("profileExplicit")->isChecked());
        QVERIFY(!editor()->toPlainText().contains(u"percentageOfNodesToScore"_s));
        QVERIFY(cell(u"NodeResourcesFit"_s, matrix()->argsColumn()).data().toString().contains(u"MostAllocated"_s));
    }

    void severalProfilesCanBeChosenInTheToolBar()
    {
        open(u"bin-packing"_s);
        QTemporaryDir folder;
        QFile file(folder.filePath(u"two.yaml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
                   "extenders: [{urlPrefix: 'http://extender:8888', filterVerb: filter}]\n"
                   "profiles:\n- schedulerName: default-scheduler\n- schedulerName: plain\n"
                   "  plugins: {score: {disabled: [{name: '*'}]}}\n");
        file.close();
        auto* choice = window_->findChild<QComboBox*>(u"profileChoice"_s);
        QVERIFY(!choice->isVisible());
        emit view()->openRequested(file.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(choice->isVisible(), 5'000);
        QCOMPARE(choice->count(), 2);
        QCOMPARE(state(u"ImageLocality"_s, ExtensionPoint::Score), models::PointState::Expanded);
        choice->setCurrentIndex(1);
        emit choice->activated(1);
        QCOMPARE(state(u"ImageLocality"_s, ExtensionPoint::Score), models::PointState::Disabled);
        auto* extenders = window_->findChild<QLabel*>(u"profileExtenders"_s);
        QVERIFY(extenders->isVisible() && extenders->text().contains(u"http://extender:8888"_s));
        emit view()->openRequested(folder.filePath(u"none.yaml"_s));
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<views::MessageBar*>()->text().contains(u"none.yaml"_s), 5'000);
    }

    void restartKeepsWhatIsBeingEdited()
    {
        open(u"bin-packing"_s);
        retype(u"MostAllocated"_s, u"LeastAllocated"_s);
        action("actionRestart")->trigger();
        waitForIdle();
        QVERIFY(editor()->toPlainText().contains(u"LeastAllocated"_s));
        run();
        QCOMPARE(pending(), std::size_t(0));
    }

    void docksLieAsTheyWereLeft()
    {
        open(u"bin-packing"_s);
        window_->findChild<QDockWidget*>(u"dockWhy"_s)->hide();
        window_->showView(u"start"_s);
        QVERIFY(!window_->findChild<QDockWidget*>(u"dockPods"_s)->isVisible());
        window_->close();
        cleanup();
        makeWindow();
        window_->restoreLayout(app::settings::windowGeometry(), app::settings::windowState());
        QVERIFY(!window_->findChild<QDockWidget*>(u"dockPods"_s)->isVisible());
        open(u"bin-packing"_s);
        QVERIFY(!window_->findChild<QDockWidget*>(u"dockNodes"_s)->isHidden());
        QVERIFY(window_->findChild<QDockWidget*>(u"dockWhy"_s)->isHidden());
        action("actionResetLayout")->trigger();
        QVERIFY(!window_->findChild<QDockWidget*>(u"dockWhy"_s)->isHidden());
        window_->restoreLayout({}, "damage");
        QVERIFY(!window_->findChild<QDockWidget*>(u"dockWhy"_s)->isHidden());
    }

    void theTabKeyGoesFromTheMatrixToTheText()
    {
        open(u"bin-packing"_s);
        view()->table()->setFocus();
        QTest::keyClick(view()->table(), Qt::Key_Tab);
        QVERIFY(editor()->hasFocus());
        QTest::keyClick(editor(), Qt::Key_Backtab);
        QVERIFY(view()->table()->hasFocus());
    }

    /// What is tried on an attempt is what the scheduler does with the same weights.
    void weightsAreTriedAtOnceAndWrittenIntoTheProfile()
    {
        openAndRun(u"mixed-60"_s);
        const auto& attempts = *session_->snapshot()->attempts;
        const auto first = std::find_if(attempts.begin(), attempts.end(), [](const trace::AttemptPtr& attempt) { return attempt->total && attempt->index == 0; });
        QVERIFY(first != attempts.end());
        const QString pod = models::toQString((*first)->pod);
        window_->hub()->select({pod, {}, {}, 0});
        auto* sliders = window_->inspector()->weights();
        const auto number = [&](const QString& plugin) { return sliders->findChild<QSpinBox*>(u"weightNumber-"_s + plugin); };
        QTRY_VERIFY(number(u"TaintToleration"_s) && sliders->isVisible());
        QSignalSpy tried(sliders, &views::WeightSliders::tried);
        sliders->findChild<QPushButton*>(u"weightsOpen"_s)->click();
        QCOMPARE(tried.size(), 1); // as it was
        number(u"TaintToleration"_s)->setValue(0);
        number(u"NodeResourcesFit"_s)->setValue(40);
        const auto after = tried.last().front().value<models::InspectionPtr>();
        QVERIFY(after->weights != window_->inspector()->attempt()->inspection->weights);
        QVERIFY(std::is_sorted(after->bars.begin(), after->bars.end(), [](const models::ScoreBar& a, const models::ScoreBar& b) { return a.total > b.total; }));
        QVERIFY(!sliders->findChild<QLabel*>(u"weightsVerdict"_s)->text().isEmpty());

        sliders->findChild<QPushButton*>(u"weightsKeep"_s)->click();
        QCOMPARE(window_->currentView(), u"profile"_s);
        QVERIFY(editor()->toPlainText().contains(u"weight: 40"_s));
        apply();
        waitForIdle();
        run();
        window_->hub()->select({pod, {}, {}, 0});
        QTRY_VERIFY(window_->inspector()->attempt() && window_->inspector()->attempt()->inspection->scorePlugins.size() < after->scorePlugins.size());
        const models::InspectionPtr real = window_->inspector()->attempt()->inspection;
        QCOMPARE(real->pod, pod);
        std::map<QString, std::int64_t> totals;
        for (const models::ScoreBar& bar : after->bars)
            totals[bar.node] = bar.total;
        QCOMPARE(real->bars.size(), after->bars.size());
        for (const models::ScoreBar& bar : real->bars)
            QCOMPARE(bar.total, totals[bar.node]);
    }
};

QTEST_MAIN(TestProfileView)
#include "tst_profile_view.moc"
