// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/write.h"
#include "design/completion.h"
#include "models/configuration.h"
#include "models/profile_matrix.h"

#include <QWidget>

#include <functional>

class QAction;
class QLabel;
class QTimer;

namespace berth::views {

class ProfileTable;
class YamlCompletion;
class YamlEditor;

/// A scheduler's configuration: for one profile what runs at which extension point, beside it the YAML. The text is
/// what is edited; changes in the matrix write it anew. Reads nothing itself: asks for it, and shows what comes back.
class ProfileView final : public QWidget {
    Q_OBJECT
public:
    explicit ProfileView(QWidget* parent = nullptr);

    /// What the open cluster runs with. The same one again keeps what is being edited.
    void setApplied(const models::ConfigurationPtr& configuration);
    /// Whether Apply is possible as far as the engine is concerned.
    void setIdle(bool idle);
    /// Where the configuration of the cluster is saved, or will be (empty: not known yet); none: it has the defaults.
    void setFile(const QString& path, bool isSaved, bool none);
    void setProfile(int index);
    /// Writes these weights of scoring plugins into the text, as if somebody had done so; 0 takes a plugin out of the score. Nothing is applied.
    void setWeights(const QString& schedulerName, const QHash<QString, int>& weights);
    int profile() const { return profile_; }
    /// Scheduler names of what is shown.
    QStringList profiles() const;
    /// The last reading of the text; null before anything is open.
    const models::ConfigurationPtr& draft() const { return draft_; }
    /// Moves the cursor of the text there; false if the file is another one.
    bool goTo(const QString& file, api::Position position);

    YamlEditor* editor() const { return editor_; }
    YamlCompletion* completion() const { return completion_; }
    ProfileTable* table() const { return table_; }
    models::ProfileMatrixModel* model() const { return model_; }
    QString stateText() const;

public slots:
    /// The answer to readRequested; dropped if the text has changed since.
    void showRead(const berth::models::ConfigurationPtr& configuration);
    /// A file that was opened for editing: replaces the text, which undo takes back.
    void showOpened(const berth::models::ConfigurationPtr& configuration);

signals:
    void readRequested(const QString& text, const QString& file);
    void openRequested(const QString& path);
    void applyRequested(const berth::models::ConfigurationPtr& configuration);
    /// Another draft: its problems, or its profiles, may differ.
    void draftChanged();
    void message(const QString& text, bool error);

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeActions();
    QWidget* makeBar();
    QWidget* makeMatrixSide();
    QWidget* makeTextSide();
    QAction* makeAction(const QString& name, const QString& text, const QString& tip);
    void textChanged();
    design::Completion complete(std::string_view text, std::size_t cursor) const;
    void setDraft(const models::ConfigurationPtr& configuration);
    void replaceText(const QString& text);
    bool canEdit() const;
    void edit(const std::function<bool(config::Profile&)>& change);
    void write(config::WriteStyle style);
    void showMatrix();
    void showExtenders();
    void refresh();
    void updateState();
    void apply();
    void revert();
    void browse();
    void exportAs(config::WriteStyle style);

    models::ProfileMatrixModel* model_;
    ProfileTable* table_;
    YamlEditor* editor_;
    YamlCompletion* completion_;
    QLabel* heading_;
    QLabel* extenders_;
    QLabel* state_;
    QTimer* delay_;
    QAction* apply_ = nullptr;
    QAction* revert_ = nullptr;
    QAction* minimal_ = nullptr;
    QAction* explicit_ = nullptr;
    QAction* open_ = nullptr;
    QAction* exportMinimal_ = nullptr;
    QAction* exportExplicit_ = nullptr;
    models::ConfigurationPtr applied_;
    models::ConfigurationPtr sent_;        ///< what Apply asked for last
    models::ConfigurationPtr draft_;
    models::ConfigurationPtr shown_;       ///< good: what the matrix shows
    QString file_;
    QString savedIn_;
    bool isSaved_ = true;
    bool hasNone_ = true;
    int profile_ = 0;
    bool idle_ = true;
    bool writing_ = false;                 ///< the text changes by our own hand
};

}
