// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/start_page.h"

#include "views/icons.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

QLabel* heading(const QString& text, QWidget* parent, double scale)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    return label;
}

void clear(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (QWidget* widget = item->widget())
            widget->deleteLater();
        delete item;
    }
}

}

StartPage::StartPage(QWidget* parent) : QWidget(parent), samples_(new QVBoxLayout), recent_(new QVBoxLayout)
{
    setObjectName(u"startPage"_s);
    auto* page = new QWidget;
    auto* mark = new QLabel(page);
    mark->setPixmap(emblem(56, devicePixelRatioF()));
    auto* what = new QLabel(tr("Opens a cluster, schedules it exactly as kube-scheduler v1.36.1 would, and shows why."), page);
    what->setForegroundRole(QPalette::PlaceholderText);
    auto* names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(heading(u"Berth"_s, page, 2.0));
    names->addWidget(what);
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(mark);
    head->addLayout(names, 1);

    auto* browse = new QPushButton(tr("&Open files…"), page);
    browse->setObjectName(u"startOpen"_s);
    browse->setShortcut({});
    connect(browse, &QPushButton::clicked, this, &StartPage::browseRequested);
    auto* folder = new QPushButton(tr("Open fol&der…"), page);
    folder->setObjectName(u"startOpenFolder"_s);
    folder->setShortcut({});
    connect(folder, &QPushButton::clicked, this, &StartPage::browseFolderRequested);
    auto* fresh = new QPushButton(tr("&New cluster"), page);
    fresh->setObjectName(u"startNew"_s);
    fresh->setShortcut({});
    connect(fresh, &QPushButton::clicked, this, &StartPage::newRequested);
    symbols_ = {{fresh, u"new"_s}, {browse, u"open"_s}, {folder, u"open"_s}};
    auto* build = new QLabel(tr("Build a cluster of your own, with forms, pools of nodes and YAML."), page);
    build->setWordWrap(true);
    build->setForegroundRole(QPalette::PlaceholderText);
    auto* drop = new QLabel(tr("Or drop files here: YAML or JSON as kubectl get writes it, scenarios, traces. Files opened together are one cluster; so is a folder."), page);
    drop->setWordWrap(true);
    drop->setForegroundRole(QPalette::PlaceholderText);
    auto* left = new QVBoxLayout;
    left->setSpacing(10);
    left->addWidget(heading(tr("Samples"), page, 1.2));
    left->addLayout(samples_);
    left->addStretch(1);
    auto* right = new QVBoxLayout;
    right->setSpacing(10);
    right->addWidget(heading(tr("Build"), page, 1.2));
    right->addWidget(fresh, 0, Qt::AlignLeft);
    right->addWidget(build);
    right->addSpacing(16);
    right->addWidget(heading(tr("Open"), page, 1.2));
    right->addWidget(browse, 0, Qt::AlignLeft);
    right->addWidget(folder, 0, Qt::AlignLeft);
    right->addWidget(drop);
    right->addSpacing(16);
    right->addWidget(heading(tr("Recent"), page, 1.2));
    right->addLayout(recent_);
    right->addStretch(1);
    samples_->setSpacing(2);
    recent_->setSpacing(2);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(48);
    columns->addLayout(left, 3);
    columns->addLayout(right, 2);
    auto* inner = new QVBoxLayout;
    inner->setSpacing(28);
    inner->addLayout(head);
    inner->addLayout(columns, 1);
    auto* content = new QWidget(page);
    content->setLayout(inner);
    content->setMaximumWidth(1060);
    auto* centre = new QHBoxLayout(page);
    centre->setContentsMargins(48, 40, 48, 24);
    centre->addStretch(1);
    centre->addWidget(content, 20);
    centre->addStretch(1);
    page->setBackgroundRole(QPalette::Base);
    auto* scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Start page"));
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    updateIcons();
}

void StartPage::updateIcons()
{
    for (const auto& [button, name] : symbols_)
        button->setIcon(icon(name));
    for (auto* button : findChildren<QCommandLinkButton*>())
        button->setIcon(icon(u"nodes"_s));
}

void StartPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateIcons();
    QWidget::changeEvent(event);
}

void StartPage::setSamples(const std::vector<Sample>& samples)
{
    known_ = samples;
    clear(samples_);
    for (const Sample& sample : samples) {
        auto* button = new QCommandLinkButton(sample.title, sample.summary, this);
        button->setObjectName(u"sample-"_s + sample.id);
        button->setAccessibleDescription(sample.summary);
        button->setIcon(icon(u"nodes"_s));
        button->setIconSize({20, 20});
        connect(button, &QAbstractButton::clicked, this, [this, path = sample.path] { emit openRequested(path); });
        samples_->addWidget(button);
    }
    if (samples.empty())
        samples_->addWidget(new QLabel(tr("The samples were not found beside the program."), this));
}

void StartPage::setRecent(const QStringList& paths)
{
    recentPaths_ = paths;
    clear(recent_);
    for (const QString& path : paths) {
        const QFileInfo info(path);
        auto* button = new QPushButton(info.fileName(), this);
        button->setObjectName(u"recent"_s);
        button->setFlat(true);
        button->setToolTip(QDir::toNativeSeparators(path));
        button->setStyleSheet(u"text-align: left; padding: 4px 6px;"_s);
        connect(button, &QAbstractButton::clicked, this, [this, path] { emit openRequested(path); });
        auto* forget = new QAction(tr("&Remove from the list"), button);
        connect(forget, &QAction::triggered, this, [this, path] { emit recentRemoved(path); });
        button->addAction(forget);
        button->setContextMenuPolicy(Qt::ActionsContextMenu);
        recent_->addWidget(button);
    }
    if (paths.isEmpty()) {
        auto* none = new QLabel(tr("What you open is listed here."), this);
        none->setForegroundRole(QPalette::PlaceholderText);
        recent_->addWidget(none);
    }
}

}
