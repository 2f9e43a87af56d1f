// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/legend.h"
#include "views/node_map.h"
#include "views/picture.h"

class QComboBox;

namespace berth::views {

/// The map with its tools: which resource the bars show, what colours the nodes, zoom, and the legend.
class MapView final : public QWidget {
    Q_OBJECT
public:
    explicit MapView(SelectionHub* hub, QWidget* parent = nullptr);
    NodeMap* map() const { return map_; }
    void setCluster(const models::ClusterPtr& cluster);
    void setAttempt(const models::AttemptViewPtr& attempt);
    /// 0: verdicts; from 1: the constraints and terms of the attempt, as far as there are any.
    void colourBy(int domains);
    /// The whole map.
    Picture picture() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillGroups();
    void arrangeNodes();
    void updateLegend();
    void colourNodes();
    const models::DomainPanel* panel() const;
    static std::vector<Legend::Entry> domainEntries(const models::DomainPanel& panel);

    SelectionHub* hub_;
    NodeMap* map_;
    QComboBox* resource_;
    QComboBox* group_;                     ///< data: the label's key
    QComboBox* order_;
    QComboBox* colour_;
    Legend* legend_;
    models::ClusterPtr cluster_;
    models::AttemptViewPtr attempt_;
};

}
