// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>

#include <cstdint>
#include <vector>

class QAction;

namespace berth::views {

/// What the user is looking at, in the whole program. Empty texts and -1: nothing of that sort.
struct Selection {
    QString pod;                           ///< `namespace/name`
    QString node;
    QString plugin;
    std::int64_t attempt = -1;             ///< index in the run
    bool isEmpty() const { return pod.isEmpty() && node.isEmpty() && plugin.isEmpty() && attempt < 0; }
    friend bool operator==(const Selection&, const Selection&) = default;
};

/// The one selection that all views share, and the way back through earlier ones and the views they were looked at in. A view that changes it passes itself
/// as the asker and is not told about its own change.
class SelectionHub final : public QObject {
    Q_OBJECT
public:
    explicit SelectionHub(QObject* parent = nullptr);

    const Selection& current() const { return current_; }
    void select(const Selection& selection, const QObject* asker = nullptr);
    void selectNode(const QString& node, const QObject* asker = nullptr);
    void selectPlugin(const QString& plugin, const QObject* asker = nullptr);
    void clear() { select({}); }
    /// Another view came to the front: the way back leads through it as well. What is chosen and shown in one turn of the
    /// event loop is one step of the way.
    void visit(const QString& view);
    /// Forgets everything: another cluster was opened.
    void reset();

    QAction* backAction() const { return back_; }
    QAction* forwardAction() const { return forward_; }

signals:
    /// asker is null for changes that everybody must follow.
    void changed(const berth::views::Selection& selection, const QObject* asker);
    /// The way back or forward leads to another view.
    void viewWanted(const QString& view);

private:
    struct Place {
        Selection selection;
        QString view;
    };
    void go(Place place, bool isSameStep);
    void step(int by);
    void updateActions();

    Selection current_;
    std::vector<Place> history_{Place()};
    std::size_t at_ = 0;
    bool selectedNow_ = false;             ///< in this turn of the event loop
    bool visitedNow_ = false;
    QAction* back_;
    QAction* forward_;
};

}
