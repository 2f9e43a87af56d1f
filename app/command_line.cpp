// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include "views/main_window.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace berth::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::app::CommandLine", text);
}

QSize parseSize(const QString& text)
{
    const QStringList parts = text.split(u'x');
    bool good[2] = {false, false};
    if (parts.size() != 2)
        return {};
    const QSize size(parts[0].toInt(&good[0]), parts[1].toInt(&good[1]));
    const bool sensible = size.width() >= 320 && size.height() >= 240 && size.width() <= 16384 && size.height() <= 16384;
    return good[0] && good[1] && sensible ? size : QSize();
}

QString findError(const QCommandLineParser& parser, const CommandLine& line)
{
    if (!line.view.isEmpty() && !views::MainWindow::viewNames().contains(line.view))
        return tr("there is no view %1; views are: %2").arg(line.view, views::MainWindow::viewNames().join(u", "));
    if (parser.isSet(u"theme"_s) && !line.theme)
        return tr("--theme takes light, dark, contrast or system, not %1").arg(parser.value(u"theme"_s));
    if (parser.isSet(u"size"_s) && line.size.isEmpty())
        return tr("--size takes WIDTHxHEIGHT, for example 1440x900, not %1").arg(parser.value(u"size"_s));
    if (parser.isSet(u"capture"_s) && line.captureFolder.isEmpty())
        return tr("--capture takes a folder");
    if (!line.captureFolder.isEmpty() && line.files.isEmpty())
        return tr("--capture needs something to open");
    for (const QString& file : line.files)
        if (!QFileInfo::exists(file))
            return tr("%1 does not exist").arg(file);
    return {};
}

}

CommandLine parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(tr("Opens a cluster, schedules it as kube-scheduler v1.36.1 would, and shows why."));
    parser.addPositionalArgument(u"FILE"_s, tr("Kubernetes objects as YAML or JSON, or folders; together one cluster"), u"[FILE…]"_s);
    parser.addOptions({
        {u"view"_s, tr("Show this view: %1").arg(views::MainWindow::viewNames().join(u", ")), u"NAME"_s},
        {u"theme"_s, tr("Colours: light, dark, contrast or system"), u"light|dark|contrast|system"_s},
        {u"capture"_s, tr("Run the files, write a PNG of every view (or of --view) into DIR, and leave"), u"DIR"_s},
        {u"size"_s, tr("Size of the window"), u"WxH"_s},
    });
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    CommandLine line;
    const bool parsed = parser.parse(arguments);
    line.helpText = parser.helpText();
    if (!parsed) {
        line.error = parser.errorText();
        return line;
    }
    line.help = parser.isSet(help);
    line.version = parser.isSet(version);
    line.files = parser.positionalArguments();
    line.view = parser.value(u"view"_s);
    line.theme = views::themeFromName(parser.value(u"theme"_s));
    line.captureFolder = parser.value(u"capture"_s);
    line.size = parseSize(parser.value(u"size"_s));
    line.error = findError(parser, line);
    return line;
}

}
