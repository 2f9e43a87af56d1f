// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile_view.h"

#include "models/format.h"
#include "models/profile_edit.h"
#include "views/export.h"
#include "views/palette.h"
#include "views/profile_table.h"
#include "views/yaml_completion.h"
#include "views/yaml_editor.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int readDelay = 250; ///< ms after the last key

QString yaml(const models::Configuration& configuration, config::WriteStyle style)
{
    return models::toQString(config::toYaml(*configuration.result.config, configuration.gates, style));
}

/// What runs where the configuration is not good.
models::ConfigurationPtr defaults(const models::Configuration& wrong)
{
    auto configuration = std::make_shared<models::Configuration>();
    configuration->gates = wrong.gates;
    configuration->catalog = wrong.catalog;
    configuration->result = config::defaultConfiguration(wrong.gates, wrong.catalog);
    return configuration;
}

const api::Problem* firstError(const models::Configuration& configuration)
{
    for (const api::Problem& problem : configuration.result.problems)
        if (problem.severity == api::Problem::Severity::Error)
            return &problem;
    return nullptr;
}

}

ProfileView::ProfileView(QWidget* parent)
    : QWidget(parent), model_(new models::ProfileMatrixModel(this)), table_(new ProfileTable(model_, this)),
      editor_(new YamlEditor(this)), completion_(new YamlCompletion(editor_, [this](std::string_view text, std::size_t cursor) { return complete(text, cursor); })), heading_(new QLabel(this)), extenders_(new QLabel(this)), state_(new QLabel(this)),
      delay_(new QTimer(this))
{
    setObjectName(u"profileView"_s);
    makeActions();
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(u"profileSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    splitter->addWidget(makeMatrixSide());
    splitter->addWidget(makeTextSide());
    // Names and points on the left without their arguments, a line of YAML on the right.
    splitter->setSizes({600, 460});
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(splitter, 1);
    delay_->setSingleShot(true);
    delay_->setInterval(readDelay);
    connect(delay_, &QTimer::timeout, this, [this] { emit readRequested(editor_->toPlainText(), file_); });
    connect(editor_, &QPlainTextEdit::textChanged, this, &ProfileView::textChanged);
    connect(table_, &ProfileTable::toggleRequested, this, [this](config::ExtensionPoint point, const QString& plugin, bool enabled) {
        edit([&](config::Profile& profile) { return models::setEnabled(profile, point, plugin.toStdString(), enabled, draft_->gates); });
    });
    connect(table_, &ProfileTable::moveRequested, this, [this](config::ExtensionPoint point, const QString& plugin, int by) {
        edit([&](config::Profile& profile) { return models::move(profile, point, plugin.toStdString(), by, draft_->catalog, draft_->gates); });
    });
    connect(model_, &models::ProfileMatrixModel::weightEdited, this, [this](const QString& plugin, int weight) {
        edit([&](config::Profile& profile) { return models::setWeight(profile, plugin.toStdString(), weight); });
    }, Qt::QueuedConnection); // the model must not change while its editor hands the value over
    refresh();
}

QAction* ProfileView::makeAction(const QString& name, const QString& text, const QString& tip)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setToolTip(tip);
    return action;
}

void ProfileView::makeActions()
{
    apply_ = makeAction(u"profileApply"_s, tr("Apply"), tr("Start the cluster anew with this configuration (Ctrl+Return)"));
    apply_->setShortcut(QKeySequence(u"Ctrl+Return"_s));
    apply_->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    revert_ = makeAction(u"profileRevert"_s, tr("Revert"), tr("Back to the configuration that runs"));
    minimal_ = makeAction(u"profileMinimal"_s, tr("Minimal"), tr("Write only what differs from the defaults. Comments are lost; undo brings them back"));
    explicit_ = makeAction(u"profileExplicit"_s, tr("Explicit"), tr("Write every field with its value. Comments are lost; undo brings them back"));
    open_ = makeAction(u"profileOpen"_s, tr("Open configuration…"), tr("Edit a KubeSchedulerConfiguration from a file"));
    exportMinimal_ = makeAction(u"profileExportMinimal"_s, tr("Export &minimal…"), tr("Save only what differs from the defaults"));
    exportExplicit_ = makeAction(u"profileExportExplicit"_s, tr("Export &explicit…"), tr("Save every field with its value"));
    auto* undo = makeAction(u"profileUndo"_s, tr("Undo"), tr("Take the last change of the configuration back"));
    undo->setShortcut(QKeySequence::Undo);
    auto* redo = makeAction(u"profileRedo"_s, tr("Redo"), tr("Do what was taken back again"));
    redo->setShortcut(QKeySequence::Redo);
    for (QAction* action : {minimal_, explicit_})
        action->setCheckable(true);
    // In the text they are its own; the table has the same history.
    for (QAction* action : {undo, redo}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        table_->addAction(action);
    }
    addAction(apply_);
    connect(apply_, &QAction::triggered, this, &ProfileView::apply);
    connect(revert_, &QAction::triggered, this, &ProfileView::revert);
    connect(minimal_, &QAction::triggered, this, [this] { write(config::WriteStyle::Minimal); });
    connect(explicit_, &QAction::triggered, this, [this] { write(config::WriteStyle::Explicit); });
    connect(open_, &QAction::triggered, this, &ProfileView::browse);
    connect(exportMinimal_, &QAction::triggered, this, [this] { exportAs(config::WriteStyle::Minimal); });
    connect(exportExplicit_, &QAction::triggered, this, [this] { exportAs(config::WriteStyle::Explicit); });
    connect(undo, &QAction::triggered, editor_, &QPlainTextEdit::undo);
    connect(redo, &QAction::triggered, editor_, &QPlainTextEdit::redo);
}

QWidget* ProfileView::makeBar()
{
    auto* bar = new QToolBar(tr("Configuration"), this);
    bar->setObjectName(u"profileBar"_s);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->addAction(apply_);
    bar->widgetForAction(apply_)->setObjectName(u"primary"_s);
    bar->addAction(revert_);
    bar->addSeparator();
    bar->addActions({minimal_, explicit_});
    bar->addSeparator();
    bar->addAction(open_);
    auto* menu = new QMenu(this);
    menu->addActions({exportMinimal_, exportExplicit_});
    auto* button = new QToolButton(bar);
    button->setObjectName(u"profileExport"_s);
    button->setText(tr("Export…"));
    button->setToolTip(tr("Save the configuration as YAML"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    button->setFocusPolicy(Qt::TabFocus);
    bar->addWidget(button);
    for (QAction* action : {apply_, revert_, minimal_, explicit_, open_})
        bar->widgetForAction(action)->setFocusPolicy(Qt::TabFocus);
    return bar;
}

QWidget* ProfileView::makeMatrixSide()
{
    auto* side = new QWidget(this);
    heading_->setObjectName(u"profileHeading"_s);
    heading_->setContentsMargins(10, 6, 8, 6);
    heading_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    extenders_->setObjectName(u"profileExtenders"_s);
    extenders_->setAccessibleName(tr("HTTP extenders"));
    extenders_->setContentsMargins(10, 6, 8, 8);
    extenders_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    extenders_->setTextFormat(Qt::PlainText);
    extenders_->setWordWrap(true);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(heading_);
    layout->addWidget(table_, 1);
    layout->addWidget(extenders_);
    layout->addWidget(new ProfileLegend(side));
    return side;
}

QWidget* ProfileView::makeTextSide()
{
    auto* side = new QWidget(this);
    editor_->setObjectName(u"profileYaml"_s);
    editor_->setAccessibleName(tr("The configuration as YAML"));
    editor_->setToolTip(tr("Ctrl+Space offers fields and values"));
    state_->setObjectName(u"profileState"_s);
    state_->setWordWrap(true);
    state_->setContentsMargins(10, 6, 8, 6);
    state_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    state_->setTextFormat(Qt::PlainText);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(editor_, 1);
    layout->addWidget(state_);
    return side;
}

/// Scripted plugins have names, too.
design::Completion ProfileView::complete(std::string_view text, std::size_t cursor) const
{
    std::vector<std::string> plugins;
    if (applied_)
        for (const auto& entry : applied_->catalog.entries())
            plugins.push_back(entry.first);
    return design::completeConfiguration(text, cursor, plugins);
}

void ProfileView::setApplied(const models::ConfigurationPtr& configuration)
{
    if (configuration == applied_)
        return;
    // What was applied from here may have been edited further since.
    const bool own = sent_ && configuration->text == sent_->text;
    applied_ = configuration;
    if (!own) {
        file_ = configuration->file;
        writing_ = true;
        editor_->setPlainText(configuration->text);
        writing_ = false;
        profile_ = 0;
        shown_ = configuration->result.ok() ? configuration : defaults(*configuration);
        setDraft(configuration);
    }
    refresh();
}

void ProfileView::setIdle(bool idle)
{
    idle_ = idle;
    refresh();
}

void ProfileView::setFile(const QString& path, bool isSaved, bool none)
{
    savedIn_ = path;
    isSaved_ = isSaved;
    hasNone_ = none;
    updateState();
}

void ProfileView::setProfile(int index)
{
    if (index < 0 || index >= profiles().size() || index == profile_)
        return;
    profile_ = index;
    showMatrix();
}

QStringList ProfileView::profiles() const
{
    QStringList names;
    if (shown_)
        for (const config::ResolvedProfile& profile : shown_->result.profiles)
            names << models::toQString(profile.schedulerName);
    return names;
}

void ProfileView::textChanged()
{
    if (writing_)
        return;
    delay_->start();
    refresh();
}

void ProfileView::showRead(const models::ConfigurationPtr& configuration)
{
    if (configuration->text == editor_->toPlainText())
        setDraft(configuration);
}

void ProfileView::showOpened(const models::ConfigurationPtr& configuration)
{
    file_ = configuration->file;
    replaceText(configuration->text);
    // The text as the editor has it: line ends may have changed.
    auto read = std::make_shared<models::Configuration>(*configuration);
    read->text = editor_->toPlainText();
    setDraft(read);
}

void ProfileView::setDraft(const models::ConfigurationPtr& configuration)
{
    delay_->stop();
    draft_ = configuration;
    if (draft_->result.ok())
        shown_ = draft_;
    profile_ = std::clamp(profile_, 0, std::max(0, static_cast<int>(profiles().size()) - 1));
    editor_->setProblems(draft_->result.problems);
    showMatrix();
    refresh();
    emit draftChanged();
}

void ProfileView::replaceText(const QString& text)
{
    writing_ = true;
    editor_->replaceText(text);
    writing_ = false;
}

void ProfileView::setWeights(const QString& schedulerName, const QHash<QString, int>& weights)
{
    const auto index = profiles().indexOf(schedulerName);
    if (index < 0 || !canEdit()) {
        emit message(tr("The weights were not written: the text of the configuration has to be good, and to have the profile %1.").arg(schedulerName), true);
        return;
    }
    setProfile(static_cast<int>(index));
    edit([&](config::Profile& profile) {
        bool isChange = false;
        for (auto weight = weights.begin(); weight != weights.end(); ++weight) {
            const std::string plugin = weight.key().toStdString();
            isChange |= weight.value() > 0 ? models::setWeight(profile, plugin, weight.value())
                                           : models::setEnabled(profile, config::ExtensionPoint::Score, plugin, false, draft_->gates);
        }
        return isChange;
    });
}

/// Only a text that was read and is good can be rewritten.
bool ProfileView::canEdit() const
{
    return draft_ && draft_->result.ok() && draft_->text == editor_->toPlainText();
}

void ProfileView::edit(const std::function<bool(config::Profile&)>& change)
{
    if (!canEdit())
        return;
    config::KubeSchedulerConfiguration edited = *draft_->result.config;
    if (!change(edited.profiles[static_cast<std::size_t>(profile_)]))
        return;
    auto next = std::make_shared<models::Configuration>(*draft_);
    next->result = config::resolveConfiguration(std::move(edited), draft_->gates, draft_->catalog);
    if (!next->result.ok()) {
        emit message(tr("Not changed: %1").arg(models::toQString(next->result.error)), true);
        return;
    }
    next->text = yaml(*next, explicit_->isChecked() ? config::WriteStyle::Explicit : config::WriteStyle::Minimal);
    replaceText(next->text);
    next->text = editor_->toPlainText();
    setDraft(next);
    // Read as anything else that was written: it may bring the arguments of a plugin that is new here.
    emit readRequested(next->text, file_);
}

void ProfileView::write(config::WriteStyle style)
{
    if (canEdit()) {
        auto next = std::make_shared<models::Configuration>(*draft_);
        replaceText(yaml(*next, style));
        next->text = editor_->toPlainText();
        setDraft(next);
        emit readRequested(next->text, file_);
    }
    refresh();
}

void ProfileView::showMatrix()
{
    if (!shown_)
        return;
    model_->setMatrix(std::make_shared<const models::ProfileMatrix>(
        models::makeProfileMatrix(shown_->result, static_cast<std::size_t>(profile_), shown_->gates, shown_->catalog)));
    const int several = static_cast<int>(profiles().size());
    heading_->setText(several > 1 ? tr("%1 — profile %2 of %3").arg(profiles()[profile_]).arg(profile_ + 1).arg(several) : profiles()[profile_]);
    showExtenders();
}

void ProfileView::showExtenders()
{
    QStringList lines;
    for (const config::Extender& extender : shown_->result.config->extenders)
        lines << models::extenderLines(extender).join(u" · "_s);
    extenders_->setText(tr("HTTP extenders, after the filters and beside the scores:") + u'\n' + lines.join(u'\n'));
    extenders_->setVisible(!lines.isEmpty());
}

void ProfileView::refresh()
{
    const QString text = editor_->toPlainText();
    const bool good = canEdit();
    const bool changed = applied_ && text != applied_->text;
    apply_->setEnabled(good && changed && idle_);
    revert_->setEnabled(changed);
    for (QAction* action : {minimal_, explicit_, exportMinimal_, exportExplicit_})
        action->setEnabled(good);
    open_->setEnabled(applied_ != nullptr);
    minimal_->setChecked(good && text == yaml(*draft_, config::WriteStyle::Minimal));
    explicit_->setChecked(good && text == yaml(*draft_, config::WriteStyle::Explicit));
    table_->setEditable(good);
    editor_->setReadOnly(!applied_);
    updateState();
}

void ProfileView::updateState()
{
    QString text;
    QColor colour = Palette::current().secondaryText;
    if (!applied_) {
        text = tr("No cluster is open.");
    } else if (!draft_ || draft_->text != editor_->toPlainText()) {
        text = tr("Reading…");
    } else if (!draft_->result.ok()) {
        const api::Problem* error = firstError(*draft_);
        colour = Palette::current().stateText(models::RowState::Bad);
        text = error ? models::toQString(error->message) : models::toQString(draft_->result.error);
        if (error && error->position.line > 0)
            text = tr("Line %1, column %2: %3").arg(error->position.line).arg(error->position.column).arg(text);
        text += u'\n' + (applied_->result.ok() ? tr("The matrix shows the last good reading.") : tr("kube-scheduler would not start with this; the defaults run instead."));
    } else if (draft_->text != applied_->text) {
        text = tr("Changed. Apply starts the cluster anew with it.");
    } else {
        const QString name = QFileInfo(savedIn_).fileName();
        if (hasNone_)
            text = tr("In force. The cluster came without a configuration: these are the defaults.");
        else if (isSaved_)
            text = tr("In force: %1").arg(name);
        else
            text = name.isEmpty() ? tr("In force, and not saved yet.") : tr("In force, and not saved yet: Save writes it to %1.").arg(name);
    }
    QPalette palette = state_->palette();
    palette.setColor(QPalette::WindowText, colour);
    state_->setPalette(palette);
    state_->setText(text);
}

void ProfileView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && apply_)
        updateState();
}

QString ProfileView::stateText() const
{
    return state_->text();
}

bool ProfileView::goTo(const QString& file, api::Position position)
{
    if (!applied_ || file != file_ || position.line == 0)
        return false;
    editor_->goTo(position);
    return true;
}

void ProfileView::apply()
{
    if (!apply_->isEnabled())
        return;
    sent_ = draft_;
    emit applyRequested(sent_);
}

void ProfileView::revert()
{
    file_ = applied_->file;
    replaceText(applied_->text);
    setDraft(applied_);
}

void ProfileView::browse()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open configuration"), {}, tr("Scheduler configurations (*.yaml *.yml *.json);;All files (*)"));
    if (!path.isEmpty())
        emit openRequested(path);
}

void ProfileView::exportAs(config::WriteStyle style)
{
    exportText(this, tr("Export configuration"), u"scheduler"_s, {TextFile::Yaml},
               [text = yaml(*draft_, style)](TextFile) { return text; },
               [this](const QString& text, bool error) { emit message(text, error); });
}

}
