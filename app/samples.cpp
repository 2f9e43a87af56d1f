// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace berth::app {

std::vector<views::Sample> readSamples(const QString& folder)
{
    std::vector<views::Sample> samples;
    QFile file(QDir(folder).filePath(u"index.json"_s));
    if (!file.open(QIODevice::ReadOnly))
        return samples;
    for (const QJsonValue& entry : QJsonDocument::fromJson(file.readAll()).array()) {
        const QJsonObject sample = entry.toObject();
        samples.push_back({sample[u"id"].toString(), sample[u"title"].toString(), sample[u"summary"].toString(),
                           QDir(folder).absoluteFilePath(sample[u"path"].toString())});
    }
    return samples;
}

std::vector<views::Sample> findSamples()
{
    QDir folder(QCoreApplication::applicationDirPath());
    std::vector<views::Sample> samples = readSamples(folder.absoluteFilePath(u"../share/berth/samples"_s));
    // A build tree is a few folders below the source tree.
    for (int up = 0; up < 5 && samples.empty(); ++up) {
        samples = readSamples(folder.absoluteFilePath(u"samples"_s));
        if (!folder.cdUp())
            break;
    }
    return samples;
}

}
