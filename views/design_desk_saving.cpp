// SPDX-License-Identifier: GPL-3.0-or-later
// Where edits are written, and what is asked before they are left.
#include "views/design_desk.h"

#include "models/format.h"
#include "views/object_editor.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace berth::views {

void DesignDesk::save(bool as)
{
    takeEdits(hasRun_ && rerun_->isChecked());
    if (!mayLeaveSteps()) {
        afterSaving_ = nullptr;
        return;
    }
    QString path;
    if (as || designer_->needsPath()) {
        path = askWhere(as ? designer_->pathOf(0) : u"cluster.yaml"_s);
        if (path.isEmpty()) {
            afterSaving_ = nullptr;
            return;
        }
    }
    const bool writesConfiguration = as ? designer_->hasConfiguration() : !designer_->isConfigurationSaved();
    const QString configuration = path.isEmpty() ? designer_->configurationPath() : designer_->configurationPathIn(path);
    if (writesConfiguration && configuration != path && !mayReplace(configuration)) {
        afterSaving_ = nullptr;
        return;
    }
    if (as)
        designer_->saveAs(path);
    else
        designer_->save(path);
}

/// A name that is typed without an ending gets one, or nothing that opens clusters would show the file.
QString DesignDesk::askWhere(const QString& proposal)
{
    QFileDialog dialog(window_, tr("Save the cluster"), QFileInfo(proposal).path(), tr("Kubernetes objects (*.yaml *.yml *.json);;All files (*)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setDefaultSuffix(u"yaml"_s);
    dialog.selectFile(QFileInfo(proposal).fileName());
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

/// Says what was written. A configuration is no cluster: it is found where it is by opening what it was saved with.
void DesignDesk::showSaved(const QStringList& paths)
{
    QStringList clusters = paths;
    const QString configuration = designer_->configurationPath();
    const bool isBeside = clusters.removeAll(configuration) > 0 && !paths.isEmpty() && configuration != designer_->pathOf(0);
    if (!isBeside)
        clusters = paths;
    QString text = clusters.isEmpty() ? QString() : tr("Saved %1.").arg(clusters.join(u", "_s));
    if (const std::string& scenario = designer_->document()->takenFrom(); !scenario.empty() && !clusters.isEmpty())
        text = tr("Wrote the cluster alone to %1. The scenario %2 is as it was.").arg(clusters.join(u", "_s), models::toQString(scenario));
    if (isBeside) {
        const QString opened = QFileInfo(configuration).fileName() == u"scheduler.yaml" ? QFileInfo(configuration).dir().dirName() : QFileInfo(designer_->pathOf(0)).fileName();
        text += (text.isEmpty() ? QString() : u" "_s) + tr("Saved the scheduler's configuration in %1: opening %2 reads it, too.").arg(configuration, opened);
    }
    const bool hasErrors = !text.isEmpty() && designer_->hasErrors();
    if (hasErrors)
        text += u" "_s + tr("It has errors: the Issues say which objects take no part.");
    emit message(text.isEmpty() ? tr("Everything is saved already.") : text, hasErrors);
    emit savedTo(clusters);
}

/// Of a scenario that names other files only the objects can be written, somewhere else: whoever saves is to know it before.
bool DesignDesk::mayLeaveSteps()
{
    const std::string& scenario = designer_->document()->takenFrom();
    if (scenario.empty())
        return true;
    return agrees(tr("Save the cluster alone?"),
                  tr("%1 takes objects from other files, so edits cannot be written back into it. What is saved is the cluster alone, in another file: steps and expectations stay in the scenario, which is not changed.").arg(models::toQString(scenario)),
                  tr("&Save the cluster alone"), QMessageBox::Information);
}

/// Whether a file that is there, and that this program knows nothing of, may be written over with the configuration.
bool DesignDesk::mayReplace(const QString& path)
{
    if (path.isEmpty() || !designer_->isNewFile(path) || !QFile::exists(path))
        return true;
    return agrees(tr("Replace?"), tr("The scheduler's configuration is saved in %1, which is there already.").arg(path), tr("&Replace"), QMessageBox::Warning);
}

/// Asks before something is done that the button says; the other button is Cancel.
bool DesignDesk::agrees(const QString& title, const QString& text, const QString& button, QMessageBox::Icon icon)
{
    QMessageBox box(icon, title, text, QMessageBox::Cancel, window_);
    const QPushButton* agreed = box.addButton(button, QMessageBox::AcceptRole);
    box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
    box.exec();
    return box.clickedButton() == agreed;
}

bool DesignDesk::mayLeave(const std::function<void()>& then)
{
    editor_->commit();
    if (!designer_->isModified())
        return true;
    const QString name = designer_->name().isEmpty() && snapshot_ ? snapshot_->title : designer_->name();
    QMessageBox box(QMessageBox::Question, tr("Unsaved edits"), tr("“%1” was edited and is not saved.").arg(name), QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box.setDefaultButton(QMessageBox::Save);
    box.button(QMessageBox::Save)->setText(tr("&Save"));
    box.button(QMessageBox::Discard)->setText(tr("&Discard"));
    box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
    const int answer = box.exec();
    if (answer == QMessageBox::Save) {
        afterSaving_ = then;
        save(false);
    }
    return answer == QMessageBox::Discard;
}

}
