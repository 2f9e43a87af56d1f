// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/branch.h"
#include "models/designer.h"
#include "models/placement_question.h"
#include "models/snapshot.h"
#include "views/selection_hub.h"

#include <QMessageBox>
#include <QObject>

class QAction;
class QLabel;
class QMenu;
class QTimer;

namespace berth::design {
struct Kept;
}

namespace berth::models {
class ObjectTableModel;
}

namespace berth::views {

class ObjectEditor;
class TableView;

/// Everything of the window that edits: the list of objects, the editor, the verbs. Knows which objects the user means, turns
/// verbs into steps of the designer's history, and says when the cluster is to be started anew from the edited document.
class DesignDesk final : public QObject {
    Q_OBJECT
public:
    /// The verbs' shortcuts belong to the window.
    DesignDesk(SelectionHub* hub, QWidget* window);
    ~DesignDesk() override;

    models::Designer* designer() const { return designer_; }
    TableView* objects() const { return objects_; }
    ObjectEditor* editor() const { return editor_; }
    /// Says that what is shown is older than the document; hidden otherwise.
    QLabel* staleText() const { return stale_; }

    // For menus and tool bars.
    const QList<QAction*>& fileActions() const { return fileActions_; }
    const QList<QAction*>& editActions() const { return editActions_; }
    const QList<QAction*>& clusterActions() const { return clusterActions_; }
    QMenu* newMenu() const { return newMenu_; }
    /// What can be done with the chosen objects, under their name; nothing where none are chosen.
    void fillMenu(QMenu* menu);

    /// Rows that are chosen in that table are objects of that kind, by their key: several are edited together.
    void followTable(TableView* view, const QString& kind);
    /// Shows the object with the problem, its text at the place of the problem. False if it is no longer there.
    bool goTo(const api::Problem& problem);
    /// What is chosen in that canvas can be copied, cut and deleted by key.
    void followCanvas(QWidget* canvas);
    /// Starts anew from edits that wait for a pause or for the end of an error; false: there are none.
    bool takeEdits(bool attempts);
    void setLoaded(const models::SnapshotPtr& snapshot);
    /// The cluster of the document as it was edited is there, or newer results of it.
    void setSnapshot(const models::SnapshotPtr& snapshot);
    /// byUser: somebody chose it. Else it is what a run made of the selection, and whoever is editing something goes on.
    void follow(const Selection& selection, bool byUser);
    void updateIcons();
    /// Asks what is to become of unsaved work. False: whoever asked must not go on (yet: then is called when it is saved).
    bool mayLeave(const std::function<void()>& then);

    /// What the scheduler says about a pod on a node, and the edits that would bring it there.
    void showPlacement(const models::PlacementAnswer& answer);

    /// What a branch of the run did becomes part of the document, and of the run.
    void adopt(const models::BranchPtr& branch);
    /// Adds the objects of a text from another program.
    void paste(const QString& text);
    void choose(const models::ItemIds& ids);
    /// The same without bringing the editor to the front.
    void take(const models::ItemIds& ids);
    const models::ItemIds& chosen() const;
    /// The object that made a pod which is no object of its own; null if there is none.
    design::ItemPtr makerOf(const api::Pod& pod) const;

signals:
    void newRequested();
    /// Objects were pasted where no cluster is open.
    void clusterWanted(const QString& text);
    /// Start anew from the document; attempts: and run.
    void editRequested(const berth::design::DocumentPtr& document, bool attempts);
    /// The user chose an object in the list.
    void objectChosen(const QString& kind, const QString& key);
    /// Something was made or is to be edited: show it.
    void editorWanted();
    void savedTo(const QStringList& paths);
    void placementAsked(const QString& pod, const QString& node);
    void message(const QString& text, bool error);

private:
    void makeActions();
    void makeNewMenu();
    QAction* make(const QString& name, const QString& text, const QKeySequence& shortcut, const QString& tip);
    void changed(const design::DocumentPtr& document);
    void restart();
    void chooseRows(TableView* view, const QString& kind);
    models::ItemIds itemsOfRows(const TableView* view, const QString& kind) const;
    void markChosen();
    void create(const design::Template& from);
    void generateNodes();
    void generatePods();
    void copy();
    void remove();
    void removeItems(const models::ItemIds& ids);
    void setLabel();
    void addTaint();
    void setRequests();
    void cordon(bool cordoned);
    void save(bool as);
    QString askWhere(const QString& proposal);
    void showSaved(const QStringList& paths);
    bool mayReplace(const QString& path);
    bool mayLeaveSteps();
    bool agrees(const QString& title, const QString& text, const QString& button, QMessageBox::Icon icon);
    void askPlacement();
    void keepPlacements();
    void showKept(const design::DocumentPtr& of, const design::Kept& kept);
    std::vector<design::ItemPtr> chosenItems(const QString& kind = {}) const;
    std::vector<std::string> namesOf(const char* kind) const;
    void updateActions();

    SelectionHub* hub_;
    QWidget* window_;
    models::Designer* designer_;
    models::ObjectTableModel* model_;
    TableView* objects_;
    ObjectEditor* editor_;
    QLabel* stale_;
    QTimer* settle_;
    QMenu* newMenu_;
    QList<QAction*> fileActions_;
    QList<QAction*> editActions_;
    QList<QAction*> clusterActions_;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QAction* save_ = nullptr;
    QAction* saveAs_ = nullptr;
    QAction* cut_ = nullptr;
    QAction* copy_ = nullptr;
    QAction* paste_ = nullptr;
    QAction* duplicate_ = nullptr;
    QAction* remove_ = nullptr;
    QAction* rerun_ = nullptr;
    QAction* whatIf_ = nullptr;
    QList<QAction*> onTheSpot_;            ///< by key in tables and canvases
    QList<QAction*> onChosen_;             ///< need a chosen object
    QList<QAction*> onNodes_;
    QList<QAction*> onPods_;
    Selection selection_;
    models::SnapshotPtr snapshot_;
    bool isKeeping_ = false;               ///< placements, on another thread
    std::function<void()> afterSaving_;
    QList<std::pair<TableView*, QString>> followed_; ///< tables of the cluster with the kind of their rows
    bool hasRun_ = false;                  ///< since it was opened: edits run again
    bool choosing_ = false;
};

}
