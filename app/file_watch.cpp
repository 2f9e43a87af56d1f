// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_watch.h"

#include <QFileInfo>

namespace berth::app {

namespace {

constexpr int settleTime = 100;            ///< ms without a further change: saving a file is several

}

FileWatch::FileWatch(QObject* parent) : QObject(parent)
{
    settle_.setSingleShot(true);
    settle_.setInterval(settleTime);
    // Directories too: a file that was replaced is no longer watched, and is not there for a moment.
    connect(&watcher_, &QFileSystemWatcher::fileChanged, &settle_, qOverload<>(&QTimer::start));
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, &settle_, qOverload<>(&QTimer::start));
    connect(&settle_, &QTimer::timeout, this, [this] {
        for (const QString& file : files_)
            if (QFileInfo::exists(file) && !watcher_.files().contains(file))
                watcher_.addPath(file);
        emit changed();
    });
}

void FileWatch::watch(const QStringList& files)
{
    if (files == files_)
        return;
    settle_.stop();
    files_ = files;
    if (const QStringList before = watcher_.files() + watcher_.directories(); !before.isEmpty())
        watcher_.removePaths(before);
    QStringList paths = files;
    for (const QString& file : files)
        paths << QFileInfo(file).path();
    paths.removeDuplicates();
    if (!paths.isEmpty())
        watcher_.addPaths(paths);
}

}
