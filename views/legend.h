// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QBrush>
#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

namespace berth::views {

/// A line of coloured swatches with their meaning, and optionally the score ramp with numbers at its ends.
class Legend final : public QWidget {
    Q_OBJECT
public:
    struct Entry {
        QString text;
        QColor colour;
        QBrush hatch = Qt::NoBrush;
        QString symbol = {};               ///< drawn in place of the swatch
    };

    explicit Legend(QWidget* parent = nullptr);
    void setEntries(std::vector<Entry> entries);
    /// Empty texts: no ramp.
    void setRamp(const QString& low, const QString& high);
    QSize sizeHint() const override;
    /// The same for a picture, where there is always room for all of it.
    std::shared_ptr<Legend> onPaper() const;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int drawRamp(QPainter& painter, int left) const;

    std::vector<Entry> entries_;
    QString low_;
    QString high_;
};

}
