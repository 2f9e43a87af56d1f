// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTest>

/// The symbolic icons are recoloured from the palette, which works only if they have one colour and nothing else.
class Icons : public QObject {
    Q_OBJECT

    static QStringList symbolic()
    {
        QStringList files;
        QDirIterator it(QStringLiteral(":/berth/icons"), {QStringLiteral("*.svg")});
        while (it.hasNext())
            files << it.next();
        return files;
    }

private slots:
    void areThere()
    {
        for (const char* name :
             {"run", "step", "stop", "open", "search", "issues", "nodes", "pods", "heat-map", "why", "back", "forward"})
            QVERIFY2(QFile::exists(QStringLiteral(":/berth/icons/%1.svg").arg(QLatin1String(name))), name);
        QVERIFY(QFile::exists(QStringLiteral(":/berth/berth.svg")));
    }

    void haveOneColour()
    {
        static const QRegularExpression colour(QStringLiteral("(?:fill|stroke)=\"(#[^\"]*|[a-z]+)\""));
        QVERIFY(!symbolic().isEmpty());
        for (const auto& path : symbolic()) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            auto it = colour.globalMatch(QString::fromUtf8(file.readAll()));
            while (it.hasNext()) {
                const auto value = it.next().captured(1);
                QVERIFY2(value == QLatin1String("#000") || value == QLatin1String("none"),
                         qPrintable(path + QLatin1Char(' ') + value));
            }
        }
    }

    void fillTheirSquare()
    {
        for (const auto& path : symbolic()) {
            QSvgRenderer renderer(path);
            QVERIFY2(renderer.isValid(), qPrintable(path));
            QCOMPARE(renderer.viewBox(), QRect(0, 0, 24, 24));
            QImage image(48, 48, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            renderer.render(&painter);
            painter.end();
            int inked = 0;
            for (int y = 0; y < 48; ++y)
                for (int x = 0; x < 48; ++x)
                    inked += qAlpha(image.pixel(x, y)) > 128;
            // Neither empty nor a blot; a line is about 70 pixels long and 3.5 wide.
            QVERIFY2(inked > 100 && inked < 1200, qPrintable(QStringLiteral("%1: %2 pixels").arg(path).arg(inked)));
        }
    }
};

QTEST_MAIN(Icons)
#include "tst_icons.moc"
