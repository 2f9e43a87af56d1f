// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>

namespace berth::views {
class MainWindow;
}

namespace berth::app {

class Session;

/// Takes pictures of every view: opens nothing itself, but waits for the cluster to be loaded, runs it, chooses an
/// attempt that has something to show for each view, and writes DIR/NAME.png for every view, the whole window and the dialogs.
class Capture final : public QObject {
    Q_OBJECT
public:
    /// only: the name of a view, for the whole window on that view alone; empty for all.
    Capture(views::MainWindow& window, Session& session, const QString& folder, const QString& only);

signals:
    /// error is empty if every picture was written.
    void finished(const QString& error);

private:
    struct Shot {
        QString name;                      ///< of the file
        QString view;
        qint64 attempt = -1;
        int domains = 0;                   ///< of the map: 1 = the first constraint colours it
        QString action = {};               ///< what opens the dialog that the picture is of, instead of a view
    };

    void plan();
    void next();
    void take();
    void takeDialog();
    QString write(const QString& name, QWidget* widget);

    views::MainWindow& window_;
    Session& session_;
    QString folder_;
    QString only_;
    QList<Shot> shots_;
    qint64 waitingFor_ = -1;
    int waits_ = 0;                        ///< for tiles of the run's heat map
};

}
