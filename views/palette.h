// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/roles.h"
#include "models/cluster.h"
#include "models/heat_map.h"
#include "models/queue_flow.h"

#include <QBrush>
#include <QColor>
#include <QPalette>

#include <cstdint>

/// The only place with colour values. Everything that is drawn names a role here.
namespace berth::views {

struct Palette {
    bool dark = false;

    // Surfaces and text.
    QColor window;
    QColor surface;                        ///< canvases, tables
    QColor raised;                         ///< cards, headers
    QColor line;                           ///< hairlines, grid
    QColor edge;                           ///< of what can be typed in, chosen or ticked: 3:1 at least on window and surface
    QColor text;
    QColor secondaryText;
    QColor accent;                         ///< selection, focus, the run button
    QColor accentText;
    QColor hover;

    // Meaning.
    QColor good;
    QColor waiting;
    QColor warning;
    QColor bad;
    QColor muted;
    QColor unschedulable;                  ///< preemption may help
    QColor unresolvable;
    QColor chosen;
    QColor runnerUp;
    QColor victim;
    QColor nominated;

    QColor state(models::RowState state) const;
    QColor place(models::PodPlace place) const;
    QColor lane(models::Lane lane) const;
    QColor end(models::PodEnd end) const;  ///< of pods that left
    /// Surface of a filter cell; the hatch over it is verdictHatch.
    QColor verdict(models::Verdict verdict) const;
    /// Dark enough on surface for small text.
    QColor stateText(models::RowState state) const;
    /// Distinct colours for things in a fixed order (score plugins, namespaces); repeats after its length.
    QColor category(std::size_t index) const;

    enum class Ramp : std::uint8_t { Viridis, Cividis };
    /// The score ramp in force, position 0 to 1; any thread.
    static QColor ramp(double position) { return ramp(currentRamp(), position); }
    static QColor ramp(Ramp ramp, double position);
    static Ramp currentRamp();
    /// Whoever keeps pictures with it makes them anew; on the GUI thread.
    static void setRamp(Ramp ramp);
    /// Black or white, whichever reads better on the colour.
    static QColor textOn(const QColor& background);

    QPalette widgetPalette() const;
    static const Palette& light();
    static const Palette& darkSet();
    /// Black and white with saturated colours: text at 7:1 and better, lines as visible as text.
    static const Palette& contrastSet();
    /// The set in force; changed by applyTheme (theme.h).
    static const Palette& current();
    static void setCurrent(const Palette& palette);
};

/// The second channel of verdicts: ╱ for Unschedulable, ╳ for UnschedulableAndUnresolvable, dots for errors.
QBrush verdictHatch(models::Verdict verdict, const QColor& ink);

}
