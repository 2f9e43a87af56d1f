// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/field_path.h"
#include "design/item_list.h"

#include <tl/expected.hpp>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace berth::design {

/// A file that items come from and go back to.
struct File {
    std::string path;                      ///< empty: not saved yet
    std::string end;                       ///< what stood behind the last document
    std::string text;                      ///< as read or saved last
    std::shared_ptr<const Origin> list;    ///< where the file is one document with a list, and all its objects are in that; else null
    friend bool operator==(const File&, const File&) = default;
};

/// A KubeSchedulerConfiguration as text.
struct ConfigurationText {
    std::string text;                      ///< empty: kube-scheduler's built-in defaults
    std::string file;                      ///< path; empty: not saved yet
    std::string saved;                     ///< as read or saved last
    std::string place;                     ///< where it is looked for when it has no file yet; empty: beside the first file of objects
    friend bool operator==(const ConfigurationText&, const ConfigurationText&) = default;
};

/// What the user builds: objects in order, the files that they belong to, the scheduler's configuration. An immutable value;
/// editing gives another one that shares what stays. Any thread.
class Document {
public:
    Document();

    // What there is.
    const ItemList& items() const { return items_; }
    const std::vector<File>& files() const { return files_; }
    const ConfigurationText& configuration() const { return configuration_; }
    /// The scenario that the objects were taken out of, where they cannot be written back into it; else empty.
    const std::string& takenFrom() const { return takenFrom_; }
    /// Index of an item; absent if it is not there.
    std::optional<std::size_t> indexOf(Item::Id id) const;
    ItemPtr find(Item::Id id) const;
    /// Those that are there, in the order of the document.
    std::vector<ItemPtr> find(const std::vector<Item::Id>& ids) const;
    /// The first object of that kind and key (`namespace/name`, or the name alone); null if there is none.
    ItemPtr find(std::string_view kind, std::string_view key) const;
    /// Every object of every item, in order; those that cannot be used have none.
    std::vector<api::DecodedDocument> decoded() const;
    /// What is wrong with items, with positions in their files.
    api::Problems problems() const;
    struct Place {
        std::string file;
        api::Position position;            ///< of the object's first line in the file
        std::uint32_t linesBefore = 0;     ///< of the file, before the text that positions count from
    };
    /// Where an object of that label (`Pod default/web`) stands; absent if it does not.
    std::optional<Place> placeOf(std::string_view label) const;
    struct Spot {
        Item::Id id = 0;
        api::Position position;            ///< in the item's text
    };
    /// Where in which text the problem is now: the field that it names, else its line, else the object's first line. Absent if
    /// the object is no longer there.
    std::optional<Spot> spotOf(const api::Problem& problem) const;

    // What can be done. An unknown id changes nothing.
    /// Takes a file's text apart into items at the end.
    Document withFile(std::string path, std::string text) const;
    /// Adds the objects of a text in a file (index into files), behind an item or at the end.
    Document withAdded(std::string_view text, std::size_t file = 0, std::optional<Item::Id> behind = {}) const;
    /// As many items at once, each a text; cheaper than one after the other.
    Document withAdded(std::span<const std::string> texts, std::size_t file = 0) const;
    Document withText(Item::Id id, std::string text) const;
    Document withTexts(const std::vector<std::pair<Item::Id, std::string>>& texts) const;
    /// Items whose text cannot be read stay as they are.
    Document withEdits(std::span<const Item::Id> ids, const std::vector<FieldEdit>& edits) const;
    Document without(std::span<const Item::Id> ids) const;
    /// Copies behind their originals, each under a free name.
    Document withDuplicates(std::span<const Item::Id> ids) const;
    Document withConfiguration(std::string text) const;
    /// From a file that has just been read.
    Document withConfigurationFile(std::string path, std::string text) const;
    /// The path of a file that has none.
    Document withPath(std::size_t file, std::string path) const;
    /// All items in one file of that path.
    Document inOneFile(std::string path) const;
    /// The path of a scenario among the files: the configuration stands in it.
    Document withConfigurationPath(std::string path) const;
    /// Where a configuration is saved that comes to be.
    Document withConfigurationPlace(std::string path) const;
    Document withTakenFrom(std::string scenario) const;
    /// What a file holds now, where others may have written it since it was read.
    Document withSavedText(std::size_t file, std::string text) const;
    Document withSavedConfiguration(std::string text) const;

    // Saving.
    /// What a file holds now: documents that have not changed are byte for byte as they were read.
    std::string textOf(std::size_t file) const;
    /// The label of an object that cannot be saved as it is: its text cannot be read, and would make the whole list that it is in, or
    /// a JSON file, unreadable. Empty if there is none.
    std::string unwritable() const;
    /// Whether the file is a scenario, which keeps its configuration itself.
    bool isScenario(std::size_t file) const { return files_.at(file).list && files_[file].list->isScenario; }
    bool hasConfigurationInside(std::size_t file) const
    {
        return isScenario(file) && !files_[file].path.empty() && configuration_.file == files_[file].path;
    }
    /// Whether textOf differs from what is in the file.
    bool isModified() const;
    /// The same document after everything has been written.
    Document saved() const;

    /// Everything, in one text: for a recovery copy. fromText gives an equal document back.
    std::string toText() const;
    static tl::expected<Document, std::string> fromText(std::string_view text);

    /// A name that no object of that kind and namespace has: `web`, `web-2`, …
    std::string freeName(std::string_view kind, std::string_view space, std::string name) const;
    /// The ids that items get which are added next are this one and those above.
    Item::Id nextId() const { return nextId_; }

private:
    ItemList items_;
    std::vector<File> files_;
    ConfigurationText configuration_;
    std::string takenFrom_;
    Item::Id nextId_ = 1;
};

using DocumentPtr = std::shared_ptr<const Document>;

}
