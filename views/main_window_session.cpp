// SPDX-License-Identifier: GPL-3.0-or-later
// What is found again when the program is started the next time.
#include "models/format.h"
#include "views/design_desk.h"
#include "views/heat_map_view.h"
#include "views/main_window.h"
#include "views/table_view.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QTabWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// Choices that are part of how a view shows its things. Those of tables belong to the tables, the others in docks to objects.
QList<QComboBox*> viewChoices(const QTabWidget& centre)
{
    QList<QComboBox*> choices;
    for (const QString& name : {u"heatMapView"_s, u"mapView"_s, u"timeLineView"_s})
        if (const QWidget* view = centre.findChild<QWidget*>(name))
            for (QComboBox* box : view->findChildren<QComboBox*>())
                if (!box->objectName().isEmpty())
                    choices << box;
    return choices;
}

}

/// What was typed for the cluster before would hide rows of this one, and nobody would know why.
void MainWindow::clearFilters()
{
    for (TableView* table : findChildren<TableView*>())
        table->clearFilter();
    tabs_->findChild<QLineEdit*>(u"timeLineFilter"_s)->clear();
}

WindowSession MainWindow::session() const
{
    WindowSession session{currentView(), hub_->current(), {}, {}};
    session.selection.attempt = -1;
    const models::ItemIds& chosen = desk_->chosen();
    if (chosen.size() == 1)
        if (const design::ItemPtr item = desk_->designer()->document()->find(chosen.front()))
            session.object = models::toQString(item->kind()) + u' ' + models::toQString(item->key());
    for (const TableView* table : findChildren<TableView*>())
        if (const QVariantMap choices = table->choices(); !choices.isEmpty())
            session.choices[table->objectName()] = choices;
    for (const QComboBox* box : viewChoices(*tabs_))
        if (box->currentIndex() > 0)
            session.choices[box->objectName()] = box->currentText();
    if (const auto* line = tabs_->findChild<QLineEdit*>(u"timeLineFilter"_s); !line->text().isEmpty())
        session.choices[line->objectName()] = line->text();
    if (heatMap_->subject() != HeatMapView::Subject::Attempt)
        session.choices[u"heatMapSubject"_s] = static_cast<int>(heatMap_->subject());
    QStringList raised;
    for (const QDockWidget* dock : docks_)
        if (dock->widget() && !dock->widget()->visibleRegion().isEmpty())
            raised << dock->objectName();
    session.choices[u"raised"_s] = raised;
    return session;
}

void MainWindow::restoreSession(const WindowSession& session)
{
    if (!snapshot_)
        return;
    for (QDockWidget* dock : docks_)
        if (session.choices[u"raised"_s].toStringList().contains(dock->objectName()))
            dock->raise();
    for (TableView* table : findChildren<TableView*>())
        table->restoreChoices(session.choices[table->objectName()].toMap());
    for (QComboBox* box : viewChoices(*tabs_))
        if (const int index = box->findText(session.choices[box->objectName()].toString()); index >= 0)
            box->setCurrentIndex(index);
    tabs_->findChild<QLineEdit*>(u"timeLineFilter"_s)->setText(session.choices[u"timeLineFilter"_s].toString());
    const int subject = session.choices[u"heatMapSubject"_s].toInt();
    heatMap_->showSubject(static_cast<HeatMapView::Subject>(std::clamp(subject, 0, static_cast<int>(HeatMapView::Subject::RunTable))));
    if (viewWidget(session.view) && session.view != u"start")
        showView(session.view);
    const models::Cluster& cluster = *snapshot_->cluster;
    const Selection& selection = session.selection;
    const models::PodRow* pod = cluster.pod(selection.pod);
    const models::NodeRow* node = cluster.node(selection.node);
    if (pod)
        hub_->select({pod->key, pod->node, selection.plugin, pod->lastAttempt});
    else if (node)
        hub_->select({{}, node->name, selection.plugin, -1});
    const auto space = session.object.indexOf(u' ');
    if (const design::ItemPtr item = desk_->designer()->document()->find(session.object.left(space).toStdString(), session.object.mid(space + 1).toStdString()))
        desk_->take({item->id()});
}

}
