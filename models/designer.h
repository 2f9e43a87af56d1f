// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/paste.h"
#include "design/templates.h"

#include <QHash>
#include <QObject>
#include <QUndoStack>

#include <functional>

namespace berth::models {

using ItemIds = std::vector<design::Item::Id>;

/// Holds the document that is being edited, and the way back through every edit. All editing goes through here, as named
/// steps of one history. GUI thread; whoever wants the document elsewhere takes the immutable value along.
class Designer final : public QObject {
    Q_OBJECT
public:
    explicit Designer(QObject* parent = nullptr);

    const design::DocumentPtr& document() const { return document_; }
    QUndoStack* history() const { return history_; }
    /// Whether some object's text cannot be used as it is.
    bool hasErrors() const;
    /// Whether something would be lost without saving.
    bool isModified() const { return !history_->isClean() || recovered_; }
    /// Where a file is saved: its own path, or the one that was chosen for it; empty as long as there is none.
    QString pathOf(std::size_t file) const;
    /// Of the file that was chosen for all of it since it was opened, without folders; empty if none was.
    const QString& name() const { return name_; }
    /// Where the scheduler's configuration is, or will be saved: beside the objects, where opening them finds it, or inside a scenario.
    /// Empty as long as nobody has said where those are.
    QString configurationPath() const;
    /// The same once all of it is saved in that file.
    QString configurationPathIn(const QString& path) const;
    bool isConfigurationSaved() const { return document_->configuration().text == configurationSaved_; }
    /// Whether there is one beside kube-scheduler's built-in defaults.
    bool hasConfiguration() const { return !document_->configuration().text.empty(); }
    /// Whether it is or will be in a file of its own that this program has not written or read.
    bool isNewFile(const QString& path) const { return !onDisk_.contains(path); }
    /// The document with the paths where it is saved: for a recovery copy.
    design::DocumentPtr draft() const;

    // Beginnings; the history starts anew.
    void open(const design::DocumentPtr& document);
    /// A document that was never saved, or not in this form: from a recovery copy.
    void recover(const design::DocumentPtr& document);

    // Edits. Ids that are not there are left out. Fields of hundreds of objects are written on another thread: that edit is made a moment later,
    // of the document as it is then.
    /// Typing in one text is one step, until finishStep() or any other edit.
    void setText(design::Item::Id id, const std::string& text);
    /// The same edits in all these objects. What: for the history, `Set cpu of Node n1`.
    void edit(const ItemIds& ids, const std::vector<design::FieldEdit>& edits, const QString& what);
    /// Edits of its own for each object, as one step.
    void editEach(const std::vector<std::pair<design::Item::Id, std::vector<design::FieldEdit>>>& edits, const QString& what);
    /// Different texts for several objects, as one step.
    void setTexts(const std::vector<std::pair<design::Item::Id, std::string>>& texts, const QString& what);
    /// Whatever makes the document that one, as one step.
    void become(design::Document after, const QString& what) { push(std::move(after), what); }
    /// A new object under a free name.
    design::Item::Id create(const design::Template& from);
    /// A document that was made of the present one, as one step.
    void replace(design::Document after, const QString& what);
    /// The objects of texts; of a text that cannot be read, too. Returns the new ids.
    ItemIds add(const std::vector<std::string>& texts, const QString& what);
    /// The objects of a text from another program, under free names; none: nothing is changed.
    design::Pasted paste(const std::string& text);
    ItemIds duplicate(const ItemIds& ids);
    void remove(const ItemIds& ids);
    void setConfiguration(const std::string& text);
    /// Ends what typing is one step.
    void finishStep() { merge_.clear(); }

    /// Writes what has changed, each file at once or not at all, on another thread; answers with saved(). path: for what
    /// has no file yet.
    void save(const QString& path = {});
    /// Everything in one new file, which is the document's from then on.
    void saveAs(const QString& path);
    bool needsPath() const;
    /// The documents of these objects, as they would stand in a file.
    std::string textOf(const ItemIds& ids) const;

signals:
    /// Another document is in force: after an edit, undo, redo. Not after open().
    void changed(const berth::design::DocumentPtr& document);
    void opened(const berth::design::DocumentPtr& document);
    void modifiedChanged();
    /// error: empty, or a sentence that names the file.
    void saved(const QString& error, const QStringList& paths);

private:
    class Step;

    void begin(const design::DocumentPtr& document);
    using Change = std::function<design::Document(const design::Document&)>;
    /// change: of any thread.
    void change(std::size_t objects, const Change& change, const QString& what);
    void pushIfChanged(design::Document after, const QString& what);
    void push(design::Document after, const QString& what, const QString& merge = {});
    void show(const design::DocumentPtr& document);
    void finishSaving(const design::DocumentPtr& document, const QHash<QString, QByteArray>& written, const QString& error);
    static QString nameOf(const design::Document& document, const ItemIds& ids);
    QString nameOf(const ItemIds& ids) const { return nameOf(*document_, ids); }

    QUndoStack* history_;
    design::DocumentPtr document_;
    QString merge_;                        ///< what the last step may be joined with
    QHash<std::size_t, QString> paths_;    ///< of files that had none
    QString name_;
    QString configurationPath_;
    std::string configurationSaved_;
    QHash<QString, QByteArray> onDisk_;    ///< by path: what is there as far as we know
    bool recovered_ = false;
};

}
