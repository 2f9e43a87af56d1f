// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/autosave.h"
#include "app/capture.h"
#include "app/command_line.h"
#include "app/samples.h"
#include "app/session.h"
#include "app/settings.h"
#include "app/wiring.h"
#include "views/main_window.h"

#include <QApplication>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

constexpr int inputAtFault = 1;
constexpr int wrongUsage = 2;

/// Once, over the first cluster that has something to show. Whoever begins an empty one has gone to work: the next start offers it again.
void offerTour(berth::views::MainWindow& window, berth::app::Session& session)
{
    auto* once = new QObject(&window);
    QObject::connect(&session, &berth::app::Session::loaded, once, [&window, once](const berth::models::SnapshotPtr& snapshot) {
        once->deleteLater();
        if (!snapshot->cluster->nodes.empty())
            window.startTour();
    });
}

void print(std::FILE* stream, const QString& text)
{
    std::fprintf(stream, "%s\n", qUtf8Printable(text));
}

/// Help and version are said without a display, too: whether one was asked for is known before there is a window system.
bool answers(int argc, char* argv[])
{
    const QCoreApplication application(argc, argv);
    const berth::app::CommandLine line = berth::app::parseCommandLine(QCoreApplication::arguments());
    if (line.help || line.version)
        print(stdout, line.help ? line.helpText : u"berth "_s + QApplication::applicationVersion());
    return line.help || line.version;
}

}

int main(int argc, char* argv[])
{
    QApplication::setApplicationVersion(QStringLiteral(BERTH_VERSION));
    if (answers(argc, argv))
        return 0;
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"berth"_s);
    QApplication::setOrganizationName(u"berth"_s);
    QApplication::setApplicationDisplayName(u"Berth"_s);
    QApplication::setDesktopFileName(u"berth"_s);
    const berth::app::CommandLine line = berth::app::parseCommandLine(QApplication::arguments());
    if (!line.error.isEmpty()) {
        print(stderr, u"berth: "_s + line.error);
        print(stderr, u"berth --help says what it takes."_s);
        return wrongUsage;
    }

    berth::views::MainWindow window;
    berth::app::Session session;
    berth::app::wire(window, session);
    window.setTheme(line.theme.value_or(berth::app::settings::theme()));
    window.setLittleMotion(berth::app::settings::littleMotion().value_or(berth::views::systemMovesLittle()));
    window.setRamp(berth::app::settings::ramp());
    window.startPage()->setSamples(berth::app::findSamples());
    window.setRecent(berth::app::settings::recent());
    // Pictures look the same whatever this machine's windows last looked like.
    if (line.captureFolder.isEmpty())
        window.restoreLayout(berth::app::settings::windowGeometry(), berth::app::settings::windowState());
    else
        window.resize(1440, 900);
    if (!line.size.isEmpty())
        window.resize(line.size);
    window.show();
    // Docks come with what is opened; until then they have the sizes of the first start.
    if (!line.size.isEmpty())
        QObject::connect(&session, &berth::app::Session::loaded, &window, &berth::views::MainWindow::fitDocks, Qt::SingleShotConnection);
    if (!line.view.isEmpty())
        QObject::connect(&session, &berth::app::Session::loaded, &window, [&window, view = line.view] { window.showView(view); });

    std::unique_ptr<berth::app::Capture> capture;
    if (!line.captureFolder.isEmpty()) {
        capture = std::make_unique<berth::app::Capture>(window, session, line.captureFolder, line.view);
        QObject::connect(capture.get(), &berth::app::Capture::finished, &application, [](const QString& error) {
            if (!error.isEmpty())
                print(stderr, u"berth: "_s + error);
            QApplication::exit(error.isEmpty() ? 0 : inputAtFault);
        });
    }
    if (line.captureFolder.isEmpty() && !berth::app::settings::tourSeen())
        offerTour(window, session);
    if (line.captureFolder.isEmpty() && line.files.isEmpty()) {
        const berth::app::settings::LastSession last = berth::app::settings::takeLastSession();
        if (!last.paths.isEmpty()) {
            QObject::connect(&session, &berth::app::Session::loaded, &window, [&window, last] { window.restoreSession(last.window); },
                             Qt::SingleShotConnection);
            emit window.openRequested(last.paths);
        }
    }
    // Straight to the session: what is named on the command line is not "recent".
    if (!line.files.isEmpty())
        session.open(line.files);
    std::unique_ptr<berth::app::Autosave> autosave;
    if (line.captureFolder.isEmpty()) {
        autosave = std::make_unique<berth::app::Autosave>(berth::app::Autosave::defaultRoot());
        berth::app::wireAutosave(window, session, *autosave, line.files.isEmpty());
    }
    return QApplication::exec();
}
