// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>

#include <functional>
#include <vector>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace berth::views {

/// Something that can be done or gone to by its name.
struct PaletteEntry {
    QString title;
    QString kind;                          ///< `Action`, `Pod`, …: shown at the right
    QString shortcut;
    std::function<void()> run;
    bool enabled = true;
};

/// Gives what could fit the text that was typed, entry after entry; the palette decides what does. make is asked only for
/// what is shown.
using PaletteOffer = std::function<void(const QString& title, const std::function<PaletteEntry()>& make)>;
using PaletteSource = std::function<void(const QString& typed, const PaletteOffer& offer)>;

/// One line to type into, and what fits best below it: actions, views, objects, samples, terms. Return does it.
class CommandPalette final : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* parent);

    void addSource(PaletteSource source) { sources_.push_back(std::move(source)); }
    /// Opens over the parent with an empty line.
    void ask();
    QLineEdit* line() const { return line_; }
    /// Titles of what is shown, best first.
    QStringList titles() const;

    static constexpr std::size_t most = 40;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void runCurrent();
    void moveBy(int by);

    QLineEdit* line_;
    QListView* list_;
    QStandardItemModel* items_;
    std::vector<PaletteSource> sources_;
    std::vector<PaletteEntry> shown_;
};

}
