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

/// The one selection that all views share, and the way back through earlier ones. A view that changes it passes itself
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
    /// Forgets everything: another cluster was opened.
    void reset();

    QAction* backAction() const { return back_; }
    QAction* forwardAction() const { return forward_; }

signals:
    /// asker is null for changes that everybody must follow.
    void changed(const berth::views::Selection& selection, const QObject* asker);

private:
    void step(int by);
    void updateActions();

    Selection current_;
    std::vector<Selection> history_{Selection()};
    std::size_t at_ = 0;
    QAction* back_;
    QAction* forward_;
};

}
