// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/session.h"
#include "app/wiring.h"
#include "views/main_window.h"

#include <QAction>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace berth::test {

/// What the tests of the program's window share: the real window with its session, as the program makes them, and settings of
/// the test's own. Derived classes call makeWindow() and closeWindow() when they want one.
class WindowTest : public QObject {
protected:
    QTemporaryDir settings_;
    std::unique_ptr<app::Session> session_;
    std::unique_ptr<views::MainWindow> window_;

    QAction* action(const char* name) const { return window_->findChild<QAction*>(QString::fromLatin1(name)); }

    /// Before the first window: the settings of whoever runs the tests stay out of it.
    void useOwnSettings()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
        QCoreApplication::setOrganizationName(QStringLiteral("berth-test"));
    }
    void makeWindow()
    {
        window_ = std::make_unique<views::MainWindow>();
        session_ = std::make_unique<app::Session>();
        app::wire(*window_, *session_);
        window_->resize(1440, 900);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    /// One of samples/ as it is after Run.
    void openAndRun(const QString& sample)
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + QLatin1Char('/') + sample});
        waitForIdle();
        action("actionRun")->trigger();
        waitForIdle();
    }
    void waitForIdle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 60'000);
    }
    void closeWindow()
    {
        session_.reset();
        window_.reset();
    }
};

}
