// SPDX-License-Identifier: GPL-3.0-or-later
// What is found again: the last session, recent files, the way back; and what another cluster must not inherit.
#include "app/settings.h"
#include "models/table_model.h"
#include "views/command_palette.h"
#include "views/design_desk.h"
#include "views/heat_map_view.h"
#include "views/main_window.h"
#include "views/object_editor.h"
#include "views/table_view.h"
#include "views/yaml_editor.h"
#include "window_test.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTableView>
#include <QTest>
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
        QDragEnterEvent enter(on->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(on, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(on->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(on, &event);
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
