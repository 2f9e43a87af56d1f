// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QImage>
#include <QSaveFile>

namespace berth::views {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::views::Export", text);
}

template <typename Write>
QString exportTo(QWidget* parent, const QString& title, const QString& suggestedName, const QString& filter, Write write)
{
    const QString path = QFileDialog::getSaveFileName(parent, title, suggestedName, filter);
    if (path.isEmpty())
        return {};
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !write(file) || !file.commit())
        return tr("Could not write %1: %2").arg(path, file.errorString());
    return {};
}

}

QString exportText(QWidget* parent, const QString& title, const QString& suggestedName, const QString& text)
{
    return exportTo(parent, title, suggestedName, tr("Comma-separated values (*.csv);;All files (*)"),
                    [&text](QSaveFile& file) { return file.write(text.toUtf8()) >= 0; });
}

QString exportYaml(QWidget* parent, const QString& title, const QString& suggestedName, const QString& text)
{
    return exportTo(parent, title, suggestedName, tr("YAML (*.yaml *.yml);;All files (*)"),
                    [&text](QSaveFile& file) { return file.write(text.toUtf8()) >= 0; });
}

QString exportPicture(QWidget* parent, const QString& title, const QString& suggestedName, const QImage& picture)
{
    return exportTo(parent, title, suggestedName, tr("Pictures (*.png)"),
                    [&picture](QSaveFile& file) { return picture.save(&file, "PNG"); });
}

}
