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
    work_ = work;
    put();
}

void Autosave::keepDraft(const design::DocumentPtr& of, const design::DocumentPtr& draft, const QString& title)
{
    draftOf_ = of;
    draft_ = draft;
    draftTitle_ = title;
    ++draftNumber_;
    if (work_)
        put();
}

void Autosave::beginDraft(const design::DocumentPtr& of)
{
    work_ = nullptr;
    keepDraft(of, of, {});
}

/// The session's work and what the window knows of its document, together.
void Autosave::put()
{
    auto all = std::make_shared<Work>(*work_);
    all->draft = draft_;
    all->draftNumber = draftNumber_;
    all->isOfDraft = draftOf_ == work_->document;
    if (draft_ && !draftTitle_.isEmpty())
        all->title = draftTitle_;
    waiting_ = all;
    if (!writing_)
        write();
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
