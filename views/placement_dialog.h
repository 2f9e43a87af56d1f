// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/placement_question.h"

#include <QDialog>

namespace berth::views {

/// What would become of a pod on a node, and the ways to make it so. Changes nothing itself.
class PlacementDialog final : public QDialog {
    Q_OBJECT
public:
    /// canPin: the pod is an object of its own, which can name its node.
    PlacementDialog(const models::PlacementAnswer& answer, bool canPin, QWidget* parent = nullptr);

signals:
    /// spec.nodeName: past the scheduler.
    void pinWanted();
    /// A node selector for the node's host name: the scheduler still decides.
    void selectorWanted();
};

}
