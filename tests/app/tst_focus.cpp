// SPDX-License-Identifier: GPL-3.0-or-later
// Tab goes through the window and through every dialog as one reads, and nothing keeps the keyboard.
#include "models/placement_question.h"
#include "views/about_dialog.h"
#include "views/branch_dialog.h"
#include "views/breakpoints_dialog.h"
#include "views/design_desk.h"
#include "views/heat_map_view.h"
#include "views/map_view.h"
#include "views/object_editor.h"
#include "views/placement_dialog.h"
#include "views/queue_flow_sankey.h"
#include "views/queue_flow_view.h"
#include "views/reading_order.h"
#include "views/shortcuts_dialog.h"
#include "views/table_view.h"
#include "views/time_line_view.h"
#include "views/yaml_editor.h"
#include "window_test.h"

#include <QAccessible>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>

using namespace berth;
using namespace Qt::StringLiterals;

namespace {

QString nameOf(const QWidget* widget)
{
    return widget ? QString::fromLatin1(widget->metaObject()->className()) + u'#' + widget->objectName() : u"nothing"_s;
}

QString namesOf(const QList<QWidget*>& widgets)
{
    QStringList names;
    for (const QWidget* widget : widgets)
        names << nameOf(widget);
    return names.join(u", "_s);
}

/// Where Tab leads, until it comes round or stays.
QList<QWidget*> walk(QWidget* first, Qt::Key key = Qt::Key_Tab)
{
    QList<QWidget*> seen;
    first->setFocus(Qt::TabFocusReason);
    for (QWidget* now = first; now && !seen.contains(now) && seen.size() < 300; now = QApplication::focusWidget()) {
        seen << now;
        // Through the links of a text first; whoever has more of them than that keeps the keyboard.
        for (int i = 0; i < 20 && QApplication::focusWidget() == now; ++i)
            QTest::keyClick(now, key);
    }
    return seen;
}

}

class TestFocus : public test::WindowTest {
    Q_OBJECT

    void walkDialog(QWidget* dialog)
    {
        dialog->show();
        dialog->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), dialog);
        walk(views::inReadingOrder(dialog).front());   // what is reached first may enable what comes after it
        const QList<QWidget*> order = views::inReadingOrder(dialog);
        QVERIFY2(!order.isEmpty(), qPrintable(nameOf(dialog)));
        const QList<QWidget*> walked = walk(order.front());
        QVERIFY2(walked == order, qPrintable(nameOf(dialog) + u"\nTab:  "_s + namesOf(walked) + u"\nread: "_s + namesOf(order)));
        for (QWidget* widget : order) {
            QAccessibleInterface* access = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(access && !access->text(QAccessible::Name).trimmed().isEmpty(), qPrintable(nameOf(dialog) + u": "_s + nameOf(widget) + u" has no name"_s));
        }
        dialog->close();
    }

private slots:
    void initTestCase()
    {
        useOwnSettings();
        makeWindow();
        openAndRun(u"mixed-60"_s);
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }
    void cleanupTestCase() { closeWindow(); }

    void tabGoesThroughTheWindowAsOneReads_data()
    {
        QTest::addColumn<QString>("view");
        for (const QString& view : views::MainWindow::viewNames())
            QTest::newRow(qPrintable(view)) << view;
    }
    void tabGoesThroughTheWindowAsOneReads()
    {
        QFETCH(QString, view);
        window_->showView(view);
        if (const auto pending = std::find_if(session_->snapshot()->cluster->pods.begin(), session_->snapshot()->cluster->pods.end(), [](const models::PodRow& pod) { return pod.isPending() && pod.lastAttempt >= 0; });
            pending != session_->snapshot()->cluster->pods.end())
            window_->hub()->select({pending->key, {}, {}, pending->lastAttempt});
        QTest::qWait(50);
        walk(views::inReadingOrder(window_.get()).front());   // of exclusive buttons only the one that is down, from then on
        const QList<QWidget*> order = views::inReadingOrder(window_.get());
        QVERIFY(order.size() >= (view == u"start" ? 5 : 8));
        const QList<QWidget*> walked = walk(order.front());
        QVERIFY2(walked.size() == order.size(), qPrintable(u"stays or leaves out: "_s + namesOf(walked)));
        QCOMPARE(walk(order.back(), Qt::Key_Backtab).size(), order.size());
        // The centre comes before what is right of it and below it.
        const QRect centre(window_->centralWidget()->mapTo(window_.get(), QPoint()), window_->centralWidget()->size());
        qsizetype lastOfCentre = -1;
        qsizetype firstOfDocks = walked.size();
        for (qsizetype i = 0; i < walked.size(); ++i) {
            if (window_->centralWidget()->isAncestorOf(walked[i]))
                lastOfCentre = i;
            for (const QDockWidget* dock : window_->findChildren<QDockWidget*>())
                if (dock->isAncestorOf(walked[i]))
                    firstOfDocks = std::min(firstOfDocks, i);
        }
        QVERIFY(lastOfCentre < firstOfDocks);
        // Neighbours on one line go from left to right, lines downwards, inside one parent.
        for (qsizetype i = 0; i + 1 < walked.size(); ++i) {
            const QWidget *a = walked[i], *b = walked[i + 1];
            if (a->parentWidget() != b->parentWidget())
                continue;
            const QRect one = a->geometry(), other = b->geometry();
            QVERIFY2(other.top() >= one.bottom() || other.left() > one.left() || other.top() > one.top(), qPrintable(nameOf(a) + u" before "_s + nameOf(b)));
        }
    }

    void nobodyKeepsTheKeyboard()
    {
        window_->showView(u"editor"_s);
        QWidget* text = window_->desk()->editor()->text();
        text->setFocus();
        QTest::keyClick(text, Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget() != text);
        QVERIFY(!window_->desk()->editor()->text()->toPlainText().contains(u'\t'));
    }

    /// Arrows move a cursor that is told in words, Home and End go to the ends, Return opens.
    void canvasesAreGoneThroughByKeys()
    {
        views::SelectionHub* hub = window_->hub();
        const models::Attempts& attempts = *session_->snapshot()->attempts;
        const auto scored = std::find_if(attempts.begin(), attempts.end(), [](const trace::AttemptPtr& attempt) { return attempt->total.has_value(); });
        QVERIFY(scored != attempts.end());
        const auto spoken = [](QWidget* canvas) { return QAccessible::queryAccessibleInterface(canvas)->text(QAccessible::Description); };
        const auto press = [](QWidget* canvas, Qt::Key key) {
            canvas->setFocus();
            QTest::keyClick(canvas, key);
        };
        window_->showView(u"heatmap"_s);
        hub->select({QString::fromStdString((*scored)->pod), {}, {}, scored - attempts.begin()});
        views::HeatMapCanvas* heat = window_->heatMapView()->canvas();
        QTRY_VERIFY_WITH_TIMEOUT(heat->hasPicture(), 20'000);
        press(heat, Qt::Key_Home);
        QCOMPARE(hub->current().node, heat->nodeOfRow(0));
        press(heat, Qt::Key_Right);
        press(heat, Qt::Key_Right);
        QVERIFY(!hub->current().plugin.isEmpty());
        QVERIFY2(spoken(heat).startsWith(hub->current().node + u" · "_s + hub->current().plugin), qPrintable(spoken(heat)));
        const QString first = hub->current().node;
        press(heat, Qt::Key_End);
        QVERIFY(hub->current().node != first);

        window_->showView(u"map"_s);
        views::NodeMap* map = window_->mapView()->map();
        press(map, Qt::Key_Home);
        const QString node = hub->current().node;
        QVERIFY2(spoken(map).startsWith(node), qPrintable(spoken(map)));
        press(map, Qt::Key_End);
        QVERIFY(hub->current().node != node);
        press(map, Qt::Key_Return);
        QTRY_VERIFY(!window_->desk()->editor()->visibleRegion().isEmpty());

        window_->showView(u"queue"_s);
        window_->queueFlowView()->showSankey(true);
        views::QueueFlowSankey* sankey = window_->queueFlowView()->sankey();
        QTRY_VERIFY(sankey->isVisible());
        QSignalSpy chosen(sankey, &views::QueueFlowSankey::edgeChosen);
        press(sankey, Qt::Key_End);
        const QString last = spoken(sankey);
        press(sankey, Qt::Key_Home);
        QVERIFY(spoken(sankey) != last);
        press(sankey, Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        window_->queueFlowView()->showSankey(false);

        window_->showView(u"timeline"_s);
        views::TimeLineCanvas* line = window_->timeLineView()->canvas();
        QTRY_VERIFY_WITH_TIMEOUT(window_->timeLineView()->line(), 20'000);
        press(line, Qt::Key_Home);
        const QString pod = hub->current().pod;
        QVERIFY2(spoken(line).startsWith(pod), qPrintable(spoken(line)));
        press(line, Qt::Key_End);
        QVERIFY(hub->current().pod != pod);
    }

    void dialogsToo()
    {
        views::AboutDialog about(window_.get());
        walkDialog(&about);
        for (const char* name : {"actionShortcuts", "actionBreakpoints", "actionGenerateNodes", "actionGeneratePods"}) {
            action(name)->trigger();
            QWidget* dialog = nullptr;
            QTRY_VERIFY2((dialog = QApplication::activeModalWidget() ? QApplication::activeModalWidget() : QApplication::activeWindow()) && dialog != window_.get(), name);
            walkDialog(dialog);
        }
        views::BranchDialog* branch = window_->branchDialog();
        walkDialog(branch);
        models::PlacementAnswer answer;
        answer.pod = u"shop/web-1"_s;
        answer.node = u"general-01"_s;
        views::PlacementDialog placement(answer, true, window_.get());
        walkDialog(&placement);
    }
};

QTEST_MAIN(TestFocus)
#include "tst_focus.moc"
