// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>

namespace berth::views {

/// What this is: versions of the program, of the scheduler that it re-implements and of what it is built with, licences.
class AboutDialog final : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent);
    /// All that is said, as text to be copied into a report of an error.
    QString text() const;
};

}
