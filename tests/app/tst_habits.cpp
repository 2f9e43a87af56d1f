// SPDX-License-Identifier: GPL-3.0-or-later
// Command palette, keys, menus, tour, exports, and the views that compute in the background.
#include "app/settings.h"
#include "models/attempt_nodes.h"
#include "views/about_dialog.h"
#include "views/command_palette.h"
#include "views/export.h"
#include "views/glossary.h"
#include "views/metrics_view.h"
#include "views/query_line.h"
#include "views/shortcuts_dialog.h"
#include "views/table_view.h"
#include "views/theme.h"
#include "views/time_line_view.h"
#include "views/tour.h"
#include "window_test.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QXmlStreamReader>

using namespace berth;
using namespace Qt::StringLiterals;

class TestHabits : public test::WindowTest {
    Q_OBJECT

    void waitForIdle() { QTRY_COMPARE_WITH_TIMEOUT(session_->activity(), app::Session::Activity::Idle, 60'000); }
    void openAndRun()
    {
        emit window_->openRequested({QStringLiteral(BERTH_SAMPLES_DIR) + u"/mixed-60"_s});
        QTRY_VERIFY_WITH_TIMEOUT(session_->snapshot() && session_->activity() == app::Session::Activity::Idle, 60'000);
        action("actionRun")->trigger();
        waitForIdle();
    }
    QString pendingPod() const
    {
        for (const models::PodRow& pod : session_->snapshot()->cluster->pods)
            if (pod.isPending() && pod.lastAttempt >= 0)
                return pod.key;
        return {};
    }

private slots:
    void initTestCase()
    {
        useOwnSettings();
        makeWindow();
        openAndRun();
    }
    void cleanupTestCase() { closeWindow(); }

    void thePaletteFindsActionsPodsAndTerms()
    {
        views::CommandPalette* palette = window_->commandPalette();
        action("actionPalette")->trigger();
        QVERIFY(palette->isVisible());
        palette->line()->setText(u"heat map"_s);
        QCOMPARE(palette->titles().value(0), u"Heat map"_s);
        QTest::keyClick(palette->line(), Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(window_->currentView(), u"heatmap"_s);

        const QString pod = pendingPod();
        palette->ask();
        palette->line()->setText(pod);
        QCOMPARE(palette->titles().value(0), pod);
        QTest::keyClick(palette->line(), Qt::Key_Return);
        QCOMPARE(window_->hub()->current().pod, pod);

        palette->ask();
        palette->line()->setText(u"unresolvable"_s);
        QVERIFY(palette->titles().contains(u"Unresolvable"_s));
        palette->line()->setText(u"zzzqqq"_s);
        QVERIFY(palette->titles().isEmpty());
        palette->hide();
    }

    void backAndForwardWalkThroughSelections()
    {
        window_->hub()->clear();
        window_->hub()->selectNode(session_->snapshot()->cluster->nodes[0].name);
        window_->hub()->selectNode(session_->snapshot()->cluster->nodes[1].name);
        action("actionBack")->trigger();
        QCOMPARE(window_->hub()->current().node, session_->snapshot()->cluster->nodes[0].name);
        action("actionForward")->trigger();
        QCOMPARE(window_->hub()->current().node, session_->snapshot()->cluster->nodes[1].name);
    }

    void aQueryWithAnErrorSaysWhere()
    {
        views::TableView* pods = window_->podsView();
        window_->showView(u"pods"_s);
        auto* line = qobject_cast<views::QueryLine*>(pods->filterLine());
        QVERIFY(line);
        line->setText(u"phase=Pending cpu>lots"_s);
        QCOMPARE(line->errors().size(), std::size_t(1));
        QVERIFY2(line->errorText().startsWith(u"Character 19: lots"_s), qPrintable(line->errorText()));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(pods->model()->shownRows() > 0 && pods->model()->shownRows() < pods->model()->totalRows());
        line->setText({});
        QTest::keyClicks(line, u"stat"_s);
        QCOMPARE(line->offered(), QStringList({u"status="_s}));
        QTest::keyClicks(line, u"us=P"_s);
        QVERIFY(line->offered().contains(u"Pending"_s));
        line->setText({});
        QTest::keyClick(line, Qt::Key_Return);
    }

    void groupsAreChosenInTheBarAndFoldWithAClick()
    {
        views::TableView* nodes = window_->nodesView();
        window_->showView(u"nodes"_s);
        nodes->groupChoice()->setCurrentIndex(nodes->groupChoice()->findText(u"By Zone"_s));
        const int all = nodes->model()->rowCount();
        QVERIFY(all > nodes->model()->totalRows());
        const QModelIndex heading = nodes->table()->model()->index(0, 0);
        nodes->table()->scrollTo(heading);
        QTest::mouseClick(nodes->table()->viewport(), Qt::LeftButton, {}, nodes->table()->visualRect(heading).center());
        QVERIFY(nodes->model()->rowCount() < all);
        nodes->topChoice()->setCurrentIndex(1);
        QVERIFY(nodes->model()->shownRows() < nodes->model()->totalRows());
        nodes->topChoice()->setCurrentIndex(0);
        nodes->groupChoice()->setCurrentIndex(0);
    }

    void homeAndEndGoToTheFirstAndTheLastRow()
    {
        views::TableView* pods = window_->podsView();
        window_->showView(u"pods"_s);
        pods->table()->setFocus();
        QTest::keyClick(pods->table(), Qt::Key_End);
        QCOMPARE(pods->table()->currentIndex().row(), pods->model()->rowCount() - 1);
        QCOMPARE(pods->table()->selectionModel()->selectedRows().size(), 1);
        QTest::keyClick(pods->table(), Qt::Key_Home);
        QCOMPARE(pods->table()->currentIndex().row(), 0);
    }

    void copyingGivesTabsAndCommas()
    {
        views::TableView* nodes = window_->nodesView();
        nodes->table()->selectRow(0);
        nodes->copy();
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), 2);
        QVERIFY(QApplication::clipboard()->text().startsWith(u"Node\tZone\t"_s));
        nodes->copyCsv();
        QVERIFY(QApplication::clipboard()->text().startsWith(u"Node,Zone,"_s));
    }

    void menusOfferWhatCanBeDone()
    {
        const QString pod = pendingPod();
        QMenu menu;
        window_->fillMenu(&menu, {pod, {}, {}, -1});
        QAction* attempts = nullptr;
        for (QAction* entry : menu.actions())
            if (views::plainText(entry) == u"Attempts of this pod")
                attempts = entry;
        QVERIFY(attempts);
        attempts->trigger();
        QCOMPARE(window_->currentView(), u"attempts"_s);
        auto* table = window_->viewWidget(u"attempts"_s)->findChild<QTableView*>(u"attemptsTable"_s);
        QTRY_VERIFY(table->model()->rowCount() > 0 && table->model()->index(0, 2).data().toString() == pod);
    }

    void pictureOfEveryViewIsWellFormedSvg()
    {
        for (const QString& name : {u"map"_s, u"heatmap"_s, u"queue"_s, u"timeline"_s}) {
            window_->showView(name);
            double largest = 0;
            const QByteArray svg = views::svgOf(window_->picture());
            QXmlStreamReader reader(svg);
            qsizetype texts = 0;
            while (!reader.atEnd())
                if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text") {
                    ++texts;
                    // Points of fonts become the pixels of the rest, and the family is one that is there everywhere.
                    largest = std::max(largest, reader.attributes().value(u"font-size"_s).toDouble());
                    QVERIFY(reader.attributes().value(u"font-family"_s) != u"Sans Serif");
                }
            QVERIFY2(!reader.hasError(), qPrintable(name + u": "_s + reader.errorString()));
            QVERIFY2(texts > 0, qPrintable(name));
            QVERIFY(largest >= window_->font().pointSizeF() * window_->logicalDpiX() / 72 * 0.99);
        }
    }

    void theSvgOfTheHeatMapHasEachColumnForItself()
    {
        window_->showView(u"heatmap"_s);
        const models::Attempts& attempts = *session_->snapshot()->attempts;
        const auto scored = std::find_if(attempts.begin(), attempts.end(), [](const trace::AttemptPtr& attempt) { return attempt->total.has_value(); });
        window_->hub()->select({{}, {}, {}, scored - attempts.begin()});
        const models::TableModel* table = window_->attemptNodesView()->model();
        QTRY_VERIFY(table->rowCount() > 0 && table->columns().back().kind == models::ValueKind::Count);
        QXmlStreamReader reader(views::svgOf(window_->picture()));
        std::size_t columns = 0;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"image") {
                QSize drawn, held;
                for (const QXmlStreamAttribute& attribute : reader.attributes()) {
                    if (attribute.name() == u"href")
                        held = QImage::fromData(QByteArray::fromBase64(attribute.value().mid(attribute.value().indexOf(u',') + 1).toLatin1())).size();
                    else if (attribute.name() == u"width")
                        drawn.setWidth(static_cast<int>(attribute.value().toDouble()));
                    else if (attribute.name() == u"height")
                        drawn.setHeight(static_cast<int>(attribute.value().toDouble()));
                }
                constexpr int higherThanAnIcon = 64;
                if (drawn.height() < higherThanAnIcon)
                    continue;
                // Viewers blur what they have to enlarge.
                QCOMPARE(held, drawn);
                ++columns;
            }
        // The table has them all but the total.
        QCOMPARE(columns, static_cast<std::size_t>(table->columnCount() - models::AttemptNodesModel::FirstPlugin + 1));
    }

    void nodesOfEveryAttemptComeBestFirst()
    {
        const models::Attempts& attempts = *session_->snapshot()->attempts;
        const views::TableView* view = window_->attemptNodesView();
        const QHeaderView* header = view->table()->horizontalHeader();
        const auto show = [&](bool isScored) {
            const auto found = std::find_if(attempts.begin(), attempts.end(), [&](const trace::AttemptPtr& attempt) { return attempt->total.has_value() == isScored; });
            window_->hub()->select({{}, {}, {}, found - attempts.begin()});
            return QTest::qWaitFor([&] { return view->model()->rowCount() > 0 && (view->model()->columns().back().kind == models::ValueKind::Count) == isScored; });
        };
        for (const bool isScored : {true, false, true}) {
            QVERIFY(show(isScored));
            QCOMPARE(header->sortIndicatorSection(), int(models::AttemptNodesModel::Rank));
            if (isScored)
                QCOMPARE(view->model()->index(0, models::AttemptNodesModel::Rank).data().toString(), u"1"_s);
        }
        // What somebody groups by stays, too.
        auto* group = window_->findChild<QComboBox*>(u"scoresGroup"_s);
        group->setCurrentIndex(group->findText(u"By Zone"_s));
        QVERIFY(show(false));
        QCOMPARE(group->currentText(), u"By Zone"_s);
        QCOMPARE(view->model()->query().groupColumn, int(models::AttemptNodesModel::Zone));
        group->setCurrentIndex(0);
    }

    void metricsAreCountedAndCharted()
    {
        window_->showView(u"metrics"_s);
        views::MetricsView* view = window_->metricsView();
        QTRY_VERIFY_WITH_TIMEOUT(view->charts(), 60'000);
        double attempts = 0;
        for (const double count : view->charts()->attempts.sets.front().second)
            attempts += count;
        QCOMPARE(static_cast<std::size_t>(attempts), session_->snapshot()->attempts->size());
        QVERIFY(view->charts()->extensionPoints.categories.contains(u"Filter"_s));
        QVERIFY(!view->charts()->queues.empty());
        double nodes = 0;
        for (const double count : view->charts()->free.sets.front().second)
            nodes += count;
        QCOMPARE(static_cast<std::size_t>(nodes), session_->snapshot()->cluster->nodes.size());
        view->table()->model()->setFilter(u"name=scheduler_schedule_attempts_total result=scheduled"_s);
        QCOMPARE(view->table()->model()->rowCount(), 1);
    }

    void aChartShowsItsNumbersAsATable()
    {
        window_->showView(u"metrics"_s);
        views::MetricsView* view = window_->metricsView();
        QTRY_VERIFY_WITH_TIMEOUT(view->charts(), 60'000);
        auto* chart = view->findChild<QWidget*>(u"chart%1"_s.arg(static_cast<int>(models::RunChart::Free)));
        emit chart->customContextMenuRequested({20, 20});
        auto* menu = view->findChild<QMenu*>(u"chartMenu"_s);
        QVERIFY(menu && menu->isVisible());
        menu->findChild<QAction*>(u"chartNumbers"_s)->trigger();
        menu->close();
        QCOMPARE(view->pages()->currentWidget(), view->chartTable());
        // Ten shares of free cpu and of free memory, and nothing else.
        QTRY_COMPARE(view->chartTable()->model()->rowCount(), 20);
    }

    void theTimeLineSelectsWhatIsClicked()
    {
        window_->showView(u"timeline"_s);
        views::TimeLineView* view = window_->timeLineView();
        QTRY_VERIFY_WITH_TIMEOUT(view->line(), 60'000);
        QCOMPARE(view->line()->rowOf.size(), static_cast<qsizetype>(view->line()->rows.size()));
        views::TimeLineCanvas* canvas = view->canvas();
        canvas->setAxis(models::TimeAxis::Order);
        canvas->verticalScrollBar()->setValue(0);
        const QString pod = view->line()->rows.front().pod;
        QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, canvas->spanRect(pod, 0).center().toPoint());
        QCOMPARE(window_->hub()->current().pod, pod);
        const double before = canvas->pixelsPerUnit();
        canvas->zoom(2, 300);
        QCOMPARE(canvas->pixelsPerUnit(), 2 * before);
        canvas->showAll();
        QCOMPARE(canvas->pixelsPerUnit(), before);
        QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(window_->hub()->current().pod, view->line()->rows[1].pod);
    }

    void theTourCanBeWalkedAndSkipped()
    {
        QVERIFY(!app::settings::tourSeen());
        QSignalSpy ended(window_.get(), &views::MainWindow::tourEnded);
        action("actionTour")->trigger();
        auto* tour = window_->findChild<views::Tour*>();
        QVERIFY(tour && tour->isVisible());
        QTest::keyClick(tour, Qt::Key_Right);
        QCOMPARE(tour->step(), std::size_t(1));
        QTest::keyClick(tour, Qt::Key_Escape);
        QVERIFY(!tour->isVisible());
        QCOMPARE(ended.count(), 1);
        QVERIFY(app::settings::tourSeen());
    }

    void aboutAndTheSheetOfKeysSayTheirThings()
    {
        views::AboutDialog about(window_.get());
        QVERIFY(about.text().contains(u"v1.36.1"_s));
        QVERIFY(about.text().contains(QString::fromLatin1(qVersion())));
        // What is built in has its version and its licence.
        QVERIFY2(about.text().contains(QRegularExpression(u"\nzlib \\d+\\.\\d+.*, Zlib\n"_s)), qPrintable(about.text()));
        QVERIFY(!about.text().contains(u'@'));
        // Whatever the build looks for beside its own tools is named.
        const QHash<QString, QString> names = {{u"nlohmann_json"_s, u"JSON for Modern C++"_s}, {u"tl-expected"_s, u"tl::expected"_s}, {u"LIBYAML"_s, u"LibYAML"_s},
                                               {u"LUA"_s, u"Lua"_s}, {u"ZLIB"_s, u"zlib"_s}, {u"date"_s, u"date (Howard Hinnant)"_s}};
        const QRegularExpression found(u"(?:find_package|pkg_check_modules|pkg_search_module)\\(([\\w-]+)"_s);
        qsizetype packages = 0;
        for (const QString& folder : {u"engine"_s, u"app"_s, u"resources"_s}) {
            QFile file(QStringLiteral(BERTH_SAMPLES_DIR) + u"/../"_s + folder + u"/CMakeLists.txt"_s);
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (auto match = found.globalMatch(QString::fromUtf8(file.readAll())); match.hasNext(); ++packages) {
                const QString package = match.next().captured(1);
                if (package != u"PkgConfig" && package != u"Threads")
                    QVERIFY2(about.text().contains(u'\n' + names.value(package, package) + u' '), qPrintable(package));
            }
        }
        QVERIFY(packages > 10);
        for (const char* module : {"Core", "Gui", "Widgets", "Network", "Svg", "Charts"})
            QVERIFY2(about.text().contains(QLatin1String(module)), module);
        action("actionShortcuts")->trigger();
        auto* sheet = window_->findChild<views::ShortcutsDialog*>();
        QVERIFY(sheet);
        auto* table = sheet->findChild<QTableWidget*>();
        QVERIFY(table->rowCount() > 30);
        sheet->close();
    }

    void keysAreChosenAndRemembered()
    {
        action("actionShortcuts")->trigger();
        auto* sheet = window_->findChild<views::ShortcutsDialog*>(QString(), Qt::FindDirectChildrenOnly);
        auto* table = sheet->findChild<QTableWidget*>();
        auto* keys = sheet->findChild<QKeySequenceEdit*>();
        const auto choose = [&](const QString& name, const QKeySequence& sequence) {
            table->setCurrentItem(table->findItems(name, Qt::MatchExactly).value(0));
            keys->setKeySequence(sequence);
            QTest::mouseClick(sheet->findChild<QPushButton*>(u"shortcutsSet"_s), Qt::LeftButton);
        };
        choose(u"Cordon"_s, QKeySequence(u"Ctrl+J"_s));
        QCOMPARE(action("actionCordon")->shortcut(), QKeySequence(u"Ctrl+J"_s));
        QCOMPARE(app::settings::keys().value(u"actionCordon"_s), QKeySequence(u"Ctrl+J"_s));
        // Nobody's keys are taken away unasked.
        choose(u"Uncordon"_s, QKeySequence(u"Ctrl+K"_s));
        QVERIFY(action("actionUncordon")->shortcut().isEmpty());
        QCOMPARE(action("actionPalette")->shortcut(), QKeySequence(u"Ctrl+K"_s));
        choose(u"Run"_s, QKeySequence(u"F4"_s));
        QVERIFY(action("actionRun")->toolTip().endsWith(u"(F4)"_s));
        QTest::mouseClick(sheet->findChild<QPushButton*>(u"shortcutsReset"_s), Qt::LeftButton);
        QCOMPARE(action("actionRun")->shortcut(), QKeySequence(u"F5"_s));
        sheet->close();
        views::MainWindow another;
        another.setKeys(app::settings::keys());
        QCOMPARE(another.findChild<QAction*>(u"actionCordon"_s)->shortcut(), QKeySequence(u"Ctrl+J"_s));
    }

    void desktopsKeepTheirKeys()
    {
        // What GNOME, KDE Plasma, Xfce, Cinnamon and MATE take for workspaces, windows, consoles and the session.
        const QRegularExpression taken(u"^(Ctrl\\+Alt\\+(Shift\\+)?(Left|Right|Up|Down|Home|End|PgUp|PgDown|Ins|Del|Backspace|Tab|Esc|D|L|T|F\\d+)"
                                       "|Alt\\+(Tab|Esc|Space|F\\d+)|Alt\\+Shift\\+.*|Ctrl\\+F([1-9]|1[0-2])|Ctrl\\+Esc|Meta\\+.*)$"_s);
        QHash<QKeySequence, QString> owners;
        for (const QAction* each : window_->findChildren<QAction*>()) {
            const QString keys = each->shortcut().toString(QKeySequence::PortableText);
            if (keys.isEmpty() || !each->objectName().startsWith(u"action"))
                continue;
            QVERIFY2(!taken.match(keys).hasMatch(), qPrintable(each->objectName() + u": "_s + keys));
            if (each->shortcutContext() == Qt::WindowShortcut) {
                QVERIFY2(!owners.contains(each->shortcut()), qPrintable(each->objectName() + u" and "_s + owners.value(each->shortcut()) + u": "_s + keys));
                owners.insert(each->shortcut(), each->objectName());
            }
        }
        QCOMPARE(owners.value(QKeySequence(u"F7"_s)), u"actionTimeBack"_s);
        QCOMPARE(owners.value(QKeySequence(u"F8"_s)), u"actionTimeForward"_s);
        // The buttons of the time bar say their keys, also keys of one's own; and those win over a new default.
        const auto* forward = window_->findChild<QToolButton*>(u"timeForward"_s);
        QVERIFY2(forward->toolTip().contains(u"(F8)"_s), qPrintable(forward->toolTip()));
        views::MainWindow another;
        another.setKeys({{u"actionTimeForward"_s, QKeySequence(u"Ctrl+Alt+Right"_s)}, {u"actionCordon"_s, QKeySequence(u"F7"_s)}});
        QCOMPARE(another.findChild<QAction*>(u"actionTimeForward"_s)->shortcut(), QKeySequence(u"Ctrl+Alt+Right"_s));
        QCOMPARE(another.findChild<QAction*>(u"actionCordon"_s)->shortcut(), QKeySequence(u"F7"_s));
        QVERIFY(another.findChild<QAction*>(u"actionTimeBack"_s)->shortcut().isEmpty());
        forward = another.findChild<QToolButton*>(u"timeForward"_s);
        QVERIFY2(forward->toolTip().contains(u"(Ctrl+Alt+Right)"_s), qPrintable(forward->toolTip()));
    }

    void textOfHeadersIsBesideTheirArrow_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::newRow("light") << u"light"_s;
        QTest::newRow("dark") << u"dark"_s;
    }
    void textOfHeadersIsBesideTheirArrow()
    {
        QFETCH(const QString, theme);
        window_->setTheme(*views::themeFromName(theme));
        QTableWidget table(1, 1);
        table.setSortingEnabled(true);
        table.horizontalHeader()->setSortIndicator(0, Qt::DescendingOrder);
        table.setColumnWidth(0, 90);
        const auto drawn = [&table](const QString& text, Qt::Alignment alignment) {
            auto* item = new QTableWidgetItem(text);
            item->setTextAlignment(alignment | Qt::AlignVCenter);
            table.setHorizontalHeaderItem(0, item);
            return table.horizontalHeader()->viewport()->grab(QRect(0, 0, 90, table.horizontalHeader()->height())).toImage();
        };
        table.resize(300, 100);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        for (const Qt::Alignment alignment : {Qt::AlignRight, Qt::AlignLeft, Qt::AlignHCenter})
            for (const QString& text : {u"CPU"_s, u"Memory requested"_s}) {
                const QImage with = drawn(text, alignment);
                const QImage without = drawn({}, alignment);
                const QRect arrow(90 - 22, 0, 22, with.height());
                QVERIFY(with.copy(QRect(0, 0, 68, with.height())) != without.copy(QRect(0, 0, 68, with.height())));
                QCOMPARE(with.copy(arrow), without.copy(arrow));
            }
        window_->setTheme(views::Theme::Light);
    }

    void termsAreExplained()
    {
        QVERIFY(views::glossary::terms().size() > 40);
        QCOMPARE(views::glossary::termsIn(u"The PreFilter said no"_s), QStringList({u"PreFilter"_s}));
        QCOMPARE(views::glossary::termsIn(u"prefiltered"_s), QStringList());
        QVERIFY(views::glossary::tooltip(u"Gated by x"_s).contains(views::glossary::explain(u"gated"_s).toHtmlEscaped()));
        QCOMPARE(views::glossary::tooltip(u"n12"_s), u"n12"_s);
    }

    void theSessionIsRememberedOnce()
    {
        window_->hub()->clear();
        window_->showView(u"queue"_s);
        const QString pod = pendingPod();
        window_->hub()->select({pod, {}, {}, -1});
        window_->close();
        const app::settings::LastSession last = app::settings::takeLastSession();
        QCOMPARE(last.window.view, u"queue"_s);
        QCOMPARE(last.window.selection.pod, pod);
        QCOMPARE(last.paths.size(), 1);
        QVERIFY(app::settings::takeLastSession().paths.isEmpty());
        window_->show();
        window_->showView(u"map"_s);
        window_->hub()->clear();
        window_->restoreSession(last.window);
        QCOMPARE(window_->currentView(), u"queue"_s);
        QCOMPARE(window_->hub()->current().pod, pod);
    }
};

QTEST_MAIN(TestHabits)
#include "tst_habits.moc"
