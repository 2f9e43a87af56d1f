// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/selection_hub.h"

#include <QVariantMap>

namespace berth::views {

/// What a window showed when it was closed, beside the layout of its docks.
struct WindowSession {
    QString view;                          ///< in the centre, by its name
    Selection selection;                   ///< its attempt belongs to a run, and is not kept
    QString object;                        ///< that was edited, as `Deployment default/web`; empty: what is selected, or several
    QVariantMap choices;                   ///< of tables and views by their names: filters, orders, modes
};

}
