// SPDX-License-Identifier: GPL-3.0-or-later
// What is found again: the last session, recent files, the way back; and what another cluster must not inherit.
#include "app/settings.h"
#include "models/table_model.h"
#include "views/command_palette.h"
#include "views/design_desk.h"
#include "views/heat_map_view.h"
#include "views/main_window.h"
#include "views/message_bar.h"
#include "views/object_editor.h"
#include "views/profile_view.h"
#include "views/table_view.h"
#include "views/yaml_editor.h"
#include "window_test.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

using namespace berth;
using namespace Qt::StringLiterals;

class TestWindowSession : public test::WindowTest {
    Q_OBJECT

    static QString sample(const QString& name) { return QStringLiteral(BERTH_SAMPLES_DIR) + u'/' + name; }
    void open(const QString& path)
    {
        emit window_->openRequested({path});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 20'000);
    }
    void drop(QWidget* on, const QMimeData& data)
    {
        // As file browsers do it: a move is proposed. Whoever accepts that may lose the file.
        QDragEnterEvent enter(on->rect().center(), Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(enter.proposedAction(), Qt::MoveAction);
        QApplication::sendEvent(on, &enter);
        QVERIFY(enter.isAccepted());
        QCOMPARE(enter.dropAction(), Qt::CopyAction);
        QDropEvent event(on->rect().center(), Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::ShiftModifier);
        QApplication::sendEvent(on, &event);
        QVERIFY(event.isAccepted());
        QCOMPARE(event.dropAction(), Qt::CopyAction);
    }

private slots:
    void init()
    {
        useOwnSettings();
        QSettings().clear();
        makeWindow();
    }
    void cleanup() { closeWindow(); }

    void whatWasChosenIsFoundAgain()
    {
        open(sample(u"mixed-60"_s));
        window_->showView(u"heatmap"_s);
        window_->heatMapView()->showSubject(views::HeatMapView::Subject::Run);
        views::TableView* pods = window_->podsView();
        pods->filterLine()->setText(u"ns=shop"_s);
        QTest::keyClick(pods->filterLine(), Qt::Key_Return);
        pods->table()->sortByColumn(5, Qt::DescendingOrder);
        pods->topChoice()->setCurrentIndex(2);
        window_->nodesView()->groupChoice()->setCurrentIndex(window_->nodesView()->groupChoice()->findText(u"By Zone"_s));
        window_->heatMapView()->findChild<QComboBox*>(u"runMapOrder"_s)->setCurrentIndex(1);
        window_->showView(u"nodes"_s);
        const design::ItemPtr item = [this] {
            design::ItemPtr found;
            window_->desk()->designer()->document()->items().forEach([&](std::size_t, const design::ItemPtr& candidate) {
                if (candidate->kind() != "Pod" && candidate->kind() != "Node")
                    found = candidate;
                return !found;
            });
            return found;
        }();
        QVERIFY(item);
        window_->desk()->take({item->id()});
        window_->close();
        closeWindow();

        const app::settings::LastSession last = app::settings::takeLastSession();
        QCOMPARE(last.paths, QStringList({sample(u"mixed-60"_s)}));
        makeWindow();
        open(last.paths.front());
        window_->restoreSession(last.window);
        QCOMPARE(window_->currentView(), u"heatmap"_s);
        QCOMPARE(window_->heatMapView()->subject(), views::HeatMapView::Subject::Run);
        pods = window_->podsView();
        QCOMPARE(pods->filterLine()->text(), u"ns=shop"_s);
        QCOMPARE(pods->model()->query().filter, u"ns=shop"_s);
        QCOMPARE(pods->model()->query().sortColumn, 5);
        QCOMPARE(pods->model()->query().order, Qt::DescendingOrder);
        QCOMPARE(pods->model()->query().top, 10);
        QCOMPARE(window_->nodesView()->groupChoice()->currentText(), u"By Zone"_s);
        QCOMPARE(window_->heatMapView()->findChild<QComboBox*>(u"runMapOrder"_s)->currentIndex(), 1);
        QVERIFY(!window_->nodesView()->visibleRegion().isEmpty());
        const models::ItemIds ids = window_->desk()->chosen();
        QCOMPARE(ids.size(), std::size_t(1));
        QCOMPARE(window_->desk()->designer()->document()->find(ids.front())->label(), item->label());
    }

    /// A profile that was applied is saved where opening the same again finds it, and is no cluster of its own.
    void aConfigurationIsSavedWhereItIsFoundAgain()
    {
        const std::string text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args: {scoringStrategy: {type: MostAllocated}}\n";
        QTemporaryDir folder;
        const QString cluster = folder.filePath(u"mine/cluster.yaml"_s);
        QVERIFY(QDir(folder.path()).mkpath(u"mine"_s));
        QVERIFY(QFile::copy(sample(u"mixed-60/cluster.yaml"_s), cluster));
        QVERIFY(QFile::copy(cluster, folder.filePath(u"alone.yaml"_s)));
        const QList<QStringList> cases = {{folder.filePath(u"mine"_s), folder.filePath(u"mine/scheduler.yaml"_s)},
                                          {folder.filePath(u"alone.yaml"_s), folder.filePath(u"alone-scheduler.yaml"_s)}};
        for (const QStringList& one : cases) {
            open(one[0]);
            auto* designer = window_->desk()->designer();
            views::ProfileView* profile = window_->profileView();
            QVERIFY2(profile->stateText().contains(u"came without"_s), qPrintable(profile->stateText()));
            designer->setConfiguration(text);
            QTRY_VERIFY(session_->snapshot()->document == designer->document() && session_->activity() == app::Session::Activity::Idle);
            QVERIFY2(profile->stateText().contains(u"not saved yet: Save writes it to "_s + QFileInfo(one[1]).fileName()), qPrintable(profile->stateText()));
            designer->save();
            QTRY_VERIFY(!window_->isWindowModified());
            QFile written(one[1]);
            QVERIFY2(written.open(QIODevice::ReadOnly), qPrintable(one[1]));
            QCOMPARE(written.readAll().toStdString(), text);
            QCOMPARE(profile->stateText(), u"In force: "_s + QFileInfo(one[1]).fileName());
            const QString said = window_->findChild<views::MessageBar*>()->text();
            QVERIFY2(said.contains(one[1]), qPrintable(said));
            QVERIFY(!app::settings::recent().contains(one[1]));
            open(one[0]);
            QCOMPARE(session_->snapshot()->configuration->file, one[1]);
            QCOMPARE(session_->snapshot()->configuration->text.toStdString(), text);
            QVERIFY2(!profile->stateText().contains(u"came without"_s), qPrintable(profile->stateText()));
        }
    }

    /// What is changed in a scenario is saved in the scenario; its time line stays.
    void aScenarioIsSavedWithItsSteps()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"scenario.yaml"_s);
        QVERIFY(QFile::copy(sample(u"rolling-update/scenario.yaml"_s), file));
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        QByteArray expected = read.readAll();
        open(file);
        auto* designer = window_->desk()->designer();
        QVERIFY(!designer->needsPath());
        designer->edit({designer->document()->find("Node", "n1")->id()}, {{{"spec", "unschedulable"}, api::Value::boolean_(true)}}, u"cordon"_s);
        QTRY_VERIFY(session_->snapshot()->document == designer->document() && session_->activity() == app::Session::Activity::Idle);
        designer->save();
        QTRY_VERIFY(!window_->isWindowModified());
        expected.replace(expected.indexOf("  status:"), 0, "  spec:\n    unschedulable: true\n");
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(saved.readAll()), QString::fromUtf8(expected));
        // It plays as before, and takes a configuration of its own.
        open(file);
        QVERIFY(session_->snapshot()->problems->empty());
        designer->setConfiguration("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparallelism: 4\n");
        QTRY_VERIFY(session_->snapshot()->document == designer->document() && session_->activity() == app::Session::Activity::Idle);
        designer->save();
        QTRY_VERIFY(!window_->isWindowModified());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList({u"scenario.yaml"_s}));
        open(file);
        QVERIFY(session_->snapshot()->configuration->text.contains(u"parallelism: 4"_s));
        QCOMPARE(session_->snapshot()->cluster->nodes.size(), std::size_t(2));
        // Taken to another name with all of it.
        designer->saveAs(folder.filePath(u"other.yaml"_s));
        QTRY_VERIFY(!window_->isWindowModified());
        QFile other(folder.filePath(u"other.yaml"_s));
        QFile now(file);
        QVERIFY(other.open(QIODevice::ReadOnly) && now.open(QIODevice::ReadOnly));
        QCOMPARE(other.readAll(), now.readAll());
    }

    /// kubectl's list, with a pod that has completed: out of the cluster, but not out of the file.
    void aDumpIsSavedInItsFile()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"dump.yaml"_s);
        const QByteArray text = "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata: {name: n1}   # keep\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: done}\n"
                                "  spec: {containers: [{name: c, image: i}]}\n  status: {phase: Succeeded}\nkind: List\n";
        QFile dump(file);
        QVERIFY(dump.open(QIODevice::WriteOnly));
        dump.write(text);
        dump.close();
        open(file);
        auto* designer = window_->desk()->designer();
        QVERIFY(!designer->needsPath());
        QVERIFY(session_->snapshot()->cluster->pods.empty());
        designer->edit({designer->document()->find("Node", "n1")->id()}, {{{"spec", "unschedulable"}, api::Value::boolean_(true)}}, u"cordon"_s);
        QTRY_VERIFY(session_->snapshot()->document == designer->document() && session_->activity() == app::Session::Activity::Idle);
        QVERIFY(session_->snapshot()->cluster->pods.empty());
        designer->save();
        QTRY_VERIFY(!window_->isWindowModified());
        QByteArray expected = text;
        expected.replace(expected.indexOf("# keep\n") + 7, 0, "  spec:\n    unschedulable: true\n");
        QVERIFY(dump.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(dump.readAll()), QString::fromUtf8(expected));
    }

    /// A scenario that names other files: only its objects can be saved, and that is said before and after.
    void aScenarioThatCannotBeSavedSaysSo()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"scenario.yaml"_s);
        QFile nodes(folder.filePath(u"nodes.yaml"_s));
        QVERIFY(nodes.open(QIODevice::WriteOnly));
        nodes.write("{apiVersion: v1, kind: Node, metadata: {name: n1}}\n");
        nodes.close();
        const QByteArray text = "apiVersion: berth/v1\nkind: Scenario\ncluster:\n- nodes.yaml\n- {apiVersion: v1, kind: Node, metadata: {name: n2}}\nsteps:\n- after: 1m\n";
        QFile scenario(file);
        QVERIFY(scenario.open(QIODevice::WriteOnly));
        scenario.write(text);
        scenario.close();
        open(file);
        auto* designer = window_->desk()->designer();
        QVERIFY(!window_->isWindowModified());
        designer->remove({designer->document()->find("Node", "n2")->id()});
        QString asked;
        QTimer::singleShot(0, window_.get(), [&asked] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                asked = box->text();
                box->button(QMessageBox::Cancel)->click();
            }
        });
        action("actionSave")->trigger();
        QVERIFY2(asked.contains(u"steps and expectations stay"_s), qPrintable(asked));
        designer->save(folder.filePath(u"cluster.yaml"_s));
        views::MessageBar* bar = window_->findChild<views::MessageBar*>();
        QTRY_VERIFY2(bar->text().contains(u"the cluster alone"_s), qPrintable(bar->text()));
        QVERIFY(window_->isWindowModified());
        QVERIFY(scenario.open(QIODevice::ReadOnly));
        QCOMPARE(scenario.readAll(), text);
    }

    void anotherClusterBeginsWithoutFilters()
    {
        open(sample(u"mixed-60"_s));
        views::TableView* pods = window_->podsView();
        pods->filterLine()->setText(u"ns=shop"_s);
        QTest::keyClick(pods->filterLine(), Qt::Key_Return);
        open(sample(u"images"_s));
        QVERIFY(pods->filterLine()->text().isEmpty());
        QCOMPARE(pods->model()->shownRows(), pods->model()->totalRows());
    }

    void aTableThatIsFilteredEmptySaysSo()
    {
        open(sample(u"mixed-60"_s));
        window_->showView(u"pods"_s);
        views::TableView* pods = window_->podsView();
        auto* clear = pods->findChild<QToolButton*>(u"podsClearFilter"_s);
        QVERIFY(!clear->isVisible());
        pods->filterLine()->setText(u"ns=nobody"_s);
        QTest::keyClick(pods->filterLine(), Qt::Key_Return);
        QTRY_VERIFY(clear->isVisible());
        QTest::mouseClick(clear, Qt::LeftButton);
        QTRY_COMPARE(pods->model()->shownRows(), pods->model()->totalRows());
        QVERIFY(!clear->isVisible());
    }

    void aRecentFileThatIsGoneSaysSoAndLeavesTheList()
    {
        open(sample(u"images"_s));
        const QString gone = settings_.filePath(u"gone.yaml"_s);
        QVERIFY(QFile::copy(sample(u"images/cluster.yaml"_s), gone));
        open(gone);
        QVERIFY(QFile::remove(gone));
        open(sample(u"images"_s));
        const auto recent = [this] { return window_->startPage()->recent(); };
        QVERIFY(recent().contains(gone));
        for (QAction* entry : window_->findChildren<QAction*>())
            if (entry->text() == gone) {
                entry->trigger();
                break;
            }
        QVERIFY(window_->findChild<QLabel*>(u"messageText"_s)->text().startsWith(gone));
        QCOMPARE(session_->activity(), app::Session::Activity::Idle);
        QTest::mouseClick(window_->findChild<QToolButton*>(u"messageButton"_s), Qt::LeftButton);
        QVERIFY(!recent().contains(gone));
        QVERIFY(!app::settings::recent().contains(gone));
        QVERIFY(!recent().isEmpty());
        emit window_->recentRemoved({});
        QVERIFY(recent().isEmpty());
    }

    void theWayBackLeadsThroughViews()
    {
        open(sample(u"images"_s));
        window_->showView(u"map"_s);
        QCoreApplication::processEvents();
        window_->hub()->selectNode(session_->snapshot()->cluster->nodes[0].name);
        QCoreApplication::processEvents();
        window_->showView(u"queue"_s);
        QCoreApplication::processEvents();
        window_->showView(u"timeline"_s);
        window_->hub()->selectNode(session_->snapshot()->cluster->nodes[1].name);
        QCoreApplication::processEvents();
        action("actionBack")->trigger();
        QCOMPARE(window_->currentView(), u"queue"_s);
        QCOMPARE(window_->hub()->current().node, session_->snapshot()->cluster->nodes[0].name);
        action("actionBack")->trigger();
        QCOMPARE(window_->currentView(), u"map"_s);
        QCOMPARE(window_->hub()->current().node, session_->snapshot()->cluster->nodes[0].name);
        action("actionBack")->trigger();
        QVERIFY(window_->hub()->current().node.isEmpty());
        for (int i = 0; i < 3; ++i)
            action("actionForward")->trigger();
        QVERIFY(!action("actionForward")->isEnabled());
        QCOMPARE(window_->currentView(), u"timeline"_s);
        QCOMPARE(window_->hub()->current().node, session_->snapshot()->cluster->nodes[1].name);
    }

    void textDroppedOnTheStartPageBeginsACluster()
    {
        QMimeData data;
        data.setText(u"apiVersion: v1\nkind: Node\nmetadata: {name: dropped}\nstatus: {allocatable: {cpu: '1', pods: '5'}}\n"_s);
        drop(window_.get(), data);
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->snapshot()->cluster->node(u"dropped"_s), 20'000);
    }

    void filesDroppedOnTheEditorAreOpened()
    {
        open(sample(u"mixed-60"_s));
        window_->showView(u"editor"_s);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(sample(u"images"_s))});
        QWidget* inside = window_->desk()->editor()->text()->viewport();
        drop(inside, data);
        QTRY_COMPARE_WITH_TIMEOUT(session_->snapshot()->title, u"images"_s, 20'000);
    }

    void thePaletteFindsDocksAndObjects()
    {
        open(sample(u"preemption"_s));
        views::CommandPalette* palette = window_->commandPalette();
        palette->ask();
        palette->line()->setText(u"Why?: show or hide"_s);
        QCOMPARE(palette->titles().value(0), u"Why?: show or hide"_s);
        auto* dock = window_->findChild<QDockWidget*>(u"dockWhy"_s);
        QVERIFY(!dock->isHidden());
        QTest::keyClick(palette->line(), Qt::Key_Return);
        QVERIFY(dock->isHidden());
        design::ItemPtr other;
        window_->desk()->designer()->document()->items().forEach([&](std::size_t, const design::ItemPtr& item) {
            other = item->kind() != "Pod" && item->kind() != "Node" ? item : other;
            return true;
        });
        QVERIFY(other);
        palette->ask();
        palette->line()->setText(QString::fromStdString(other->label()));
        QCOMPARE(palette->titles().value(0), QString::fromStdString(other->label()));
        QTest::keyClick(palette->line(), Qt::Key_Return);
        QCOMPARE(window_->desk()->chosen(), models::ItemIds({other->id()}));
    }

    void theStatusLineSaysWhatTheResultsHoldFor()
    {
        auto* terms = window_->findChild<QLabel*>(u"termsText"_s);
        QVERIFY(terms->text().contains(u"v1.36.1"_s));
        open(sample(u"images"_s));
        QCOMPARE(terms->text(), u"semantics v1.36.1 · profile default-scheduler · default gates · seed %1"_s.arg(session_->snapshot()->seed));
    }
};

QTEST_MAIN(TestWindowSession)
#include "tst_window_session.moc"
