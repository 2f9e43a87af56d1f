// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/recovery.h"

#include <QLockFile>
#include <QObject>

#include <memory>

class QThreadPool;

namespace berth::app {

/// Keeps a copy of unsaved work beside the program's other data, in a folder of this process: written on the thread pool, one
/// write at a time, of several states the last. Gone when the program ends in order; what a killed one left is found by the
/// next.
class Autosave final : public QObject {
    Q_OBJECT
public:
    /// root: where the folders of all processes are.
    explicit Autosave(const QString& root, QObject* parent = nullptr);
    /// Ends in order: the copy is removed.
    ~Autosave() override;

    /// `recovery` in the platform's folder for the program's data.
    static QString defaultRoot();
    /// What processes that are no longer there left, newest first. Reading one of them does not remove it.
    QStringList leftBehind() const;
    /// Waits until everything kept so far is written.
    void flush();
    const QString& folder() const { return folder_.path(); }

public slots:
    void keep(const berth::app::WorkPtr& work);
    /// What the cluster has been edited to, be it run or not. of: the same as the session knows it; draft: with the paths
    /// where it is saved; title: of what was saved under another name than it was opened, else empty.
    void keepDraft(const berth::design::DocumentPtr& of, const berth::design::DocumentPtr& draft, const QString& title);
    /// Another cluster was opened: the draft is that one's from now on; written when its work is there.
    void beginDraft(const berth::design::DocumentPtr& of);

signals:
    void failed(const QString& text);

private:
    void put();
    void write();

    QString root_;
    RecoveryFolder folder_;
    std::unique_ptr<QLockFile> lock_;
    WorkPtr work_;                         ///< the last that the session told
    design::DocumentPtr draftOf_;
    design::DocumentPtr draft_;
    QString draftTitle_;
    quint64 draftNumber_ = 0;
    WorkPtr waiting_;
    WorkPtr writing_;
    bool hasFailed_ = false;
    QThreadPool* pool_;
};

}
