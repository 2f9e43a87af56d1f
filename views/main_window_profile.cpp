// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "models/problem_list.h"
#include "views/breakpoints_dialog.h"
#include "views/design_desk.h"
#include "views/inspector_view.h"
#include "views/main_window.h"
#include "views/profile_view.h"
#include "views/table_view.h"
#include "views/weight_sliders.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QToolBar>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// Reading more than that to show one line would be felt.
constexpr qint64 longestRead = 8 * 1024 * 1024;

bool isOfConfiguration(const api::Problem& problem)
{
    return problem.object == "KubeSchedulerConfiguration";
}

/// The text of a line (from 1); empty if it cannot be had quickly.
QString lineOf(const QString& path, std::uint32_t line)
{
    QFile file(path);
    if (line == 0 || !file.open(QIODevice::ReadOnly) || file.size() > longestRead)
        return {};
    QByteArray text;
    for (std::uint32_t i = 0; i < line && !file.atEnd(); ++i)
        text = file.readLine();
    return QString::fromUtf8(text).trimmed();
}

}

void MainWindow::makeProfileChoice(QToolBar* bar)
{
    profileChoice_ = new QComboBox(bar);
    profileChoice_->setObjectName(u"profileChoice"_s);
    profileChoice_->setAccessibleName(tr("Profile"));
    profileChoice_->setToolTip(tr("The profile that the profile view shows"));
    profileChoice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    profileChoiceAction_ = bar->addWidget(profileChoice_);
    profileChoiceAction_->setVisible(false);
    connect(profileChoice_, &QComboBox::activated, this, [this](int index) {
        profileView_->setProfile(index);
        showView(u"profile"_s);
    });
}

void MainWindow::connectProfile()
{
    connect(profileView_, &ProfileView::readRequested, this, &MainWindow::configurationTyped);
    connect(profileView_, &ProfileView::openRequested, this, &MainWindow::configurationFileChosen);
    // A step of the history like any other edit.
    connect(profileView_, &ProfileView::applyRequested, this, [this](const models::ConfigurationPtr& configuration) {
        desk_->designer()->setConfiguration(configuration->text.toStdString());
    });
    connect(profileView_, &ProfileView::draftChanged, this, [this] {
        showProblems();
        showProfiles();
    });
    connect(profileView_, &ProfileView::message, this, [this](const QString& text, bool error) {
        showMessage(text, error ? models::RowState::Bad : models::RowState::Good);
    });
    connect(problems_, &TableView::objectActivated, this, &MainWindow::openProblem);
    connect(inspector_->weights(), &WeightSliders::wanted, this, [this](const QString& profile, const QHash<QString, int>& weights) {
        showView(u"profile"_s);
        profileView_->setWeights(profile, weights);
    });
}

void MainWindow::showConfigurationRead(const models::ConfigurationPtr& configuration)
{
    profileView_->showRead(configuration);
}

void MainWindow::showConfigurationOpened(const models::ConfigurationPtr& configuration)
{
    profileView_->showOpened(configuration);
    showView(u"profile"_s);
}

/// One profile is a name, several are a choice.
void MainWindow::showProfiles()
{
    const QStringList names = profileView_->profiles();
    profile_->setText(names.join(u", "));
    QStringList plugins;
    if (snapshot_)
        for (const auto& entry : snapshot_->configuration->catalog.entries())
            plugins << models::toQString(entry.first);
    breakpoints_->setPlugins(plugins);
    profileLabelAction_->setVisible(names.size() < 2);
    profileChoiceAction_->setVisible(names.size() > 1);
    const QSignalBlocker quiet(profileChoice_);
    profileChoice_->clear();
    profileChoice_->addItems(names);
    profileChoice_->setCurrentIndex(profileView_->profile());
}

/// Those of the input, and of the configuration as it is being written.
void MainWindow::showProblems()
{
    if (!snapshot_)
        return;
    auto problems = std::make_shared<api::Problems>();
    for (const api::Problem& problem : *snapshot_->problems)
        if (!isOfConfiguration(problem))
            problems->push_back(problem);
    if (const models::ConfigurationPtr& draft = profileView_->draft())
        problems->insert(problems->end(), draft->result.problems.begin(), draft->result.problems.end());
    shownProblems_ = problems;
    problemModel_->setProblems(shownProblems_);
}

/// Goes to the text where a view has it, else says the line.
void MainWindow::openProblem(const QString& id)
{
    const auto index = static_cast<std::size_t>(id.toLongLong());
    if (!shownProblems_ || index >= shownProblems_->size())
        return;
    const api::Problem& problem = (*shownProblems_)[index];
    const QString file = models::toQString(problem.file);
    if (isOfConfiguration(problem)) {
        showView(u"profile"_s);
        if (profileView_->goTo(file, problem.position))
            return;
    }
    if (desk_->goTo(problem))
        return;
    const QString line = lineOf(file, problem.position.line);
    showMessage(models::toQString(problem.toString()) + (line.isEmpty() ? QString() : u"  —  "_s + line),
                problem.severity == api::Problem::Severity::Error ? models::RowState::Bad : models::RowState::Warning);
}

}
