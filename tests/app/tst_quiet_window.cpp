// SPDX-License-Identifier: GPL-3.0-or-later
// What must not happen by itself: docks that come to the front, pages that begin in their middle, wheels that edit.
#include "views/design_desk.h"
#include "views/object_editor.h"
#include "views/object_form.h"
#include "views/rows_editor.h"
#include "views/selection_hub.h"
#include "window_test.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QWheelEvent>

using namespace berth;
using namespace Qt::StringLiterals;

class TestQuietWindow : public test::WindowTest {
    Q_OBJECT

    views::DesignDesk* desk() const { return window_->findChild<views::DesignDesk*>(); }
    QStringList raised() const
    {
        QStringList names;
        for (const QDockWidget* dock : window_->findChildren<QDockWidget*>())
            if (!dock->visibleRegion().isEmpty())
                names << dock->objectName();
        names.sort();
        return names;
    }
    /// Those that were tried.
    std::vector<models::PodRow> tried() const
    {
        std::vector<models::PodRow> pods;
        for (const models::PodRow& pod : session_->snapshot()->cluster->pods)
            if (pod.lastAttempt >= 0)
                pods.push_back(pod);
        return pods;
    }
    void explainPod(const models::PodRow& pod)
    {
        window_->hub()->select({pod.key, pod.node, {}, pod.lastAttempt});
        QTRY_VERIFY(window_->findChild<QLabel*>(u"inspectorTitle"_s)->text().contains(pod.name));
        QTest::qWait(20);
    }
    static void wheel(QWidget* over)
    {
        const QPointF at = over->rect().center();
        QWheelEvent event(at, over->mapToGlobal(at), {}, QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(over, &event);
    }
    models::ItemIds idsOf(const QStringList& labels) const
    {
        models::ItemIds ids;
        for (const QString& label : labels)
            if (const auto item = desk()->designer()->document()->find(label.section(u' ', 0, 0).toStdString(), label.section(u' ', 1).toStdString()))
                ids.push_back(item->id());
        return ids;
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init()
    {
        makeWindow();
        openAndRun(u"mixed-60"_s);
    }
    void cleanup() { closeWindow(); }

    void anotherReasonIsReadFromItsBeginning()
    {
        const auto pods = tried();
        explainPod(pods[0]);
        QScrollBar* bar = window_->findChild<QScrollArea*>(u"inspectorScroll"_s)->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 60);
        bar->setValue(60);
        // Told again, it stays where it is read.
        session_->explain(pods[0].lastAttempt);
        QTest::qWait(100);
        QCOMPARE(bar->value(), 60);
        explainPod(pods[1]);
        QCOMPARE(bar->value(), 0);
    }

    void aSelectionRaisesNoDock()
    {
        for (const char* front : {"dockEditor", "dockWhy"}) {
            window_->findChild<QDockWidget*>(QLatin1String(front))->raise();
            window_->findChild<QDockWidget*>(u"dockNodes"_s)->raise();
            QTest::qWait(20);
            const QStringList before = raised();
            QVERIFY(before.contains(QLatin1String(front)) && before.contains(u"dockNodes"_s));
            for (const models::PodRow& pod : {tried()[2], tried()[5]}) {
                explainPod(pod);
                QCOMPARE(raised(), before);
                window_->hub()->selectNode(pod.node);
                window_->hub()->selectPlugin(u"NodeResourcesFit"_s);
                QTest::qWait(20);
                QCOMPARE(raised(), before);
            }
        }
    }

    void brokenDocumentsRaiseNoDockEither()
    {
        window_->findChild<QDockWidget*>(u"dockNodes"_s)->raise();
        QTest::qWait(20);
        const QStringList before = raised();
        QTemporaryDir folder;
        QFile file(folder.filePath(u"cluster.yaml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: v1\nkind: Node\nmetadata:\n  name: n1\n---\nkind: [\n");
        file.close();
        emit window_->openRequested({file.fileName()});
        waitForIdle();
        QTRY_VERIFY(!session_->snapshot()->problems->empty());
        QCOMPARE(raised(), before);
    }

    void wheelsScrollTheFormAndEditNothing()
    {
        window_->findChild<QDockWidget*>(u"dockEditor"_s)->raise();
        const auto pod = desk()->designer()->document()->items();
        models::ItemIds ids;
        pod.forEach([&ids](std::size_t, const design::ItemPtr& item) {
            if (item->kind() == "Pod" && ids.empty())
                ids.push_back(item->id());
            return ids.empty();
        });
        desk()->choose(ids);
        QTest::qWait(20);
        const auto before = desk()->designer()->document();
        auto* box = window_->findChild<QComboBox*>(u"form-spec.priorityClassName"_s);
        QVERIFY(box && box->isVisible());
        if (box->count() < 2)
            box->addItem(u"one"_s);
        window_->findChild<QLineEdit*>(u"form-metadata.name"_s)->setFocus();
        const QString text = box->currentText();
        wheel(box);
        wheel(box->lineEdit());
        QCOMPARE(box->currentText(), text);
        QCOMPARE(desk()->designer()->document(), before);
        // Whoever is in it may use the wheel.
        box->setFocus();
        wheel(box);
        QVERIFY(box->currentText() != text);
    }

    void tolerationsOfferTheTaintsOfTheCluster()
    {
        models::Designer* designer = desk()->designer();
        designer->add({"apiVersion: v1\nkind: Node\nmetadata: {name: odd}\nspec: {taints: [{key: example.com/odd, effect: NoSchedule}]}\n",
                       "apiVersion: v1\nkind: Pod\nmetadata: {name: guest}\nspec: {containers: [{name: c, image: i}], tolerations: [{key: x, operator: Exists}]}\n"},
                      u"Add"_s);
        window_->findChild<QDockWidget*>(u"dockEditor"_s)->raise();
        desk()->choose(idsOf({u"Pod default/guest"_s}));
        auto* table = window_->findChild<QTableWidget*>(u"form-spec.tolerations"_s);
        QVERIFY(table);
        table->setFocus();
        table->setCurrentCell(0, 0);
        table->editItem(table->item(0, 0));
        auto* box = table->findChild<QComboBox*>();
        QVERIFY(box);
        QVERIFY(box->findText(u"example.com/odd"_s) >= 0);
        // A few letters, and it is written.
        box->lineEdit()->selectAll();
        QTest::keyClicks(box, u"exa"_s);
        QCOMPARE(box->currentText(), u"example.com/odd"_s);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(designer->document()->find("Pod", "default/guest")->text().find("example.com/odd") != std::string::npos);
    }

    void aFormOfSeveralSaysWhatItIs()
    {
        models::Designer* designer = desk()->designer();
        designer->add({"apiVersion: v1\nkind: Node\nmetadata: {name: odd}\n", "apiVersion: v1\nkind: Pod\nmetadata: {name: guest}\nspec: {containers: [{name: c, image: i}]}\n", "kind: Pod\nmetadata: {name: broken\n"}, u"Add"_s);
        window_->findChild<QDockWidget*>(u"dockEditor"_s)->raise();
        auto* hint = window_->findChild<QLabel*>(u"objectHint"_s);
        desk()->choose(idsOf({u"Pod default/guest"_s}));
        QVERIFY(hint->isHidden());
        models::ItemIds ids = idsOf({u"Pod default/guest"_s, u"Node odd"_s});
        desk()->choose(ids);
        QTRY_VERIFY(hint->isVisible() && hint->text().startsWith(u"Of different kinds"_s));
        ids.push_back(designer->document()->nextId() - 1);
        desk()->choose(ids);
        QTRY_VERIFY(hint->isVisible() && hint->text().startsWith(u"No form, since"_s));
        QVERIFY(!window_->findChild<views::ObjectForm*>()->isEnabled());
    }
};

QTEST_MAIN(TestQuietWindow)
#include "tst_quiet_window.moc"
