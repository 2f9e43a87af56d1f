// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace berth::views {

/// A cluster that comes with the program.
struct Sample {
    QString id;
    QString title;
    QString summary;
    QString path;                          ///< absolute
};

/// What one sees before a cluster is open: samples, recent files, and how to open one's own.
class StartPage final : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    void setSamples(const std::vector<Sample>& samples);
    const std::vector<Sample>& samples() const { return known_; }
    void setRecent(const QStringList& paths);

signals:
    void openRequested(const QString& path);
    void browseRequested();
    void browseFolderRequested();

private:
    std::vector<Sample> known_;
    QVBoxLayout* samples_;
    QVBoxLayout* recent_;
};

}
