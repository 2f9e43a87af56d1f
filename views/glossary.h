// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <QStringList>

namespace berth::views {

/// The terms of scheduling, explained in a sentence each (resources/glossary.json).
namespace glossary {

/// In alphabetical order.
const QStringList& terms();
/// Empty for a term that is not in the glossary; case does not matter.
QString explain(const QString& term);
/// The terms that a text names as whole words, the longest first, at most three.
QStringList termsIn(const QString& text);
/// `<p>` of a text and of the terms in it, for a tooltip; the text alone (escaped only if there are terms) without any.
QString tooltip(const QString& text);

}

/// Explains terms wherever the pointer rests: adds what the glossary knows to tooltips of cells, labels, buttons and tabs.
/// Install it as an event filter of the application; it belongs to its parent.
class TermTips final : public QObject {
    Q_OBJECT
public:
    explicit TermTips(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}
