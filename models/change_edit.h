// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/document.h"
#include "scenario/smallest_change.h"

#include <QString>

#include <tl/expected.hpp>

#include <vector>

/// Making one of the changes that would let a pod fit, in the document that is being edited.
namespace berth::models {

struct ChangedDocument {
    design::Document document;
    std::vector<design::Item::Id> touched; ///< objects that the change edits or makes; of one that only deletes: none
};

/// The document after the change. now: as it is being edited; ofRun: as the run began, which the change speaks of. Else a
/// sentence: why it cannot be made there.
tl::expected<ChangedDocument, QString> withChange(const scenario::Change& change, const design::Document& now, const design::Document& ofRun);

}
