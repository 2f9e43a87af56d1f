// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/node_map.h"

class QComboBox;

namespace berth::views {

class Legend;

/// The map with its tools: which resource the bars show, zoom, and the legend.
class MapView final : public QWidget {
    Q_OBJECT
public:
    explicit MapView(SelectionHub* hub, QWidget* parent = nullptr);
    NodeMap* map() const { return map_; }
    void setCluster(const models::ClusterPtr& cluster);
    void setAttempt(const models::AttemptViewPtr& attempt);

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateLegend();

    NodeMap* map_;
    QComboBox* resource_;
    Legend* legend_;
    models::ClusterPtr cluster_;
    models::AttemptViewPtr attempt_;
};

}
