// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/palette.h"
#include "views/theme.h"
#include "views/window_session.h"

#include <QByteArray>
#include <QHash>
#include <QKeySequence>
#include <QStringList>

#include <optional>

namespace berth::app {

/// What is remembered between starts. Each function reads or writes the platform's settings store at once.
namespace settings {

constexpr qsizetype longestRecent = 10;

/// Newest first.
QStringList recent();
void addRecent(const QString& path);
void removeRecent(const QString& path);
void clearRecent();
views::Theme theme();
void setTheme(views::Theme theme);
/// Absent: nobody has said so far.
std::optional<bool> littleMotion();
void setLittleMotion(bool little);
/// Keys that the user gave to actions, by the actions' names.
QHash<QString, QKeySequence> keys();
void setKeys(const QString& action, const QKeySequence& keys);
/// How the window and its docks lay when it was closed; empty before the first time.
QByteArray windowGeometry();
QByteArray windowState();
void setWindowLayout(const QByteArray& geometry, const QByteArray& state);

/// What was open when the window was closed; without paths there is nothing to restore.
struct LastSession {
    QStringList paths;
    views::WindowSession window;
};
/// Gives it once: a session that brings the program down is not tried again.
LastSession takeLastSession();
void setLastSession(const LastSession& session);
/// Of the score colours.
views::Palette::Ramp ramp();
void setRamp(views::Palette::Ramp ramp);
bool tourSeen();
void setTourSeen();

}

}
