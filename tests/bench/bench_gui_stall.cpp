// SPDX-License-Identifier: GPL-3.0-or-later
// How fluid the window is with a large cluster: how long its event loop does not come round while the cluster is opened, while
// it runs with one view after the other in front, and while an attempt is explained; and how long a frame takes when one pans
// over the heat map of the run, whose tiles are computed meanwhile, and through tables. Prints figures and judges nothing:
// they depend on the machine (docs/performance.md).
//   bench_gui_stall [--nodes N] [--pods N] [--views a,b,…] [PATH…]
#include "app/session.h"
#include "app/wiring.h"
#include "models/format.h"
#include "stall_meter.h"
#include "views/design_desk.h"
#include "views/heat_map_view.h"
#include "views/main_window.h"
#include "views/table_view.h"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QEventLoop>
#include <QFile>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextStream>

#include <fstream>
#include <functional>

using namespace berth;
using namespace Qt::StringLiterals;

namespace {

/// Nodes of three zones, some of them tainted; pods of many shapes, some picky, a few too large for any node.
QString generated(const QString& folder, int nodes, int pods)
{
    const QString path = folder + u"/cluster.yaml"_s;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    QTextStream text(&file);
    for (int i = 0; i < nodes; ++i)
        text << "{apiVersion: v1, kind: Node, metadata: {name: node-" << i << ", labels: {topology.kubernetes.io/zone: zone-" << i % 3
             << ", disk: " << (i % 7 == 0 ? "ssd" : "hdd") << "}}, spec: {"
             << (i % 20 == 0 ? "taints: [{key: gpu, effect: NoSchedule}]" : "") << "}, status: {allocatable: {cpu: " << 8 + 8 * (i % 4)
             << ", memory: " << 32 + 32 * (i % 3) << "Gi, pods: 110}}}\n---\n";
    for (int i = 0; i < pods; ++i)
        text << "{apiVersion: v1, kind: Pod, metadata: {name: pod-" << i << ", namespace: team-" << i % 5 << ", labels: {app: app-"
             << i % 40 << "}}, spec: {" << (i % 9 == 0 ? "nodeSelector: {disk: ssd}, " : "")
             << "containers: [{name: c, image: i, resources: {requests: {cpu: " << (i % 211 == 0 ? 64000 : 50 + 50 * (i % 8))
             << "m, memory: " << 64 + 64 * (i % 10) << "Mi}}}]}}\n---\n";
    return path;
}

/// Lets the event loop go round until the signal comes.
template <typename Sender, typename Signal>
void wait(Sender* sender, Signal signal)
{
    QEventLoop loop;
    QObject::connect(sender, signal, &loop, &QEventLoop::quit);
    loop.exec();
}

void rest(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

class Bench {
public:
    Bench()
    {
        app::wire(window_, session_);
        window_.setTheme(views::Theme::Light);
        window_.show();
        QObject::connect(&session_, &app::Session::failed, &window_, [](const QString& text) {
            std::fprintf(stderr, "%s\n", qUtf8Printable(text));
            std::exit(1);
        });
    }

    void open(const QStringList& paths)
    {
        meter_.start();
        session_.open(paths);
        wait(&session_, &app::Session::finished);
        rest(300);
        meter_.print("open");
    }

    void run(const QString& view)
    {
        const bool ofRun = view == u"runmap";
        window_.showView(ofRun ? u"heatmap"_s : view);
        window_.heatMapView()->showSubject(ofRun ? views::HeatMapView::Subject::Run : views::HeatMapView::Subject::Attempt);
        rest(300);
        meter_.start();
        session_.run();
        wait(&session_, &app::Session::finished);
        rest(300);
        meter_.print(qUtf8Printable(u"run, "_s + view));
    }

    void restart()
    {
        session_.restart();
        wait(&session_, &app::Session::finished);
        rest(300);
    }

    void explainLast()
    {
        const auto& attempts = *session_.snapshot()->attempts;
        window_.heatMapView()->showSubject(views::HeatMapView::Subject::Attempt);
        window_.showView(u"heatmap"_s);
        meter_.start();
        window_.hub()->select({models::toQString(attempts.back()->pod), {}, {}, static_cast<std::int64_t>(attempts.size()) - 1});
        wait(&session_, &app::Session::explained);
        rest(200);
        meter_.print("explain");
    }

    /// Edits of everything at once, each of which runs the cluster again.
    void edit()
    {
        window_.showView(u"objects"_s);
        rest(300);
        const auto measured = [this](const char* name, const std::function<void()>& deed) {
            meter_.start();
            deed();
            wait(&session_, &app::Session::finished);
            rest(300);
            meter_.print(name);
        };
        models::Designer* designer = window_.desk()->designer();
        models::ItemIds nodes;
        designer->document()->items().forEach([&nodes](std::size_t, const design::ItemPtr& item) {
            if (item->kind() == "Node")
                nodes.push_back(item->id());
            return true;
        });
        measured("keep placements", [this] { window_.findChild<QAction*>(u"actionAcceptPlacements"_s)->trigger(); });
        measured("label all nodes", [&] { designer->edit(nodes, {{{"metadata", "labels", "bench"}, api::Value::string("yes")}}, u"label"_s); });
        measured("undo", [this] { window_.findChild<QAction*>(u"actionUndo"_s)->trigger(); });
    }

    /// Cells of that size, and a second and a half of panning at sixty frames a second.
    void panRunMap(double columnWidth, double rowHeight)
    {
        window_.showView(u"heatmap"_s);
        window_.heatMapView()->showSubject(views::HeatMapView::Subject::Run);
        views::RunMapCanvas* canvas = window_.heatMapView()->runCanvas();
        canvas->zoom(0, 0, {});
        const auto& cells = canvas->geometryOfCells();
        canvas->zoom(columnWidth / cells.columnWidth, rowHeight / cells.rowHeight, {});
        canvas->horizontalScrollBar()->setValue(0);
        canvas->verticalScrollBar()->setValue(0);
        std::size_t tiles = 0;
        const auto counting = QObject::connect(window_.heatMapView()->runMap(), &models::RunMap::tileChanged, [&tiles] { ++tiles; });
        const QString name = u"pan, %1 × %2 px"_s.arg(columnWidth).arg(rowHeight);
        pan(name, canvas, canvas->viewport(), columnWidth < 2 ? 60 : 120, 17);
        QObject::disconnect(counting);
        std::printf("    %zu tiles computed meanwhile, %.0f MB of them kept\n", tiles,
                    static_cast<double>(window_.heatMapView()->runMap()->bytes()) / 1e6);
    }

    void scrollTable(const QString& view, views::TableView* table)
    {
        window_.showView(view);
        rest(500);
        pan(u"scroll, "_s + view, table->table(), table->table()->viewport(), 3, 700);
    }

private:
    /// A frame is what scrolling asks for and the repaint that follows.
    void pan(const QString& name, QAbstractScrollArea* area, QWidget* viewport, int right, int down)
    {
        bench::Durations frames;
        bench::Durations work;
        QEventLoop loop;
        QTimer ticks;
        ticks.setTimerType(Qt::PreciseTimer);
        int left = 180;
        QObject::connect(&ticks, &QTimer::timeout, &loop, [&] {
            QElapsedTimer clock;
            clock.start();
            const double before = bench::threadMilliseconds();
            area->horizontalScrollBar()->setValue(area->horizontalScrollBar()->value() + right);
            area->verticalScrollBar()->setValue(area->verticalScrollBar()->value() + down);
            viewport->repaint();
            work.add(bench::threadMilliseconds() - before);
            frames.add(static_cast<double>(clock.nsecsElapsed()) / 1e6);
            if (--left == 0)
                loop.quit();
        });
        meter_.start();
        ticks.start(16);
        loop.exec();
        std::printf("%-22s %zu frames: p50 %5.1f  p99 %5.1f  worst %5.1f ms   own CPU: p50 %5.1f  p99 %5.1f  worst %5.1f ms\n",
                    qUtf8Printable(name), frames.size(), frames.at(0.5), frames.at(0.99), frames.at(1), work.at(0.5), work.at(0.99), work.at(1));
        meter_.print("    event loop");
    }

public:
    views::MainWindow& window() { return window_; }

private:
    views::MainWindow window_;
    app::Session session_;
    bench::StallMeter meter_;
};

std::string load()
{
    std::ifstream file("/proc/loadavg");
    std::string line;
    std::getline(file, line);
    return line;
}

}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QCommandLineParser options;
    options.addHelpOption();
    options.addOptions({{u"nodes"_s, u"Nodes of a cluster that is made up."_s, u"N"_s, u"5000"_s},
                        {u"pods"_s, u"Its pods."_s, u"N"_s, u"10000"_s},
                        {u"views"_s, u"Views to run with in front; runmap is the heat map of the run."_s, u"names"_s, u"map,runmap,queue,timeline,attempts"_s}});
    options.addPositionalArgument(u"paths"_s, u"What to open instead."_s);
    options.process(application);
    QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    QStringList paths = options.positionalArguments();
    if (paths.isEmpty())
        paths << generated(folder.path(), options.value(u"nodes"_s).toInt(), options.value(u"pods"_s).toInt());
    std::printf("load %s\n", load().c_str());
    Bench bench;
    bench.open(paths);
    bool first = true;
    for (const QString& view : options.value(u"views"_s).split(u',', Qt::SkipEmptyParts)) {
        if (!std::exchange(first, false))
            bench.restart();
        bench.run(view);
    }
    bench.explainLast();
    for (const auto& [columnWidth, rowHeight] : {std::pair(1.0, 1.0), {3.0, 3.0}, {6.0, 6.0}, {14.0, 12.0}, {40.0, 16.0}})
        bench.panRunMap(columnWidth, rowHeight);
    bench.scrollTable(u"pods"_s, bench.window().podsView());
    bench.scrollTable(u"nodes"_s, bench.window().nodesView());
    bench.scrollTable(u"events"_s, bench.window().logView());
    bench.edit();
    std::printf("load %s\n", load().c_str());
    return 0;
}
