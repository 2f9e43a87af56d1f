// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStringList>
#include <QWidget>

#include <vector>

class QPushButton;
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
    const QStringList& recent() const { return recentPaths_; }

signals:
    /// Of a recent file: it is to be forgotten.
    void recentRemoved(const QString& path);
    void openRequested(const QString& path);
    /// An empty cluster to build in.
    void newRequested();
    void browseRequested();
    void browseFolderRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateIcons();

    QStringList recentPaths_;
    std::vector<Sample> known_;
    std::vector<std::pair<QPushButton*, QString>> symbols_;   ///< buttons and the names of their icons
    QVBoxLayout* samples_;
    QVBoxLayout* recent_;
};

}
