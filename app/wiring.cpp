// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring.h"

#include "app/autosave.h"
#include "app/session.h"
#include "app/settings.h"
#include "views/design_desk.h"
#include "views/heat_map_view.h"
#include "views/main_window.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::app {

namespace {

constexpr int draftPause = 1000;           ///< ms: so much of what is typed is lost when the program is killed, at most

views::Activity shown(Session::Activity activity)
{
    switch (activity) {
    case Session::Activity::Loading:
        return views::Activity::Loading;
    case Session::Activity::Running:
        return views::Activity::Running;
    case Session::Activity::Idle:
        break;
    }
    return views::Activity::Idle;
}

/// Whether every file is one of those that were opened, or in a folder that was.
bool areWithin(const QStringList& files, const QStringList& opened)
{
    return std::all_of(files.begin(), files.end(), [&opened](const QString& file) {
        const QString path = QFileInfo(file).absoluteFilePath();
        return std::any_of(opened.begin(), opened.end(), [&path](const QString& one) {
            const QString place = QFileInfo(one).absoluteFilePath();
            return path == place || path.startsWith(place + u'/');
        });
    });
}

/// Edits are kept whether the cluster is run or not, and where they are saved, too.
void keepDrafts(const models::Designer& designer, Autosave& autosave)
{
    auto* pause = new QTimer(&autosave);
    pause->setSingleShot(true);
    pause->setInterval(draftPause);
    const auto keep = [&designer, &autosave, pause] {
        pause->stop();
        autosave.keepDraft(designer.document(), designer.draft(), designer.name());
    };
    QObject::connect(pause, &QTimer::timeout, &autosave, keep);
    QObject::connect(&designer, &models::Designer::opened, &autosave, [&autosave, pause](const design::DocumentPtr& document) {
        pause->stop();
        autosave.beginDraft(document);
    });
    QObject::connect(&designer, &models::Designer::changed, pause, [pause] {
        if (!pause->isActive())
            pause->start();
    });
    QObject::connect(&designer, &models::Designer::saved, &autosave, keep);
}

}

void wire(views::MainWindow& window, Session& session)
{
    using views::MainWindow;
    const auto opened = std::make_shared<QStringList>();   // what to open again next time
    QObject::connect(&window, &MainWindow::openRequested, &session, &Session::open);
    QObject::connect(&window, &MainWindow::openRequested, &window, [&window](const QStringList& paths) {
        for (const QString& path : paths)
            settings::addRecent(path);
        window.setRecent(settings::recent());
    });
    const auto opening = std::make_shared<QStringList>();  // it may fail: then the cluster before stays open
    QObject::connect(&session, &Session::opening, &window, [opening](const QStringList& paths) { *opening = paths; });
    QObject::connect(&session, &Session::loaded, &window, [opened, opening] { *opened = *opening; });
    QObject::connect(&window, &MainWindow::sessionLeft, &window, [opened](const views::WindowSession& left) {
        if (!opened->isEmpty())
            settings::setLastSession({*opened, left});
    });
    QObject::connect(&window, &MainWindow::recentRemoved, &window, [&window](const QString& path) {
        path.isEmpty() ? settings::clearRecent() : settings::removeRecent(path);
        window.setRecent(settings::recent());
    });
    QObject::connect(&window, &MainWindow::tourEnded, &window, [] { settings::setTourSeen(); });
    QObject::connect(&window, &MainWindow::newRequested, &session, &Session::openNew);
    QObject::connect(&window, &MainWindow::editRequested, &session, &Session::edit);
    QObject::connect(&window, &MainWindow::savedTo, &window, [&window, opened](const QStringList& paths) {
        if (!paths.isEmpty() && !areWithin(paths, *opened))
            *opened = paths;
        // What lies in a folder that was opened is found through the folder.
        for (const QString& path : paths)
            if (!areWithin({path}, *opened) || opened->contains(path))
                settings::addRecent(path);
        window.setRecent(settings::recent());
    });
    QObject::connect(&window, &MainWindow::placementAsked, &session, &Session::ask);
    QObject::connect(&session, &Session::answered, &window, &MainWindow::showPlacement);
    QObject::connect(&session, &Session::edited, &window, &MainWindow::showEdited);
    QObject::connect(&window, &MainWindow::runRequested, &session, &Session::run);
    QObject::connect(&window, &MainWindow::stepRequested, &session, &Session::step);
    QObject::connect(&window, &MainWindow::stepPointRequested, &session, &Session::stepPoint);
    QObject::connect(&window, &MainWindow::stepEventRequested, &session, &Session::stepEvent);
    QObject::connect(&window, &MainWindow::restartRequested, &session, &Session::restart);
    QObject::connect(&window, &MainWindow::reloadScriptsRequested, &session, &Session::reloadScripts);
    QObject::connect(&session, &Session::scriptsReloaded, &window, [&window](const QStringList& names, const QString& error, bool restarted) {
        if (!error.isEmpty())
            window.showMessage(error, models::RowState::Bad);
        else if (restarted)
            window.showMessage(MainWindow::tr("%1: reloaded. Its functions or events are others, so the scheduler was started anew on the cluster as it is.").arg(names.join(QStringLiteral(", "))), models::RowState::Good);
        else
            window.showMessage(MainWindow::tr("%1: reloaded. The next attempt runs the new text.").arg(names.join(QStringLiteral(", "))), models::RowState::Good);
    });
    QObject::connect(&window, &MainWindow::cancelRequested, &session, &Session::cancel);
    QObject::connect(&window, &MainWindow::explainRequested, &session, &Session::explain);
    QObject::connect(window.heatMapView()->runMap(), &models::RunMap::wished, &session, &Session::wishRunTiles);
    QObject::connect(&session, &Session::runTileReady, window.heatMapView()->runMap(), &models::RunMap::take);
    QObject::connect(&window, &MainWindow::changesRequested, &session, &Session::findChanges);
    QObject::connect(&window, &MainWindow::momentRequested, &session, &Session::goTo);
    QObject::connect(&window, &MainWindow::nowRequested, &session, &Session::backToNow);
    QObject::connect(&window, &MainWindow::breakpointsChanged, &session, &Session::setBreakpoints);
    QObject::connect(&window, &MainWindow::branchRequested, &session, &Session::branch);
    QObject::connect(&session, &Session::branched, &window, &MainWindow::showBranch);
    QObject::connect(&session, &Session::momentsChanged, &window, &MainWindow::showMoments);
    QObject::connect(&session, &Session::stoppedAt, &window, &MainWindow::showStop);
    QObject::connect(&session, &Session::changesFound, &window, &MainWindow::showChanges);
    QObject::connect(&window, &MainWindow::themeChosen, &window, [](views::Theme theme) { settings::setTheme(theme); });
    window.setKeys(settings::keys());
    QObject::connect(&window, &MainWindow::keysChosen, &window, [](const QString& action, const QKeySequence& keys) { settings::setKeys(action, keys); });
    QObject::connect(&window, &MainWindow::littleMotionChosen, &window, [](bool little) { settings::setLittleMotion(little); });
    QObject::connect(&window, &MainWindow::rampChosen, &window, [](views::Palette::Ramp ramp) { settings::setRamp(ramp); });
    QObject::connect(&window, &MainWindow::layoutLeft, &window, [](const QByteArray& geometry, const QByteArray& state) {
        settings::setWindowLayout(geometry, state);
    });
    QObject::connect(&window, &MainWindow::configurationTyped, &session, &Session::readConfiguration);
    QObject::connect(&window, &MainWindow::configurationFileChosen, &session, &Session::openConfiguration);
    QObject::connect(&session, &Session::configurationRead, &window, &MainWindow::showConfigurationRead);
    QObject::connect(&session, &Session::configurationOpened, &window, &MainWindow::showConfigurationOpened);
    QObject::connect(&session, &Session::activityChanged, &window, [&window](Session::Activity activity) {
        window.setActivity(shown(activity));
    });
    QObject::connect(&session, &Session::loaded, &window, &MainWindow::showLoaded);
    QObject::connect(&session, &Session::snapshotReady, &window, &MainWindow::showSnapshot);
    QObject::connect(&session, &Session::walkChanged, &window, &MainWindow::showWalk);
    QObject::connect(&session, &Session::progressed, &window, &MainWindow::showProgress);
    QObject::connect(&session, &Session::explained, &window, &MainWindow::showAttempt);
    QObject::connect(&session, &Session::failed, &window, [&window](const QString& text) {
        window.showMessage(text, models::RowState::Bad);
    });
    QObject::connect(&session, &Session::cancelled, &window, [&window] {
        window.showMessage(MainWindow::tr("Cancelled. Run goes on from here, Restart begins again."), models::RowState::Warning);
    });
}

void wireAutosave(views::MainWindow& window, Session& session, Autosave& autosave, bool restore)
{
    using views::MainWindow;
    QObject::connect(&session, &Session::workChanged, &autosave, &Autosave::keep);
    keepDrafts(*window.desk()->designer(), autosave);
    QObject::connect(&autosave, &Autosave::failed, &window, [&window](const QString& text) {
        window.showMessage(text, models::RowState::Bad);
    });
    const QStringList left = autosave.leftBehind();
    if (!restore || left.isEmpty())
        return;
    const QString folder = left.first();
    auto* once = new QObject(&session);
    QObject::connect(&session, &Session::finished, once, [&window, &session, &autosave, once, folder](Outcome outcome) {
        once->deleteLater();
        if (outcome != Outcome::Finished)
            return;
        autosave.flush();
        RecoveryFolder(folder).remove();
        QString text = MainWindow::tr("Berth was ended by force last time. Your work is back, where it was.");
        if (window.isWindowModified())
            text += u' ' + MainWindow::tr("It is not saved yet.");
        if (session.snapshot() && !session.snapshot()->attempts->empty())
            text += u' ' + MainWindow::tr("Run goes on.");
        window.showMessage(text, models::RowState::Warning);
    });
    session.restore(folder);
}

}
