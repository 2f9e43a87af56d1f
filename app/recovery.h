// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/input.h"
#include "scenario/recording.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace berth::app {

/// The work that would be lost if the program ended now: what was opened, the configuration, and everything that was done since.
/// Doing it again leads to the same run, so that is all there is to keep.
struct Work {
    quint64 cluster = 0;                   ///< tells the objects of one that was opened later apart
    QString title;
    QStringList paths;                     ///< what was opened; its steps are read from there again
    std::string configurationText;         ///< when the run began, as all above
    std::string configurationFile;
    config::FeatureGates gates;
    std::uint64_t seed = 0;
    std::vector<plugins::ScriptSource> scripts;        ///< when the run began
    design::DocumentPtr document;          ///< what the run began with; null: the objects of the first command are all there is
    design::DocumentPtr draft;             ///< what it has been edited to since, with the paths where it is saved; null: document
    quint64 draftNumber = 0;               ///< another one for every draft
    bool isOfDraft = true;                 ///< the run began with the draft: else its commands lead elsewhere
    scenario::Commands commands;           ///< the first creates the cluster
    std::size_t nextStep = 0;              ///< of the steps, the one that Run goes on with
};
using WorkPtr = std::shared_ptr<const Work>;

/// Writes work into a folder and reads it again. Every file is written beside its place and then put there whole, so that
/// whoever is killed in the middle leaves the one before. The objects of a command are written once.
class RecoveryFolder {
public:
    explicit RecoveryFolder(QString path) : path_(std::move(path)) {}

    const QString& path() const { return path_; }
    /// The error in one sentence, empty if there is none. One writer at a time.
    QString write(const Work& work) const;
    /// Absent: there is nothing, or nothing that can be used.
    std::optional<Work> read() const;
    void remove() const;

private:

    QString path_;
};

/// What RecoveryFolder::read() gave, as something to open: objects and steps. The document knows what its files hold now.
Input inputOf(const Work& work);

}
