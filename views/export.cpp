// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QPointer>
#include <QSaveFile>
#include <QThreadPool>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::views::Export", text);
}

struct Ending {
    QString suffix;
    QString filter;
};

Ending endingOf(TextFile kind)
{
    switch (kind) {
    case TextFile::Csv:
        return {u".csv"_s, tr("Comma-separated values (*.csv)")};
    case TextFile::Tsv:
        return {u".tsv"_s, tr("Tab-separated values (*.tsv)")};
    case TextFile::Yaml:
        return {u".yaml"_s, tr("YAML (*.yaml *.yml)")};
    case TextFile::Prometheus:
        break;
    }
    return {u".prom"_s, tr("Prometheus text (*.prom *.txt)")};
}

/// The path that was chosen, with the ending of the chosen kind if it has none; the kind's index. -1: the user gave up.
std::pair<QString, qsizetype> askWhere(QWidget* parent, const QString& title, const QString& baseName, const QList<Ending>& endings)
{
    QStringList filters;
    for (const Ending& ending : endings)
        filters << ending.filter;
    QString chosen;
    QString path = QFileDialog::getSaveFileName(parent, title, baseName + endings.front().suffix, filters.join(u";;"), &chosen);
    if (path.isEmpty())
        return {{}, -1};
    for (qsizetype i = 0; i < endings.size(); ++i)
        if (path.endsWith(endings[i].suffix, Qt::CaseInsensitive))
            return {path, i};
    const qsizetype kind = std::max<qsizetype>(0, filters.indexOf(chosen));
    if (!path.mid(path.lastIndexOf(u'/') + 1).contains(u'.'))
        path += endings[kind].suffix;
    return {path, kind};
}

/// Empty, or what went wrong.
QString writeFile(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) < 0 || !file.commit())
        return tr("Could not write %1: %2").arg(path, file.errorString());
    return {};
}

void report(const ExportDone& done, const QString& path, const QString& error)
{
    if (done)
        done(error.isEmpty() ? tr("Wrote %1").arg(path) : error, !error.isEmpty());
}

}

void exportText(QWidget* parent, const QString& title, const QString& baseName, const QList<TextFile>& kinds,
                std::function<QString(TextFile kind)> makeText, ExportDone done)
{
    QList<Ending> endings;
    for (const TextFile kind : kinds)
        endings << endingOf(kind);
    const auto [path, kind] = askWhere(parent, title, baseName, endings);
    if (kind < 0)
        return;
    QThreadPool::globalInstance()->start([path = path, kind = kinds[kind], parent = QPointer<QWidget>(parent), makeText = std::move(makeText),
                                          done = std::move(done)] {
        const QString error = writeFile(path, makeText(kind).toUtf8());
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [=] {
                if (parent)
                    report(done, path, error);
            },
            Qt::QueuedConnection);
    });
}

/// PNG or SVG, as bytes that can be written; what takes long, packing the pixels, is left to whoever calls it.
static std::function<QByteArray()> packed(const Picture& picture, bool svg, double ratio)
{
    if (svg)
        return [bytes = svgOf(picture)] { return bytes; };
    return [image = imageOf(picture, ratio)] {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        return image.save(&buffer, "PNG") ? bytes : QByteArray();
    };
}

static void draw(QWidget* parent, const Picture& picture, const QString& path, bool svg, const ExportDone& done)
{
    QThreadPool::globalInstance()->start([path, parent = QPointer<QWidget>(parent), done, onlyPart = picture.onlyPart,
                                          pack = packed(picture, svg, parent->devicePixelRatioF())] {
        const QByteArray bytes = pack();
        const QString error = bytes.isEmpty() ? tr("There was not enough memory for the picture.") : writeFile(path, bytes);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [=] {
                if (!parent || !done)
                    return;
                const QString wrote = tr("Wrote %1").arg(path);
                done(!error.isEmpty() ? error : onlyPart.isEmpty() ? wrote : wrote + u". "_s + onlyPart, !error.isEmpty());
            },
            Qt::QueuedConnection);
    });
}

void exportPicture(QWidget* parent, const QString& title, const QString& baseName, Picture picture, ExportDone done)
{
    const auto [path, kind] = askWhere(parent, title, baseName,
                                       {{u".png"_s, tr("Picture (*.png)")}, {u".svg"_s, tr("Scalable drawing (*.svg)")}});
    if (kind < 0)
        return;
    if (!picture.isReady || picture.isReady())
        return draw(parent, picture, path, kind == 1, done);
    if (done)
        done(tr("Computing what has not been looked at yet; the picture is written when all of it is there."), false);
    constexpr int patience = 60'000;
    constexpr int pause = 50;
    auto* wait = new QTimer(parent);
    wait->setInterval(pause);
    QObject::connect(wait, &QTimer::timeout, parent, [wait, parent, picture = std::move(picture), path = path, kind = kind, done = std::move(done), waited = 0]() mutable {
        if (!picture.isReady() && (waited += pause) < patience)
            return;
        if (!picture.isReady())
            picture.onlyPart = tr("Not all of it could be computed.");
        wait->stop();
        wait->deleteLater();
        draw(parent, picture, path, kind == 1, done);
    });
    wait->start();
}

}
