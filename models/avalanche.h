// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/table_model.h"
#include "scenario/avalanche.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

/// The avalanches of a run, ready to be drawn and listed.
namespace berth::models {

using Avalanches = std::vector<scenario::Avalanche>;
using AvalanchesPtr = std::shared_ptr<const Avalanches>;

/// `default/critical at 60.002 s: 6 preemptions, settled`: what tells one from the others.
QString avalancheTitle(const scenario::Avalanche& avalanche, api::Time origin);
/// `6 preemptions evicted 7 pods, 4 deep.` and the moment it settled, or that it has not.
QString avalancheSummary(const scenario::Avalanche& avalanche, api::Time origin);

/// Of which the attempt is a preemption, or placed somebody.
std::optional<std::size_t> avalancheOf(const Avalanches& avalanches, std::int64_t attempt);
/// The deepest; of those, the one with the most preemptions. There must be one.
std::size_t greatestAvalanche(const Avalanches& avalanches);

/// A preemption as it is drawn.
struct AvalancheCard {
    struct Victim {
        QString pod;
        QString replacement;               ///< empty: none
        QString replacementNode;           ///< empty: none
        std::int64_t replacementAttempt = -1;
        QString outcome;                   ///< what came back and where it went
        RowState state = RowState::None;
        std::optional<std::size_t> link;   ///< the card that it leads to
    };
    std::int64_t attempt = -1;
    QString pod;                           ///< who evicts
    QString node;                          ///< where
    QString when;                          ///< `60.002 s`
    QString outcome;                       ///< where the evicting pod went, and when
    RowState state = RowState::None;
    std::size_t depth = 1;
    std::optional<std::size_t> cause;      ///< the card it follows from
    std::vector<Victim> victims;
};

/// One per link, in their order.
std::vector<AvalancheCard> avalancheCards(const scenario::Avalanche& avalanche, api::Time origin);
/// Everything that a card says, in a few lines.
QString cardText(const AvalancheCard& card);

/// One row per victim, in the order of time. IdRole: `ATTEMPT/VICTIM`, the attempt that evicted and the place among its victims.
class AvalancheTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Depth, Time, Evictor, Node, Victim, Replacement, Outcome, Owner, ColumnCount };

    explicit AvalancheTableModel(QObject* parent = nullptr);
    /// Null, or one of its avalanches.
    void setAvalanche(const AvalanchesPtr& avalanches, std::size_t index, api::Time origin);
};

}
