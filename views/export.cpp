// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QPainter>
#include <QPixmap>
#include <QPointer>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QThreadPool>

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

/// What QSvgGenerator leaves to luck: a font that is there under that name only on this machine, and cells that viewers
/// blur into each other when they enlarge a picture with one pixel per cell.
static QByteArray forOtherPrograms(QByteArray svg)
{
    svg.replace("image-rendering=\"optimizeSpeed\"", "image-rendering=\"pixelated\"");
    svg.replace("image-rendering=\"auto\"", "image-rendering=\"pixelated\"");
    svg.replace("font-family=\"Sans Serif\"", "font-family=\"sans-serif\"");
    svg.replace("font-family=\"Monospace\"", "font-family=\"monospace\"");
    return svg;
}

QByteArray svgOf(QWidget& widget, const QString& title)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setTitle(title);
    generator.setSize(widget.size());
    generator.setResolution(widget.logicalDpiX()); // fonts have points, drawings pixels
    generator.setViewBox(widget.rect());
    QPainter painter(&generator);
    painter.fillRect(widget.rect(), widget.palette().color(QPalette::Window));
    widget.render(&painter);
    painter.end();
    return forOtherPrograms(buffer.data());
}

void exportPicture(QWidget* parent, const QString& title, const QString& baseName, QWidget* widget, const ExportDone& done)
{
    const auto [path, kind] = askWhere(parent, title, baseName,
                                       {{u".png"_s, tr("Picture (*.png)")}, {u".svg"_s, tr("Scalable drawing (*.svg)")}});
    if (kind < 0)
        return;
    QByteArray bytes;
    if (kind == 1) {
        bytes = svgOf(*widget, title);
    } else {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        widget->grab().save(&buffer, "PNG");
    }
    report(done, path, writeFile(path, bytes));
}

}
