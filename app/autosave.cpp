// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/autosave.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QThreadPool>
#include <QUuid>

#include <utility>

using namespace Qt::StringLiterals;

namespace berth::app {

Autosave::Autosave(const QString& root, QObject* parent)
    : QObject(parent), root_(root), folder_(root + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces)), pool_(new QThreadPool(this))
{
    qRegisterMetaType<WorkPtr>();
    pool_->setMaxThreadCount(1);
    QDir().mkpath(folder_.path());
    lock_ = std::make_unique<QLockFile>(folder_.path() + u"/lock"_s);
    lock_->setStaleLockTime(0); // alive is whose process is there, however long ago it began
    lock_->tryLock();
}

Autosave::~Autosave()
{
    pool_->waitForDone();
    lock_->unlock();
    folder_.remove();
}

QString Autosave::defaultRoot()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/recovery"_s;
}

QStringList Autosave::leftBehind() const
{
    QStringList left;
    for (const QFileInfo& entry : QDir(root_).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time)) {
        QLockFile lock(entry.filePath() + u"/lock"_s);
        lock.setStaleLockTime(0);
        // Held by a process that is gone: tryLock takes it over. One of a living process stays.
        if (entry.filePath() == folder_.path() || !lock.tryLock())
            continue;
        if (QFile::exists(entry.filePath() + u"/run.json"_s))
            left << entry.filePath();
        else
            QDir(entry.filePath()).removeRecursively();
    }
    return left;
}

void Autosave::keep(const WorkPtr& work)
{
    last_ = work;
    waiting_ = work;
    if (!writing_)
        write();
}

void Autosave::keepDraft(const design::DocumentPtr& document)
{
    if (!last_ || last_->commands.empty())
        return;
    auto draft = std::make_shared<Work>(*last_);
    draft->document = document;
    ++draft->draft;
    // As after any edit nothing has been done in it yet.
    draft->commands.resize(1);
    draft->nextStep = 0;
    if (const design::ConfigurationText& configuration = document->configuration(); !configuration.text.empty()) {
        draft->configurationText = configuration.text;
        draft->configurationFile = configuration.file.empty() ? draft->configurationFile : configuration.file;
    }
    keep(draft);
}

void Autosave::write()
{
    if (!waiting_)
        return;
    writing_ = std::exchange(waiting_, nullptr);
    pool_->start([this, work = writing_, folder = folder_] {
        const QString error = folder.write(*work);
        QMetaObject::invokeMethod(this, [this, error] {
            writing_ = nullptr;
            if (!error.isEmpty() && !std::exchange(hasFailed_, true))
                emit failed(tr("The copy of unsaved work cannot be written: %1").arg(error));
            write();
        }, Qt::QueuedConnection);
    });
}

void Autosave::flush()
{
    while (writing_) {
        pool_->waitForDone();
        QCoreApplication::sendPostedEvents(this);
    }
}

}
