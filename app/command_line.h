// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/theme.h"

#include <QSize>
#include <QStringList>

#include <optional>

namespace berth::app {

/// What the program was asked to do.
struct CommandLine {
    QStringList files;
    QString view;
    std::optional<views::Theme> theme;
    QString captureFolder;
    QSize size;                            ///< empty: the default
    bool help = false;
    bool version = false;
    QString error;                         ///< wrong usage, one sentence
    QString helpText;
};

CommandLine parseCommandLine(const QStringList& arguments);

}
