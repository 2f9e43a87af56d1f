// SPDX-License-Identifier: GPL-3.0-or-later
// The window on small screens: how small it becomes, and how large it is at first.
#include "views/inspector_view.h"
#include "views/selection_hub.h"
#include "views/time_bar.h"
#include "window_test.h"

#include <QDockWidget>
#include <QScreen>

using namespace berth;
using namespace Qt::StringLiterals;

class TestWindowSize : public test::WindowTest {
    Q_OBJECT

    /// For whoever sees this fail: what wants how much.
    QString wishes() const
    {
        QStringList lines;
        const auto say = [&lines](const QWidget* widget, int depth) {
            const QSize least = widget->minimumSizeHint().expandedTo(widget->minimumSize());
            if (least.height() > 100 || least.width() > 300)
                lines << u"%1%2 %3: %4x%5"_s.arg(QString(depth * 2, u' '), QLatin1String(widget->metaObject()->className()), widget->objectName()).arg(least.width()).arg(least.height());
        };
        for (const QDockWidget* dock : window_->findChildren<QDockWidget*>())
            say(dock->widget(), 1);
        for (const QString& view : views::MainWindow::viewNames())
            say(window_->viewWidget(view), 2);
        say(window_->timeBar(), 1);
        say(window_.get(), 0);
        return lines.join(u'\n');
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void becomesAsSmallAsSmallScreens()
    {
        const auto fits = [this] {
            const QSize least = window_->minimumSizeHint().expandedTo(window_->minimumSize());
            return least.width() <= 1024 && least.height() <= 600;
        };
        QVERIFY2(fits(), qPrintable(wishes()));
        openAndRun(u"mixed-60"_s);
        action("actionResetLayout")->trigger();
        for (const QDockWidget* dock : window_->findChildren<QDockWidget*>())
            if (dock->objectName() != u"dockHistory") // for whoever asks for it
                QVERIFY2(!dock->isHidden(), qPrintable(dock->objectName()));
        QVERIFY2(fits(), qPrintable(wishes()));
        for (const QString& view : views::MainWindow::viewNames()) {
            window_->showView(view);
            QCoreApplication::processEvents();
            QVERIFY2(fits(), qPrintable(view + u'\n' + wishes()));
        }
        // With an attempt to explain, and a moment of the past.
        window_->hub()->select({{}, {}, {}, 3});
        QTRY_VERIFY(window_->inspector()->attempt());
        action("actionTimeBack")->trigger();
        QTRY_VERIFY(session_->past());
        QVERIFY2(fits(), qPrintable(wishes()));
        window_->resize(1024, 600);
        QTRY_COMPARE(window_->size(), QSize(1024, 600));
    }

    void isNoLargerThanTheScreenAtFirst()
    {
        const views::MainWindow fresh;
        const QSize screen = fresh.screen()->availableSize();
        constexpr int least = 1024; // the width that the docks and the centre need in any case
        QVERIFY(fresh.width() <= std::max(screen.width(), least));
        // Its title bar is on the screen as well.
        QVERIFY(fresh.height() < screen.height() && fresh.height() > screen.height() / 2);
    }
};

QTEST_MAIN(TestWindowSize)
#include "tst_window_size.moc"
