// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody needs who does not use a mouse or does not see the window.
#include "app/settings.h"
#include "views/palette.h"
#include "views/queue_flow_view.h"
#include "views/theme.h"
#include "window_test.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace berth;
using namespace Qt::StringLiterals;

namespace {

QString path(const QWidget* widget)
{
    // Only what helps to find it: Qt Test cuts long messages off.
    QString name = QString::fromLatin1(widget->metaObject()->className()) + u'#' + widget->objectName();
    while ((widget = widget->parentWidget()))
        if (!widget->objectName().isEmpty() && !widget->objectName().startsWith(u"qt_"))
            return name + u" in "_s + widget->objectName();
    return name;
}

/// Parts that Qt builds into its own widgets; the whole has the name.
bool isInner(const QWidget* widget)
{
    return widget->objectName().startsWith(u"qt_") || widget->inherits("QComboBoxPrivateContainer")
        || (widget->parentWidget() && widget->parentWidget()->inherits("QComboBoxPrivateContainer"));
}

/// Labels are named by their text and tab bars by their tabs; without any there is nothing to see. Qt keeps such bars for docks.
bool isEmpty(const QWidget* widget)
{
    const auto* label = qobject_cast<const QLabel*>(widget);
    const auto* bar = qobject_cast<const QTabBar*>(widget);
    return (label && label->text().isEmpty()) || (bar && bar->count() == 0);
}

double luminance(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}

class TestAccess : public test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        useOwnSettings();
        makeWindow();
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u"/mixed-60"_s});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 60'000);
    }
    void cleanupTestCase() { closeWindow(); }

    void everyWidgetThatTakesTheKeyboardHasAName()
    {
        QStringList nameless;
        for (QWidget* widget : window_->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || isInner(widget) || isEmpty(widget))
                continue;
            QAccessibleInterface* access = QAccessible::queryAccessibleInterface(widget);
            if (!access || access->text(QAccessible::Name).trimmed().isEmpty())
                nameless << path(widget);
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(u"without an accessible name:\n"_s + nameless.join(u'\n')));
    }

    void everyViewCanBeReachedByKeys()
    {
        for (const QString& name : views::MainWindow::viewNames()) {
            if (name == u"start")
                continue;
            const auto* action = window_->findChild<QAction*>(u"actionView-"_s + name);
            QVERIFY2(action, qPrintable(name));
            QVERIFY2(!action->shortcut().isEmpty(), qPrintable(name));
        }
    }

    void keysAreUnique()
    {
        QHash<QString, QString> owners;
        for (const QAction* action : window_->findChildren<QAction*>()) {
            if (!action->objectName().startsWith(u"action") || action->shortcut().isEmpty() || action->shortcutContext() != Qt::WindowShortcut)
                continue;
            const QString key = action->shortcut().toString();
            QVERIFY2(!owners.contains(key), qPrintable(key + u" is taken twice: "_s + owners.value(key) + u", "_s + action->objectName()));
            owners[key] = action->objectName();
        }
    }

    void f6GoesRoundTheViews()
    {
        window_->activateWindow();
        QSet<QWidget*> visited;
        for (int i = 0; i < 4; ++i) {
            window_->findChild<QAction*>(u"actionNextPart"_s)->trigger();
            visited << QApplication::focusWidget();
        }
        QVERIFY(visited.size() >= 3);
    }

    void textIsReadableInEveryTheme()
    {
        for (const views::Palette* p : {&views::Palette::light(), &views::Palette::darkSet(), &views::Palette::contrastSet()}) {
            const double least = p == &views::Palette::contrastSet() ? 7.0 : 4.5;
            for (const QColor& background : {p->window, p->surface, p->raised}) {
                QVERIFY(contrast(p->text, background) >= least);
                QVERIFY(contrast(p->secondaryText, background) >= least);
                // What can be typed in or ticked is seen as such, and where the keyboard is.
                QVERIFY2(contrast(p->edge, background) >= 3, qPrintable(p->edge.name() + background.name()));
                QVERIFY2(contrast(p->accent, background) >= 3, qPrintable(p->accent.name() + background.name()));
                for (const auto state : {models::RowState::Good, models::RowState::Warning, models::RowState::Bad, models::RowState::Waiting, models::RowState::Muted})
                    QVERIFY2(contrast(p->stateText(state), background) >= 4.5, qPrintable(p->stateText(state).name() + background.name()));
            }
            QVERIFY(contrast(p->accentText, p->accent) >= 4.5);
        }
    }

    void everyThemeCanBeChosen()
    {
        for (const views::Theme theme : {views::Theme::Light, views::Theme::Dark, views::Theme::Contrast, views::Theme::System}) {
            QCOMPARE(views::themeFromName(views::themeName(theme)), std::optional(theme));
            window_->setTheme(theme);
            QVERIFY(window_->findChild<QAction*>(u"actionTheme-"_s + views::themeName(theme))->isChecked());
        }
        window_->setTheme(views::Theme::Dark);
        QCOMPARE(&views::Palette::current(), &views::Palette::darkSet());
        window_->setTheme(views::Theme::Contrast);
        QCOMPARE(&views::Palette::current(), &views::Palette::contrastSet());
        QCOMPARE(window_->palette().color(QPalette::Window), QColor(Qt::black));
        window_->setTheme(views::Theme::Light);
        QCOMPARE(&views::Palette::current(), &views::Palette::light());
    }

    void boxesAreSeenInTheContrastTheme()
    {
        window_->setTheme(views::Theme::Contrast);
        QWidget form;
        QList<QWidget*> boxes{new QCheckBox(&form), new QComboBox(&form), new QSpinBox(&form), new QPushButton(&form), new QLineEdit(&form), new QRadioButton(&form)};
        int top = 0;
        for (QWidget* box : boxes)
            box->setGeometry(10, 10 + 40 * top++, 100, 30);
        form.resize(120, 260);
        form.show();
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        for (QWidget* box : boxes) {
            const QImage image = box->grab().toImage();
            qsizetype edge = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    edge += contrast(image.pixelColor(x, y), Qt::black) >= 3;
            QVERIFY2(edge > 25, box->metaObject()->className());
        }
        window_->setTheme(views::Theme::Light);
    }

    void scoresCanGoFromBlueToYellow()
    {
        const QColor high = views::Palette::ramp(0.25);
        action("actionCividis")->trigger();
        QVERIFY(views::Palette::ramp(0.25) != high);
        QCOMPARE(app::settings::ramp(), views::Palette::Ramp::Cividis);
        // Ever lighter, in both: the order of values is seen without colours, too.
        for (const views::Palette::Ramp ramp : {views::Palette::Ramp::Viridis, views::Palette::Ramp::Cividis})
            for (int i = 1; i <= 20; ++i)
                QVERIFY(luminance(views::Palette::ramp(ramp, i / 20.0)) > luminance(views::Palette::ramp(ramp, (i - 1) / 20.0)));
        action("actionCividis")->trigger();
        QCOMPARE(views::Palette::ramp(0.25), high);
    }

    void nothingSlidesWhoeverWantsThat()
    {
        action("actionRun")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session_->activity() == app::Session::Activity::Idle && !session_->snapshot()->attempts->empty(), 60'000);
        window_->showView(u"queue"_s);
        views::QueueFlowView* flow = window_->queueFlowView();
        const std::size_t moves = session_->snapshot()->flow->moves.size();
        flow->setMoment(moves / 2);
        action("actionLittleMotion")->setChecked(false);
        action("actionLittleMotion")->trigger();
        QVERIFY(action("actionLittleMotion")->isChecked());
        QCOMPARE(app::settings::littleMotion(), std::optional(true));
        flow->setMoment(moves / 2 + 5);
        QVERIFY(!flow->canvas()->isSliding());
        action("actionLittleMotion")->trigger();
        flow->setMoment(moves / 2);
        QVERIFY(flow->canvas()->isSliding());
    }
};

QTEST_MAIN(TestAccess)
#include "tst_access.moc"
