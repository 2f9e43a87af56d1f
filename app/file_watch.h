// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace berth::app {

/// Says that files have changed on disk, once for a burst of changes, and goes on watching those that editors replace
/// by another file of the name.
class FileWatch final : public QObject {
    Q_OBJECT
public:
    explicit FileWatch(QObject* parent = nullptr);
    /// From now on these, and no others.
    void watch(const QStringList& files);

signals:
    void changed();

private:
    QStringList files_;
    QFileSystemWatcher watcher_;
    QTimer settle_;
};

}
