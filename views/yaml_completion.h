// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/completion.h"

#include <QObject>

#include <functional>

class QCompleter;
class QKeyEvent;
class QPlainTextEdit;
class QStandardItemModel;

namespace berth::views {

/// Offers the fields and values that Kubernetes' types have at the cursor, on Ctrl+Space and while the list is open.
/// Belongs to its editor.
class YamlCompletion final : public QObject {
    Q_OBJECT
public:
    /// What could stand at a place, in bytes, of a text.
    using Source = std::function<design::Completion(std::string_view text, std::size_t cursor)>;

    /// Of objects of a cluster, unless source knows something else.
    explicit YamlCompletion(QPlainTextEdit* editor, Source source = [](std::string_view text, std::size_t cursor) { return design::complete(text, cursor); });

    /// Opens the list; if there is but one thing it could be, that is put in.
    void offer();
    QStringList offered() const;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void ask();
    void show();
    void insert(const QString& text);
    /// Whether the key is for the list while it is shown, not for the text.
    static bool isOfList(const QKeyEvent& key);
    void take(const QKeyEvent& key);
    void followTyping();

    QPlainTextEdit* editor_;
    Source source_;
    QCompleter* completer_;
    QStandardItemModel* model_;
    design::Completion completion_;
};

}
