// SPDX-License-Identifier: GPL-3.0-or-later
// A killed program loses no work: a child is killed in the middle of a run, or of a save, and what it left is opened again.
#include "app/autosave.h"
#include "app/session.h"
#include "app/settings.h"
#include "app/wiring.h"
#include "views/design_desk.h"
#include "views/main_window.h"
#include "views/message_bar.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>

using namespace berth;
using namespace Qt::StringLiterals;

namespace {

/// Enough pods for a run to last a while.
void writeCluster(const QString& path, int nodes, int pods)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("%s cannot be written", qPrintable(path));
    for (int i = 0; i < nodes; ++i)
        file.write(QStringLiteral("{apiVersion: v1, kind: Node, metadata: {name: n%1}, status: {allocatable: {cpu: '8', memory: 16Gi, pods: '20'}}}\n---\n").arg(i).toUtf8());
    for (int i = 0; i < pods; ++i)
        file.write(QStringLiteral("{apiVersion: v1, kind: Pod, metadata: {name: p%1}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: %2m}}}]}}\n---\n").arg(i).arg(100 + 50 * (i % 9)).toUtf8());
}

int runAndWait(const QString& root, const QString& cluster)
{
    app::Autosave autosave(root);
    app::Session session;
    QObject::connect(&session, &app::Session::workChanged, &autosave, &app::Autosave::keep);
    const auto say = [&](const char* what) {
        autosave.flush();
        std::puts(what);
        std::fflush(stdout);
    };
    bool isSaid = false;
    QObject::connect(&session, &app::Session::progressed, &session, [&](qint64 attempts) {
        if (attempts > 100 && !std::exchange(isSaid, true))
            say("running");
    });
    bool isLoaded = false;
    QObject::connect(&session, &app::Session::finished, &session, [&] {
        if (std::exchange(isLoaded, true))
            say("finished");
        else
            QMetaObject::invokeMethod(&session, &app::Session::run, Qt::QueuedConnection);
    });
    session.open({cluster});
    return QCoreApplication::exec();
}

/// Saves for ever, more and more.
int saveForEver(const QString& folder)
{
    app::Work work;
    auto create = std::make_shared<scenario::Command>();
    create->kind = scenario::Command::Kind::Create;
    create->documents = std::make_shared<const std::vector<api::DecodedDocument>>(
        api::decodeStream("{apiVersion: v1, kind: Node, metadata: {name: n1}}", "test"));
    work.commands.push_back(create);
    const app::RecoveryFolder recovery(folder);
    for (int i = 0;; ++i) {
        auto advance = std::make_shared<scenario::Command>();
        advance->kind = scenario::Command::Kind::Advance;
        advance->nanoseconds = i;
        work.commands.push_back(advance);
        work.cluster = static_cast<quint64>(i / 3);
        if (!recovery.write(work).isEmpty())
            return 1;
        std::printf("%d\n", i);
        std::fflush(stdout);
    }
}

QStringList placements(const models::Snapshot& snapshot)
{
    QStringList list;
    for (const auto& attempt : *snapshot.attempts)
        list << QString::fromStdString(attempt->pod + " " + attempt->node) + u" at %1"_s.arg(attempt->time.nanoseconds);
    return list;
}

}

class TestRecovery : public QObject {
    Q_OBJECT

    static std::unique_ptr<QProcess> child(const QStringList& arguments)
    {
        auto process = std::make_unique<QProcess>();
        process->start(QCoreApplication::applicationFilePath(), arguments);
        return process;
    }
    static void waitForIdle(const app::Session& session)
    {
        QTRY_VERIFY_WITH_TIMEOUT(session.snapshot() && session.activity() == app::Session::Activity::Idle, 60'000);
    }

    /// What a kill would leave now, for the next start.
    static void copyAsKilled(const app::Autosave& autosave, const QString& root)
    {
        const QString to = root + u"/killed"_s;
        QVERIFY(QDir().mkpath(to));
        for (const QString& name : QDir(autosave.folder()).entryList({u"*.json"_s, u"*.yaml"_s, u"*.txt"_s}, QDir::Files))
            QVERIFY(QFile::copy(autosave.folder() + u'/' + name, to + u'/' + name));
    }
    static std::size_t nodesKept(const app::Autosave& autosave)
    {
        const auto work = app::RecoveryFolder(autosave.folder()).read();
        return work && work->document ? work->document->items().size() : 0;
    }
    struct Program {
        explicit Program(const QString& root, bool restore) : autosave(root)
        {
            app::wire(window, session);
            app::wireAutosave(window, session, autosave, restore);
            window.show();
        }
        models::Designer& designer() { return *window.desk()->designer(); }
        void rename(const char* name, const char* to)
        {
            designer().edit({designer().document()->find("Node", name)->id()}, {{{"metadata", "name"}, api::Value::string(to)}}, u"rename"_s);
        }
        QString message() { return window.findChild<views::MessageBar*>()->text(); }

        views::MainWindow window;
        app::Session session;
        app::Autosave autosave;
    };

    static QByteArray contents(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName(u"berth-test"_s); }

    void killedInTheMiddleOfARun()
    {
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        const QString cluster = folder.path() + u"/cluster.yaml"_s;
        const QString root = folder.path() + u"/recovery"_s;
        writeCluster(cluster, 200, 3000);
        auto process = child({u"--run"_s, root, cluster});
        QVERIFY(process->waitForReadyRead(60'000));
        process->kill();
        QVERIFY(process->waitForFinished());

        app::Session whole;
        whole.open({cluster});
        waitForIdle(whole);
        whole.run();
        waitForIdle(whole);
        // What was opened is needed no more: the copy has it all.
        QVERIFY(QFile::remove(cluster));

        views::MainWindow window;
        window.show();
        app::Session session;
        app::wire(window, session);
        app::Autosave autosave(root);
        QCOMPARE(autosave.leftBehind().size(), 1);
        app::wireAutosave(window, session, autosave, true);
        waitForIdle(session);
        QVERIFY(window.findChild<views::MessageBar*>()->text().contains(u"Your work is back"_s));
        // It is this session's now, and only once.
        QVERIFY(autosave.leftBehind().isEmpty());
        QVERIFY(app::RecoveryFolder(autosave.folder()).read());
        QCOMPARE(session.snapshot()->cluster->pods.size(), std::size_t(3000));
        session.run();
        waitForIdle(session);
        QCOMPARE(placements(*session.snapshot()), placements(*whole.snapshot()));
    }

    /// Again and again, each time a little later: there is always a whole state, the one before or the one after.
    void killedInTheMiddleOfASave()
    {
        for (int round = 0; round < 12; ++round) {
            QTemporaryDir folder;
            const QString path = folder.path() + u"/work"_s;
            auto process = child({u"--save"_s, path});
            QVERIFY(process->waitForReadyRead(60'000));
            QTest::qWait(round * 3);
            process->kill();
            QVERIFY(process->waitForFinished());
            const int saved = static_cast<int>(process->readAllStandardOutput().count('\n'));
            const auto work = app::RecoveryFolder(path).read();
            QVERIFY(work);
            // One save may have been through without having been said.
            const auto count = static_cast<int>(work->commands.size()) - 1;
            QVERIFY2(count >= saved && count <= saved + 1, qPrintable(u"%1 of %2"_s.arg(count).arg(saved)));
            QCOMPARE(work->commands.back()->nanoseconds, static_cast<std::int64_t>(count - 1));
            QCOMPARE(work->commands.front()->documents->size(), std::size_t(1));
        }
    }

    /// A new cluster, nodes, no run: they are back, and marked as not saved.
    void editsComeBackWithoutARun()
    {
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        {
            Program program(folder.path() + u"/a"_s, false);
            program.session.openNew();
            waitForIdle(program.session);
            program.designer().add({"{apiVersion: v1, kind: Node, metadata: {name: n1}}", "{apiVersion: v1, kind: Node, metadata: {name: n2}}"}, u"two"_s);
            QTRY_COMPARE_WITH_TIMEOUT(nodesKept(program.autosave), std::size_t(2), 20'000);
            copyAsKilled(program.autosave, folder.path() + u"/b"_s);
        }
        Program program(folder.path() + u"/b"_s, true);
        waitForIdle(program.session);
        QCOMPARE(program.session.snapshot()->cluster->nodes.size(), std::size_t(2));
        QVERIFY(program.window.isWindowModified());
        QVERIFY2(program.message().contains(u"Your work is back"_s), qPrintable(program.message()));
        QVERIFY2(program.message().contains(u"not saved"_s), qPrintable(program.message()));
        QVERIFY2(!program.message().contains(u"Run goes on"_s), qPrintable(program.message()));
    }

    /// What is back is marked where it differs from its file, and nowhere else; it goes back to the file that it came from.
    void whatIsBackKnowsItsFile()
    {
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        const QString file = folder.path() + u"/mine.yaml"_s;
        writeCluster(file, 2, 1);
        {
            Program program(folder.path() + u"/a"_s, false);
            program.session.open({file});
            waitForIdle(program.session);
            QTRY_COMPARE(nodesKept(program.autosave), std::size_t(3));
            copyAsKilled(program.autosave, folder.path() + u"/untouched"_s);
            program.designer().remove({program.designer().document()->find("Node", "n1")->id()});
            QTRY_COMPARE_WITH_TIMEOUT(nodesKept(program.autosave), std::size_t(2), 20'000);
            copyAsKilled(program.autosave, folder.path() + u"/edited"_s);
        }
        {
            Program program(folder.path() + u"/untouched"_s, true);
            waitForIdle(program.session);
            QVERIFY(!program.window.isWindowModified());
            QCOMPARE(program.window.windowTitle(), u"mine.yaml[*] — Berth"_s);
        }
        Program program(folder.path() + u"/edited"_s, true);
        waitForIdle(program.session);
        QVERIFY(program.window.isWindowModified());
        QCOMPARE(program.session.snapshot()->cluster->nodes.size(), std::size_t(1));
        // Restart is no way around saving.
        program.session.restart();
        waitForIdle(program.session);
        QVERIFY(program.window.isWindowModified());
        program.designer().save();
        QTRY_VERIFY(!program.window.isWindowModified());
        QVERIFY(!contents(file).contains("name: n1"));
        QVERIFY(contents(file).contains("name: n0"));
        program.window.close();
        QCOMPARE(app::settings::takeLastSession().paths, QStringList({file}));
    }

    /// Saved under a name, then killed: the name is known, and nothing is left to save.
    void whatWasSavedIsBackUnderItsName()
    {
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        const QString file = folder.path() + u"/test.yaml"_s;
        {
            Program program(folder.path() + u"/a"_s, false);
            program.session.openNew();
            waitForIdle(program.session);
            program.designer().add({"{apiVersion: v1, kind: Node, metadata: {name: n1}}"}, u"one"_s);
            program.designer().save(file);
            QTRY_VERIFY(!program.window.isWindowModified());
            program.autosave.flush();
            waitForIdle(program.session);
            program.autosave.flush();
            copyAsKilled(program.autosave, folder.path() + u"/saved"_s);
            program.rename("n1", "n9");
            QTRY_VERIFY_WITH_TIMEOUT(app::RecoveryFolder(program.autosave.folder()).read()->document->find("Node", "n9"), 20'000);
            copyAsKilled(program.autosave, folder.path() + u"/edited"_s);
        }
        {
            Program program(folder.path() + u"/saved"_s, true);
            waitForIdle(program.session);
            QVERIFY(!program.window.isWindowModified());
            QCOMPARE(program.window.windowTitle(), u"test.yaml[*] — Berth"_s);
            program.window.close();
            QCOMPARE(app::settings::takeLastSession().paths, QStringList({file}));
        }
        Program program(folder.path() + u"/edited"_s, true);
        waitForIdle(program.session);
        QVERIFY(program.window.isWindowModified());
        QVERIFY(!program.designer().needsPath());
        program.designer().save();
        QTRY_VERIFY(!program.window.isWindowModified());
        QVERIFY(contents(file).contains("n9"));
    }

    void whoeverEndsInOrderLeavesNothing()
    {
        QTemporaryDir folder;
        {
            app::Autosave autosave(folder.path());
            auto work = std::make_shared<app::Work>();
            autosave.keep(work);
            autosave.flush();
            QVERIFY(QFile::exists(autosave.folder() + u"/run.json"_s));
            // A living session's copy is nobody else's business.
            QVERIFY(app::Autosave(folder.path()).leftBehind().isEmpty());
        }
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void aTextWithErrorsIsKeptAsItIsBeingWritten()
    {
        QTemporaryDir folder;
        app::Autosave autosave(folder.path());
        auto work = std::make_shared<app::Work>();
        work->cluster = 3;
        work->document = std::make_shared<const design::Document>(design::Document().withAdded("apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"));
        scenario::Command create;
        create.kind = scenario::Command::Kind::Create;
        create.documents = std::make_shared<const std::vector<api::DecodedDocument>>(work->document->decoded());
        work->commands = {std::make_shared<const scenario::Command>(std::move(create)), std::make_shared<const scenario::Command>()};
        work->nextStep = 1;
        autosave.keepDraft(work->document, work->document, {});
        autosave.keep(work);
        const auto id = work->document->items()[0]->id();
        for (const char* text : {"kind: [", "kind: [["}) {
            const auto draft = std::make_shared<const design::Document>(work->document->withText(id, text));
            autosave.keepDraft(draft, draft, {});
            autosave.flush();
            const auto back = app::RecoveryFolder(autosave.folder()).read();
            QVERIFY(back && back->document);
            QCOMPARE(back->document->items()[0]->text(), std::string(text));
            QVERIFY(!back->isOfDraft);
        }
    }

    void whatIsKeptComesBackAsItWas()
    {
        QTemporaryDir folder;
        const app::RecoveryFolder recovery(folder.path() + u"/work"_s);
        app::Work work;
        work.cluster = 7;
        work.title = u"a title"_s;
        work.paths = QStringList{u"/somewhere/else"_s};
        work.seed = 18'446'744'073'709'551'615ULL;
        work.nextStep = 3;
        QVERIFY(work.gates.set("OpportunisticBatching=false"));
        const auto add = [&work](scenario::Command command) {
            work.commands.push_back(std::make_shared<const scenario::Command>(std::move(command)));
        };
        using Kind = scenario::Command::Kind;
        scenario::Command create;
        create.kind = Kind::Create;
        create.documents = std::make_shared<const std::vector<api::DecodedDocument>>(
            api::decodeStream("{apiVersion: v1, kind: Node, metadata: {name: n1, annotations: {a: 'yes', b: \"x\\ny\"}}}", "test"));
        add(create);
        for (int i = 0; i < 5; ++i)
            add({});
        scenario::Command remove;
        remove.kind = Kind::Remove;
        remove.object = "Pod";
        remove.namespace_ = "default";
        remove.name = "p";
        add(remove);
        add({});
        work.scripts = {{"/plugins/p.lua", "function filter() end -- \"ä\"\n"}};
        scenario::Command replace;
        replace.kind = Kind::ReplaceScripts;
        replace.scripts = {{"/plugins/p.lua", "function score() return 1 end"}};
        replace.configuration = std::make_shared<const config::LoadResult>();
        add(replace);
        QCOMPARE(recovery.write(work), QString());
        const auto back = recovery.read();
        QVERIFY(back);
        QCOMPARE(back->title, work.title);
        QCOMPARE(back->seed, work.seed);
        QCOMPARE(back->nextStep, work.nextStep);
        QCOMPARE(back->gates.settings().size(), std::size_t(1));
        QCOMPARE(back->commands.size(), work.commands.size());
        for (std::size_t i = 0; i < work.commands.size(); ++i)
            QVERIFY(back->commands[i]->kind == work.commands[i]->kind);
        QCOMPARE(back->commands[6]->name, std::string("p"));
        QCOMPARE(back->scripts.size(), std::size_t(1));
        QCOMPARE(back->scripts.front().file, work.scripts.front().file);
        QCOMPARE(back->scripts.front().text, work.scripts.front().text);
        QCOMPARE(back->commands[8]->scripts.front().text, replace.scripts.front().text);
        const auto& scores = back->commands[8]->configuration->profiles.front().score;
        QVERIFY(std::any_of(scores.begin(), scores.end(), [](const auto& entry) { return entry.name == "p"; }));
        QCOMPARE(back->commands[0]->documents->front().object->meta.annotations.size(), std::size_t(2));
    }
};

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.value(1) == u"--run"_s)
        return runAndWait(arguments.value(2), arguments.value(3));
    if (arguments.value(1) == u"--save"_s)
        return saveForEver(arguments.value(2));
    TestRecovery test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_recovery.moc"
