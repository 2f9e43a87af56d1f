// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture.h"

#include "app/session.h"
#include "models/format.h"
#include "views/heat_map_view.h"
#include "views/main_window.h"
#include "views/preemption_view.h"
#include "views/queue_flow_view.h"
#include "views/map_view.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QPixmap>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace berth::app {

namespace {

/// The first attempt that shows something: one that found no node, or one that scored the most nodes.
qint64 firstUnschedulable(const models::Attempts& attempts)
{
    for (std::size_t i = 0; i < attempts.size(); ++i)
        if (attempts[i]->result == trace::Result::Unschedulable && !attempts[i]->message.empty())
            return static_cast<qint64>(i);
    return attempts.empty() ? -1 : static_cast<qint64>(attempts.size()) - 1;
}

qint64 mostScored(const models::Attempts& attempts)
{
    // The cluster is neither empty nor full in the middle of a run: scores differ most there.
    qint64 best = -1;
    std::int32_t feasible = 1;
    for (std::size_t n = 0; n < attempts.size(); ++n) {
        const std::size_t i = (n + attempts.size() / 2) % attempts.size();
        if (attempts[i]->total && attempts[i]->feasibleNodes > feasible && attempts[i]->feasibleNodes < attempts[i]->evaluatedNodes) {
            feasible = attempts[i]->feasibleNodes;
            best = static_cast<qint64>(i);
        }
    }
    return best >= 0 ? best : firstUnschedulable(attempts);
}

/// The preemption that had the most to choose from; else whatever failed.
qint64 mostCandidates(const models::Attempts& attempts)
{
    qint64 best = -1;
    std::size_t candidates = 0;
    for (std::size_t i = 0; i < attempts.size(); ++i)
        if (attempts[i]->postFilter && attempts[i]->postFilter->candidates.size() > candidates) {
            candidates = attempts[i]->postFilter->candidates.size();
            best = static_cast<qint64>(i);
        }
    return best >= 0 ? best : firstUnschedulable(attempts);
}

/// An attempt that a spread constraint or affinity term had a say in and that found some nodes; -1 without.
qint64 firstWithDomains(const models::Attempts& attempts)
{
    static const api::Symbol spread{"PodTopologySpread"}, affinity{"InterPodAffinity"};
    for (std::size_t i = 0; i < attempts.size(); ++i)
        for (api::Symbol plugin : attempts[i]->unschedulablePlugins)
            if (plugin == spread || plugin == affinity)
                return static_cast<qint64>(i);
    return -1;
}

}

Capture::Capture(views::MainWindow& window, Session& session, const QString& folder, const QString& only)
    : window_(window), session_(session), folder_(folder), only_(only)
{
    connect(&session_, &Session::loaded, this, [this] {
        connect(&session_, &Session::finished, this, [this] {
            // Loading is over; from here the run's end counts.
            disconnect(&session_, &Session::finished, this, nullptr);
            connect(&session_, &Session::finished, this, &Capture::plan);
            QTimer::singleShot(0, &session_, &Session::run);
        });
    });
    connect(&session_, &Session::failed, this, [this](const QString& text) { emit finished(text); });
    connect(&session_, &Session::explained, this, [this](const models::AttemptViewPtr& attempt) {
        if (attempt && attempt->inspection->index == waitingFor_)
            QTimer::singleShot(60, this, &Capture::take);
    });
}

void Capture::plan()
{
    disconnect(&session_, &Session::finished, this, nullptr);
    if (!QDir().mkpath(folder_)) {
        emit finished(tr("Cannot make the folder %1.").arg(folder_));
        return;
    }
    const models::Attempts& attempts = *session_.snapshot()->attempts;
    const qint64 failed = firstUnschedulable(attempts);
    const qint64 scored = mostScored(attempts);
    QList<Shot> all = {{u"map"_s, u"map"_s, failed},       {u"map-scored"_s, u"map"_s, scored}, {u"heatmap"_s, u"heatmap"_s, scored},
                       {u"heatmap-run"_s, u"heatmap"_s, scored},
                       {u"heatmap-unschedulable"_s, u"heatmap"_s, failed}, {u"profile"_s, u"profile"_s, scored},
                       {u"queue"_s, u"queue"_s, failed}, {u"sankey"_s, u"queue"_s, failed}, {u"queue-middle"_s, u"queue"_s, failed},
                       {u"timeline"_s, u"timeline"_s, -1}, {u"metrics"_s, u"metrics"_s, -1}, {u"attempts"_s, u"attempts"_s, failed}, {u"events"_s, u"events"_s, failed},
                       {u"nodes"_s, u"nodes"_s, scored},   {u"pods"_s, u"pods"_s, failed},
                       {u"issues"_s, u"issues"_s, failed}, {u"why"_s, u"why"_s, failed},
                       {u"objects"_s, u"objects"_s, failed}, {u"editor"_s, u"editor"_s, failed}, {u"scores"_s, u"scores"_s, scored},
                       {u"start"_s, u"start"_s, -1}};
    all.insert(4, {u"preemption"_s, u"preemption"_s, mostCandidates(attempts)});
    if (const auto& avalanches = session_.snapshot()->avalanches; avalanches && !avalanches->empty()) {
        const auto& links = (*avalanches)[models::greatestAvalanche(*avalanches)].links;
        all.insert(5, {u"avalanche"_s, u"preemption"_s, static_cast<qint64>(links[links.size() > 1 ? 1 : 0].attempt)});
    }
    if (const qint64 spread = firstWithDomains(attempts); spread >= 0)
        all.insert(2, {u"map-domains"_s, u"map"_s, spread, 1});
    for (const auto& [name, action] : {std::pair(u"palette"_s, u"actionPalette"_s), std::pair(u"generate-nodes"_s, u"actionGenerateNodes"_s), std::pair(u"generate-pods"_s, u"actionGeneratePods"_s),
                                       std::pair(u"breakpoints"_s, u"actionBreakpoints"_s), std::pair(u"shortcuts"_s, u"actionShortcuts"_s), std::pair(u"about"_s, u"actionAbout"_s), std::pair(u"tour"_s, u"actionTour"_s)})
        all.push_back({name, u"map"_s, -1, 0, action});
    for (const Shot& shot : all)
        if (only_.isEmpty() || (shot.view == only_ && shot.action.isEmpty()))
            shots_ << shot;
    next();
}

void Capture::next()
{
    if (shots_.isEmpty()) {
        emit finished({});
        return;
    }
    const Shot& shot = shots_.front();
    window_.showView(shot.view);
    if (shot.view == u"heatmap") {
        using Subject = views::HeatMapView::Subject;
        window_.heatMapView()->showSubject(shot.name == u"heatmap-run" ? Subject::Run : Subject::Attempt);
    }
    if (shot.view == u"queue") {
        // The end of a run is a full lane of bound pods; its middle shows the others.
        const std::size_t moves = session_.snapshot()->flow->moves.size();
        window_.queueFlowView()->showSankey(shot.name == u"sankey");
        window_.queueFlowView()->setMoment(shot.name == u"queue-middle" ? moves * 3 / 4 : moves);
    }
    window_.preemptionView()->showAvalanches(shot.name == u"avalanche");
    const models::Attempts& attempts = *session_.snapshot()->attempts;
    if (shot.attempt >= 0 && shot.attempt != waitingFor_) {
        waitingFor_ = shot.attempt;
        const trace::Attempt& attempt = *attempts[static_cast<std::size_t>(shot.attempt)];
        window_.hub()->select({models::toQString(attempt.pod), models::toQString(attempt.node), {}, shot.attempt});
        return;
    }
    if (!shot.action.isEmpty()) {
        window_.findChild<QAction*>(shot.action)->trigger();
        QTimer::singleShot(150, this, &Capture::takeDialog);
        return;
    }
    // Charts are computed on another thread and fade in.
    QTimer::singleShot(shot.view == u"metrics" ? 1500 : shot.view == u"queue" || shot.view == u"timeline" ? 250 : 60, this, &Capture::take);
}

void Capture::take()
{
    // Tiles come one after the other.
    constexpr int longEnough = 400;
    if (shots_.front().name == u"heatmap-run" && !window_.heatMapView()->runCanvas()->isComplete() && ++waits_ < longEnough) {
        QTimer::singleShot(25, this, &Capture::take);
        return;
    }
    const Shot shot = shots_.takeFirst();
    window_.mapView()->colourBy(shot.domains);
    QString error = write(u"window-"_s + shot.name, &window_);
    if (error.isEmpty() && only_.isEmpty())
        error = write(shot.name, window_.viewWidget(shot.view));
    if (!error.isEmpty()) {
        emit finished(error);
        return;
    }
    next();
}

/// Of the dialog alone; what lies over the window, like the tour, with it.
void Capture::takeDialog()
{
    const Shot shot = shots_.takeFirst();
    QWidget* shown = &window_;
    for (QDialog* dialog : window_.findChildren<QDialog*>())
        if (dialog->isVisible())
            shown = dialog;
    const QString error = write(shot.name, shown);
    if (shown != &window_)
        shown->close();
    if (!error.isEmpty()) {
        emit finished(error);
        return;
    }
    next();
}

QString Capture::write(const QString& name, QWidget* widget)
{
    const QString path = QDir(folder_).filePath(name + u".png"_s);
    if (!widget->grab().save(path, "PNG"))
        return tr("Cannot write %1.").arg(path);
    return {};
}

}
