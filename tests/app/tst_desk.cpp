// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/designer.h"
#include "models/roles.h"
#include "models/table_model.h"
#include "views/design_desk.h"
#include "views/object_editor.h"
#include "views/table_view.h"
#include "views/yaml_editor.h"
#include "window_test.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>
#include <QUndoView>

using namespace berth;
using namespace Qt::StringLiterals;
using namespace std::string_literals;

/// Verbs are about what is highlighted, and about what has been typed.
class TestDesk : public test::WindowTest {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path_;

    views::DesignDesk* desk() const { return window_->desk(); }
    models::Designer* designer() const { return desk()->designer(); }
    bool has(const char* kind, const char* key) const { return designer()->document()->find(kind, key) != nullptr; }

    QStringList highlighted(views::TableView* view) const { return view->chosenIds(); }
    void clickRow(views::TableView* view, int row)
    {
        QTest::mouseClick(view->table()->viewport(), Qt::LeftButton, {}, view->table()->visualRect(view->model()->index(row, 0)).center());
    }
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle && session_->snapshot()->document == designer()->document(), 60'000);
    }
    QLineEdit* field(const QString& name) const { return window_->findChild<QLineEdit*>(u"form-"_s + name); }

private slots:
    void initTestCase() { useOwnSettings(); }

    void init()
    {
        path_ = folder_.filePath(u"cluster.yaml"_s);
        QFile file(path_);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: v1\nkind: Node\nmetadata:\n  name: first\nstatus:\n  allocatable: {cpu: '4', memory: 8Gi, pods: '110'}\n---\n"
                   "apiVersion: v1\nkind: Node\nmetadata:\n  name: second\nstatus:\n  allocatable: {cpu: '4', memory: 8Gi, pods: '110'}\n---\n"
                   "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: default\nspec:\n  replicas: 2\n"
                   "  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n"
                   "    spec:\n      containers:\n      - {name: main, image: web, resources: {requests: {cpu: 100m}}}\n");
        file.close();
        makeWindow();
        emit window_->openRequested({path_});
        waitForIdle();
    }
    void cleanup() { closeWindow(); }

    /// Keys go to the list where it has a window of its own.
    void completionIsTakenByKey()
    {
        desk()->choose({designer()->document()->items()[2]->id()});
        window_->showView(u"editor"_s);
        QTRY_VERIFY(desk()->editor()->text()->toPlainText().contains(u"kind: Deployment"_s));
        views::YamlEditor* text = desk()->editor()->text();
        const auto list = [] {
            for (QWidget* widget : QApplication::allWidgets())
                if (widget->objectName() == u"yamlCompletion" && widget->isVisible())
                    return widget;
            return static_cast<QWidget*>(nullptr);
        };
        text->setFocus();
        const QString before = text->toPlainText();
        QTextCursor cursor = text->textCursor();
        cursor.setPosition(static_cast<int>(before.indexOf(u"  replicas: 2"_s)));
        text->setTextCursor(cursor);
        QTest::keyClicks(text, u"  p"_s);
        QTest::keyClick(text, Qt::Key_Space, Qt::ControlModifier);
        QTRY_VERIFY(list());
        const auto rows = [&] { return qobject_cast<QAbstractItemView*>(list())->model()->rowCount(); };
        const int all = rows();
        QVERIFY(all > 1);
        QTest::keyClicks(list(), u"rogressD"_s);
        QTRY_VERIFY(list() && rows() < all);
        QTest::keyClick(list(), Qt::Key_Return);
        QVERIFY(!list());
        QVERIFY2(text->toPlainText().contains(u"  progressDeadlineSeconds:"_s), qPrintable(text->toPlainText()));
        QVERIFY(text->hasFocus());
        QTest::keyClick(text, Qt::Key_Space, Qt::ControlModifier);
        if (QWidget* shown = list()) {
            const QString now = text->toPlainText();
            QTest::keyClick(shown, Qt::Key_Escape);
            QVERIFY(!list());
            QCOMPARE(text->toPlainText(), now);
        }
    }

    void theHistoryGoesBackToAnyEdit()
    {
        const std::string first = designer()->document()->toText();
        desk()->choose({designer()->document()->items()[0]->id()});
        for (const char* pool : {"a", "b", "c"})
            designer()->edit(desk()->chosen(), {{{"metadata", "labels", "pool"}, api::Value::string(pool)}}, u"Set pool to %1"_s.arg(QString::fromLatin1(pool)));
        const std::string last = designer()->document()->toText();
        window_->showView(u"history"_s);
        auto* history = window_->findChild<QUndoView*>();
        QTRY_VERIFY(history->isVisible());
        QCOMPARE(history->model()->rowCount(), 4);
        QCOMPARE(history->model()->index(2, 0).data().toString(), u"Set pool to b"_s);
        const auto clickRow = [history](int row) { QTest::mouseClick(history->viewport(), Qt::LeftButton, {}, history->visualRect(history->model()->index(row, 0)).center()); };
        clickRow(0);
        QCOMPARE(designer()->document()->toText(), first);
        clickRow(3);
        QCOMPARE(designer()->document()->toText(), last);
        settle();
    }

    /// Objects that were added are chosen and highlighted; a click on another row means that row, highlighted before or not.
    void deleteTakesWhatIsHighlighted()
    {
        window_->showView(u"objects"_s);
        clickRow(desk()->objects(), 0);
        QCOMPARE(desk()->chosen().size(), std::size_t(1));
        desk()->paste(u"apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: b\n"_s);
        QTRY_COMPARE(highlighted(desk()->objects()).size(), 2);
        QCOMPARE(desk()->chosen().size(), std::size_t(2));
        clickRow(desk()->objects(), 0);
        QCOMPARE(desk()->chosen().size(), std::size_t(1));
        // What the editor shows has changed behind the list's back; the highlighted row is clicked again.
        desk()->editor()->setItems({designer()->document()->find("Namespace", "a")->id()});
        clickRow(desk()->objects(), 0);
        desk()->objects()->table()->setFocus();
        QTest::keyClick(desk()->objects()->table(), Qt::Key_Delete);
        QVERIFY(!has("Node", "first"));
        QVERIFY(has("Namespace", "a") && has("Namespace", "b"));
    }

    void editedObjectsStayHighlighted()
    {
        window_->showView(u"objects"_s);
        desk()->objects()->table()->setFocus();
        QTest::keyClick(desk()->objects()->table(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(desk()->chosen().size(), std::size_t(3));
        designer()->edit(desk()->chosen(), {{{"metadata", "labels", "team"}, api::Value::string("a")}}, u"label"_s);
        QTRY_COMPARE(highlighted(desk()->objects()).size(), 3);
    }

    /// The Deployment stands in the editor while one of its pods is chosen: Delete in the list of pods must not mean it.
    void aPodThatWasMadeIsNoHandleForItsMaker()
    {
        action("actionRun")->trigger();
        waitForIdle();
        window_->showView(u"pods"_s);
        QTRY_VERIFY(window_->podsView()->model()->rowCount() == 2);
        clickRow(window_->podsView(), 0);
        QTRY_COMPARE(desk()->chosen().size(), std::size_t(1));
        window_->podsView()->table()->setFocus();
        QTest::keyClick(window_->podsView()->table(), Qt::Key_Delete);
        QVERIFY(has("Deployment", "default/web"));
    }

    void savingTakesTheFieldThatIsBeingWritten()
    {
        desk()->choose({designer()->document()->find("Node", "first")->id()});
        QLineEdit* name = field(u"metadata.name"_s);
        QVERIFY(name);
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"renamed"_s);
        action("actionSave")->trigger();
        const auto text = [this] {
            QFile file(path_);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        QTRY_VERIFY(text().contains(u"name: renamed"_s));
    }

    /// Run and Save mean what is written: what cannot be used is named, and a double click leads to it.
    void aBrokenObjectIsAnIssueThatLeadsToItsText()
    {
        const design::Item::Id id = designer()->document()->find("Node", "second")->id();
        desk()->choose({id});
        designer()->setText(id, "apiVersion: v1\nkind: Node\nmetadata:\n  name: second\nspec:\n  unschedulable: perhaps\n");
        action("actionRun")->trigger();
        settle();
        QCOMPARE(session_->snapshot()->cluster->nodes.size(), std::size_t(1));
        const api::Problems& problems = *session_->snapshot()->problems;
        QCOMPARE(problems.size(), std::size_t(1));
        // Seven lines of the first node with its separator stand before it.
        QCOMPARE(problems[0].position.line, 13U);
        desk()->choose({designer()->document()->find("Node", "first")->id()});
        window_->showView(u"issues"_s);
        auto* issues = qobject_cast<views::TableView*>(window_->viewWidget(u"issues"_s));
        emit issues->objectActivated(issues->model()->index(0, 0).data(models::IdRole).toString());
        QCOMPARE(desk()->chosen(), models::ItemIds{id});
        QCOMPARE(desk()->editor()->text()->textCursor().blockNumber(), 5);
    }

    void whatIsGivenTwiceIsSaid()
    {
        designer()->add({"apiVersion: v1\nkind: Node\nmetadata:\n  name: first\n"}, u"again"_s);
        settle();
        QCOMPARE(session_->snapshot()->problems->size(), std::size_t(1));
        QCOMPARE(session_->snapshot()->problems->front().message, "Node first is given more than once: this one replaces the one before it"s);
        // The same when it is read.
        desk()->designer()->save({});
        QTRY_VERIFY(!designer()->isModified());
        emit window_->openRequested({path_});
        waitForIdle();
        QTRY_COMPARE(session_->snapshot()->problems->size(), std::size_t(1));
    }

    /// Undo in a field takes back what was typed there; once that is an edit, it is the window's.
    void undoInAFieldIsNoNewEdit()
    {
        desk()->choose({designer()->document()->find("Deployment", "default/web")->id()});
        QLineEdit* replicas = field(u"spec.replicas"_s);
        QVERIFY(replicas);
        const auto type = [replicas](const QString& text) {
            replicas->setFocus();
            replicas->selectAll();
            QTest::keyClicks(replicas, text);
        };
        type(u"5"_s);
        QTest::keyClick(replicas, Qt::Key_Return);
        QCOMPARE(designer()->history()->index(), 1);
        type(u"7"_s);
        QTest::keyClick(replicas, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(replicas->text(), u"5"_s);
        QCOMPARE(designer()->history()->index(), 1);
        QTest::keyClick(replicas, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(replicas->text(), u"2"_s);
        QCOMPARE(designer()->history()->index(), 0);
        desk()->editor()->commit();
        QVERIFY(designer()->history()->canRedo());
    }
};

QTEST_MAIN(TestDesk)
#include "tst_desk.moc"
