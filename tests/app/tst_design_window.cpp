// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/templates.h"
#include "models/format.h"
#include "models/roles.h"
#include "models/table_model.h"
#include "views/design_desk.h"
#include "views/generate_dialog.h"
#include "views/inspector_view.h"
#include "views/map_view.h"
#include "views/object_editor.h"
#include "views/object_form.h"
#include "views/placement_dialog.h"
#include "views/table_view.h"
#include "views/yaml_completion.h"
#include "views/yaml_editor.h"
#include "window_test.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTimer>
#include <QToolButton>
#include <QWindow>

#include <map>

using namespace berth;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60'000; // ms; machines may be busy

}

/// A person with mouse and keyboard in front of the real window.
class TestDesignWindow : public test::WindowTest {
    Q_OBJECT

    QTemporaryDir folder_;

    views::DesignDesk* desk() const { return window_->desk(); }
    models::Designer* designer() const { return window_->desk()->designer(); }
    template <typename Widget>
    Widget* find(const QString& name) const
    {
        return window_->findChild<Widget*>(name);
    }

    /// Everything typed has arrived, the cluster is that of the document, nothing runs.
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle && session_->snapshot()->document == designer()->document(), patience);
    }
    /// Ctrl+Shift+K writes on another thread.
    void keep()
    {
        const design::DocumentPtr before = designer()->document();
        key(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(designer()->document() != before, patience);
    }
    /// When a dialog or menu has closed a window manager gives the keyboard back to the window; offscreen there is none.
    void takeKeyboard()
    {
        window_->activateWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window_->isActiveWindow(), patience);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        takeKeyboard();
        QTest::keyClick(window_.get(), key, modifiers);
    }
    void type(QWidget* widget, const QString& text, Qt::Key end = Qt::Key_Return)
    {
        QVERIFY(widget);
        widget->setFocus();
        QTest::keyClick(widget, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(widget, text);
        QTest::keyClick(widget, end);
    }
    void click(const QString& button)
    {
        auto* widget = find<QWidget>(button);
        QVERIFY2(widget, qPrintable(button));
        desk()->editor()->form()->ensureWidgetVisible(widget);
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    void typeCell(const QString& table, int row, int column, const QString& text)
    {
        auto* widget = find<QTableWidget>(table);
        QVERIFY2(widget, qPrintable(table));
        widget->setFocus();
        widget->setCurrentCell(row, column);
        QTest::keyClick(widget, Qt::Key_F2);
        QTRY_VERIFY(widget->viewport()->findChild<QLineEdit*>());
        type(widget->viewport()->findChild<QLineEdit*>(), text);
    }
    void makeNew(const QString& kind)
    {
        QMenu* menu = desk()->newMenu();
        menu->popup(window_->mapToGlobal(QPoint(40, 40)));
        QTRY_VERIFY(menu->isVisible());
        auto* action = window_->findChild<QAction*>(u"actionNew-"_s + kind);
        QVERIFY2(action, qPrintable(kind));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        QTRY_VERIFY(!menu->isVisible());
    }
    template <typename Dialog>
    Dialog* dialog()
    {
        Dialog* found = nullptr;
        [&] { QTRY_VERIFY_WITH_TIMEOUT((found = window_->findChild<Dialog*>()) && found->isVisible(), patience); }();
        return found;
    }
    /// In the next file dialog that path is typed. Only with the focus in the line: without it the dialog keeps every folder on the
    /// way chosen in its list ("/", then "/tmp"), and Return goes there. Offscreen nobody gives it the focus.
    void answerFileDialog(const QString& path)
    {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, path] {
            auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!files)
                return;
            auto* name = files->findChild<QLineEdit*>(u"fileNameEdit"_s);
            if (!name->hasFocus()) {
                files->activateWindow();
                name->setFocus();
                return;
            }
            timer->stop();
            timer->deleteLater();
            QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(name, path);
            QTest::keyClick(name, Qt::Key_Return);
        });
        timer->start(20);
    }
    std::string textOf(const char* kind, const char* key) const { return designer()->document()->find(kind, key)->text(); }
    const models::PodRow* pod(const QString& name) const { return session_->snapshot()->cluster->pod(u"default/"_s + name); }
    void choosePod(const QString& name)
    {
        window_->showView(u"pods"_s);
        auto* filter = window_->podsView()->filterLine();
        type(filter, name);
        QTableView* table = window_->podsView()->table();
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 0)).center());
    }

    void makeNodes(const QString& shape, int count, const QString& prefix, const QString& taints)
    {
        key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
        auto* ask = dialog<views::GenerateNodesDialog>();
        QVERIFY(ask);
        auto* shapes = ask->findChild<QComboBox*>(u"nodesShape"_s);
        QTest::keyClick(shapes, Qt::Key_Home);
        while (shapes->currentData().toString() != shape && shapes->currentIndex() + 1 < shapes->count())
            QTest::keyClick(shapes, Qt::Key_Down);
        type(ask->findChild<QSpinBox*>(u"nodesCount"_s), QString::number(count), Qt::Key_Tab);
        type(ask->findChild<QLineEdit*>(u"nodesPrefix"_s), prefix, Qt::Key_Tab);
        if (!taints.isEmpty())
            type(ask->findChild<QLineEdit*>(u"nodesTaints"_s), taints, Qt::Key_Tab);
        QTest::mouseClick(ask->findChild<QWidget*>(u"generateOk"_s), Qt::LeftButton);
        QTRY_VERIFY(!window_->findChild<views::GenerateNodesDialog*>());
    }
    void makePods(int count, const QString& prefix, const QString& cpu, bool spread, const QString& priority)
    {
        key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* ask = dialog<views::GeneratePodsDialog>();
        QVERIFY(ask);
        type(ask->findChild<QSpinBox*>(u"podsCount"_s), QString::number(count), Qt::Key_Tab);
        type(ask->findChild<QLineEdit*>(u"podsPrefix"_s), prefix, Qt::Key_Tab);
        type(ask->findChild<QLineEdit*>(u"podsCpu"_s), cpu, Qt::Key_Tab);
        if (!priority.isEmpty())
            type(ask->findChild<QComboBox*>(u"podsPriority"_s)->lineEdit(), priority, Qt::Key_Tab);
        if (spread)
            QTest::keyClick(ask->findChild<QWidget*>(u"podsSpread"_s), Qt::Key_Space);
        QTest::mouseClick(ask->findChild<QWidget*>(u"generateOk"_s), Qt::LeftButton);
        QTRY_VERIFY(!window_->findChild<views::GeneratePodsDialog*>());
    }
    void open(const QString& sample)
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u'/' + sample});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, patience);
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void aClusterIsBuiltRunUnderstoodRepairedSavedAndReopened()
    {
        // From nothing: three zones, a pool of GPUs that is kept for those who tolerate it.
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNodes(u"m5.xlarge"_s, 6, u"node"_s, {});
        makeNodes(u"g4dn.xlarge"_s, 3, u"gpu"_s, u"dedicated=gpu:NoSchedule"_s);
        settle();
        QCOMPARE(session_->snapshot()->cluster->nodes.size(), std::size_t(9));
        QCOMPARE(models::groupNodes(*session_->snapshot()->cluster, {}).names.size(), std::size_t(3));

        // Pods that spread over the zones have been there for a while.
        makePods(12, u"web"_s, u"1500m"_s, true, {});
        settle();
        key(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle && !session_->snapshot()->attempts->empty(), patience);
        std::map<QString, int> zones;
        for (const models::NodeRow& node : session_->snapshot()->cluster->nodes)
            zones[node.zone] += static_cast<int>(node.pods.size());
        QCOMPARE(zones, (std::map<QString, int>{{u"zone-a"_s, 4}, {u"zone-b"_s, 4}, {u"zone-c"_s, 4}}));
        keep();
        settle();

        // A class of high priority, a job's pods that push others aside, one that wants a GPU.
        makeNew(u"PriorityClass"_s);
        type(find<QLineEdit>(u"form-value"_s), u"5000"_s);
        makePods(2, u"batch"_s, u"3"_s, false, u"high"_s);
        makeNew(u"Pod"_s);
        type(find<QLineEdit>(u"form-metadata.name"_s), u"trainer"_s);
        typeCell(u"form-spec.containers"_s, 0, 3, u"1"_s);
        settle();
        QVERIFY(designer()->document()->find("PriorityClass", "high")->text().find("value: 5000") != std::string::npos);
        QVERIFY(designer()->document()->find("Pod", "default/trainer")->text().find("nvidia.com/gpu: \"1\"") != std::string::npos);

        // Once a cluster has been run, edits run it again.
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle && !session_->snapshot()->attempts->empty(), patience);
        QVERIFY(pod(u"batch-1"_s) && !pod(u"batch-1"_s)->isPending());
        QVERIFY(session_->snapshot()->cluster->pods.size() < std::size_t(15)); // somebody was pushed aside
        QVERIFY(pod(u"trainer"_s)->isPending());

        // Why?
        choosePod(u"trainer"_s);
        QTRY_VERIFY_WITH_TIMEOUT(window_->inspector()->messageText().contains(u"untolerated taint"_s), patience);

        // Repaired in the form; the run follows.
        window_->showView(u"editor"_s);
        QTRY_VERIFY(find<QWidget>(u"form-spec.tolerations-add"_s) && find<QWidget>(u"form-spec.tolerations-add"_s)->isVisible());
        click(u"form-spec.tolerations-add"_s);
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot()->document == designer()->document() && session_->activity() == app::Session::Activity::Idle && pod(u"trainer"_s) && !pod(u"trainer"_s)->isPending(), patience);
        QVERIFY(pod(u"trainer"_s)->node.startsWith(u"gpu-"_s));

        // Taken back and made again.
        key(Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot()->document == designer()->document() && session_->activity() == app::Session::Activity::Idle && pod(u"trainer"_s)->isPending(), patience);
        QTest::keySequence(window_.get(), QKeySequence(QKeySequence::Redo));
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot()->document == designer()->document() && session_->activity() == app::Session::Activity::Idle && !pod(u"trainer"_s)->isPending(), patience);

        // Saved, and opened again.
        const QString path = folder_.filePath(u"built.yaml"_s);
        QVERIFY(window_->isWindowModified());
        answerFileDialog(path);
        key(Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path) && !window_->isWindowModified(), patience);
        const design::DocumentPtr before = designer()->document();
        answerFileDialog(path);
        key(Qt::Key_O, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(designer()->document() != before && session_->activity() == app::Session::Activity::Idle, patience);
        QCOMPARE(designer()->document()->textOf(0), before->textOf(0));
        key(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle && pod(u"trainer"_s) && !pod(u"trainer"_s)->isPending(), patience);
    }

    /// What is typed without an ending gets the one that Open looks for.
    void aNameWithoutAnEndingGetsOne()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNew(u"Node"_s);
        answerFileDialog(folder_.filePath(u"my cluster"_s));
        key(Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->isWindowModified(), patience);
        QVERIFY(QFile::exists(folder_.filePath(u"my cluster.yaml"_s)));
        QVERIFY(!QFile::exists(folder_.filePath(u"my cluster"_s)));
        QCOMPARE(window_->windowTitle(), u"my cluster.yaml[*] — Berth"_s);
    }

    void theQuestionBeforeLeavingSaysWhatItIsAbout()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNew(u"Node"_s);
        const auto ask = [this] {
            QString said;
            QTimer::singleShot(0, window_.get(), [&said] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                if (!box)
                    return;
                said = box->text();
                for (QAbstractButton* button : box->buttons())
                    said += u' ' + button->text();
                box->button(QMessageBox::Cancel)->click();
            });
            return window_->close() ? u"closed"_s : said;
        };
        const QString untitled = ask();
        QVERIFY2(untitled.contains(u"“untitled”"_s), qPrintable(untitled));
        QCOMPARE(untitled.count(u'&'), 3);
        desk()->designer()->save(folder_.filePath(u"asked.yaml"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!window_->isWindowModified(), patience);
        makeNew(u"Node"_s);
        const QString named = ask();
        QVERIFY2(named.contains(u"“asked.yaml”"_s), qPrintable(named));
        session_->restart();
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle, patience);
        QCOMPARE(window_->windowTitle(), u"asked.yaml[*] — Berth"_s);
    }

    void theFormAndTheTextFollowEachOther()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNew(u"Deployment"_s);
        views::YamlEditor* text = desk()->editor()->text();
        type(find<QLineEdit>(u"form-spec.replicas"_s), u"7"_s);
        QVERIFY(text->toPlainText().contains(u"replicas: 7"_s));
        QTextCursor cursor = text->document()->find(u"replicas: 7"_s);
        cursor.setPosition(cursor.selectionEnd());
        text->setTextCursor(cursor);
        text->setFocus();
        QTest::keyClicks(text, u"0"_s);
        QTRY_COMPARE(find<QLineEdit>(u"form-spec.replicas"_s)->text(), u"70"_s);
        // What is wrong is said with its place, and marked there.
        QTest::keyClicks(text, u"x"_s);
        QTRY_VERIFY(desk()->editor()->problems()->count() > 0);
        QVERIFY(desk()->editor()->problems()->item(0)->text().startsWith(u"7:"_s));
        QVERIFY(!text->problemsAt(7).isEmpty());
        key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY2(text->toPlainText().contains(u"replicas: 7\n"_s), qPrintable(text->toPlainText()));
    }

    void fieldsAndValuesAreOffered()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNew(u"Pod"_s);
        views::YamlEditor* text = desk()->editor()->text();
        text->setFocus();
        text->moveCursor(QTextCursor::End);
        QTest::keyClicks(text, u"  tolerations:"_s);
        QTest::keyClick(text, Qt::Key_Return);
        text->moveCursor(QTextCursor::End);
        text->insertPlainText(u"  - eff"_s);
        QTest::keyClick(text, Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(text->toPlainText().endsWith(u"  - effect: "_s));
        QTest::keyClick(text, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(desk()->editor()->completion()->offered(), QStringList({u"NoSchedule"_s, u"PreferNoSchedule"_s, u"NoExecute"_s}));
    }

    void manyNodesAreCordonedAtOnce()
    {
        open(u"mixed-60"_s);
        window_->showView(u"nodes"_s);
        QTableView* table = window_->nodesView()->table();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(desk()->chosen().size(), std::size_t(60));
        find<QAction>(u"actionCordon"_s)->trigger();
        settle();
        for (const models::NodeRow& node : session_->snapshot()->cluster->nodes)
            QVERIFY(node.unschedulable);
        key(Qt::Key_Z, Qt::ControlModifier);
        settle();
        QVERIFY(!designer()->isModified());
    }

    void aPodIsDraggedToANodeAsAWhatIf()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNodes(u"m5.large"_s, 2, u"node"_s, {});
        makePods(1, u"big"_s, u"3"_s, false, {});
        settle();
        views::NodeMap* map = window_->mapView()->map();
        window_->showView(u"map"_s);
        QPoint chip;
        for (int y = map->viewport()->height() - 1; y >= 0 && chip.isNull(); y -= 4)
            for (int x = 0; x < map->viewport()->width() && chip.isNull(); x += 4)
                if (map->pendingPodAt({x, y}) == u"default/big-1")
                    chip = {x, y};
        QVERIFY(!chip.isNull());
        const QPoint node = map->cardRect(u"node-2"_s).center();
        QTest::mousePress(map->viewport(), Qt::LeftButton, {}, chip);
        QTest::mouseMove(map->viewport(), (chip + node) / 2);
        QTest::mouseMove(map->viewport(), node);
        QTest::mouseRelease(map->viewport(), Qt::LeftButton, {}, node);
        views::PlacementDialog* answer = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((answer = window_->findChild<views::PlacementDialog*>()) && answer->isVisible(), patience);
        QVERIFY(answer->findChild<QLabel*>(u"placementTitle"_s)->text().contains(u"does not fit"_s));
        QVERIFY(!answer->findChild<QTableWidget*>(u"placementTable"_s)->findItems(u"Insufficient cpu"_s, Qt::MatchContains).isEmpty());
        QTest::mouseClick(answer->findChild<QWidget*>(u"placementPin"_s), Qt::LeftButton);
        settle();
        QCOMPARE(session_->snapshot()->cluster->pod(u"default/big-1"_s)->node, u"node-2"_s);
    }

    void objectsAreCopiedToAndPastedFromOtherPrograms()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        QApplication::clipboard()->setText(u"apiVersion: v1\nkind: Namespace\nmetadata:\n  name: pasted\n---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: too\n"_s);
        window_->showView(u"objects"_s);
        desk()->objects()->table()->setFocus();
        key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(designer()->document()->items().size(), std::size_t(2));
        key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(QApplication::clipboard()->text().contains(u"---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: too\n"_s));
        desk()->objects()->table()->setFocus();
        QTest::keyClick(desk()->objects()->table(), Qt::Key_Delete);
        QCOMPARE(designer()->document()->items().size(), std::size_t(0));
    }

    void issuesLeadToTheirPlaceInTheText()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        desk()->paste(u"apiVersion: v1\nkind: Pod\nmetadata:\n  name: bad\nspec:\n  containers:\n  - name: main\n    image: a\n    resources:\n      requests:\n        cpu: many\n"_s);
        makeNew(u"Namespace"_s);
        settle();
        window_->showView(u"issues"_s);
        QTableView* issues = window_->viewWidget(u"issues"_s)->findChild<QTableView*>(u"problemsTable"_s);
        QVERIFY(issues);
        QTRY_VERIFY(issues->model()->rowCount() > 0);
        takeKeyboard();
        issues->setFocus();
        issues->setCurrentIndex(issues->model()->index(0, 0));
        QTest::keyClick(issues, Qt::Key_Return);
        QCOMPARE(find<QLabel>(u"objectTitle"_s)->text(), u"Pod default/bad"_s);
        QCOMPARE(desk()->editor()->text()->textCursor().block().text(), u"        cpu: many"_s);
        QVERIFY(!desk()->editor()->text()->problemsAt(desk()->editor()->text()->textCursor().blockNumber() + 1).isEmpty());
    }

    void whatIsBeingWrittenWaitsUntilItIsLeft()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNew(u"Namespace"_s);
        settle();
        takeKeyboard();
        views::YamlEditor* text = desk()->editor()->text();
        text->setFocus();
        text->moveCursor(QTextCursor::End);
        QTest::keyClicks(text, u"spec: ["_s);
        // The document has it, from which copies for recovery are made; the cluster has it not.
        QTRY_VERIFY(designer()->document()->items()[0]->text().ends_with("spec: ["));
        QVERIFY(session_->snapshot()->document != designer()->document());
        find<QLineEdit>(u"form-metadata.name"_s)->window()->setFocus();
        window_->mapView()->map()->setFocus();
        settle();
        QVERIFY(!session_->snapshot()->problems->empty());
    }

    void theMenuOfEmptyPlacesMakesObjects()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        QMenu menu;
        desk()->fillMenu(&menu);
        QVERIFY(menu.actions().contains(desk()->newMenu()->menuAction()));
    }

    void theKeysOfTheClipboardWorkOnObjects()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNodes(u"m5.large"_s, 2, u"node"_s, {});
        settle();
        QSignalSpy said(desk(), &views::DesignDesk::message);
        window_->showView(u"objects"_s);
        QTableView* table = desk()->objects()->table();
        takeKeyboard();
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text().toStdString(), textOf("Node", "node-1"));
        // Names that are taken are not given twice, and that is said.
        key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(textOf("Node", "node-3").find("kubernetes.io/hostname: node-3") != std::string::npos);
        QVERIFY2(said.back().front().toString().contains(u"node-3"_s), qPrintable(said.back().front().toString()));
        QCOMPARE(find<QAction>(u"actionUndo"_s)->text(), u"&Undo: Paste Node node-3"_s);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_X, Qt::ControlModifier);
        QVERIFY(!designer()->document()->find("Node", "node-3"));
        QVERIFY(QApplication::clipboard()->text().contains(u"name: node-3"_s));
        settle();
        // On the map, too.
        views::NodeMap* map = window_->mapView()->map();
        window_->showView(u"map"_s);
        QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, map->cardRect(u"node-2"_s).center());
        map->setFocus();
        QTest::keyClick(map, Qt::Key_Delete);
        QVERIFY(!designer()->document()->find("Node", "node-2"));
        QApplication::clipboard()->setText(u"no objects here"_s);
        key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(said.back().at(1).toBool());
        QCOMPARE(designer()->document()->items().size(), std::size_t(1));
    }

    void whatIsMadeWithCtrlHeldIsChosenAlone()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNodes(u"m5.large"_s, 1, u"node"_s, {});
        window_->showView(u"objects"_s);
        for (int i = 0; i < 2; ++i) {
            takeKeyboard();
            desk()->objects()->table()->setFocus();
            QTest::keyClick(window_->windowHandle(), Qt::Key_D, Qt::ControlModifier); // as a real keyboard says it, held keys and all
        }
        QCOMPARE(designer()->document()->items().size(), std::size_t(3));
        QCOMPARE(desk()->objects()->table()->selectionModel()->selectedRows().size(), qsizetype(1));
        QCOMPARE(desk()->chosen().size(), std::size_t(1));
    }

    void objectsAreDroppedAsText()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        QMimeData data;
        data.setText(u"apiVersion: v1\nkind: Namespace\nmetadata:\n  name: dropped\n"_s);
        QDragEnterEvent enter({40, 40}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({40, 40}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(window_.get(), &drop);
        QVERIFY(designer()->document()->find("Namespace", "dropped"));
    }

    void aNewObjectStaysInTheEditorWhenTheRunIsOver()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNodes(u"m5.large"_s, 2, u"node"_s, {});
        makePods(2, u"web"_s, u"1"_s, false, {});
        settle();
        key(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle && !session_->snapshot()->attempts->empty(), patience);
        choosePod(u"web-1"_s);
        makeNew(u"Pod"_s);
        // Written at once, in place of the name that it came with.
        QTest::keyClicks(find<QLineEdit>(u"form-metadata.name"_s), u"mine"_s);
        QTest::keyClick(find<QLineEdit>(u"form-metadata.name"_s), Qt::Key_Tab);
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle && pod(u"mine"_s) && !pod(u"mine"_s)->isPending(), patience);
        QCOMPARE(find<QLabel>(u"objectTitle"_s)->text(), u"Pod default/mine"_s);
    }

    void menusOfTablesHaveTheVerbsOfEditing()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNodes(u"m5.large"_s, 2, u"node"_s, {});
        makePods(1, u"web"_s, u"1"_s, false, {});
        settle();
        const auto offered = [this] {
            QMenu menu;
            desk()->fillMenu(&menu);
            QStringList names;
            for (const QAction* entry : menu.actions()) {
                names << entry->objectName();
                if (entry->menu())
                    for (const QAction* inner : entry->menu()->actions())
                        names << inner->objectName();
            }
            return names;
        };
        choosePod(u"web-1"_s);
        QVERIFY(offered().contains(u"actionDuplicate"_s) && offered().contains(u"actionSetRequests"_s) && offered().contains(u"actionWhatIf"_s));
        QVERIFY(!offered().contains(u"actionCordon"_s));
        window_->hub()->clear();
        window_->hub()->selectNode(u"node-1"_s);
        QVERIFY(offered().contains(u"actionCordon"_s) && offered().contains(u"actionAddTaint"_s));
        QVERIFY(!offered().contains(u"actionSetRequests"_s));
    }

    void objectsOfSeveralKindsAreEditedTogether()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNew(u"Pod"_s);
        click(u"form-spec.tolerations-add"_s);
        typeCell(u"form-spec.tolerations"_s, 0, 0, u"own"_s);
        QTRY_VERIFY(textOf("Pod", "default/pod").find("key: own") != std::string::npos);
        makeNew(u"Deployment"_s);
        makeNew(u"CronJob"_s);
        window_->showView(u"objects"_s);
        QTableView* table = desk()->objects()->table();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(desk()->chosen().size(), std::size_t(3));
        QVERIFY(!find<QWidget>(u"form-metadata.name"_s));
        window_->showView(u"editor"_s);
        // A field that all have, wherever it stands in them; a row in lists that differ.
        type(find<QComboBox>(u"form-spec.priorityClassName"_s)->lineEdit(), u"high"_s);
        click(u"form-spec.tolerations-add"_s);
        QTRY_COMPARE(find<QTableWidget>(u"form-spec.tolerations"_s)->rowCount(), 1);
        for (const auto& [kind, key] : {std::pair("Pod", "default/pod"), std::pair("Deployment", "default/web"), std::pair("CronJob", "default/cron")}) {
            const std::string text = textOf(kind, key);
            QVERIFY2(text.find("priorityClassName: high") != std::string::npos && text.find("key: dedicated") != std::string::npos, text.c_str());
        }
        QVERIFY(textOf("Pod", "default/pod").find("key: own") != std::string::npos);
        // What all share is changed in all, and goes from all.
        typeCell(u"form-spec.tolerations"_s, 0, 0, u"shared"_s);
        QTRY_VERIFY(textOf("CronJob", "default/cron").find("key: shared") != std::string::npos && textOf("Pod", "default/pod").find("key: shared") != std::string::npos);
        auto* rows = find<QTableWidget>(u"form-spec.tolerations"_s);
        rows->setCurrentCell(0, 0);
        QTest::keyClick(rows, Qt::Key_Delete);
        QVERIFY(textOf("Deployment", "default/web").find("tolerations") == std::string::npos && textOf("Pod", "default/pod").find("key: own") != std::string::npos);
        QCOMPARE(find<QAction>(u"actionUndo"_s)->text(), u"&Undo: Set Tolerations of 3 objects"_s);
        for (int i = 0; i < 4; ++i)
            key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(textOf("Pod", "default/pod").find("priorityClassName") == std::string::npos && textOf("Pod", "default/pod").find("key: own") != std::string::npos);
    }

    void everyKindIsMadeEditedAndSaved()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        for (const design::Template& one : design::templates()) {
            makeNew(models::toQString(one.kind));
            QVERIFY2(desk()->editor()->problems()->count() == 0, std::string(one.kind).c_str());
            type(find<QLineEdit>(u"form-metadata.name"_s), u"mine"_s);
        }
        settle();
        for (const api::Problem& problem : *session_->snapshot()->problems)
            QVERIFY2(problem.severity != api::Problem::Severity::Error, problem.toString().c_str());
        // All of them are in the list, whatever the engine makes of them, and in the file.
        QCOMPARE(desk()->objects()->table()->model()->rowCount(), static_cast<int>(design::templates().size()));
        const QString path = folder_.filePath(u"kinds.yaml"_s);
        answerFileDialog(path);
        key(Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path) && !window_->isWindowModified(), patience);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString saved = QString::fromUtf8(file.readAll());
        for (const design::Template& one : design::templates())
            QVERIFY2(saved.contains(u"kind: "_s + models::toQString(one.kind) + u"\nmetadata:\n  name: mine\n"_s), std::string(one.kind).c_str());
    }

    void whatADeploymentsPodsHoldIsKeptAndAJobPushesThemAside()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNodes(u"m5.xlarge"_s, 1, u"node"_s, {});
        makeNew(u"Deployment"_s);
        typeCell(u"form-spec.template.spec.containers"_s, 0, 1, u"1"_s);
        QTRY_VERIFY(textOf("Deployment", "default/web").find("cpu: \"1\"") != std::string::npos);
        settle();
        key(Qt::Key_F5);
        const auto isRun = [this] { return session_->snapshot()->document == designer()->document() && session_->activity() == app::Session::Activity::Idle && !session_->snapshot()->attempts->empty(); };
        QTRY_VERIFY_WITH_TIMEOUT(isRun(), patience);
        const auto ofWeb = [this](bool pending) {
            const auto& pods = session_->snapshot()->cluster->pods;
            return std::count_if(pods.begin(), pods.end(), [&](const models::PodRow& pod) { return pod.name.startsWith(u"web-"_s) && pod.isPending() == pending; });
        };
        QCOMPARE(ofWeb(false), 3);

        // Kept, as objects with their nodes: nothing has to be decided again, and nobody makes them twice.
        const design::DocumentPtr before = designer()->document();
        const std::size_t attempts = session_->snapshot()->attempts->size();
        QCOMPARE(attempts, std::size_t(3));
        keep();
        QCOMPARE(designer()->document()->items().size(), before->items().size() + 4); // the ReplicaSet, and three pods
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot()->document == designer()->document() && session_->activity() == app::Session::Activity::Idle, patience);
        QCOMPARE(ofWeb(false), 3);
        QCOMPARE(ofWeb(true), 0);
        QVERIFY(session_->snapshot()->attempts->empty());

        // Then comes a job that matters more, and has no room.
        makeNew(u"PriorityClass"_s);
        type(find<QLineEdit>(u"form-value"_s), u"5000"_s);
        makeNew(u"Job"_s);
        typeCell(u"form-spec.template.spec.containers"_s, 0, 1, u"3"_s);
        type(find<QComboBox>(u"form-spec.template.spec.priorityClassName"_s)->lineEdit(), u"high"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isRun() && textOf("Job", "default/job").find("priorityClassName: high") != std::string::npos && textOf("Job", "default/job").find("cpu: \"3\"") != std::string::npos, patience);
        const auto& all = *session_->snapshot()->attempts;
        const auto preempts = std::find_if(all.begin(), all.end(), [](const trace::AttemptPtr& attempt) { return attempt->pod.starts_with("default/job-"); });
        QVERIFY(preempts != all.end());
        QVERIFY((*preempts)->postFilter && !(*preempts)->postFilter->victims.empty());
        QVERIFY((*preempts)->postFilter->victims.front().starts_with("default/web-"));
        QCOMPARE(ofWeb(false) + ofWeb(true), 3);

        // An edit while they are being written is not lost, nor are half of them kept.
        const design::DocumentPtr meanwhile = designer()->document();
        key(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        QSignalSpy messages(window_->desk(), &views::DesignDesk::message);
        designer()->create(design::templates().front());
        const design::DocumentPtr edited = designer()->document();
        QTRY_VERIFY_WITH_TIMEOUT(!messages.empty() && messages.last().front().toString().contains(u"edited meanwhile"_s), patience);
        QCOMPARE(designer()->document(), edited);
        designer()->history()->undo();
        QCOMPARE(designer()->document(), meanwhile);
        QTRY_VERIFY_WITH_TIMEOUT(isRun(), patience);

        // Kept once more: who was pushed aside is no object any more, who came instead is.
        keep();
        QCOMPARE(designer()->document()->find("Pod", (*preempts)->postFilter->victims.front()), design::ItemPtr());
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot()->document == designer()->document() && session_->activity() == app::Session::Activity::Idle, patience);
        QCOMPARE(ofWeb(false) + ofWeb(true), 3);

        // All of it is one step of the history.
        while (designer()->document() != before && designer()->history()->canUndo())
            key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(designer()->document(), before);
    }

    void everyWorkloadTakesItsKeptPodsBack()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNodes(u"m5.xlarge"_s, 3, u"node"_s, {});
        for (const char* kind : {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"})
            makeNew(QLatin1String(kind));
        settle();
        key(Qt::Key_F5);
        const auto isRun = [this] { return session_->snapshot()->document == designer()->document() && session_->activity() == app::Session::Activity::Idle; };
        QTRY_VERIFY_WITH_TIMEOUT(isRun() && !session_->snapshot()->attempts->empty(), patience);
        const auto places = [this] {
            std::map<QString, QString> nodes;
            for (const models::PodRow& pod : session_->snapshot()->cluster->pods)
                nodes[pod.key] = pod.node;
            return nodes;
        };
        const auto before = places();
        QVERIFY(before.size() >= 12);
        keep();
        QTRY_VERIFY_WITH_TIMEOUT(isRun(), patience);
        QCOMPARE(places(), before);
        QVERIFY(session_->snapshot()->attempts->empty());
        for (const api::Problem& problem : *session_->snapshot()->problems)
            QVERIFY2(problem.severity != api::Problem::Severity::Error, problem.toString().c_str());
        // A rollout goes on from there.
        const std::string text = textOf("Deployment", "default/web");
        designer()->setText(designer()->document()->find("Deployment", "default/web")->id(), QString::fromStdString(text).replace(u"pause:3.10"_s, u"pause:3.11"_s).toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(isRun() && !session_->snapshot()->attempts->empty(), patience);
        const auto after = places();
        QCOMPARE(after.size(), before.size());
        for (const auto& [pod, node] : after)
            QVERIFY2(pod.startsWith(u"default/web-"_s) != before.contains(pod), qPrintable(pod));
    }

    void aCronJobHasAForm()
    {
        key(Qt::Key_N, Qt::ControlModifier);
        settle();
        makeNew(u"CronJob"_s);
        type(find<QLineEdit>(u"form-spec.schedule"_s), u"*/5 * * * *"_s);
        typeCell(u"form-spec.jobTemplate.spec.template.spec.containers"_s, 0, 1, u"2"_s);
        const auto made = [this] { return designer()->document()->find("CronJob", "default/cron")->text(); };
        QTRY_VERIFY(made().find("cpu: \"2\"") != std::string::npos); // editors of cells hand over later
        const std::string text = made();
        QVERIFY2(text.find("*/5 * * * *") != std::string::npos && text.find("cpu: \"2\"") != std::string::npos, text.c_str());
    }
};

QTEST_MAIN(TestDesignWindow)
#include "tst_design_window.moc"
