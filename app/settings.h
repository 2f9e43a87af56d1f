// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/theme.h"

#include <QByteArray>
#include <QStringList>

namespace berth::app {

/// What is remembered between starts. Each function reads or writes the platform's settings store at once.
namespace settings {

constexpr qsizetype longestRecent = 10;

/// Newest first.
QStringList recent();
void addRecent(const QString& path);
views::Theme theme();
void setTheme(views::Theme theme);
/// How the window and its docks lay when it was closed; empty before the first time.
QByteArray windowGeometry();
QByteArray windowState();
void setWindowLayout(const QByteArray& geometry, const QByteArray& state);

}

}
