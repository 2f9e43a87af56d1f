// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/document.h"
#include "models/branch.h"

#include <QStringList>

namespace berth::models {

/// What a design becomes that takes over what a branch did.
struct BranchAdoption {
    design::Document document;
    QStringList taken;                     ///< the steps' objects, `Node n1`, and what else has changed; in the order of the steps
    QStringList left;                      ///< one sentence for each step, or part of one, that a design cannot hold
    bool isChange() const { return !taken.isEmpty(); }
};

/// A design says how the run begins. So what the branch did to objects (create, update, delete, patch, scale, and what is done to nodes)
/// holds from the start, and when it was done is given up; steps that only pass time or check are left out, and so are edits of
/// objects that the run itself has made.
BranchAdoption adoptBranch(const design::Document& document, const BranchRequest& request);

}
