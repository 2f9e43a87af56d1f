// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pod_table.h"
#include "models/roles.h"
#include "views/heat_map_view.h"
#include "views/inspector_view.h"
#include "views/map_view.h"
#include "views/message_bar.h"
#include "views/table_view.h"
#include "window_test.h"

#include <QAction>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace berth;
using namespace Qt::StringLiterals;

class TestMainWindow : public test::WindowTest {
    Q_OBJECT

    void open(const QString& sample)
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u'/' + sample});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 20'000);
    }
    void waitForIdle() { QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 20'000); }
    void clickRow(views::TableView* view, int row)
    {
        QTableView* table = view->table();
        const QModelIndex index = table->model()->index(row, 0);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void beforeAnythingIsOpenNothingCanBeRun()
    {
        QVERIFY(window_->startPage()->isVisible());
        for (const char* name : {"actionRun", "actionStep", "actionCancel", "actionRestart"})
            QVERIFY2(!action(name)->isEnabled(), name);
    }

    void aPendingPodSaysWhyInTheWordsOfTheScheduler()
    {
        open(u"mixed-60"_s);
        action("actionRun")->trigger();
        waitForIdle();
        auto* model = window_->podsView()->model();
        model->setFilter(u"queue=Unschedulable"_s);
        QVERIFY(model->rowCount() > 0);
        clickRow(window_->podsView(), 0);
        const QString key = model->index(0, 0).data(models::IdRole).toString();
        QCOMPARE(window_->hub()->current().pod, key);
        const models::PodRow* pod = session_->snapshot()->cluster->pod(key);
        QVERIFY(pod->lastMessage.startsWith(u"0/60 nodes are available: "_s));
        QTRY_COMPARE_WITH_TIMEOUT(window_->inspector()->messageText(), pod->lastMessage, 20'000);
        QVERIFY(window_->heatMapView()->canvas()->hasPicture());
    }

    void aStepAddsOneAttemptAndRunGoesOn()
    {
        open(u"mixed-60"_s);
        action("actionStep")->trigger();
        waitForIdle();
        QCOMPARE(session_->snapshot()->attempts->size(), std::size_t(1));
        action("actionRun")->trigger();
        waitForIdle();
        QVERIFY(session_->snapshot()->attempts->size() > 100);
        QVERIFY(!action("actionRun")->isEnabled());
        action("actionRestart")->trigger();
        waitForIdle();
        QVERIFY(session_->snapshot()->attempts->empty());
        QVERIFY(action("actionRun")->isEnabled());
    }

    void cancelIsSaidInTheMessageBar()
    {
        open(u"mixed-60"_s);
        action("actionRun")->trigger();
        QVERIFY(action("actionCancel")->isEnabled());
        action("actionCancel")->trigger();
        waitForIdle();
        QVERIFY(window_->findChild<views::MessageBar*>()->text().startsWith(u"Cancelled"_s));
    }

    void aNodeChosenOnTheMapIsChosenInTheTable()
    {
        open(u"mixed-60"_s);
        views::NodeMap* map = window_->mapView()->map();
        const QString node = session_->snapshot()->cluster->nodes[5].name;
        QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, map->cardRect(node).topLeft() + QPoint(4, 4));
        QCOMPARE(window_->hub()->current().node, node);
        QCOMPARE(window_->nodesView()->table()->currentIndex().data(models::IdRole).toString(), node);
        action("actionClearSelection")->trigger();
        QVERIFY(!window_->nodesView()->table()->currentIndex().isValid());
        QTest::keyClick(window_.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(window_->hub()->current().node, node);
    }

    void everyActionHasANameAndNoTwoShareAShortcut()
    {
        QHash<QKeySequence, QString> used;
        for (const QAction* entry : window_->findChildren<QAction*>()) {
            if (entry->shortcut().isEmpty() || entry->shortcutContext() != Qt::WindowShortcut)
                continue;
            QVERIFY2(!entry->objectName().isEmpty(), qPrintable(entry->text()));
            QVERIFY2(!used.contains(entry->shortcut()), qPrintable(entry->objectName() + u" "_s + used.value(entry->shortcut())));
            used.insert(entry->shortcut(), entry->objectName());
        }
        QVERIFY(used.size() > 10);
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
