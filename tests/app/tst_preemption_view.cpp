// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/preemption.h"
#include "models/preemption_list.h"
#include "models/roles.h"
#include "views/changes_panel.h"
#include "views/design_desk.h"
#include "views/domain_bars.h"
#include "views/heat_map_view.h"
#include "views/inspector_view.h"
#include "views/map_view.h"
#include "views/preemption_view.h"
#include "views/table_view.h"
#include "window_test.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QUndoStack>

using namespace berth;
using namespace Qt::StringLiterals;

class TestPreemptionView : public test::WindowTest {
    Q_OBJECT

    void runSample(const QString& sample)
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u'/' + sample});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 20'000);
        window_->findChild<QAction*>(u"actionRun"_s)->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 20'000);
    }
    /// The pod's first attempt.
    void select(const char* pod)
    {
        const models::Attempts& attempts = *session_->snapshot()->attempts;
        for (std::size_t i = 0; i < attempts.size(); ++i)
            if (attempts[i]->pod == pod) {
                window_->hub()->select({QString::fromLatin1(pod), {}, {}, static_cast<std::int64_t>(i)});
                return;
            }
        QFAIL("no such pod was tried");
    }
    static QStringList column(views::TableView* view, int column)
    {
        QStringList texts;
        for (int row = 0; row < view->model()->rowCount(); ++row)
            texts << view->model()->index(row, column).data().toString();
        return texts;
    }
    static void click(views::TableView* view, int row)
    {
        const QModelIndex index = view->table()->model()->index(row, 1);
        view->table()->scrollTo(index);
        QTest::mouseClick(view->table()->viewport(), Qt::LeftButton, {}, view->table()->visualRect(index).center());
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void eachCandidateSaysByWhatItLost()
    {
        runSample(u"preemption"_s);
        window_->showView(u"preemption"_s);
        select("shop/checkout-1");
        views::PreemptionView* view = window_->preemptionView();
        QTRY_COMPARE_WITH_TIMEOUT(view->summary(), u"shop/checkout-1 is nominated to node-4; 1 pod leaves."_s, 20'000);
        using Column = models::CandidateTableModel;
        QCOMPARE(column(view->candidates(), Column::Node), (QStringList{u"node-2"_s, u"node-3"_s, u"★ node-4"_s, u"node-5"_s, u"node-1"_s}));
        QCOMPARE(column(view->candidates(), Column::Decided),
                 (QStringList{u"lost by sum of priorities"_s, u"lost by start time"_s, u"chosen"_s, u"lost by highest priority"_s, u"lost by PDB violations"_s}));
        QCOMPARE(column(view->unhelpful(), models::UnhelpfulNodesModel::Node), QStringList{u"node-6"_s});
        // The pods of the chosen candidate are shown without asking.
        QCOMPARE(column(view->pods(), models::VictimTableModel::Fate), (QStringList{u"reprieved"_s, u"victim"_s}));
        QCOMPARE(column(view->pods(), models::VictimTableModel::Pod), (QStringList{u"shop/search-3"_s, u"shop/report-4"_s}));
    }

    void withoutAnAttemptTheRunsPreemptionsAreListed()
    {
        runSample(u"preemption"_s);
        window_->hub()->clear();
        window_->showView(u"preemption"_s);
        views::PreemptionView* view = window_->preemptionView();
        views::TableView* list = view->list();
        QTRY_VERIFY_WITH_TIMEOUT(list->isVisible() && list->model()->rowCount() > 1, 20'000);
        QVERIFY(!view->candidates()->isVisible());
        QVERIFY(!window_->findChild<QToolButton*>(u"preemptionAttempt"_s)->isEnabled());
        using Column = models::PreemptionListModel;
        QCOMPARE(column(list, Column::Preemptor).value(0), u"shop/checkout-1"_s);
        QCOMPARE(column(list, Column::Node).value(0), u"node-4"_s);
        // Going through the list selects everywhere, and stays in the list.
        list->table()->setFocus();
        QTest::keyClick(list->table(), Qt::Key_End);
        QTest::keyClick(list->table(), Qt::Key_Home);
        QCOMPARE(window_->hub()->current().pod, u"shop/checkout-1"_s);
        QTRY_COMPARE_WITH_TIMEOUT(view->candidates()->model()->rowCount(), 5, 20'000);
        QVERIFY(list->isVisible());
        // Return opens, back leads to the list again.
        QTest::keyClick(list->table(), Qt::Key_Return);
        QTRY_VERIFY(view->candidates()->isVisible() && !list->isVisible());
        window_->hub()->clear();
        QTRY_VERIFY(list->isVisible());
        QCoreApplication::processEvents();
        window_->hub()->backAction()->trigger();
        QTRY_VERIFY(view->candidates()->isVisible());
        QCOMPARE(window_->hub()->current().pod, u"shop/checkout-1"_s);
        window_->hub()->forwardAction()->trigger();
        QTRY_VERIFY(list->isVisible());
        // A click opens at once.
        click(list, 0);
        QTRY_VERIFY(view->candidates()->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(view->summary(), u"shop/checkout-1 is nominated to node-4; 1 pod leaves."_s, 20'000);
        view->showList();
        QVERIFY(list->isVisible());
    }

    void aRunWithoutPreemptionSaysWhy()
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u"/mixed-60"_s});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 20'000);
        window_->showView(u"preemption"_s);
        views::PreemptionView* view = window_->preemptionView();
        QTRY_VERIFY2(view->summary().contains(u"Nothing has been tried yet"_s), qPrintable(view->summary()));
        window_->findChild<QAction*>(u"actionRun"_s)->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 20'000);
        window_->hub()->clear();
        QTRY_VERIFY2(view->summary().contains(u"There is no preemption in this run."_s) && !view->summary().contains(u"Nothing has been tried"_s), qPrintable(view->summary()));
        QVERIFY(!view->list()->isVisible());
    }

    void choosingACandidateShowsItsPodsWithTheirBudgets()
    {
        runSample(u"preemption"_s);
        window_->showView(u"preemption"_s);
        select("shop/checkout-1");
        views::PreemptionView* view = window_->preemptionView();
        QTRY_COMPARE_WITH_TIMEOUT(view->candidates()->model()->rowCount(), 5, 20'000);
        click(view->candidates(), 4);
        QCOMPARE(column(view->pods(), models::VictimTableModel::Pod), (QStringList{u"shop/cart-1"_s, u"shop/cart-2"_s}));
        QCOMPARE(column(view->pods(), models::VictimTableModel::Budgets), (QStringList{u"cart: would be violated"_s, u"cart: violated"_s}));
        QCOMPARE(window_->hub()->current().node, u"node-1"_s);
    }

    void aVictimLeadsToItsOwnHistory()
    {
        runSample(u"preemption"_s);
        window_->showView(u"preemption"_s);
        select("shop/checkout-1");
        views::PreemptionView* view = window_->preemptionView();
        QTRY_COMPARE_WITH_TIMEOUT(view->candidates()->model()->rowCount(), 5, 20'000);
        emit view->historyRequested(u"shop/checkout-2"_s);
        const models::Attempts& attempts = *session_->snapshot()->attempts;
        QCOMPARE(window_->hub()->current().pod, u"shop/checkout-2"_s);
        QCOMPARE(attempts[static_cast<std::size_t>(window_->hub()->current().attempt)]->pod, std::string("shop/checkout-2"));
    }

    void aPodThatFoundItsPlaceWasNotTriedByPreemption()
    {
        runSample(u"spreading"_s);
        select("shop/web-1");
        QTRY_VERIFY_WITH_TIMEOUT(window_->preemptionView()->summary().startsWith(u"shop/web-1 was not tried by preemption"_s), 20'000);
    }

    void theInspectorShowsDomainsAndTheMapTakesTheirColours()
    {
        runSample(u"spreading"_s);
        select("shop/archive-4");
        views::DomainBars* bars = window_->inspector()->domains();
        QTRY_COMPARE_WITH_TIMEOUT(bars->panels().size(), std::size_t(1), 20'000);
        const models::DomainPanel& panel = bars->panels().front();
        QCOMPARE(panel.bars.size(), std::size_t(3));
        for (const models::DomainBar& bar : panel.bars) {
            QCOMPARE(bar.count, 1);
            QVERIFY(!bar.allowed);
        }
        QCOMPARE(panel.nodesWithoutKey, 1);
        QVERIFY(bars->isVisible());
        auto* colour = window_->findChild<QComboBox*>(u"mapColour"_s);
        QVERIFY(colour->isVisible());
        views::NodeMap* map = window_->mapView()->map();
        const QImage before = map->picture();
        colour->setCurrentIndex(1);
        QVERIFY(map->picture() != before);
    }

    void requiredAffinityTermsHaveDomainsToo()
    {
        runSample(u"spreading"_s);
        select("shop/vault-4");
        views::DomainBars* bars = window_->inspector()->domains();
        QTRY_VERIFY_WITH_TIMEOUT(bars->panels().size() >= 2, 20'000);
        QCOMPARE(bars->panels()[0].title, u"Affinity within zone"_s);
        QCOMPARE(bars->panels()[0].bars[1].value, u"north"_s);
        QCOMPARE(bars->panels()[0].bars[1].count, 4);
        QVERIFY(bars->panels()[0].bars[1].allowed);
        QCOMPARE(bars->panels()[1].title, u"Anti-affinity within zone"_s);
        QVERIFY(!bars->panels()[1].bars[1].allowed);
    }

    void evaluateAllCanBeTurnedOff()
    {
        runSample(u"mixed-60"_s);
        const models::Attempts& attempts = *session_->snapshot()->attempts;
        for (const auto& attempt : attempts)
            if (attempt->result == trace::Result::Unschedulable) {
                select(attempt->pod.c_str());
                break;
            }
        window_->showView(u"heatmap"_s);
        QTRY_VERIFY_WITH_TIMEOUT(window_->heatMapView()->canvas()->hasPicture(), 20'000);
        const QImage all = window_->heatMapView()->canvas()->viewport()->grab().toImage();
        window_->findChild<QCheckBox*>(u"heatMapEvaluateAll"_s)->setChecked(false);
        QVERIFY(window_->heatMapView()->canvas()->viewport()->grab().toImage() != all);
    }

    void whatWouldMakeItFitIsSearchedAndListed()
    {
        runSample(u"spreading"_s);
        select("shop/cache-11");
        auto* button = window_->findChild<QPushButton*>(u"changesButton"_s);
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), 20'000);
        button->click();
        QVERIFY(!button->isEnabled());
        auto* list = window_->findChild<QTreeWidget*>(u"changesList"_s);
        QTRY_VERIFY_WITH_TIMEOUT(list->topLevelItemCount() > 0, 60'000);
        QVERIFY(button->isEnabled());
        QVERIFY(!list->topLevelItem(0)->text(0).isEmpty() && !list->topLevelItem(0)->text(1).isEmpty());
        // Every line of every change is there.
        QCoreApplication::processEvents();
        int rows = list->header()->height();
        for (int row = 0; row < list->topLevelItemCount(); ++row) {
            const QTreeWidgetItem* item = list->topLevelItem(row);
            const QRect line = list->visualItemRect(item);
            const QRect needed = list->fontMetrics().boundingRect(QRect(0, 0, list->columnWidth(0) - 8, 10'000), Qt::TextWordWrap, item->text(0));
            QVERIFY2(line.height() >= needed.height(), qPrintable(item->text(0)));
            rows += line.height();
        }
        QVERIFY(list->height() >= rows);
    }

    void aLongChangeHasAsManyLinesAsItTakes()
    {
        auto changes = std::make_shared<models::Changes>();
        changes->attempt = 1;
        changes->found.changes.resize(2);
        for (scenario::Change& change : changes->found.changes)
            change.text = "let pod shop/cache tolerate dedicated=gpu:NoSchedule, lower its request of cpu to 500m, and drop its spread over zones";
        views::ChangesPanel panel;
        panel.setAttempt(1);
        panel.resize(260, 700);
        panel.show();
        panel.setChanges(changes);
        auto* list = panel.findChild<QTreeWidget*>(u"changesList"_s);
        const int line = list->fontMetrics().height();
        QTRY_VERIFY(list->visualItemRect(list->topLevelItem(0)).height() >= 3 * line);
        QTRY_VERIFY(list->viewport()->height() >= list->visualItemRect(list->topLevelItem(1)).bottom());
        QVERIFY(list->height() >= 6 * line);
    }

    void aChangeThatWouldMakeItFitIsMadeAndUndone()
    {
        runSample(u"spreading"_s);
        select("shop/cache-11");
        auto* ask = window_->findChild<QPushButton*>(u"changesButton"_s);
        auto* apply = window_->findChild<QPushButton*>(u"changesApply"_s);
        QTRY_VERIFY_WITH_TIMEOUT(ask->isVisible(), 20'000);
        QVERIFY(!apply->isVisible());
        ask->click();
        QTRY_VERIFY_WITH_TIMEOUT(apply->isVisible(), 60'000);
        QVERIFY2(apply->isEnabled(), qPrintable(apply->toolTip()));
        models::Designer* designer = window_->desk()->designer();
        const design::DocumentPtr before = designer->document();
        auto* list = window_->findChild<QTreeWidget*>(u"changesList"_s);
        // The smallest takes a pod away.
        QCOMPARE(list->currentItem(), list->topLevelItem(0));
        QString text = list->topLevelItem(0)->text(0);
        apply->click();
        QCOMPARE(designer->history()->undoText(), u"Make shop/cache-11 fit: "_s + text);
        QVERIFY(text.startsWith(u"evict pod shop/cache-1 "_s) && !designer->document()->find("Pod", "shop/cache-1"));
        QCOMPARE(window_->desk()->chosen(), models::ItemIds{before->find("Pod", "shop/cache-11")->id()});
        QVERIFY2(!apply->isEnabled() && apply->toolTip().contains(u"has been deleted"_s), qPrintable(apply->toolTip()));
        designer->history()->undo();
        QVERIFY(apply->isEnabled());
        // Another adds a node.
        list->setCurrentItem(list->topLevelItem(3));
        text = list->topLevelItem(3)->text(0);
        apply->click();
        QCOMPARE(designer->history()->undoText(), u"Make shop/cache-11 fit: "_s + text);
        const design::ItemPtr node = designer->document()->find("Node", "attic-new");
        QVERIFY(node);
        QCOMPARE(window_->desk()->chosen(), models::ItemIds{node->id()});
        window_->findChild<QAction*>(u"actionRun"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle && session_->snapshot()->cluster->pod(u"shop/cache-11"_s)
                                     && !session_->snapshot()->cluster->pod(u"shop/cache-11"_s)->isPending(), 20'000);
        designer->history()->undo();
        QCOMPARE(QString::fromStdString(designer->document()->toText()), QString::fromStdString(before->toText()));
    }
};

QTEST_MAIN(TestPreemptionView)
#include "tst_preemption_view.moc"
