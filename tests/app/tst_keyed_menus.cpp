// SPDX-License-Identifier: GPL-3.0-or-later
// Menus that are asked for by a key, what is found without a mouse, the tour's steps, and the mark of taints.
#include "models/roles.h"
#include "views/canvas_habits.h"
#include "views/design_desk.h"
#include "views/export.h"
#include "views/glossary.h"
#include "views/heat_map_view.h"
#include "views/map_view.h"
#include "views/node_map.h"
#include "views/selection_hub.h"
#include "views/table_view.h"
#include "views/tour.h"
#include "window_test.h"

#include <QAbstractScrollArea>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

using namespace berth;
using namespace Qt::StringLiterals;

class TestKeyedMenus : public test::WindowTest {
    Q_OBJECT

    struct Shown {
        QStringList texts;
        QPoint at;
        QSize size;
    };
    /// As the platform asks for it: for the widget that has the keyboard, about the middle of it.
    Shown menuByKey(QWidget* target)
    {
        Shown shown;
        target->setFocus();
        QTimer::singleShot(0, this, [&shown] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                for (const QAction* action : menu->actions())
                    shown.texts << action->text();
                shown.at = menu->pos();
                shown.size = menu->size();
                menu->close();
            }
        });
        QContextMenuEvent event(QContextMenuEvent::Keyboard, target->rect().center(), target->mapToGlobal(target->rect().center()));
        QApplication::sendEvent(target, &event);
        QTest::qWait(20);
        return shown;
    }
    void show(const char* view) { action((std::string("actionView-") + view).c_str())->trigger(); }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init()
    {
        makeWindow();
        openAndRun(u"mixed-60"_s);
    }
    void cleanup() { closeWindow(); }

    void theMenuKeyIsAboutTheCurrentRow()
    {
        int tried = 0;
        for (views::TableView* view : window_->findChildren<views::TableView*>()) {
            if (view->window() != window_.get())
                continue;
            for (const char* name : {"pods", "nodes", "objects", "issues", "attempts", "events", "scores", "queue", "metrics", "profile", "preemption"})
                if (QAction* open = action((std::string("actionView-") + name).c_str()); open && !view->isVisible())
                    open->trigger();
            QTableView* table = view->table();
            if (!table->isVisible() || table->model()->rowCount() < 3)
                continue;
            ++tried;
            table->setCurrentIndex(table->model()->index(1, 1));
            const QString id = table->currentIndex().data(models::IdRole).toString();
            QStringList asked;
            const auto connection = connect(view, &views::TableView::menuWanted, this, [&asked](QMenu*, const QString& of) { asked << of; });
            const Shown shown = menuByKey(table);
            disconnect(connection);
            QVERIFY2(!shown.texts.isEmpty(), qPrintable(table->objectName()));
            QVERIFY2(shown.texts.join(u'|').contains(u"Copy ce&ll"_s), qPrintable(table->objectName()));
            QCOMPARE(asked, QStringList(id));
        }
        QVERIFY2(tried >= 3, qPrintable(QString::number(tried)));
    }

    void theMenuKeyIsAboutWhatACanvasHasSelected()
    {
        const auto& pods = session_->snapshot()->cluster->pods;
        const models::PodRow pod = *std::find_if(pods.begin(), pods.end(), [](const models::PodRow& one) { return one.lastAttempt >= 0 && !one.isPending(); });
        int places = 0;
        for (const auto& [view, name] : std::initializer_list<std::pair<const char*, const char*>>{{"map", "nodeMap"}, {"heatmap", "heatMap"}, {"queue", "queueFlow"}, {"timeline", "timeLine"}}) {
            show(view);
            window_->hub()->select({pod.key, pod.node, {}, pod.lastAttempt});
            QTest::qWait(200);
            for (QWidget* canvas : window_->findChildren<QWidget*>()) {
                const auto* spoken = dynamic_cast<const views::SpokenCanvas*>(canvas);
                if (!spoken || !canvas->isVisible() || canvas->objectName() == u"scoreBars")
                    continue;
                const Shown shown = menuByKey(canvas);
                QVERIFY2(shown.texts.join(u'|').contains(pod.key), qPrintable(canvas->objectName()));
                auto* area = qobject_cast<QAbstractScrollArea*>(canvas);
                QWidget* inside = area ? area->viewport() : canvas;
                // Where the screen has room for it.
                const QRect place = spoken->placeRect().intersected(inside->rect());
                const QPoint wanted = inside->mapToGlobal(place.center());
                if (!place.isEmpty() && canvas->screen()->geometry().contains(QRect(wanted, shown.size)))
                    QVERIFY2(place.adjusted(-2, -2, 2, 2).contains(inside->mapFromGlobal(shown.at)), name);
                places += place.isEmpty() ? 0 : 1;
            }
        }
        QVERIFY2(places >= 3, qPrintable(QString::number(places)));
    }

    void everythingInMenusIsFoundWithoutAMouse()
    {
        QStringList lost;
        std::function<void(const QMenu*)> walk = [&](const QMenu* menu) {
            for (const QAction* action : menu->actions()) {
                if (action->isSeparator())
                    continue;
                if (action->menu())
                    walk(action->menu());
                else if (action->shortcut().isEmpty() && !action->objectName().startsWith(u"action"_s))
                    lost << menu->title() + u": "_s + action->text();
            }
        };
        for (const QAction* top : window_->menuBar()->actions())
            if (top->menu())
                walk(top->menu());
        // Docks and recent files are entries of the palette by themselves.
        lost.removeIf([this](const QString& one) {
            if (one.startsWith(u"Open &recent"_s))
                return true;
            const QString text = one.section(u": "_s, 1);
            for (const QDockWidget* dock : window_->findChildren<QDockWidget*>())
                if (dock->toggleViewAction()->text() == text)
                    return true;
            return false;
        });
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
    }

    void fieldsAndPointsAreExplained()
    {
        models::Designer* designer = window_->findChild<views::DesignDesk*>()->designer();
        window_->findChild<QDockWidget*>(u"dockEditor"_s)->raise();
        for (const design::Template& one : design::templates()) {
            window_->findChild<views::DesignDesk*>()->choose({designer->create(one)});
            const auto* form = window_->findChild<QWidget*>(u"objectForm"_s);
            int fields = 0;
            for (const QWidget* field : form->findChildren<QWidget*>())
                if (field->objectName().startsWith(u"form-"_s) && !field->objectName().endsWith(u"-add"_s) && !field->objectName().endsWith(u"-remove"_s) && !qobject_cast<const QTableView*>(field)) {
                    ++fields;
                    QVERIFY2(field->toolTip().section(u'\n', -1) == field->objectName().mid(5), qPrintable(field->objectName()));
                }
            QVERIFY(fields > 0);
        }
        const auto* table = window_->findChild<QTableView*>(u"profileTable"_s);
        QVERIFY(table);
        for (int column = 2; column + 1 < table->model()->columnCount(); ++column) {
            const QString point = table->model()->headerData(column, Qt::Horizontal).toString();
            QVERIFY2(!views::glossary::termsIn(point).isEmpty(), qPrintable(point));
        }
    }

    void everyStepOfTheTourPointsAtSomething()
    {
        // However the window was left.
        for (QDockWidget* dock : window_->findChildren<QDockWidget*>())
            dock->hide();
        action("actionTour")->trigger();
        auto* tour = window_->findChild<views::Tour*>();
        for (std::size_t step = 0; step + 1 < tour->count(); ++step) {
            QCOMPARE(tour->step(), step);
            QTest::qWait(30);
            const QRect spot = tour->spot();
            QVERIFY2(spot.width() > 40 && spot.height() > 20 && tour->rect().contains(spot.center()), qPrintable(QString::number(step)));
            // The card lies beside it where there is room, within the window, and tells all of its text.
            const auto* text = tour->findChild<QLabel*>(u"tourText"_s);
            QVERIFY(tour->rect().contains(QRect(text->mapTo(tour, QPoint()), text->size())));
            QVERIFY(text->height() >= text->heightForWidth(text->width()));
            QTest::keyClick(tour, Qt::Key_Right);
        }
        QCOMPARE(tour->step(), tour->count() - 1);
        tour->findChild<QPushButton*>(u"tourNext"_s)->click();
        QVERIFY(!tour->isVisible());
    }

    void taintedNodesAreMarkedOnTheMap()
    {
        models::Designer* designer = window_->findChild<views::DesignDesk*>()->designer();
        show("map");
        auto* map = window_->findChild<views::NodeMap*>();
        const QString name = session_->snapshot()->cluster->nodes.front().name;
        designer->edit({designer->document()->find("Node", name.toStdString())->id()}, {{{"spec", "taints"}, std::nullopt}}, u"Clean"_s);
        const auto isRun = [this, designer] { return session_->snapshot()->document == designer->document() && session_->activity() == app::Session::Activity::Idle; };
        QTRY_VERIFY_WITH_TIMEOUT(isRun(), 60'000);
        window_->hub()->selectNode(name);
        QTest::qWait(50);
        QVERIFY(!map->placeText().contains(u"Taints"_s));
        map->zoom(3); // names in full
        const auto isMarked = [this, &name] { return QString::fromUtf8(views::svgOf(window_->picture())).contains(u"▲ "_s + name); };
        QVERIFY(!isMarked());
        api::Value taint = api::Value::object();
        taint.set("key", api::Value::string("gpu"));
        taint.set("effect", api::Value::string("PreferNoSchedule"));
        api::Value taints = api::Value::array();
        taints.items.push_back(taint);
        designer->edit({designer->document()->find("Node", name.toStdString())->id()}, {{{"spec", "taints"}, taints}}, u"Taint"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isRun() && session_->snapshot()->cluster->node(name)->node->spec.taints.size() == 1, 60'000);
        QTRY_VERIFY(map->placeText().contains(u"Taints: gpu:PreferNoSchedule"_s));
        QVERIFY(isMarked());
    }
};

QTEST_MAIN(TestKeyedMenus)
#include "tst_keyed_menus.moc"
