// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window does not answer while a cluster is opened, run and explained: the gaps between the ticks of a
// 4 ms timer on the GUI thread. Prints figures and judges nothing: they depend on the machine.
//   bench_gui_stall PATH…
#include "app/session.h"
#include "app/wiring.h"
#include "models/format.h"
#include "views/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace berth;
using namespace Qt::StringLiterals;

namespace {

/// Collects the gaps of a timer that ought to tick every 4 ms.
class StallMeter {
public:
    StallMeter()
    {
        timer_.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { 
            gaps_.push_back(static_cast<double>(clock_.nsecsElapsed()) / 1e6);
            clock_.restart();
        });
    }
    void start()
    {
        gaps_.clear();
        clock_.start();
        whole_.start();
        timer_.start(4);
    }
    void print(const char* phase)
    {
        timer_.stop();
        gaps_.push_back(static_cast<double>(clock_.nsecsElapsed()) / 1e6);
        std::sort(gaps_.begin(), gaps_.end());
        const auto at = [this](double share) { return gaps_[static_cast<std::size_t>(share * static_cast<double>(gaps_.size() - 1))]; };
        std::printf("%-8s %7.2f s  %6zu ticks  p50 %6.1f ms  p99 %6.1f ms  max %6.1f ms\n", phase,
                    static_cast<double>(whole_.elapsed()) / 1000, gaps_.size(), at(0.5), at(0.99), at(1));
        std::fflush(stdout);
    }

private:
    QTimer timer_;
    QElapsedTimer clock_;
    QElapsedTimer whole_;
    std::vector<double> gaps_;
};

}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    const QStringList paths = QApplication::arguments().mid(1);
    if (paths.isEmpty()) {
        std::fprintf(stderr, "usage: bench_gui_stall PATH...\n");
        return 2;
    }
    QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    views::MainWindow window;
    app::Session session;
    app::wire(window, session);
    window.setTheme(views::Theme::Light);
    window.show();
    StallMeter meter;
    int phase = 0;
    const auto explainLast = [&] {
        const auto& attempts = *session.snapshot()->attempts;
        if (attempts.empty())
            return QApplication::quit();
        meter.start();
        window.showView(u"heatmap"_s);
        window.hub()->select({models::toQString(attempts.back()->pod), {}, {}, static_cast<std::int64_t>(attempts.size()) - 1});
    };
    QObject::connect(&session, &app::Session::finished, &application, [&] {
        meter.print(phase == 0 ? "open" : "run");
        if (phase++ == 0) {
            meter.start();
            QTimer::singleShot(0, &session, &app::Session::run);
        } else {
            QTimer::singleShot(0, &application, explainLast);
        }
    });
    QObject::connect(&session, &app::Session::explained, &application, [&] {
        QTimer::singleShot(200, &application, [&] {
            meter.print("explain");
            QApplication::quit();
        });
    });
    QObject::connect(&session, &app::Session::failed, &application, [](const QString& text) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(text));
        QApplication::exit(1);
    });
    meter.start();
    session.open(paths);
    return QApplication::exec();
}
